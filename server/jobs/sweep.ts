import { type SQL, sql } from 'drizzle-orm'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { forgetOldBulkJobs } from '../bulkJobs/forget'
import { forgetOldSignIns } from '../auth/signIn'
import { forgetOldKeys } from '../http/idempotency'
import { forgetOldCounters } from '../http/rateLimit'
import { repeating } from './repeating'
import { reasonOf } from '../log'
import { tellLate } from '../mail/toldLate'
import { forgetOldImports } from '../sheetImports/forget'

const millisecondsPerHour = 3_600_000
const hoursAgo = (hours: number, now: Date) => new Date(now.getTime() - hours * millisecondsPerHour).toISOString()
const daysAgo = (days: number, now: Date) => hoursAgo(24 * days, now)

/** Few enough to be quick, as the embedded database does one thing at a time. */
const rowsAtOnce = 1_000

/** What is of no more use to anybody. A mail that could not be delivered stays until somebody has looked at it. */
const outOfUse = (now: Date): [table: SQL, when: SQL][] => [
  [sql`sessions`, sql`expires_at < ${daysAgo(0, now)} or idle_expires_at < ${daysAgo(0, now)}`],
  [sql`ended_sessions`, sql`expires_at < ${daysAgo(0, now)}`],
  [sql`member_devices`, sql`last_seen_at < ${daysAgo(90, now)}`],
  [sql`user_tokens`, sql`expires_at < ${daysAgo(1, now)} or used_at < ${daysAgo(1, now)}`],
  [sql`step_challenges`, sql`expires_at < ${daysAgo(0, now)}`],
  [
    sql`invites`,
    sql`expires_at < ${daysAgo(30, now)} and not exists (select from organizations where organizations.id = invites.org_id)`,
  ],
  // When somebody was last there is known as long as nobody is.
  [sql`worker_beats`, sql`beat_at < ${daysAgo(1, now)} and beat_at < (select max(beat_at) from worker_beats)`],
  [sql`changes`, sql`created_at < ${hoursAgo(1, now)}`],
  [sql`outbox`, sql`state = 'done' and done_at < ${daysAgo(30, now)}`],
  // What has come of one is let go of before, some parts at once.
  [
    sql`archive_imports`,
    sql`state in ('open', 'failed', 'given_up') and created_at < ${daysAgo(1, now)}
      and not exists (select from archive_parts as part where part.org_id = archive_imports.org_id and part.import_id = archive_imports.id)`,
  ],
  [sql`webhook_tries`, sql`tried_at < ${daysAgo(30, now)}`],
  // One that still waits has been sent again by hand, or its webhook was deleted while it was written.
  [
    sql`webhook_deliveries`,
    sql`created_at < ${daysAgo(30, now)} and (state <> 'waiting' or give_up_at < ${daysAgo(1, now)})`,
  ],
]

/**
 * Deletes expired sessions and why others ended, devices not seen for long, used and expired tokens, second steps that nobody
 * took, invites to organizations that are gone, mails delivered long ago, what webhooks were told long ago, notes of changes, workers long gone,
 * counters of windows long over, old keys, old imports and old bulk changes, archives that nobody goes on sending. Tells lists of
 * mails what became of some.
 */
export const sweep = (database: Database, now: Date): Promise<void> =>
  actingAsJob('sweep', () => sweepAll(database, now))

async function sweepAll(database: Database, now: Date): Promise<void> {
  for (const [table, when] of outOfUse(now)) await deleteAll(database, table, when)
  await forgetOldCounters(database, now)
  await forgetOldKeys(database, now)
  await forgetOldImports(database, now)
  await forgetOldBulkJobs(database, now)
  await forgetOldSignIns(database, now)
  await tellLate(database, now)
}

async function deleteAll(database: Database, table: SQL, when: SQL): Promise<void> {
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce;) {
    deleted = await database.system(async (tx) => {
      const { rowCount } = await tx.execute(
        sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${when} limit ${rowsAtOnce}))`,
      )
      return rowCount ?? 0
    })
  }
}

/** Sweeps at once and then every hour, until it is stopped. Any number of nodes may do so. */
export const startSweeping = (database: Database, log: (message: string) => void) =>
  repeating({
    work: () => sweep(database, new Date()),
    failed: (error) => log(`Sweeping failed: ${reasonOf(error)}`),
    every: millisecondsPerHour,
  })
