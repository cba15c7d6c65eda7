import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { reasonOf } from '../log'
import { traced } from '../tracing/tracing'
import { deliver, type DeliveringOptions, type HeldMessage, putOff } from './deliver'

export interface WebhookWorkerOptions extends DeliveringOptions {
  database: Pick<Database, 'system' | 'tenant'>
  log: (message: string) => void
  /** Milliseconds between looks for what is due. */
  interval?: number
}

/** Longer than a try may take, so that a message is not given to two workers. */
const leaseSeconds = 60
/** As a receiver may be slow for as long as a try may take. */
const messagesAtOnce = 20
/** Of one webhook in one look; one that is slow is to leave room for the others. */
const ofOneAtOnce = 2

/** Sends what webhooks are told, at least once each, until it is stopped. Any number of workers share one database. */
export function startSendingWebhooks(options: WebhookWorkerOptions) {
  const { database, log, interval = 1_000 } = options
  const worker = randomUUID()
  const stopping = new AbortController()
  /** What is in hand, by the webhook that it is for. */
  const inHand = new Map<Promise<void>, string>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  async function due(room: number): Promise<(HeldMessage & { webhookId: string })[]> {
    const busy = sql.param([...new Set(inHand.values())])
    return database.system(async (tx) => {
      const { rows } = await tx.execute<{ org_id: string; id: string; webhook_id: string }>(sql`
        with due as (
          select next.org_id, next.id from webhooks
          cross join lateral (
            select org_id, id, run_at from webhook_deliveries as waiting
            where waiting.org_id = webhooks.org_id and waiting.webhook_id = webhooks.id and waiting.state = 'waiting'
              and waiting.run_at <= now()
            order by run_at limit ${ofOneAtOnce} for update skip locked
          ) as next
          where webhooks.id <> all (${busy}::uuid[])
          order by next.run_at limit ${room}
        )
        update webhook_deliveries set locked_by = ${worker}, run_at = now() + make_interval(secs => ${leaseSeconds})
        from due where webhook_deliveries.org_id = due.org_id and webhook_deliveries.id = due.id
        returning webhook_deliveries.org_id, webhook_deliveries.id, webhook_deliveries.webhook_id`)
      return rows.map(({ org_id: orgId, id, webhook_id: webhookId }) => ({ orgId, id, webhookId, worker }))
    })
  }

  async function work(held: HeldMessage): Promise<void> {
    try {
      await deliver(options, held, stopping.signal)
    } catch (error) {
      log(`The message ${held.id} of a webhook could not be sent: ${reasonOf(error)}`)
      await database.tenant(held.orgId, (tx) => putOff(tx, held)).catch(() => undefined)
    }
  }

  async function look(): Promise<void> {
    const room = messagesAtOnce - inHand.size
    if (room <= 0) return
    for (const held of await due(room)) {
      const working = traced({ name: 'jobs.sendWebhooks', kind: 'job' }, () => work(held)).finally(() => {
        inHand.delete(working)
        // There may be more for the same receiver.
        next()
      })
      inHand.set(working, held.webhookId)
    }
  }

  function next(): void {
    if (stopping.signal.aborted) return
    if (looking) {
      isAskedAgain = true
      return
    }
    clearTimeout(timer)
    isAskedAgain = false
    // Whoever nudges it is not who sends.
    looking = actingAsJob('sendWebhooks', look)
      .catch((error: unknown) => log(`What webhooks are to be told can't be read: ${reasonOf(error)}`))
      .finally(() => {
        looking = undefined
        if (isAskedAgain) next()
        else if (!stopping.signal.aborted) timer = setTimeout(next, interval).unref()
      })
  }
  next()

  return {
    /** Looks at once instead of at the next interval. */
    nudge: next,
    /** Gives back what is in hand, and ends. */
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await looking
      await Promise.all(inHand.keys())
    },
  }
}
