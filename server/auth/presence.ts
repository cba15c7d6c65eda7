import { sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { reasonOf } from '../log'
import type { Caller } from './sessions'

/** As precise as it is told when somebody was seen last. */
const milliseconds = 60_000
/** More sessions than a node serves within a minute. */
const mostKnown = 10_000

export interface Presence {
  /** After a request of the caller's, for each organization that it was about. Nobody waits for it. */
  note: (caller: Caller) => void
  /** Ends once all is written. */
  close: () => Promise<void>
}

/**
 * Notes on which device somebody works in an organization, and when, once a minute (AU-01). What has just been noted is kept
 * in memory alone: another node notes it once more, which does no harm. One statement at a time writes all that there is, so
 * that hundreds who come at once take no more than one connection.
 */
export function createPresence(
  database: Pick<Database, 'system'>,
  now: () => Date,
  log: (message: string) => void,
): Presence {
  const noted = new Map<string, number>()
  let pending: { tokenHash: string; orgId: string }[] = []
  let writing: Promise<void> | undefined

  function isNews(key: string): boolean {
    const at = now().getTime()
    const before = noted.get(key)
    if (before !== undefined && Math.abs(at - before) < milliseconds) return false
    // The oldest stand first, as what is noted again is put at the end.
    noted.delete(key)
    noted.set(key, at)
    for (const oldest of noted.keys()) {
      if (noted.size <= mostKnown) break
      noted.delete(oldest)
    }
    return true
  }

  async function writeAll(): Promise<void> {
    while (pending.length > 0) {
      const seen = pending
      pending = []
      await write(database, seen).catch((error: unknown) =>
        log(`Where somebody was seen could not be noted: ${reasonOf(error)}`),
      )
    }
    writing = undefined
  }

  return {
    note: ({ tokenHash, entered = new Set() }) => {
      for (const orgId of entered) if (isNews(`${tokenHash} ${orgId}`)) pending.push({ tokenHash, orgId })
      if (pending.length > 0) writing ??= writeAll()
    },
    close: async () => writing,
  }
}

const write = (
  database: Pick<Database, 'system'>,
  seen: readonly { tokenHash: string; orgId: string }[],
): Promise<unknown> =>
  database.system((tx) =>
    tx.execute(sql`
      insert into member_devices as known (org_id, user_id, session_id, device, network, first_seen_at, last_seen_at)
      select distinct memberships.org_id, memberships.user_id, sessions.id, sessions.device, sessions.network, now(), now()
      from unnest(${sql.param(seen.map(({ tokenHash }) => tokenHash))}::text[],
        ${sql.param(seen.map(({ orgId }) => orgId))}::uuid[]) as seen (token_hash, org_id)
      join sessions on sessions.token_hash = seen.token_hash
      join memberships on memberships.org_id = seen.org_id and memberships.user_id = sessions.user_id
      order by 1, 2, 3
      on conflict (org_id, user_id, session_id) do update
        set device = excluded.device, network = excluded.network, last_seen_at = excluded.last_seen_at`),
  )
