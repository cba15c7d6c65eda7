import { and, count, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { BulkJob, BulkJobRecord, BulkRow } from '../../contract/extensions/bulkJobs'
import {
  type BulkAction,
  bulkActionNames,
  bulkActions,
  type BulkList,
  type BulkOutcome,
  type BulkState,
} from '../../contract/rules/bulkJobs'
import { expiryOf } from '../auth/lifetimes'
import { hasKey } from '../db/keys'
import { type BulkPass, bulkJobs } from '../db/schema/bulkJobs'
import { containing } from '../db/search'
import type { Transaction } from '../db/transactions'
import { nothingYet } from './tallies'

export type KnownJob = typeof bulkJobs.$inferSelect

/** When what was done can't be undone any more; null of what can't be undone at all, or is not over. */
export const undoneUntil = ({ action, finishedAt }: KnownJob): Date | null =>
  finishedAt === null || bulkActions[action].undo === undefined ? null : expiryOf('undo', finishedAt)

function shown(job: KnownJob): BulkJob {
  const { id, action, state, params, total, tallies, userName, undoUserName, version } = job
  return {
    id,
    action,
    state,
    price: params.price ?? null,
    limits: params.limits ?? null,
    total,
    checked: tallies.check ?? nothingYet,
    ran: tallies.run ?? nothingYet,
    undone: tallies.undo ?? nothingYet,
    userName,
    undoUserName,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
    undoneAt: job.undoneAt?.toISOString() ?? null,
    undoUntil: undoneUntil(job)?.toISOString() ?? null,
    version,
  }
}

/** Which pass a job shows: of one that was never begun its trial, of one that was taken back its undoing. */
const passOf = ({ startedAt, undoUserName }: KnownJob): BulkPass =>
  startedAt === null ? 'check' : undoUserName === null ? 'run' : 'undo'

/** What nobody has said yes to yet is known to whoever tries it alone. */
const isKnownTo = (userId: string) => or(isNotNull(bulkJobs.startedAt), eq(bulkJobs.userId, userId))

/** A job with the pass that it shows, and the columns that tell of it; undefined when the person knows of none. */
async function knownJob(tx: Transaction, orgId: string, id: string, userId: string) {
  const [job] = await tx
    .select()
    .from(bulkJobs)
    .where(and(hasKey(bulkJobs, orgId, id), isKnownTo(userId)))
  if (!job) return undefined
  const pass = passOf(job)
  return { job, pass, outcome: sql.identifier(`${pass}_outcome`), reason: sql.identifier(`${pass}_reason`) }
}

const reasonsShown = 10

/** A job with why rows of it were not changed; undefined when the person knows of none. */
export async function readJob(
  tx: Transaction,
  orgId: string,
  id: string,
  userId: string,
): Promise<BulkJobRecord | undefined> {
  const known = await knownJob(tx, orgId, id, userId)
  if (!known) return undefined
  const { job, outcome, reason } = known
  const { rows: reasons } = await tx.execute<{ outcome: BulkOutcome; reason: string; rows: number }>(sql`
    select ${outcome} as outcome, ${reason} as reason, count(*)::int as rows from bulk_job_rows
    where org_id = ${orgId} and job_id = ${id} and ${reason} is not null
    group by 1, 2 order by 3 desc, 2 limit ${reasonsShown}`)
  return { ...shown(job), organizationId: orgId, reasons }
}

export interface JobsAsked {
  q?: string | undefined
  state?: BulkState | undefined
  action?: BulkAction | undefined
  resource?: BulkList | undefined
  limit: number
  page: number
}

/** What was begun, the newest first. */
export async function jobsOf(
  tx: Transaction,
  orgId: string,
  { q, state, action, resource, limit, page }: JobsAsked,
): Promise<{ data: BulkJob[]; total: number }> {
  const ofList = resource && bulkActionNames.filter((name) => bulkActions[name].list === resource)
  const asked = and(
    eq(bulkJobs.orgId, orgId),
    isNotNull(bulkJobs.startedAt),
    q ? sql`folded(${bulkJobs.userName}) like folded(${containing(q)})` : undefined,
    state && eq(bulkJobs.state, state),
    action && eq(bulkJobs.action, action),
    ofList && inArray(bulkJobs.action, ofList),
  )
  const [counted] = await tx.select({ total: count() }).from(bulkJobs).where(asked)
  const found = await tx
    .select()
    .from(bulkJobs)
    .where(asked)
    .orderBy(desc(bulkJobs.createdAt), desc(bulkJobs.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { data: found.map(shown), total: counted?.total ?? 0 }
}

/** What the records of a list are called, each by its id; those that are deleted have their names still. */
const names: Readonly<Record<BulkList, SQL>> = {
  offers: sql`select display_name from offers as record where record.org_id = row.org_id and record.id = row.record_id`,
  products: sql`select name from products as record where record.org_id = row.org_id and record.id = row.record_id`,
  customers: sql`select coalesce(nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), email)
    from customers as record where record.org_id = row.org_id and record.id = row.record_id`,
  fulfillments: sql`select '#' || orders.number from fulfilments as record
      join orders on orders.org_id = record.org_id and orders.id = record.order_id
    where record.org_id = row.org_id and record.id = row.record_id`,
}

/** A page of the rows of a job, in the order in which they are done; undefined when the person knows of no such job. */
export async function rowsOf(
  tx: Transaction,
  { orgId, id, userId }: { orgId: string; id: string; userId: string },
  { outcome: wanted, limit, page }: { outcome?: BulkOutcome | undefined; limit: number; page: number },
): Promise<{ data: BulkRow[]; total: number } | undefined> {
  const known = await knownJob(tx, orgId, id, userId)
  if (!known) return undefined
  const { job, pass, outcome, reason } = known
  const asked = sql`row.org_id = ${orgId} and row.job_id = ${id}
    ${pass === 'undo' ? sql`and row.run_outcome = 'done'` : sql``}
    ${wanted === undefined ? sql`` : sql`and row.${outcome} = ${wanted}`}`
  const { rows: data } = await tx.execute<BulkRow & Record<string, unknown>>(sql`
    select row.record_id as id, row.record_id as "recordId", (${names[bulkActions[job.action].list]}) as name,
      row.${outcome} as outcome, row.${reason} as reason, row.before, row.after
    from bulk_job_rows as row where ${asked} order by row.position limit ${limit} offset ${(page - 1) * limit}`)
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from bulk_job_rows as row where ${asked}`,
  )
  return { data, total: rows[0]?.total ?? 0 }
}
