import { isAlike, isDeclared } from './declared'
import type { Fields } from './fields'

const isDate = (name: string) => name === 'startDate' || name === 'endDate'

const day = (text: string) => text.slice(0, 10)

/** A day may be answered as a day or as a moment of it, a moment also as its day. */
function isSameDay(sent: string, read: string): boolean {
  if (day(sent) === day(read)) return true
  return sent.length > 10 && read.length > 10 && Date.parse(sent) === Date.parse(read)
}

/** Whether what was read is what was sent; texts may have lost the blanks around them. */
export function isSame(name: string, sent: unknown, read: unknown): boolean {
  if (sent === read) return true
  if (typeof sent === 'string' && typeof read === 'string') {
    if (isDate(name)) return isSameDay(sent, read)
    const isAddress = name === 'email' || name === 'from'
    return isAddress ? sent.trim().toLowerCase() === read.toLowerCase() : sent.trim() === read
  }
  // An empty text may be kept as no text.
  return sent === '' && (read === null || read === undefined)
}

const shown = (value: unknown) => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text
}

/** The first field whose value is not what was sent, in words; undefined when all are. */
export function difference(sent: Fields, read: Fields): string | undefined {
  for (const [name, value] of Object.entries(sent)) {
    if (!isSame(name, value, read[name])) return `${name} is ${shown(read[name])} instead of ${shown(value)}`
  }
  return undefined
}

/** The first field of the contract that is another one in `after`, but for those that may change. */
export function change(before: Fields, after: Fields, except: ReadonlySet<string> = new Set()): string | undefined {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (except.has(name) || !isDeclared(name)) continue
    const [one, other] = [before[name] ?? null, after[name] ?? null]
    if (!isAlike(one, other)) return `${name} was ${shown(one)} and is ${shown(other)}`
  }
  return undefined
}

/** The first field that two readings of a record both have and do not agree about. */
export function disagreement(one: Fields, other: Fields): string | undefined {
  const names = Object.keys(one).filter((name) => name in other)
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return change(pick(other), pick(one))
}

/** The first row that went or changed between two lists, but for those that were meant. */
export function collateral(
  before: readonly { id: string }[],
  after: readonly { id: string }[],
  meant: ReadonlySet<string>,
  except?: ReadonlySet<string>,
): string | undefined {
  const now = new Map(after.map((row) => [row.id, row]))
  for (const row of before) {
    if (meant.has(row.id)) continue
    const found = now.get(row.id)
    if (found === undefined) return `the row ${row.id} is gone`
    const changed = change({ ...row }, { ...found }, except)
    if (changed !== undefined) return `of the row ${row.id}, ${changed}`
  }
  return undefined
}
