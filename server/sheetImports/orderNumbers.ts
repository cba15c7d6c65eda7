import { sql } from 'drizzle-orm'
import { hasKey } from '../db/keys'
import { organizations } from '../db/schema/organizations'
import { sheetImports } from '../db/schema/sheetImports'
import type { Transaction } from '../db/transactions'
import { type Import, ofImport } from './records'

/** Takes the next numbers for the orders of an import. */
export async function takeNumbers(tx: Transaction, begun: Import): Promise<void> {
  const { rows } = await tx.execute<{ first: number }>(sql`
    update organizations set last_order_number = last_order_number + wanted.count
    from (select count(*)::int as count from sheet_import_lines as line where ${ofImport(begun)} and verdict = 'create') as wanted
    where organizations.id = ${begun.orgId} and wanted.count > 0
    returning last_order_number - wanted.count + 1 as first`)
  await keepFirst(tx, begun, rows[0]?.first ?? null)
}

/** Gives back the numbers of an import that has come to nothing, or is undone, as far as no order has come behind them. */
export async function returnNumbers(tx: Transaction, begun: Import): Promise<void> {
  const first = begun.firstNumber
  if (first === null) return
  const last = sql`${first}::int - 1 + (select count(*)::int from sheet_import_lines as line
    where ${ofImport(begun)} and verdict = 'create')`
  const stays = sql`(select max(number) from orders where orders.org_id = ${begun.orgId} and number >= ${first})`
  await tx
    .update(organizations)
    .set({ lastOrderNumber: sql`coalesce(${stays}, ${first}::int - 1)` })
    .where(sql`${organizations.id} = ${begun.orgId} and ${organizations.lastOrderNumber} = ${last}`)
  await keepFirst(tx, begun, null)
}

const keepFirst = (tx: Transaction, { orgId, id }: Import, firstNumber: number | null) =>
  tx
    .update(sheetImports)
    .set({ firstNumber })
    .where(hasKey(sheetImports, orgId, id))
