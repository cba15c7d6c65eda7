import { asc, not, sql } from 'drizzle-orm'
import { type Config, InvalidConfig } from '../config'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { nodeBeats } from '../db/schema/nodeBeats'
import type { Secrets } from '../secrets'
import { secondsUntilGone } from './beats'

/** A server, a worker or a rotation that says that it is there, and the ids of the keys that it knows, the sealing one first. */
export type LiveNode = typeof nodeBeats.$inferSelect

export const isSilent = sql`${nodeBeats.beatAt} < now() - make_interval(secs => ${secondsUntilGone})`

/** All that are there, the oldest first. Whoever has the embedded database open is alone with it. */
export async function liveNodes(database: Pick<Database, 'system' | 'kind'>): Promise<LiveNode[]> {
  if (database.kind === 'pglite') return []
  return actingAsJob('tellKeys', () =>
    database.system((tx) =>
      tx.select().from(nodeBeats).where(not(isSilent)).orderBy(asc(nodeBeats.startedAt), asc(nodeBeats.node)),
    ),
  )
}

/** What a node is called for whoever has to find it. */
export const nameOf = ({ kind, host, port, pid, startedAt }: LiveNode): string =>
  `${kind} ${host}${port === null ? '' : `:${port}`} (process ${pid}, since ${startedAt.toISOString()})`

/** Throws {@link InvalidConfig} where somebody seals by a key that is not here, as that could not be opened. */
export async function refuseMissingKey(
  database: Pick<Database, 'system' | 'kind'>,
  secrets: Secrets,
  { secretKey, secretFile, isKeyLost }: Pick<Config, 'secretKey' | 'secretFile' | 'isKeyLost'>,
): Promise<void> {
  if (isKeyLost) return
  const ours = secrets.keyIds()
  const other = (await liveNodes(database)).find(({ keys: [seals = ''] }) => !ours.includes(seals))
  if (!other) return
  throw new InvalidConfig(
    `${secretKey === undefined ? secretFile : 'SECRET_KEY'}: lacks the key ${other.keys[0]}, by which the ${nameOf(other)} seals; add it, as all nodes of a database open what the others seal`,
  )
}
