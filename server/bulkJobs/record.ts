import { and, count, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { BulkJob, BulkJobRecord, BulkRow } from '../../contract/extensions/bulkJobs'
import {
  type BulkAction,
  bulkActionNames,
  bulkActions,
  type BulkList,
  type BulkOutcome,
  type BulkPass,
  type BulkState,
  shownPass,
} from '../../contract/rules/bulkJobs'
import { expiryOf } from '../auth/lifetimes'
import { hasKey } from '../db/keys'
import { named } from '../db/rows'
import { bulkJobs } from '../db/schema/bulkJobs'
import { containing } from '../db/search'
import type { Transaction } from '../db/transactions'
import { nothingYet } from './tallies'

export type KnownJob = typeof bulkJobs.$inferSelect

/** When what was done can't be undone any more; null of what can't be undone at all, was never begun, or is not over. */
export const undoneUntil = ({ action, startedAt, finishedAt }: KnownJob): Date | null =>
  startedAt === null || finishedAt === null || bulkActions[action].undo === undefined
    ? null
    : expiryOf('undo', finishedAt)

function shown(job: KnownJob): BulkJob {
  const { id, action, state, total, userName, undoUserName, version } = job
  return {
    id,
    action,
    state,
    total,
    ...whatAndHow(job),
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

/** What nobody has said yes to yet is known to whoever tries it alone. */
const isKnownTo = (userId: string) => or(isNotNull(bulkJobs.startedAt), eq(bulkJobs.userId, userId))

/** A job with the pass that it shows, and the columns that tell of it; undefined when the person knows of none. */
async function knownJob(tx: Transaction, orgId: string, id: string, userId: string) {
  const [job] = await tx
    .select()
    .from(bulkJobs)
    .where(and(hasKey(bulkJobs, orgId, id), isKnownTo(userId)))
  if (!job) return undefined
  const pass = shownPass(job)
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

interface JobsAsked {
  q?: string | undefined
  state?: BulkState | undefined
  action?: BulkAction | undefined
  resource?: BulkList | undefined
}

function foundJobs(orgId: string, { q, state, action, resource }: JobsAsked) {
  const ofList = resource && bulkActionNames.filter((name) => bulkActions[name].list === resource)
  return and(
    eq(bulkJobs.orgId, orgId),
    isNotNull(bulkJobs.startedAt),
    q ? sql`folded(${bulkJobs.userName}) like folded(${containing(q)})` : undefined,
    state && eq(bulkJobs.state, state),
    action && eq(bulkJobs.action, action),
    ofList && inArray(bulkJobs.action, ofList),
  )
}
const newestFirst = [desc(bulkJobs.createdAt), desc(bulkJobs.id)]

/** The statement that tells all that was begun, the newest first, each as {@link whatAndHow} shows it. */
export const everyJob = (tx: Transaction, orgId: string, asked: JobsAsked): SQL => {
  const { action, params, state, total, tallies, userName, undoUserName, startedAt } = bulkJobs
  return tx
    .select(named({ action, params, state, total, tallies, userName, undoUserName, startedAt }))
    .from(bulkJobs)
    .where(foundJobs(orgId, asked))
    .orderBy(...newestFirst)
    .getSQL()
}

/** What a job sets, and how its rows have gone in each of its passes. */
export const whatAndHow = ({ params, tallies }: Pick<KnownJob, 'params' | 'tallies'>) => ({
  price: params.price ?? null,
  limits: params.limits ?? null,
  checked: tallies.check ?? nothingYet,
  ran: tallies.run ?? nothingYet,
  undone: tallies.undo ?? nothingYet,
})

/** A page of what was begun, the newest first. */
export async function jobsOf(
  tx: Transaction,
  orgId: string,
  { limit, page, ...narrowed }: JobsAsked & { limit: number; page: number },
): Promise<{ data: BulkJob[]; total: number }> {
  const asked = foundJobs(orgId, narrowed)
  const [counted] = await tx.select({ total: count() }).from(bulkJobs).where(asked)
  const found = await tx
    .select()
    .from(bulkJobs)
    .where(asked)
    .orderBy(...newestFirst)
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

interface OfJob {
  orgId: string
  id: string
  /** Who asks. */
  userId: string
}
interface RowsAsked {
  outcome?: BulkOutcome | undefined
}

/**
 * The rows of a job, in the order in which they are done, as parts of statements, and the pass that they show; undefined when
 * the person knows of no such job.
 */
async function foundRows(tx: Transaction, { orgId, id, userId }: OfJob, { outcome: wanted }: RowsAsked) {
  const known = await knownJob(tx, orgId, id, userId)
  if (!known) return undefined
  const { job, pass, outcome, reason } = known
  const from = sql`from bulk_job_rows as row where row.org_id = ${orgId} and row.job_id = ${id}
    ${pass === 'undo' ? sql`and row.run_outcome = 'done'` : sql``}
    ${wanted === undefined ? sql`` : sql`and row.${outcome} = ${wanted}`}`
  const rows = sql`
    select row.record_id as id, row.record_id as "recordId", (${names[bulkActions[job.action].list]}) as name,
      row.${outcome} as outcome, row.${reason} as reason, row.before, row.after
    ${from} order by row.position`
  return { pass, from, rows }
}

/** The statement that tells all of them, and the pass that they show; undefined when the person knows of no such job. */
export async function everyBulkRow(
  tx: Transaction,
  of: OfJob,
  asked: RowsAsked,
): Promise<{ rows: SQL; pass: BulkPass } | undefined> {
  const found = await foundRows(tx, of, asked)
  return found && { rows: found.rows, pass: found.pass }
}

/** A page of them; undefined when the person knows of no such job. */
export async function rowsOf(
  tx: Transaction,
  of: OfJob,
  { limit, page, ...asked }: RowsAsked & { limit: number; page: number },
): Promise<{ data: BulkRow[]; total: number } | undefined> {
  const found = await foundRows(tx, of, asked)
  if (!found) return undefined
  const { rows: data } = await tx.execute<BulkRow & Record<string, unknown>>(
    sql`${found.rows} limit ${limit} offset ${(page - 1) * limit}`,
  )
  const { rows } = await tx.execute<{ total: number }>(sql`select count(*)::int as total ${found.from}`)
  return { data, total: rows[0]?.total ?? 0 }
}
