import { escapeIdentifier } from 'pg'
import type pg from 'pg'
import type { Sequence } from './lines'

/**
 * What is true of one database at one moment alone: what open pages are told of, numbered by its own transactions, and
 * which workers and servers are alive.
 */
export const leftOut: readonly string[] = ['changes', 'worker_beats', 'node_beats']

/** A table, and the columns of which it consists: those that are not made of others. */
export interface Table {
  name: string
  columns: { name: string; type: string }[]
}

const ownTables = `
  select relname as name, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod))
    order by attname) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p') and not relispartition
    and relname not like '\\_\\_drizzle%'
  group by relname order by relname`

/** All tables of the schema, by their names. */
export async function allTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(ownTables)
  return rows
}

/** Those that a backup holds. */
export const keptTables = async (client: pg.ClientBase): Promise<Table[]> =>
  (await allTables(client)).filter(({ name }) => !leftOut.includes(name))

/** How values are written as text: alike on every database. */
export const inOneWay = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

const statementOf = ({ name, columns }: Table): string => {
  const texts = columns.map((column) => `${escapeIdentifier(column.name)}::text`).join(', ')
  return `select to_json(array[${texts}]::text[])::text from ${escapeIdentifier(name)}`
}

const bytesAtOnce = 2 ** 21
const mostRows = 5_000

async function* linesOfStatement(client: pg.ClientBase, statement: string): AsyncGenerator<string[]> {
  await client.query(`declare backup_rows no scroll cursor for ${statement}`)
  let rowsAtOnce = 200
  for (;;) {
    const { rows } = await client.query<[string]>({ text: `fetch ${rowsAtOnce} from backup_rows`, rowMode: 'array' })
    if (rows.length === 0) break
    const lines = rows.map(([line]) => line)
    yield lines
    const bytes = lines.reduce((sum, { length }) => sum + length, 0)
    // Some rows are a hundred bytes, and some are megabytes.
    rowsAtOnce = Math.max(1, Math.min(mostRows, Math.floor((rowsAtOnce * bytesAtOnce) / Math.max(bytes, 1))))
  }
  await client.query('close backup_rows')
}

/** Every row of a table, as lines, some at once. */
export const rowLines = (client: pg.ClientBase, table: Table): AsyncGenerator<string[]> =>
  linesOfStatement(client, statementOf(table))

const columnsOfLedger = ['org_id', 'currency', 'account'] as const
/** What the sums of the ledger are called. */
export const ledgerColumns: readonly string[] = [...columnsOfLedger, 'entries', 'cents']

/** What each organization has on each account, in each currency. */
export const ledgerLines = (client: pg.ClientBase): AsyncGenerator<string[]> =>
  linesOfStatement(
    client,
    `select to_json(array[${columnsOfLedger.map((one) => `${one}::text`).join(', ')}, count(*)::text,
      sum(amount_cents)::text])::text
     from ledger_entries group by ${columnsOfLedger.join(', ')} order by ${columnsOfLedger.join(', ')}`,
  )

/** How far each sequence is. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relname not like '\\_\\_drizzle%'
       and relnamespace = to_regnamespace(quote_ident(current_schema())) order by 1`,
  )
  const read: Sequence[] = []
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${escapeIdentifier(name)}`,
    )
    for (const state of states) read.push({ name, ...state })
  }
  return read
}
