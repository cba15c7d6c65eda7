import { isAlike, isDeclared } from './declared'
import { type Fields, isRecord } from './fields'
import { isMoment, isSameMoment } from './moments'

const isDate = (name: string) => name === 'startDate' || name === 'endDate'

const day = (text: string) => text.slice(0, 10)

/**
 * A day may be answered as a day or as a moment of it. A moment may be answered as itself, in whatever zone, or as its
 * day; its time without its zone is another moment.
 */
function isSameDay(sent: string, read: string): boolean {
  const [isSentAsMoment, isAnsweredAsMoment] = [sent.length > 10, read.length > 10]
  if (!isSentAsMoment) return day(sent) === day(read)
  if (isAnsweredAsMoment && isSameMoment(sent, read)) return true
  const days = [day(sent), day(new Date(sent).toISOString())]
  return days.includes(day(read)) && (!isAnsweredAsMoment || /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]|$)/.test(read))
}

/** Whether what was read is what was sent; texts may have lost the blanks around them. */
export function isSame(name: string, sent: unknown, read: unknown): boolean {
  if (sent === read) return true
  if (typeof sent === 'string' && typeof read === 'string') {
    if (isDate(name)) return isSameDay(sent, read)
    if (isMoment(sent) && isMoment(read)) return isSameMoment(sent, read)
    const isAddress = name === 'email' || name === 'from'
    if (isAddress) return sent.trim().toLowerCase() === read
    // Letters of two code points may be kept as the one that is the same to everybody, or the other way round.
    return sent.trim() === read || sent.trim().normalize() === read.normalize()
  }
  if (Array.isArray(sent) && Array.isArray(read)) {
    return sent.length === read.length && sent.every((one, place) => isSame(name, one, read[place]))
  }
  if (isRecord(sent) && isRecord(read)) {
    return Object.entries(sent).every(([within, value]) => isSame(within, value, read[within]))
  }
  // An empty text may be kept as no text, and so may what holds nothing.
  const isEmpty = sent === '' || (isRecord(sent) && Object.keys(sent).length === 0)
  return isEmpty && (read === null || read === undefined)
}

const shown = (value: unknown) => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text
}

const codePoints = (letters: readonly string[]) =>
  letters.length === 0
    ? 'nothing'
    : letters.map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ')

/** Where two texts part that may look alike, in code points; nothing where plain letters show it. */
function lookAlike(read: unknown, sent: unknown): string {
  if (typeof read !== 'string' || typeof sent !== 'string') return ''
  const [one, other] = [Array.from(read), Array.from(sent)]
  const at = one.findIndex((letter, index) => letter !== other[index])
  const place = at === -1 ? one.length : at
  const [is, due] = [one, other].map((letters) => letters.slice(place, place + 3)) as [string[], string[]]
  const isPlain = [...is, ...due].every((letter) => /^[ -~]$/.test(letter)) && place < 100
  return isPlain ? '' : ` (from character ${place + 1}: ${codePoints(is)} instead of ${codePoints(due)})`
}

/** The first field whose value is not what was sent, in words; undefined when all are. */
export function difference(sent: Fields, read: Fields): string | undefined {
  for (const [name, value] of Object.entries(sent)) {
    if (!isSame(name, value, read[name]))
      return `${name} is ${shown(read[name])} instead of ${shown(value)}${lookAlike(read[name], value)}`
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

/** A comparison counts only when it fails twice: somebody else may be at work meanwhile. */
export async function confirmed<Compared extends { wrong: string | undefined }>(
  compare: () => Promise<Compared>,
): Promise<Compared> {
  const first = await compare()
  return first.wrong === undefined ? first : compare()
}
