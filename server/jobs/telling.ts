import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { and, eq, sql } from 'drizzle-orm'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { nodeBeats } from '../db/schema/nodeBeats'
import { millisecondsBetweenBeats } from '../health/beats'
import { isSilent } from '../health/nodes'
import { reasonOf } from '../log'
import type { Secrets } from '../secrets'
import { repeating } from './repeating'

type Told = Pick<typeof nodeBeats.$inferSelect, 'kind'> & { port?: number | undefined }

/**
 * Says which keys this process knows, and again every few seconds until it is stopped, which takes it back. Ends once it
 * has been said, so that nothing is sealed before.
 */
export async function startTelling(
  database: Pick<Database, 'system'>,
  { kind, port }: Told,
  secrets: Secrets,
  log: (message: string) => void,
  every = millisecondsBetweenBeats,
) {
  const node = randomUUID()
  const tell = () =>
    actingAsJob('tellKeys', () =>
      database.system(async (tx) => {
        const set = { keys: secrets.keyIds(), beatAt: sql`now()` }
        const self = { node, kind, host: hostname(), port: port ?? null, pid: process.pid, startedAt: sql`now()` }
        await tx
          .insert(nodeBeats)
          .values({ ...self, ...set })
          .onConflictDoUpdate({ target: nodeBeats.node, set })
        // Another one may do the same at this moment.
        const gone = tx
          .select({ node: nodeBeats.node })
          .from(nodeBeats)
          .where(isSilent)
          .for('update', { skipLocked: true })
        await tx.delete(nodeBeats).where(and(isSilent, sql`${nodeBeats.node} in ${gone}`))
      }),
    )
  await tell()
  const telling = repeating({
    work: tell,
    failed: (error) => log(`Which keys this node knows could not be said: ${reasonOf(error)}`),
    every,
    isAtOnce: false,
  })
  return {
    node,
    stop: async () => {
      await telling.stop()
      await actingAsJob('tellKeys', () => database.system((tx) => tx.delete(nodeBeats).where(eq(nodeBeats.node, node))))
    },
  }
}
