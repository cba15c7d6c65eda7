import { type ListDescription, noValue, type RangeEnd } from '../../lists/description'
import { daysLater } from '../../rules/days'
import { dayAt } from '../../rules/reportPeriods'
import type { Row } from '../engine/listing'
import { withOffset } from '../engine/moments'
import { textOf, withOtherCase } from '../engine/text'
import type { Filters, Wanted } from './listed'

/** How many values of a column are asked for each, and how many ends of a range. */
const mostValues = 5

/** Numbers that follow from a seed. */
export function numbersOf(seed: number): (below: number) => number {
  let state = (seed + 0x6d2b79f5) | 0
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) % Math.max(1, below)
  }
}

/** The values of a column, the rarest first: what narrows most tells most. */
function valuesOf(rows: readonly Row[], column: string): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = row[column]
    if (value === null || value === undefined || textOf(value) === '' || textOf(value).length > 200) continue
    counts.set(textOf(value), (counts.get(textOf(value)) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => one - other).map(([value]) => value)
}

/** Ends of a range at which it shows whether they are within, and in which zone a day is. */
function endsOf({ kind, column, operator }: RangeEnd, rows: readonly Row[], zone: string): Wanted[] {
  const known = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined)
  if (kind === 'money') {
    const amounts = [...new Set(known.map(Number))].toSorted((one, other) => one - other)
    const some = [amounts[0], amounts[Math.floor(amounts.length / 2)], amounts.at(-1)].filter(
      (amount) => amount !== undefined,
    )
    return [
      ...new Set(some.flatMap((amount) => [amount, (Math.round(amount * 100) + (operator === 'from' ? 1 : -1)) / 100])),
    ]
  }
  const moments = known.map((value) => new Date(textOf(value))).filter((moment) => !Number.isNaN(moment.getTime()))
  // Days that are others in the zone than in UTC come first.
  const telling = moments.filter((moment) => dayAt(moment, zone) !== moment.toISOString().slice(0, 10))
  const days = [...new Set([...telling, ...moments].map((moment) => dayAt(moment, zone)))].slice(0, mostValues)
  // A moment is told to the millisecond and may be kept more exactly.
  const [middle] = moments.toSorted((one, other) => Number(one) - Number(other)).slice(Math.floor(moments.length / 2))
  const exact =
    middle === undefined ? [] : [withOffset(new Date(Number(middle) + (operator === 'from' ? 0 : 1)), '+05:30')]
  const shifted = middle === undefined ? [] : [new Date(Number(middle) + (operator === 'from' ? 1 : -1)).toISOString()]
  return [...days.flatMap((day) => [day, daysLater(day, operator === 'from' ? 1 : -1)]), ...exact, ...shifted]
}

/** What a list is asked by its description, and by rows that it has: every filter, every end, alone and together. */
export function questionsOf(list: ListDescription, rows: readonly Row[], zone: string, seed: number): Filters[] {
  const next = numbersOf(seed)
  const alone: [name: string, values: Wanted[]][] = []
  for (const [name, { options = [], none }] of Object.entries(list.filters)) {
    const seen = valuesOf(rows, name).slice(0, mostValues)
    const values = [...new Set([...seen, ...options.map(String)])]
    const several = [values.slice(0, 2), [...seen.slice(-1), 'zq-nothing-has-this']].filter((some) => some.length > 1)
    const without: Wanted[] = none === undefined ? [] : [noValue, [noValue, ...seen.slice(0, 1)]]
    alone.push([name, [...values, ...several, ...without]])
  }
  for (const [name, end] of Object.entries(list.ranges)) alone.push([name, endsOf(end, rows, zone)])
  const ids = rows.map(({ id }) => id)
  const asked: Filters[] = alone.flatMap(([name, values]) => values.map((value) => ({ [name]: value })))
  if (ids.length > 0) asked.push({ ids: ids.slice(0, 1) }, { ids: [ids[0] ?? '', ids.at(-1) ?? ''] })
  const given = alone.filter(([, values]) => values.length > 0)
  // Two and three of them narrow together, and in either order.
  for (let count = 0; count < 12 && given.length > 1; count += 1) {
    const some = Array.from({ length: 2 + (count % 2) }, () => given[next(given.length)]).filter(
      (one) => one !== undefined,
    )
    asked.push(Object.fromEntries(some.map(([name, values]) => [name, values[next(values.length)] ?? ''])))
  }
  return asked
}

/** What the columns of a row that a search looks in hold, as texts that somebody may type. */
export function* textsIn(row: Row, finds: readonly string[]): Generator<[column: string, text: string]> {
  for (const column of finds) {
    const value = row[column]
    const parts = typeof value === 'object' && value !== null ? Object.values(value) : [value]
    for (const part of parts) {
      const text = textOf(part ?? '').trim()
      if (text.length >= 3 && text.length <= 120 && !/[\p{Cc}]/u.test(text)) yield [column, text]
    }
  }
}

/** Spellings by which a number is found as well (CU-01); none for what is no phone number of ten digits after a country's code. */
export function spellingsOf(text: string): string[] {
  const [, code, area, line] = /^\+(1|46|47)(\d{3})(\d{6,7})$/.exec(text.replaceAll(/[^\d+]/g, '')) ?? []
  if (code === undefined || area === undefined || line === undefined) return []
  return [
    `${code}${area}${line}`,
    `+${code} ${area} ${line.slice(0, 3)} ${line.slice(3)}`,
    `00${code} ${area}-${line.slice(0, 3)}-${line.slice(3)}`,
    `+${code} (${area}) ${line.slice(0, 3)}.${line.slice(3)}`,
  ]
}

/** A text that only a wildcard finds: with a sign of SQL, or of shells and patterns, in place of one of its letters. */
export function* wildcardsOf(text: string): Generator<string> {
  // Digits with a dot between them may be a part of a phone number, by which a row is found without showing it.
  const signs = /^[\d\s().+-]+$/.test(text) ? ['_', '%', '*'] : ['_', '%', '*', '.']
  const at = Array.from(text).findIndex((sign, index) => index > 0 && /[a-z0-9]/i.test(sign))
  if (at < 0) return
  for (const sign of signs) yield `${text.slice(0, at)}${sign}${text.slice(at + 1)}`
}

/** Other ways to type what a row is found by. Letters whose capitals are others elsewhere are left alone. */
export const typings = (text: string): string[] =>
  /^[ -~]+$/.test(text) ? [text, withOtherCase(text), ` ${text} `] : [text]
