import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { workerBeats } from '../db/schema/workerBeats'
import { millisecondsBetweenBeats } from '../health/beats'
import { reasonOf } from '../log'
import { repeating } from './repeating'

/** Says at once and every few seconds that this worker is there, until it is stopped. */
export function startBeating(
  database: Pick<Database, 'system'>,
  log: (message: string) => void,
  every = millisecondsBetweenBeats,
) {
  const worker = randomUUID()
  const beat = () =>
    database.system((tx) =>
      tx
        .insert(workerBeats)
        .values({ worker, startedAt: sql`now()`, beatAt: sql`now()` })
        .onConflictDoUpdate({ target: workerBeats.worker, set: { beatAt: sql`now()` } }),
    )
  return repeating({
    work: () => actingAsJob('beat', async () => void (await beat())),
    failed: (error) => log(`The worker could not say that it is there: ${reasonOf(error)}`),
    every,
  })
}
