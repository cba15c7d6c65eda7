import { sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { workerBeats } from '../db/schema/workerBeats'
import { secondsUntilGone } from './beats'

/** What is known of those who send mails and webhooks. */
export interface WorkersHeard {
  /** Whether none has said for too long that it is there. */
  areSilent: boolean
  /** When one last has; null where none ever did. */
  lastAt: Date | null
  /** Seconds since then. */
  seconds: number | null
}

/** When a worker was last there. */
export async function hearWorkers(database: Pick<Database, 'system'>): Promise<WorkersHeard> {
  const newest = sql`max(${workerBeats.beatAt})`
  const [heard] = await database.system((tx) =>
    tx
      .select({
        lastAt: newest.mapWith(workerBeats.beatAt),
        seconds: sql<number | null>`extract(epoch from now() - ${newest})::float8`,
      })
      .from(workerBeats),
  )
  const { lastAt = null, seconds = null } = heard ?? {}
  return { lastAt, seconds, areSilent: seconds === null || seconds > secondsUntilGone }
}
