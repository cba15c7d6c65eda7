import { sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { hearWorkers } from '../health/workers'

/** What the database knows of the work that waits, whoever does it. */
export interface Queues {
  mails: Queue
  webhooks: Queue
  /** Seconds since a worker was last there; null where none ever was. */
  workerAge: number | null
  /** Sessions that wait for a lock that another one holds. */
  lockWaits: number
}

interface Queue {
  /** How many wait, for now or for a later try. */
  length: number
  /** Seconds for which the oldest one that is due has waited. */
  age: number
  /** How many were given up. */
  dead: number
}

/** Reads how much waits, and for how long. */
export async function readQueues(database: Pick<Database, 'system'>): Promise<Queues> {
  const { rows } = await database.system((tx) =>
    tx.execute<{ what: string; length: number; age: number; dead: number }>(sql`
      select 'mails' as what, count(*)::int as length,
        greatest(0, extract(epoch from now() - min(run_at)))::float8 as age,
        (select count(*)::int from outbox where state = 'dead') as dead
      from outbox where state in ('ready', 'running')
      union all
      select 'webhooks', count(*)::int, greatest(0, extract(epoch from now() - min(run_at)))::float8,
        (select count(*)::int from webhook_deliveries where state = 'failed')
      from webhook_deliveries where state = 'waiting'
      union all
      select 'locks', count(*)::int, 0, 0 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
  )
  const { seconds } = await hearWorkers(database)
  const queue = (name: string): Queue => rows.find(({ what }) => what === name) ?? { length: 0, age: 0, dead: 0 }
  return { mails: queue('mails'), webhooks: queue('webhooks'), workerAge: seconds, lockWaits: queue('locks').length }
}
