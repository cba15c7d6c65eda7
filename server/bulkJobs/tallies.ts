import { sql, type SQL } from 'drizzle-orm'
import { bulkOutcomes, type BulkTally, type BulkPass } from '../../contract/rules/bulkJobs'
import type { Transaction } from '../db/transactions'

export const nothingYet: BulkTally = { done: 0, unchanged: 0, refused: 0, vanished: 0 }

export const added = (one: BulkTally, other: BulkTally): BulkTally =>
  Object.fromEntries(bulkOutcomes.map((name) => [name, one[name] + other[name]])) as BulkTally

interface Of {
  orgId: string
  id: string
  pass: BulkPass
}

/** The rows of a job that go through a pass. */
export const rowsOfPass = ({ orgId, id, pass }: Of): SQL => sql`row.org_id = ${orgId} and row.job_id = ${id}
  ${pass === 'undo' ? sql`and row.run_outcome = 'done'` : sql``}`

/** How rows of a pass have gone; all of them unless it is said which. */
export async function tallyOf(tx: Transaction, of: Of, which = sql`true`): Promise<BulkTally> {
  const outcome = sql.identifier(`${of.pass}_outcome`)
  const { rows } = await tx.execute<{ outcome: keyof BulkTally; rows: number }>(sql`
    select row.${outcome} as outcome, count(*)::int as rows from bulk_job_rows as row
    where ${rowsOfPass(of)} and row.${outcome} is not null and ${which} group by 1`)
  const found = new Map(rows.map((row) => [row.outcome, row.rows]))
  return Object.fromEntries(bulkOutcomes.map((name) => [name, found.get(name) ?? 0])) as BulkTally
}

/**
 * Up to which position a pass is through, of those behind `from` and up to `to`: somebody else may have a row in hand
 * still. Few are looked at, however many rows a job has.
 */
export async function throughIn(tx: Transaction, of: Of, { from, to }: { from: number; to: number }): Promise<number> {
  const outcome = sql.identifier(`${of.pass}_outcome`)
  const { rows } = await tx.execute<{ first: number | null }>(sql`
    select min(row.position) as first from bulk_job_rows as row
    where ${rowsOfPass(of)} and row.position > ${from} and row.position <= ${to} and row.${outcome} is null`)
  const first = rows[0]?.first
  return typeof first === 'number' ? first - 1 : to
}
