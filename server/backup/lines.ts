import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

// A backup is lines of JSON: a head; each table with its columns, a line for each row, and how many there were; the sums of
// the ledger, alike; the sequences; and an end. A row is an array of the texts that PostgreSQL makes of its columns.

/** Which way of writing lines this is. */
export const ownFormat = 1

const count = z.int().check(z.minimum(0))
const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/))

const head = z.object({
  offerdesk: z.literal('backup'),
  format: z.int(),
  /** The release that made it. */
  version: z.string(),
  madeAt: z.string(),
  from: z.enum(['PostgreSQL', 'the embedded database']),
  /** The migrations that its tables have, the oldest first. */
  migrations: z.array(count),
  /** Ids of the keys that have sealed something of it. */
  keys: z.array(z.string()),
})

const table = z.object({ table: name, columns: z.array(name) })
const ledger = z.object({ ledger: z.array(name) })
const partEnd = z.object({ rows: count, sum: z.string() })
const sequences = z.object({
  sequences: z.array(z.object({ name, last: z.string().check(z.regex(/^-?\d+$/)), isCalled: z.boolean() })),
})
const end = z.object({ end: z.literal('backup'), tables: count, rows: count, sha256: z.string() })

export type Head = z.infer<typeof head>
export type Sequence = z.infer<typeof sequences>['sequences'][number]
export type Told =
  | ({ kind: 'head' } & Head)
  | ({ kind: 'table' } & z.infer<typeof table>)
  | ({ kind: 'ledger' } & z.infer<typeof ledger>)
  | ({ kind: 'partEnd' } & PartEnd)
  | ({ kind: 'sequences' } & z.infer<typeof sequences>)
  | ({ kind: 'end' } & z.infer<typeof end>)

/** How many rows a table has, and a sum of all of them that does not depend on their order. */
export type PartEnd = z.infer<typeof partEnd>

/** A backup that can't be used. Its message is one line that says why. */
export class BadBackup extends Error {}

export const isRow = (line: string): boolean => line.startsWith('[')

/** The texts of a row's columns. */
export const rowOf = (line: string): (string | null)[] => z.parse(z.array(z.nullable(z.string())), JSON.parse(line))

/** What a line that is no row says. Throws {@link BadBackup}. */
export function toldBy(line: string): Told {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    throw new BadBackup('it is damaged: a line of it can not be read')
  }
  const parsed = {
    head: z.safeParse(head, read).data,
    table: z.safeParse(table, read).data,
    ledger: z.safeParse(ledger, read).data,
    partEnd: z.safeParse(partEnd, read).data,
    sequences: z.safeParse(sequences, read).data,
    end: z.safeParse(end, read).data,
  }
  if (parsed.head) return { kind: 'head', ...parsed.head }
  if (parsed.table) return { kind: 'table', ...parsed.table }
  if (parsed.ledger) return { kind: 'ledger', ...parsed.ledger }
  if (parsed.end) return { kind: 'end', ...parsed.end }
  if (parsed.partEnd) return { kind: 'partEnd', ...parsed.partEnd }
  if (parsed.sequences) return { kind: 'sequences', ...parsed.sequences }
  throw new BadBackup('it is damaged: a line of it is not one of a backup')
}

/** Adds up rows in any order; two sets of rows with the same sum are the same. */
export class Sum {
  #rows = 0
  readonly #lanes = new Uint32Array(8)

  add(line: string): void {
    this.#rows += 1
    const digest = createHash('sha256').update(line).digest()
    for (let lane = 0; lane < 8; lane += 1) this.#lanes[lane] = (this.#lanes[lane] ?? 0) + digest.readUInt32LE(lane * 4)
  }

  get rows(): number {
    return this.#rows
  }

  end(): PartEnd {
    return { rows: this.#rows, sum: [...this.#lanes].map((lane) => lane.toString(16).padStart(8, '0')).join('') }
  }
}

export const isSame = (one: PartEnd, other: PartEnd): boolean => one.rows === other.rows && one.sum === other.sum

/** What is made of lines as they go by. */
export type Lines = AsyncIterable<string> | Iterable<string>

/** The lines, and the end that only their reader can write: how much there was, and a hash of all of it. */
export async function* withEnd(lines: Lines): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let tables = 0
  let rows = 0
  let isTable = false
  for await (const line of lines) {
    hash.update(line).update('\n')
    if (!isRow(line)) isTable = line.startsWith('{"table"')
    else if (isTable) rows += 1
    if (line.startsWith('{"table"')) tables += 1
    yield line
  }
  yield JSON.stringify({ end: 'backup', tables, rows, sha256: hash.digest('hex') })
}

/** What a whole backup holds. */
export interface Summary {
  head: Head
  tables: Map<string, PartEnd>
  rows: number
  /** Organization, currency, account, entries, cents. */
  ledger: (string | null)[][]
}

/** Cut off before its end, as by a full disk, a lost connection, or whoever stopped its making. */
export const cut = (): BadBackup => new BadBackup('it is cut off before its end')

/** Passes lines on while it looks whether they are a whole backup. Throws {@link BadBackup} where they are not. */
export async function* checked(lines: Lines, tell: (summary: Summary) => void): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const tables: Summary['tables'] = new Map()
  const ledgerRows: Summary['ledger'] = []
  let found: Head | undefined
  let open: { name: string | undefined; sum: Sum } | undefined
  let rows = 0
  let isEnded = false
  for await (const line of lines) {
    if (isEnded) throw new BadBackup('it is damaged: something follows its end')
    if (isRow(line)) {
      if (open === undefined) throw new BadBackup('it is damaged: there is a row of no table')
      open.sum.add(line)
      if (open.name === undefined) ledgerRows.push(rowOf(line))
      hash.update(line).update('\n')
      yield line
      continue
    }
    const told = toldBy(line)
    if (told.kind === 'head') {
      refuseUnknown(told.format, told.version)
      found = told
    } else if (found === undefined) throw new BadBackup('it is no backup of Offerdesk')
    if (told.kind === 'end') {
      const isWhole = told.sha256 === hash.digest('hex') && told.tables === tables.size && told.rows === rows
      if (!isWhole || open) throw new BadBackup('it is damaged: what it holds is not what was written')
      isEnded = true
    } else hash.update(line).update('\n')
    if (told.kind === 'table') open = { name: told.table, sum: new Sum() }
    if (told.kind === 'ledger') open = { name: undefined, sum: new Sum() }
    if (told.kind === 'partEnd') {
      if (open === undefined || !isSame(open.sum.end(), told)) {
        throw new BadBackup(`it is damaged: ${open?.name ?? 'the ledger'} is not what was written`)
      }
      if (open.name !== undefined) {
        tables.set(open.name, { rows: told.rows, sum: told.sum })
        rows += told.rows
      }
      open = undefined
    }
    yield line
  }
  if (!isEnded || found === undefined) throw cut()
  tell({ head: found, tables, rows, ledger: ledgerRows })
}

function refuseUnknown(format: number, version: string): void {
  if (format === ownFormat) return
  throw new BadBackup(`it was made by Offerdesk ${version}, which writes them in another way: use that release`)
}

/** Reads lines to their end, for who looks at them on their way. */
export async function drained(lines: AsyncIterable<string>): Promise<void> {
  for await (const _line of lines);
}
