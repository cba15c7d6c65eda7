import { escapeIdentifier } from 'pg'
import type pg from 'pg'
import { appliedIn } from '../db/applied'
import { mayBackUp } from '../db/backupRights'
import { isLockTimeout } from '../db/errors'
import { Unfit, withoutMigrations } from '../db/migrate'
import { backupRole } from '../db/roles'
import { ownVersion } from '../files'
import { sealedOfOrganizations, sealedOfPeople } from '../sealed'
import { type Head, ownFormat, type PartEnd, Sum } from './lines'
import { inOneWay, keptTables, ledgerColumns, ledgerLines, readSequences, rowLines, type Table } from './tables'

/** Told how far it is. */
export type Progress = (at: { table: string; rows: number }) => void

export interface ReadingOptions {
  from: Head['from']
  /** Whether nobody may write meanwhile. */
  isAlone?: boolean
  progress?: Progress | undefined
}

/**
 * All that a database holds at one moment, as the lines of a backup but its end. The client's own transaction is open until
 * the last line was taken. Throws {@link Unfit}.
 */
export async function* contentOf(
  client: pg.Client,
  { from, isAlone = false, progress }: ReadingOptions,
): AsyncGenerator<string> {
  try {
    const { tables, schema, isMighty } = await withoutMigrations(client, () => begin(client, isAlone))
    await client.query(inOneWay)
    // The role of backups has no schema of its own name, by which the role's own path may find it.
    await client.query(`select set_config('search_path', $1, true)`, [schema])
    const migrations = await migrationsOf(client, schema)
    if (!isMighty) await client.query(`set local role ${backupRole}`)
    const keys = await keysThatSealed(client, tables)
    const head: Head = {
      offerdesk: 'backup',
      format: ownFormat,
      version: ownVersion(),
      madeAt: new Date().toISOString(),
      from,
      migrations,
      keys,
    }
    yield JSON.stringify(head)
    for (const table of tables) {
      yield JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })
      const sum = new Sum()
      for await (const lines of rowLines(client, table)) {
        lines.forEach((line) => sum.add(line))
        progress?.({ table: table.name, rows: sum.rows })
        yield* lines
      }
      yield JSON.stringify(sum.end())
    }
    yield JSON.stringify({ ledger: ledgerColumns })
    const sum = new Sum()
    for await (const lines of ledgerLines(client)) {
      lines.forEach((line) => sum.add(line))
      yield* lines
    }
    yield JSON.stringify(sum.end())
    if (!isMighty) await client.query('set local role none')
    yield JSON.stringify({ sequences: await readSequences(client) })
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

interface Begun {
  schema: string
  tables: Table[]
  /** Whether no policy keeps anything from who is connected. */
  isMighty: boolean
}

/** Begins the transaction that sees one moment, with tables that stay as they are. */
async function begin(client: pg.Client, isAlone: boolean): Promise<Begun> {
  const { rows } = await client.query<{ schema: string | null; is_mighty: boolean }>(
    `select current_schema() as schema, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as is_mighty`,
  )
  const [found] = rows
  const schema = found?.schema ?? 'public'
  const { rows: tracked } = await client.query<{ is_there: boolean }>(
    `select to_regclass($1) is not null as is_there`,
    [appliedIn(schema)],
  )
  if (tracked[0]?.is_there !== true)
    throw new Unfit('the database holds no tables of Offerdesk, so that there is nothing to take')
  const isMighty = found?.is_mighty === true
  if (!isMighty && !(await mayBackUp(client))) {
    throw new Unfit('the role of backups may not read every table yet: run offerdesk migrate first')
  }
  const tables = await keptTables(client)
  const names = tables.map(({ name }) => escapeIdentifier(name)).join(', ')
  await client.query('begin isolation level repeatable read read only')
  try {
    // No snapshot is taken before the locks are there.
    await client.query(`lock table ${names} in ${isAlone ? 'share' : 'access share'} mode${isAlone ? ' nowait' : ''}`)
    await client.query('select pg_current_snapshot()')
  } catch (error) {
    await client.query('rollback')
    if (isLockTimeout(error)) throw new Unfit('somebody writes to the database: stop all servers and workers first')
    throw error
  }
  return { schema, tables, isMighty }
}

async function migrationsOf(client: pg.ClientBase, schema: string): Promise<number[]> {
  const { rows } = await client.query<{ at: string }>(
    `select created_at::text as at from ${appliedIn(schema)} order by created_at`,
  )
  return rows.map(({ at }) => Number(at))
}

async function keysThatSealed(client: pg.ClientBase, tables: readonly Table[]): Promise<string[]> {
  const there = new Set(tables.map(({ name }) => name))
  const ids = new Set<string>()
  for (const { named } of [...sealedOfOrganizations, ...sealedOfPeople]) {
    if (!there.has(named.table)) continue
    const { rows } = await client.query<{ id: string }>(
      `select distinct split_part(${named.text}, '.', 2) as id from ${escapeIdentifier(named.table)}
       where ${named.text} like 'v1.%'`,
    )
    for (const { id } of rows) ids.add(id)
  }
  return [...ids].toSorted()
}

/** The same sums as a backup has, of what is there now. */
export async function sumsOf(
  client: pg.Client,
  tables: readonly Table[],
  progress?: Progress,
): Promise<{ tables: Map<string, PartEnd>; ledger: PartEnd }> {
  const sums = new Map<string, PartEnd>()
  for (const table of tables) {
    const sum = new Sum()
    for await (const lines of rowLines(client, table)) {
      lines.forEach((line) => sum.add(line))
      progress?.({ table: table.name, rows: sum.rows })
    }
    sums.set(table.name, sum.end())
  }
  const ledger = new Sum()
  for await (const lines of ledgerLines(client)) lines.forEach((line) => ledger.add(line))
  return { tables: sums, ledger: ledger.end() }
}
