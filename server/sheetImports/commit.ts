import { type SQL, sql } from 'drizzle-orm'
import { importOutdated, importWithdrawn } from '../../contract/extensions/sheetImports'
import type { Caller } from '../auth/sessions'
import { hasKey } from '../db/keys'
import { sheetImports } from '../db/schema/sheetImports'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { recordsOf } from './kinds'
import { type Import, isItsRecord, ofImport } from './records'

/**
 * Does what the good lines of an import say, in statements over all of them. Throws a 409 when a record is no longer as
 * it was when its line was judged: what a person has agreed to is done, or nothing is.
 */
export async function commitImport(
  tx: Transaction,
  begun: Import,
  caller: Caller,
  now: Date,
  isWithdrawn: () => boolean = () => false,
): Promise<void> {
  /** Between its statements, so that nothing is written that somebody has given up meanwhile. */
  const refuseWithdrawn = () => {
    if (isWithdrawn()) throw new Refusal(409, 'not_possible', importWithdrawn)
  }
  await joinAsWholes(tx)
  await refuseOutdatedLines(tx, begun)
  refuseWithdrawn()
  await recordsOf(begun).write(tx, { begun, caller, at: now.toISOString() })
  refuseWithdrawn()
  await tx
    .update(sheetImports)
    .set({ state: 'committed', committedAt: now })
    .where(hasKey(sheetImports, begun.orgId, begun.id))
}

/**
 * No statistics know of lines that have only just come. Taken for a few, they would be looked through once for every
 * record, which is the square of their number. What can be joined in no other way seems so dear then that PostgreSQL would
 * compile it, which takes longer than all the rest.
 */
async function joinAsWholes(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local enable_nestloop = off`)
  await tx.execute(sql`set local jit = off`)
}

/** Locks what the lines are about; a record that came, went or changed since is a reason to look again. */
async function refuseOutdatedLines(tx: Transaction, begun: Import): Promise<void> {
  const { table, lock, lockFirst, outdated, outdatedChanges = [] } = recordsOf(begun)
  await lockFirst?.(tx, begun)
  const { rows: unchanged } = await tx.execute(sql`
    select line.line from sheet_import_lines as line join ${sql.identifier(table)} as record on ${isItsRecord}
    where ${ofImport(begun)} and verdict = 'update' and record.version = line.record_version
    order by record.id for update of record`)
  await lock?.(tx, begun)
  const someLine = (verdict: 'create' | 'update') => (condition: SQL) =>
    sql`exists (select from sheet_import_lines as line
      where ${ofImport(begun)} and verdict = ${verdict} and ${condition})`
  const isOutdated = [sql`false`, ...outdated.map(someLine('create')), ...outdatedChanges.map(someLine('update'))]
  const { rows } = await tx.execute<{ updates: number; outdated: boolean }>(sql`
    select count(*) filter (where verdict = 'update')::int as updates, ${sql.join(isOutdated, sql` or `)} as outdated
    from sheet_import_lines as line where ${ofImport(begun)}`)
  const [now] = rows
  if (!now || now.outdated || now.updates !== unchanged.length) throw new Refusal(409, 'not_possible', importOutdated)
}

/** Takes back what an import did. A record that was changed or used since stays as it is, and its line says why. */
export async function undoImport(tx: Transaction, begun: Import, caller: Caller, now: Date): Promise<void> {
  const { table, kept, lockFirst, takeBack } = recordsOf(begun)
  const records = sql.identifier(table)
  await joinAsWholes(tx)
  await lockFirst?.(tx, begun)
  await tx.execute(sql`
    select record.id from sheet_import_lines as line join ${records} as record on ${isItsRecord}
    where ${ofImport(begun)} and verdict in ('create', 'update') order by record.id for update of record`)
  await tx.execute(sql`
    update sheet_import_lines as line set kept = case
      when record.version <> coalesce(line.record_version + 1, 1) then 'It has been changed since.'
      ${kept} end
    from ${records} as record where ${ofImport(begun)} and verdict in ('create', 'update') and ${isItsRecord}`)
  await takeBack(tx, { begun, caller, at: now.toISOString() })
  await tx
    .update(sheetImports)
    .set({ state: 'undone', undoneAt: now })
    .where(hasKey(sheetImports, begun.orgId, begun.id))
}
