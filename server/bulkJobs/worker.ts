import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { BulkState, BulkPass } from '../../contract/rules/bulkJobs'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { hasKey } from '../db/keys'
import { bulkJobs } from '../db/schema/bulkJobs'
import { reasonOf } from '../log'
import { type HeldJob, type Working, workingStates, workOnNext } from './rows'
import { singlesOf } from './singles'
import { added, nothingYet, tallyOf, throughIn } from './tallies'

export interface BulkWorkerOptions {
  database: Database
  now: () => Date
  log: (message: string) => void
  /** Milliseconds between looks for jobs. */
  interval?: number
}

/** So long a worker stays with one job before it looks whether another has waited longer, and tells how far it is. */
const millisecondsAtOnce = 1_000
/** Longer than that, so that a job of a worker that is there is left alone; a row is never done twice either way. */
const leaseSeconds = 5

const next = { check: 'checked', run: 'done', undo: 'undone' } as const satisfies Record<BulkPass, BulkState>
/** The moment at which a pass is over; of a trial nobody asks for it. */
const overAt = { check: undefined, run: 'finishedAt', undo: 'undoneAt' } as const

/** Up to where somebody has come before. */
type Begun = HeldJob & { through: number }
type Claimed = Omit<Begun, 'pass'> & { state: string } & Record<string, unknown>

/** Works on what was begun over many records until it is stopped, one row after the other. Any number of workers may do so. */
export function startBulkJobs({ database, now, log, interval = 1_000 }: BulkWorkerOptions) {
  const worker = randomUUID()
  const working: Working = { database, now, singles: singlesOf({ database, now }), log }
  let timer: NodeJS.Timeout | undefined
  const stopping = new AbortController()
  const { signal } = stopping

  /** The job that has waited longest; whoever undoes it is whose right counts. */
  async function claim(): Promise<Begun | undefined> {
    const { rows } = await database.system((tx) =>
      tx.execute<Claimed>(sql`
        update bulk_jobs as job set locked_by = ${worker}, locked_until = now() + make_interval(secs => ${leaseSeconds})
        from (
          select org_id, id from bulk_jobs
          where state in ('checking', 'running', 'undoing')
            and (locked_by is null or locked_until < now() or locked_until > now() + interval '1 hour')
          order by locked_until nulls first limit 1 for update skip locked
        ) as due
        where job.org_id = due.org_id and job.id = due.id
        returning job.org_id as "orgId", job.id, state, action, params, total, through,
          case when state = 'undoing' then undo_user_id else user_id end as "userId",
          case when state = 'undoing' then undo_user_name else user_name end as "userName",
          case when state = 'undoing' then undo_token_id else token_id end as "tokenId"`),
    )
    const [job] = rows
    const pass = (['check', 'run', 'undo'] as const).find((one) => workingStates[one] === job?.state)
    return job && pass && { ...job, pass }
  }

  /** Tells how far the job is, and lets go of it: `to` is where this worker has come. */
  const letGo = (job: HeldJob, to: number) =>
    actingAsJob('bulk', () =>
      database.tenant(job.orgId, async (tx) => {
        const { orgId, id, pass, total } = job
        const isIts = and(hasKey(bulkJobs, orgId, id), eq(bulkJobs.lockedBy, worker))
        const [known] = await tx.select().from(bulkJobs).where(isIts).for('update')
        if (!known) return
        const { tallies, through: from, state } = known
        const free = { lockedBy: null, lockedUntil: sql`now()` }
        if (state !== workingStates[pass]) {
          // Somebody has cancelled or begun it meanwhile; what was in hand then counts as well.
          const tally = await tallyOf(tx, job)
          await tx
            .update(bulkJobs)
            .set({ ...free, tallies: { ...tallies, [pass]: tally } })
            .where(isIts)
          return
        }
        const through = Math.max(from, await throughIn(tx, job, { from, to }))
        const behind = sql`row.position > ${from} and row.position <= ${through}`
        const tally = added(tallies[pass] ?? nothingYet, await tallyOf(tx, job, behind))
        await tx
          .update(bulkJobs)
          .set({ ...free, through, tallies: { ...tallies, [pass]: tally }, ...(through >= total && over(pass)) })
          .where(isIts)
      }),
    )
  const over = (pass: BulkPass) => ({ state: next[pass], ...(overAt[pass] && { [overAt[pass]]: now() }) })

  async function workOn(job: Begun): Promise<void> {
    const until = performance.now() + millisecondsAtOnce
    let at = job.through
    try {
      while (!signal.aborted && performance.now() < until) {
        const reached = await workOnNext(working, job, at)
        if (reached === undefined) break
        at = reached
      }
    } finally {
      await letGo(job, at)
    }
  }

  async function round(): Promise<void> {
    while (!signal.aborted) {
      const job = await claim()
      if (!job) return
      await workOn(job)
    }
  }

  let running = Promise.resolve()
  const look = () => {
    timer = undefined
    running = actingAsJob('bulk', round)
      .catch((error: unknown) => log(`What was begun over many records can't go on for now: ${reasonOf(error)}`))
      .finally(() => {
        if (!signal.aborted) timer = setTimeout(look, interval).unref()
      })
  }
  look()
  return {
    /** Looks at once instead of at the next interval. */
    nudge: () => {
      if (timer === undefined || signal.aborted) return
      clearTimeout(timer)
      look()
    },
    /** Ends after the row in hand. */
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
