import type { Config } from '../config'
import type { Database } from '../db/database'
import { voiceOf } from '../log'
import { createMailTransport } from '../mail/transport'
import type { Secrets } from '../secrets'
import { startOutboxWorker } from './outbox'

/** The worker that sends mails, as the settings say: in the server, or apart from it. */
export const startSending = (config: Config, database: Database, secrets: Secrets) =>
  startOutboxWorker({
    database,
    secrets,
    allowsPrivateSmtp: config.allowsPrivateSmtp,
    sendMail: createMailTransport({
      smtpUrl: config.smtpUrl,
      mayShowText: !config.isProduction,
      announce: voiceOf(config).say,
    }),
    forgetDelivered: config.smtpUrl !== undefined,
    log: voiceOf(config).warn,
  })
