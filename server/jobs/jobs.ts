import { setTimeout as delay } from 'node:timers/promises'
import { startBulkJobs } from '../bulkJobs/worker'
import { startTakingOver } from '../archive/job'
import type { Config } from '../config'
import { startReadingPhones } from '../customers/readPhones'
import type { Database } from '../db/database'
import { createDrivers } from '../payments/drivers/drivers'
import { startPaymentJobs } from '../payments/jobs'
import { createPaying } from '../payments/paying'
import { startMailingReports } from '../reports/weekly'
import { startRollingUp } from '../reports/rollUp'
import type { Secrets } from '../secrets'
import { startSendingWebhooks } from '../webhooks/worker'
import { startBeating } from './beating'
import { startSending } from './sending'
import { startSweeping } from './sweep'

/**
 * All that is done without anybody waiting for it: mails, what was begun over many records, what webhooks are told, what became of payments, links that end,
 * sweeping, adding up figures. In the server, or apart from it; any number of nodes may do so.
 */
export function startJobs(config: Config, database: Database, secrets: Secrets, log: (message: string) => void) {
  const sending = startSending(config, database, secrets)
  const now = () => new Date()
  const telling = startSendingWebhooks({
    database,
    secrets,
    allowsPrivate: config.allowsPrivateWebhooks,
    publicUrl: config.publicUrl,
    log,
  })
  const bulk = startBulkJobs({ database, now, log })
  const takingOver = startTakingOver(database, log)
  const nudge = () => {
    bulk.nudge()
    sending.nudge()
    telling.nudge()
    takingOver.nudge()
  }
  const paying = createPaying({
    database,
    secrets,
    publicUrl: config.publicUrl,
    drivers: createDrivers({ database, now, pause: delay, stripeUrl: config.stripeUrl }),
    now,
    log,
    nudgeOutbox: nudge,
  })
  const jobs = [
    sending,
    telling,
    bulk,
    takingOver,
    startPaymentJobs({ database, paying, now, log }),
    startSweeping(database, log),
    startReadingPhones(database, log),
    startMailingReports({ database, publicUrl: config.publicUrl, now, log }),
    startRollingUp(database, log),
    startBeating(database, log),
  ]
  return {
    /** Sends what has just been written, instead of at the next look. */
    nudge,
    /** Ends after what is in hand. */
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
