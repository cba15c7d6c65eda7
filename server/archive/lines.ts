import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { anewKinds, type ArchiveHead, archiveFormat, archiveHead } from '../../contract/rules/archives'
import type { Lines } from '../backup/lines'

// An archive is lines of JSON: a head; a line for each person and each row, of one field that is its kind; and an end.

/** An archive that can't be taken over. Its message is a sentence that says why. */
export class BadArchive extends Error {}

export const cut = () => new BadArchive('The archive is cut off before its end: download or copy it once more.')
export const damaged = () => new BadArchive('The archive is damaged: what it holds is not what was written.')
export const foreign = () => new BadArchive('This file is no archive of an organization.')

export const person = z.object({ id: z.uuid(), name: z.string(), email: z.nullable(z.string()) })
export type Person = z.infer<typeof person>

export const settings = z.object({
  currency: z.string(),
  time_zone: z.string(),
  support_email: z.nullable(z.string()),
  live_url: z.nullable(z.string()),
  last_order_number: z.int(),
  tax_rate: z.int(),
  prices_include_tax: z.boolean(),
})
export const anew = z.object({ kind: z.enum(anewKinds), name: z.string() })
export type Anew = z.infer<typeof anew>

const head = z.extend(archiveHead, { settings, anew: z.array(anew), people: z.int() })
export type Head = z.infer<typeof head>

const end = z.object({ end: z.literal('organization'), rows: z.int(), sha256: z.string() })

/** A line of an archive, apart from its head and its end. */
export interface Line {
  kind: string
  row: Record<string, unknown>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (isRecord(value)) return value
  } catch {
    // It is told as any other line that is none.
  }
  throw damaged()
}

/** Throws {@link BadArchive} for what is none, or of another version than `schema`. */
export function headOf(line: string, schema: number): Head {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw foreign()
  }
  if (isRecord(value) && value['offerdesk'] === 'backup') {
    throw new BadArchive('This is a backup of a whole database, which offerdesk restore puts into an empty one.')
  }
  const told = z.safeParse(archiveHead, value).data
  if (!told) throw foreign()
  refuseVersion(told, schema)
  const read = z.safeParse(head, value).data
  if (!read) throw damaged()
  return read
}

function refuseVersion({ format, schema, version }: ArchiveHead, own: number): void {
  if (format === archiveFormat && schema === own) return
  throw new BadArchive(
    `The archive was made by Offerdesk ${version}, which keeps records in another way than this release: take it over with that one, and bring it up to date then.`,
  )
}

export function lineOf(line: string): Line {
  const [[kind, row] = ['', undefined], ...more] = Object.entries(parsed(line))
  if (!isRecord(row) || more.length > 0) throw damaged()
  return { kind, row }
}

/** The lines, and the end that only their reader can write. */
export async function* withEnd(lines: Lines): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let rows = -1
  for await (const line of lines) {
    hash.update(line).update('\n')
    rows += 1
    yield line
  }
  yield JSON.stringify({ end: 'organization', rows, sha256: hash.digest('hex') })
}

/** More than any organization has: a file that unpacks to more was made to keep a server busy. */
const mostLetters = 2 ** 36

/** Reads all lines and looks whether they are a whole archive. Throws {@link BadArchive} where they are not. */
export async function check(lines: Lines, schema: number, read?: (rows: number) => Promise<void>): Promise<Head> {
  const hash = createHash('sha256')
  const counts = new Map<string, number>()
  let found: Head | undefined
  let rows = 0
  let isEnded = false
  let letters = 0
  for await (const line of lines) {
    letters += line.length
    if (letters > mostLetters) throw new BadArchive('The archive is too large: it unpacks to more than 64 GB.')
    if (isEnded) throw damaged()
    if (found === undefined) {
      found = headOf(line, schema)
      hash.update(line).update('\n')
      continue
    }
    if (line.startsWith('{"end":')) {
      const told = z.safeParse(end, parsed(line)).data
      if (told?.rows !== rows || told.sha256 !== hash.digest('hex')) throw damaged()
      isEnded = true
      continue
    }
    hash.update(line).update('\n')
    rows += 1
    // All of it is read when it is taken over; its kind is enough to count it.
    const kind = line.slice(2, line.indexOf('"', 2))
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (rows % 10_000 === 0) await read?.(rows)
  }
  if (found === undefined) throw foreign()
  if (!isEnded) throw cut()
  const told = { ...found.counts, people: found.people }
  for (const kind of new Set([...counts.keys(), ...Object.keys(told)])) {
    if ((counts.get(kind) ?? 0) !== (told[kind as keyof typeof told] ?? 0)) throw damaged()
  }
  return found
}
