import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Lines } from '../backup/lines'
import { sqlFailure } from '../db/errors'
import type { Transaction } from '../db/transactions'
import { whyNotEmpty } from './empty'
import { anySalt, type Ids, inJson, inText, inTexts, newIds } from './ids'
import { BadArchive, damaged, type Head, headOf, lineOf, person, type Person } from './lines'
import { fromTheBeginning, history, type Kind, readKinds } from './travels'
import { countOf, ownSchema, type Progress } from './write'

/** What was taken over. */
export interface Taken {
  head: Head
  rows: number
  /** Rows that are of one person alone, who is no member here. */
  left: number
}

const bytesAtOnce = 2 ** 19
const rowsAtOnce = 1_000

/**
 * Takes over the lines of an archive, which were checked before, into the transaction's organization, where there is nothing
 * yet. All that refers to something does so to what is in the archive: nothing else has its ids. Throws {@link BadArchive}.
 */
export async function takeOver(tx: Transaction, orgId: string, lines: Lines, progress?: Progress): Promise<Taken> {
  await refuseFull(tx, orgId)
  const kinds = new Map((await readKinds(tx)).map((kind) => [kind.name, kind]))
  for (const table of fromTheBeginning) await tx.execute(sql`delete from ${sql.identifier(table)}`)
  let head: Head | undefined
  let taking: Taking | undefined
  const people: Person[] = []
  let rows = 0
  for await (const line of lines) {
    if (head === undefined) {
      head = headOf(line, ownSchema())
      continue
    }
    if (line.startsWith('{"end":')) continue
    const { kind, row } = lineOf(line)
    if (kind === 'people') {
      people.push(readPerson(row))
      continue
    }
    taking ??= await begun(tx, orgId, head, people)
    const known = kinds.get(kind)
    if (!known) throw damaged()
    rows += 1
    if (await taking.add(known, row, line.length)) await progress?.(rows, totalOf(head))
  }
  if (head === undefined) throw damaged()
  taking ??= await begun(tx, orgId, head, people)
  await taking.flush()
  await proven(tx, kinds.values(), taking.written)
  await settle(tx, orgId, head)
  return { head, rows, left: taking.left }
}

const totalOf = ({ counts }: Head) => Object.values(counts).reduce((sum, number) => sum + number, 0)

function readPerson(row: Record<string, unknown>): Person {
  const { data } = z.safeParse(person, row)
  if (!data) throw damaged()
  return data
}

async function refuseFull(tx: Transaction, orgId: string): Promise<void> {
  // Whoever takes one over in another way waits, and finds it full.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`archive of ${orgId}`}, 0))`)
  const why = await whyNotEmpty(tx)
  if (why !== undefined) throw new BadArchive(why)
}

interface Taking {
  /** Whether some rows were written by it. */
  add: (kind: Kind, row: Record<string, unknown>, bytes: number) => Promise<boolean>
  flush: () => Promise<void>
  readonly written: ReadonlyMap<string, number>
  readonly left: number
}

/** People are members here by their address; who is none keeps what they are called, and has no account. */
async function begun(tx: Transaction, orgId: string, head: Head, people: readonly Person[]): Promise<Taking> {
  const { rows: members } = await tx.execute<{ id: string; email: string }>(sql`
    select users.id, users.email from memberships join users on users.id = memberships.user_id
    where memberships.org_id = current_org()`)
  const ownIds = new Map(members.map(({ id, email }) => [email.toLowerCase(), id]))
  const here = new Map<string, string>()
  for (const { id, email } of people) {
    const own = email === null ? undefined : ownIds.get(email.toLowerCase())
    if (own !== undefined) here.set(id.toLowerCase(), own)
  }
  const ids = newIds(anySalt(), new Map([...here, [head.organization.id, orgId]]))
  const past = people.filter(({ id, name }) => !here.has(id.toLowerCase()) && name !== '')
  if (past.length > 0) {
    const all = JSON.stringify(past.map((one) => ({ ...one, id: ids(one.id.toLowerCase()) })))
    await tx.execute(sql`insert into past_people (org_id, id, name, email)
      select current_org(), id, name, email from jsonb_to_recordset(${all}::jsonb) as one (id uuid, name text, email text)`)
  }
  return writing(tx, ids, here)
}

function writing(tx: Transaction, ids: Ids, here: ReadonlyMap<string, string>): Taking {
  const written = new Map<string, number>()
  let open: Kind | undefined
  let waiting: Record<string, unknown>[] = []
  let bytes = 0
  let left = 0
  const flush = async () => {
    const [kind, rows] = [open, waiting]
    waiting = []
    bytes = 0
    if (kind === undefined || rows.length === 0) return
    try {
      await tx.execute(sql`${sql.raw(insertInto(kind))} from jsonb_populate_recordset(null::${sql.identifier(kind.name)},
        ${JSON.stringify(rows)}::jsonb)`)
    } catch (error) {
      throw whyRefused(error, kind.name) ?? error
    }
    written.set(kind.name, (written.get(kind.name) ?? 0) + rows.length)
  }
  return {
    add: async (kind, row, length) => {
      const isOther = open !== kind
      if (isOther) await flush()
      open = kind
      const made = rowOf(kind, row, ids, here)
      if (made === undefined) left += 1
      else waiting.push(made)
      bytes += length
      const isFull = bytes >= bytesAtOnce || waiting.length >= rowsAtOnce
      if (isFull) await flush()
      return isOther || isFull
    },
    flush,
    written,
    get left() {
      return left
    },
  }
}

/** A row with its new ids; undefined for one that is of a person alone who is no member here. */
function rowOf(kind: Kind, row: Record<string, unknown>, ids: Ids, here: ReadonlyMap<string, string>) {
  const { columns, accounts, ofMember, withIds } = kind
  if (Object.keys(row).length !== columns.length) throw damaged()
  const made: Record<string, unknown> = {}
  for (const { name, type } of columns) {
    if (!(name in row)) throw damaged()
    const value = row[name]
    const isOfMember = value === null || (typeof value === 'string' && here.has(value.toLowerCase()))
    if (name === ofMember && !isOfMember) return undefined
    made[name] = accounts.has(name)
      ? (here.get(String(value).toLowerCase()) ?? null)
      : valueOf(value, type, withIds.includes(name), ids)
  }
  return made
}

function valueOf(value: unknown, type: string, hasIds: boolean, ids: Ids): unknown {
  if (value === null) return null
  switch (type) {
    case 'uuid':
    case 'uuid[]':
    case 'jsonb':
    case 'json':
      return hasIds ? inTexts(value, ids) : inJson(value, ids)
    default:
      return hasIds && typeof value === 'string' ? inText(value, ids) : value
  }
}

function insertInto({ name, columns, made }: Kind): string {
  const names = [...columns.map((column) => column.name), ...made.map(([column]) => column)]
  const values = [...columns.map((column) => `"${column.name}"`), ...made.map(([, value]) => value)]
  return `insert into "${name}" (org_id, ${names.map((one) => `"${one}"`).join(', ')}) select current_org(), ${values.join(', ')}`
}

/** What the database says of a row, as a sentence; undefined where it says nothing of the row. */
function whyRefused(error: unknown, name: string): BadArchive | undefined {
  const { code, constraint } = sqlFailure(error) ?? { code: '', constraint: undefined }
  if (code === '23503') {
    return new BadArchive(
      `The archive refers to something that is not in it, in ${name}. Nothing of it was taken over.`,
    )
  }
  if (code.startsWith('23') || code.startsWith('22')) {
    const rule = constraint === undefined ? '' : ` (${constraint})`
    return new BadArchive(
      `A row of ${name} breaks a rule of the database${rule}. Nothing of the archive was taken over.`,
    )
  }
  return undefined
}

/** What is there is what was written, nobody has added to it meanwhile, and the books balance. */
async function proven(tx: Transaction, kinds: Iterable<Kind>, written: ReadonlyMap<string, number>): Promise<void> {
  for (const { name } of kinds) {
    if (name === history || (await countOf(tx, name)) === (written.get(name) ?? 0)) continue
    throw new BadArchive(
      'Somebody has added something to the organization meanwhile. Nothing of the archive was taken over.',
    )
  }
  const { rows } = await tx.execute(sql`select from ledger_entries where org_id = current_org() group by booking_id
    having sum(amount_cents) <> 0 or count(distinct currency) > 1 limit 1`)
  if (rows.length === 0) return
  throw new BadArchive('A booking of the archive does not add up. Nothing of it was taken over.')
}

/** What the organization itself says. It keeps its name, and what it demands at sign-in. */
async function settle(tx: Transaction, orgId: string, { settings }: Head): Promise<void> {
  try {
    await tx.execute(sql`update organizations set currency = ${settings.currency}, time_zone = ${settings.time_zone},
      support_email = ${settings.support_email}, live_url = ${settings.live_url}, tax_rate = ${settings.tax_rate},
      last_order_number = ${settings.last_order_number}, prices_include_tax = ${settings.prices_include_tax},
      updated_at = now() where id = ${orgId}`)
  } catch (error) {
    throw whyRefused(error, 'organizations') ?? error
  }
}
