import { sql } from 'drizzle-orm'
import type { BulkParams } from '../../contract/extensions/bulkJobs'
import { demandedStep } from '../../contract/rules/twoSteps'
import { type BulkAction, bulkActions, type BulkOutcome, noMember, type BulkPass } from '../../contract/rules/bulkJobs'
import { type Caller, isOpen, type OwnMembership, userOf } from '../auth/sessions'
import { acting } from '../db/acting'
import { asksForRetry, isConnectionLost } from '../db/errors'
import { readRow, type Row } from '../db/rows'
import type { ApiTokenScope, Transaction } from '../db/transactions'
import { Refusal, refusalOf } from '../http/errors'
import { bodyOfUndo, type Fields, planOf } from './plans'
import { askSingle, type BulkServices, type Singles } from './singles'
import { rowsOfPass } from './tallies'

/** A job in hand, as its rows are worked on. */
export interface HeldJob {
  orgId: string
  id: string
  pass: BulkPass
  action: BulkAction
  params: BulkParams
  userId: string | null
  userName: string
  tokenId: string | null
  /** How many rows it has. */
  total: number
}

export interface Working extends BulkServices {
  singles: Singles
  log: (message: string) => void
}

interface PendingRow extends Record<string, unknown> {
  position: number
  record_id: string
  before: Fields | null
  version_after: number | null
}

interface Through {
  position: number
  outcome: BulkOutcome
  reason: string | null
  before: Fields | null
  after: Fields | null
  version: number | null
}

/** The state in which a job's rows go through a pass. */
export const workingStates = { check: 'checking', run: 'running', undo: 'undoing' } as const
/** Rows that are tried in one transaction, which keeps nothing of them, nor any lock. */
const triedAtOnce = 20
/** How often one is done again that somebody else changes at the same moment. */
const tries = 4

/** Positions that are looked at in one statement. */
const lookedAtOnce = 200

/**
 * Works on the next rows of a pass behind a position: of a trial on some, which are taken back, and else on one, whose change
 * and result are of one transaction. Whoever has the row first does it, so that each is done once, however many workers there
 * are. Returns the position up to which it has come; undefined once there are no more, or the job is in that state no more.
 */
export const workOnNext = (working: Working, job: HeldJob, after: number): Promise<number | undefined> =>
  acting(actorOf(job), () =>
    working.database.tenant(job.orgId, async (tx) => {
      // Sent together. Whatever a crash takes goes with its result, and is done again: nobody waits for the disk at every row.
      const [, isDue, rows, caller] = await Promise.all([
        tx.execute(sql`set local synchronous_commit = off`),
        isIn(tx, job),
        takeRows(tx, job, after),
        callerOf(tx, job),
      ])
      if (!isDue || after >= job.total) return undefined
      const last = rows.at(-1)
      // All of these are through, or somebody else has them.
      if (!last) return Math.min(after + lookedAtOnce, job.total)
      const through: Through[] = []
      for (const row of rows) through.push({ ...(await workOn(working, tx, job, row, caller)), position: row.position })
      await keep(tx, job, through)
      return last.position
    }),
  )

/** As whoever began it, so that the audit tells the same of each record as if they had changed it themselves. */
function actorOf({ userId, userName, tokenId, action, pass }: HeldJob) {
  const kind: 'token' | 'person' = tokenId === null ? 'person' : 'token'
  const { single, undo } = bulkActions[action]
  return {
    actor: { kind, id: tokenId ?? userId ?? undefined, name: userName },
    action: (pass === 'undo' && undo) || single,
  }
}

/** Whether the job is in the state of its pass still. */
async function isIn(tx: Transaction, { orgId, id, pass }: HeldJob): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from bulk_jobs where org_id = ${orgId} and id = ${id} and state = ${workingStates[pass]}`,
  )
  return rows.length > 0
}

/** Some rows that nobody has in hand. */
async function takeRows(tx: Transaction, job: HeldJob, after: number): Promise<PendingRow[]> {
  const { pass } = job
  const outcome = sql.identifier(`${pass}_outcome`)
  const { rows } = await tx.execute<PendingRow>(sql`
    select row.position, row.record_id, row.before, row.version_after from bulk_job_rows as row
    where ${rowsOfPass(job)} and row.position > ${after} and row.position <= ${after + lookedAtOnce} and row.${outcome} is null
    order by row.position limit ${pass === 'check' ? triedAtOnce : 1} for update of row skip locked`)
  return rows
}

/** Who works, with the rights that they have now; or why they may do nothing any more. */
async function callerOf(tx: Transaction, { orgId, userId, userName, tokenId }: HeldJob): Promise<Caller | Refusal> {
  const { rows } = await tx.execute<{
    membership: OwnMembership & { needsSecondStep?: boolean }
    token_scope: ApiTokenScope | null
  }>(sql`select membership, token_scope from worker_for(${userId}::uuid, ${tokenId}::uuid)`)
  const [own] = rows
  if (!own || userId === null || (tokenId !== null && own.token_scope === null)) {
    return new Refusal(403, 'forbidden', tokenId === null ? noMember : tokenEnded)
  }
  const scope = own.token_scope ?? undefined
  // A program has no second step.
  if (scope === undefined && !isOpen(own.membership)) return new Refusal(403, 'forbidden', demandedStep)
  return {
    userId,
    user: userOf({ id: userId, email: '', name: userName, organizationName: null }),
    memberships: [{ ...own.membership, orgId, scope }],
    tokenHash: '',
    token: scope,
    name: userName,
  }
}

const tokenEnded = 'The API token that began this has expired or was revoked.'

type Result = Omit<Through, 'position'>
const result = (outcome: BulkOutcome, more: Partial<Result> = {}): Result => ({
  outcome,
  reason: null,
  before: null,
  after: null,
  version: null,
  ...more,
})

async function workOn(
  working: Working,
  tx: Transaction,
  job: HeldJob,
  row: PendingRow,
  caller: Caller | Refusal,
): Promise<Result> {
  if (caller instanceof Refusal) return result('refused', { reason: caller.message })
  for (let tried = 1; ; tried += 1) {
    // Sent together with what it is for.
    const begun = tx.execute(sql`savepoint bulk_row`)
    try {
      const doing = (job.pass === 'undo' ? takeBack : doNow)(working, tx, job, row, caller)
      const [, done] = await Promise.all([begun, doing])
      if (job.pass === 'check') await tx.execute(sql`rollback to savepoint bulk_row`)
      return done
    } catch (error) {
      // The whole transaction is to be run again, or can't go on.
      if (asksForRetry(error) || isConnectionLost(error)) throw error
      await tx.execute(sql`rollback to savepoint bulk_row`)
      const refusal = refusalOf(error) ?? new Refusal(500, 'internal_error', wentWrong)
      if (refusal.status === 500) working.log(`Row ${row.record_id} of ${job.action} failed: ${String(error)}`)
      if (job.pass === 'undo' && isOtherwise(refusal, job)) return result('refused', { reason: changedSince })
      if (refusal.code === 'not_found') return result('vanished')
      // Somebody has changed it between our look and our lock: it is looked at again.
      if (!(refusal.code === 'outdated' || refusal.code === 'busy') || tried === tries) {
        return result('refused', { reason: refusal.message })
      }
    }
  }
}

const wentWrong = 'Something went wrong on our side.'
const changedSince = 'It has been changed since.'
/** What was deleted and is not deleted any more can't be brought back. */
const isOtherwise = ({ code }: Refusal, { action }: HeldJob) =>
  code === 'outdated' || (code === 'not_found' && action.endsWith('.delete'))

async function doNow(
  working: Working,
  tx: Transaction,
  { action, params }: HeldJob,
  { record_id: id }: PendingRow,
  caller: Caller,
): Promise<Result> {
  const { list, single } = bulkActions[action]
  // The view has the columns of the contract's row.
  const record = (await readRow(tx, list, id)) as Row | undefined
  if (!record) return result('vanished')
  const plan = planOf(action, record, params)
  if (plan === 'unchanged') return result('unchanged')
  const { body, before, after } = plan
  const seen = typeof record['version'] === 'number' ? record['version'] : null
  const version = await askSingle(working, working.singles, tx, { action: single, id, body, caller, version: seen })
  return result('done', { before, after, version })
}

async function takeBack(
  working: Working,
  tx: Transaction,
  { action }: HeldJob,
  { record_id: id, before, version_after: version }: PendingRow,
  caller: Caller,
): Promise<Result> {
  const { undo } = bulkActions[action]
  if (undo === undefined) throw new Refusal(409, 'not_possible', 'This can not be undone.')
  await askSingle(working, working.singles, tx, {
    action: undo,
    id,
    body: bodyOfUndo(action, before ?? {}),
    caller,
    version,
  })
  return result('done')
}

/** Notes what became of the rows. */
async function keep(tx: Transaction, { orgId, id, pass }: HeldJob, through: readonly Through[]): Promise<void> {
  const outcome = sql.identifier(`${pass}_outcome`)
  const reason = sql.identifier(`${pass}_reason`)
  // What was before stays known while it is taken back.
  const changes =
    pass === 'undo' ? sql`` : sql`, before = told.before, after = told.after, version_after = told.version`
  await tx.execute(sql`
    update bulk_job_rows as row set ${outcome} = told.outcome, ${reason} = told.reason ${changes}
    from jsonb_to_recordset(${JSON.stringify(through)}::jsonb)
      as told (position integer, outcome text, reason text, before jsonb, after jsonb, version integer)
    where row.org_id = ${orgId} and row.job_id = ${id} and row.position = told.position`)
}
