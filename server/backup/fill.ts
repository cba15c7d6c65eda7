import { escapeIdentifier } from 'pg'
import type pg from 'pg'
import { appliedIn, readMigrations } from '../db/applied'
import { hasBackupRole, letBackupsRead } from '../db/backupRights'
import { makeTables, Unfit, withoutMigrations } from '../db/migrate'
import { type Progress, sumsOf } from './content'
import { BadBackup, type Head, isRow, isSame, type Lines, type PartEnd, type Sequence, toldBy } from './lines'
import { holdMails } from './holding'
import { allTables, inOneWay, keptTables, leftOut, type Table } from './tables'

export interface FillOptions {
  /** What an engine without a checkpointer does now and then, as else its log grows with all that is written. */
  checkpoint?: boolean
  progress?: Progress | undefined
  /** Whether mails that wait in it are held back, as whoever it is a copy of may send them as well. */
  holdsMails?: boolean
}

/** What was restored, every row of which was read back and is the same. */
export interface Filled {
  tables: number
  rows: number
  ledger: PartEnd
  /** How many mails are held back. */
  held: number
}

/**
 * Fills an empty database with the lines of a backup, in one transaction: the tables are made as they were, filled, and
 * compared row by row with what was read. Throws {@link Unfit} where there is something already, and {@link BadBackup}.
 */
export const fill = (client: pg.Client, lines: Lines, options: FillOptions = {}): Promise<Filled> =>
  withoutMigrations(client, async () => {
    await client.query('begin')
    try {
      const filled = await fillWithin(client, lines, options)
      await client.query('commit')
      return filled
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })

/** What of a backup is written behind its rows. */
interface Behind {
  sums: Map<string, PartEnd>
  ledger: PartEnd
  sequences: Sequence[]
}

async function fillWithin(client: pg.Client, lines: Lines, options: FillOptions): Promise<Filled> {
  const iterator = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  const first = await iterator.next()
  const head = first.done === true ? undefined : toldBy(first.value)
  if (head?.kind !== 'head') throw new BadBackup('it is no backup of Offerdesk')
  await makeEmptyTables(client, head)
  await client.query(inOneWay)
  const tables = await allTables(client)
  const undo = await withoutGuards(client, tables)
  const rest = { [Symbol.asyncIterator]: () => iterator as AsyncIterator<string> }
  const { sums, ledger, sequences } = await load(client, tables, rest, options)
  for (const { name, last, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [escapeIdentifier(name), last, isCalled])
  }
  const kept = await keptTables(client)
  const now = await sumsOf(client, kept, (at) => options.progress?.({ ...at, table: `${at.table}, read back` }))
  for (const name of new Set([...sums.keys(), ...now.tables.keys()]))
    compare(name, sums.get(name), now.tables.get(name))
  compare('the ledger', ledger, now.ledger)
  await undo()
  // Who is ended before what follows leaves a database of which a backup can be made; an older one's role comes with that.
  if (await hasBackupRole(client)) await letBackupsRead(client)
  const held = options.holdsMails === true ? await holdMails(client) : 0
  return { held, tables: sums.size, rows: [...sums.values()].reduce((all, { rows }) => all + rows, 0), ledger }
}

function compare(name: string, one: PartEnd | undefined, other: PartEnd | undefined): void {
  if (one && other && isSame(one, other)) return
  throw new BadBackup(
    `${name} is not what it was: ${one?.rows ?? 'no'} rows in the backup, ${other?.rows ?? 'no'} read back; nothing was kept`,
  )
}

/** The migrations of this release that a backup's tables have. Throws {@link BadBackup} for one of a newer release. */
export function migrationsUpTo({ migrations, version }: Pick<Head, 'migrations' | 'version'>) {
  const has = new Set(migrations)
  const own = readMigrations()
  const known = own.filter(({ folderMillis }) => has.has(folderMillis))
  if (known.length === has.size && known.length > 0) return known
  throw new BadBackup(`it was made by Offerdesk ${version}, which is newer: restore it with that release`)
}

async function makeEmptyTables(client: pg.Client, head: Head): Promise<void> {
  const wanted = migrationsUpTo(head)
  const { rows } = await client.query<{ schema: string | null; is_there: boolean }>(
    `select current_schema() as schema, to_regclass(case when current_schema() = 'public' then 'drizzle' else
       quote_ident(current_schema()) end || '.__drizzle_migrations') is not null as is_there`,
  )
  const [found] = rows
  const there = (await allTables(client)).map(({ name }) => name)
  if (found?.is_there !== true) {
    if (there.length > 0)
      throw new Unfit(`the database is not empty: it has a table ${there[0]}; restore goes into an empty one`)
    await makeTables(client, wanted)
    return
  }
  await refuseRows(client)
  const { rows: applied } = await client.query<{ at: string }>(
    `select created_at::text as at from ${appliedIn(found.schema ?? 'public')}`,
  )
  const has = new Set(applied.map(({ at }) => Number(at)))
  if (has.size === wanted.length && wanted.every(({ folderMillis }) => has.has(folderMillis))) return
  throw new Unfit(
    'the database has the tables of another release than the backup, with nothing in them: make it anew (dropdb, createdb), and restore before offerdesk migrate',
  )
}

async function refuseRows(client: pg.Client): Promise<void> {
  const counts = new Map<string, number>()
  const forced = new Set(await forcedTables(client))
  for (const { name } of await allTables(client)) {
    if (leftOut.includes(name)) continue
    // It locks the table as well: no rows come after they were counted.
    await client.query(`alter table ${escapeIdentifier(name)} no force row level security`)
    const { rows } = await client.query<{ number: number }>(
      `select count(*)::int as number from (select from ${escapeIdentifier(name)} limit 1000) as found`,
    )
    if (rows[0] && rows[0].number > 0) counts.set(name, rows[0].number)
    if (forced.has(name)) await client.query(`alter table ${escapeIdentifier(name)} force row level security`)
  }
  if (counts.size === 0) return
  const told = ['organizations', 'users', 'orders'].filter((name) => counts.has(name))
  const named = (told.length > 0 ? told : [...counts.keys()].slice(0, 3)).map(
    (name) => `${(counts.get(name) ?? 0) >= 1000 ? '1,000 or more' : counts.get(name)} ${name}`,
  )
  throw new Unfit(`the database is not empty: it holds ${named.join(', ')}; restore goes into an empty one`)
}

/** Whose policies hold for their owner as well. */
async function forcedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace(quote_ident(current_schema()))
       and relkind in ('r', 'p') and relforcerowsecurity`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Lets rows be written as they are: no trigger does its work once more, no policy keeps them out, and what leads from one
 * table to another is checked when all of them are there. Returns how everything is put back.
 */
async function withoutGuards(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  const forced = await forcedTables(client)
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and conparentid = 0 and relnamespace = to_regnamespace(quote_ident(current_schema()))`,
  )
  const alter = (table: string, how: string) => client.query(`alter table ${escapeIdentifier(table)} ${how}`)
  for (const { table, name } of keys) await alter(table, `drop constraint ${escapeIdentifier(name)}`)
  for (const name of forced) await alter(name, 'no force row level security')
  for (const { name } of tables) await alter(name, 'disable trigger user')
  return async () => {
    for (const { name } of tables) await alter(name, 'enable trigger user')
    for (const { table, name, definition } of keys) {
      await alter(table, `add constraint ${escapeIdentifier(name)} ${definition}`)
    }
    for (const name of forced) await alter(name, 'force row level security')
  }
}

const bytesAtOnce = 2 ** 20
const bytesBetweenCheckpoints = 64 * 2 ** 20

async function load(client: pg.Client, tables: readonly Table[], lines: Lines, options: FillOptions): Promise<Behind> {
  const behind: Behind = { sums: new Map(), ledger: { rows: 0, sum: '' }, sequences: [] }
  let insert: string | undefined
  let open: string | undefined
  let waiting: string[] = []
  let bytes = 0
  let written = 0
  let rows = 0
  const flush = async () => {
    if (insert !== undefined && waiting.length > 0) {
      await client.query(insert, [`[${waiting.join(',')}]`])
      rows += waiting.length
      written += bytes
      if (open !== undefined) options.progress?.({ table: open, rows })
      if (options.checkpoint === true && written > bytesBetweenCheckpoints) {
        await client.query('checkpoint')
        written = 0
      }
    }
    waiting = []
    bytes = 0
  }
  for await (const line of lines) {
    if (isRow(line)) {
      if (insert === undefined) continue
      waiting.push(line)
      bytes += line.length
      if (bytes >= bytesAtOnce) await flush()
      continue
    }
    await flush()
    const told = toldBy(line)
    if (told.kind === 'table') {
      open = told.table
      insert = insertInto(tables, told.table, told.columns)
      rows = 0
    } else if (told.kind === 'ledger') {
      open = undefined
      insert = undefined
    } else if (told.kind === 'partEnd') {
      if (open === undefined) behind.ledger = told
      else behind.sums.set(open, told)
    } else if (told.kind === 'sequences') behind.sequences = told.sequences
  }
  return behind
}

function insertInto(tables: readonly Table[], name: string, columns: readonly string[]): string {
  const there = tables.find((one) => one.name === name)
  const types = new Map(there?.columns.map((column) => [column.name, column.type]))
  const foreign = columns.find((column) => !types.has(column))
  if (there === undefined || foreign !== undefined || types.size !== columns.length) {
    throw new BadBackup(`its table ${name} is another one than that of its release`)
  }
  const values = columns.map((column, index) => `(one.line ->> ${index})::${types.get(column)}`)
  return `insert into ${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})
    overriding system value select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as one (line)`
}
