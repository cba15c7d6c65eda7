import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { types } from 'pg'
import type { SearchResource, SearchRow } from '../../contract/search'
import { hasKey, isId, type TenantTable } from './keys'
import { searchables } from './searchables'
import type { Transaction } from './transactions'

const momentType: number = types.builtins.TIMESTAMPTZ

export type Row = Record<string, unknown>

/** What a view has for searching and adding up. */
const isOfDatabase = (name: string) => name === 'org_id' || name === 'search_text' || name.endsWith('_cents')

/** What a statement returned, as far as reading its rows needs it. */
interface Result<Read extends Row> {
  rows: Read[]
  fields: { name: string; dataTypeID: number }[]
}

/** The rows of a view in the contract's shape: without what only a search needs, and moments as ISO 8601. */
export function contractRows({ rows, fields }: Result<Row>): Row[] {
  const moments = fields.filter(({ dataTypeID }) => dataTypeID === momentType).map(({ name }) => name)
  return rows.map((row) => {
    const shown = Object.fromEntries(Object.entries(row).filter(([name]) => !isOfDatabase(name)))
    for (const name of moments) {
      const value = shown[name]
      if (typeof value === 'string') shown[name] = new Date(value).toISOString()
    }
    return shown
  })
}

/** So many rows are taken from a cursor at once. */
const fetched = 1_000

/** All rows of a statement, as they are at one moment: a cursor sees what there is when it is opened. */
export async function* rowsByCursor(tx: Transaction, statement: SQL): AsyncGenerator<Row[], void> {
  // All of it is wanted, and not the first rows soon.
  await tx.execute(sql`set local cursor_tuple_fraction = 1`)
  await tx.execute(sql`declare found_rows no scroll cursor for ${statement}`)
  for (;;) {
    const rows = contractRows(await tx.execute<Row>(sql.raw(`fetch ${fetched} from found_rows`)))
    if (rows.length === 0) return
    yield rows
  }
}

/** Columns of a statement, each by the name that the contract has for it. */
export const named = (columns: Readonly<Record<string, SQLWrapper>>): Record<string, SQL.Aliased> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql`${column}`.as(name)]))

/** Names the person whom the transaction works for, as some rows say what is theirs (CP-02). */
export async function workFor(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select set_config('app.user_id', ${userId}, true)`)
}

/**
 * The record of the transaction's organization, as the contract shows it in lists, and whose it is, as a page of a record
 * must know (GE-04); undefined when there is none. The id must be one by {@link isId}.
 */
export async function readRow<Resource extends SearchResource>(
  tx: Transaction,
  resource: Resource,
  id: string,
): Promise<SearchRow<Resource> | undefined> {
  const view = sql.identifier(searchables[resource].view)
  const result = await tx.execute<Row>(sql`select * from ${view} where org_id = (select current_org()) and id = ${id}`)
  // The views name and type their columns as the contract does.
  const [row] = contractRows(result) as SearchRow<Resource>[]
  return row && { ...row, organizationId: result.rows[0]?.['org_id'] }
}

/** Whether the organization has the record, whatever text the id is. */
export async function hasRecord(tx: Transaction, table: TenantTable, orgId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(hasKey(table, orgId, id))
  return found.length > 0
}
