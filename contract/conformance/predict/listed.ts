import { cents, sumOf } from '../engine/amounts'
import { type ListDescription, noValue, type RangeEnd } from '../../lists/description'
import { dayAt } from '../../rules/reportPeriods'
import type { Row } from '../engine/listing'
import { textOf } from '../engine/text'

/** What a filter is given. */
export type Wanted = string | number | boolean | readonly string[]
export type Filters = Readonly<Record<string, Wanted>>

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

function isWithin({ kind, column, operator }: RangeEnd, row: Row, end: Wanted, zone: string): boolean {
  const value = row[column]
  if (value === null || value === undefined) return false
  if (kind === 'money') {
    const [is, bound] = [cents(Number(value)), cents(Number(end))]
    return operator === 'from' ? is >= bound : is <= bound
  }
  const [moment, bound] = [new Date(textOf(value)), String(end)]
  const [is, at] = isDay(bound) ? [dayAt(moment, zone), bound] : [moment.getTime(), Date.parse(bound)]
  return operator === 'from' ? is >= at : is <= at
}

/**
 * Whether a row is what filters ask for, by nothing but itself and the description of its list: several values are any of
 * them, `none` is no value where the list says so, ends of ranges are within, and a day is one of the organization's zone.
 */
export function isAsked({ filters, ranges }: ListDescription, row: Row, asked: Filters, zone: string): boolean {
  return Object.entries(asked).every(([name, wanted]) => {
    const values = new Set([wanted].flat().map(String))
    if (name === 'ids') return values.has(row.id)
    const range = ranges[name]
    if (range !== undefined) return isWithin(range, row, wanted, zone)
    const value = row[name]
    if (value !== null && value !== undefined) return values.has(textOf(value))
    return filters[name]?.none !== undefined && values.has(noValue)
  })
}

/** What a value is sorted as where everybody sorts alike; undefined for texts, whose collations differ. */
function rankOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return Date.parse(value)
  return undefined
}

const isNothing = (value: unknown) => value === null || value === undefined

/** Texts that are the same to some collation are left in whatever order they come. */
const plain = (value: unknown) =>
  textOf(value)
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Collations differ; that a comes before b is common to all, be it that capitals come before both. */
const letters = [(text: string) => /^[a-z]/i.exec(text)?.[0].toLowerCase(), (text: string) => /^[a-z]/i.exec(text)?.[0]]

const isFalling = <Value>(values: readonly Value[], before: (one: Value, other: Value) => boolean) =>
  values.some((value, index) => index > 0 && before(value, values[index - 1] as Value))

/** What is wrong with rows that were sorted by a column, upwards and downwards; undefined when nothing is. */
export function disorder(column: string, up: readonly Row[], down: readonly Row[]): string | undefined {
  for (const [order, rows] of [
    ['asc', up],
    ['desc', down],
  ] as const) {
    const values = rows.map((row) => row[column])
    const gaps = values.filter((value, index) => index > 0 && isNothing(value) !== isNothing(values[index - 1])).length
    if (gaps > 1) return `${order}: rows without a value in between`
    const known = values.filter((value) => !isNothing(value))
    const upwards = order === 'asc' ? known : known.toReversed()
    const ranks = upwards.map(rankOf)
    if (ranks.every((rank) => rank !== undefined)) {
      if (isFalling(ranks, (one, other) => one < other)) return `${order}: ${known.map(String).join(', ')}`
      continue
    }
    const isInOrder = letters.some(
      (letterOf) =>
        !isFalling(
          upwards.map((value) => letterOf(textOf(value))).filter((letter) => letter !== undefined),
          (one, other) => one < other,
        ),
    )
    if (!isInOrder) return `${order}: ${known.map(String).join(', ')}`
  }
  // Whatever the collation, one direction is the other one backwards.
  const texts = (rows: readonly Row[]) =>
    rows
      .map((row) => row[column])
      .filter((value) => !isNothing(value))
      .map(plain)
      .filter((text, index, all) => text !== all[index - 1])
  const [one, other] = [texts(up), texts(down).toReversed()]
  const place = one.findIndex((text, index) => text !== other[index])
  return place < 0 ? undefined : `asc has ${one[place]} where desc, backwards, has ${String(other[place])}`
}

/** What the sums of a list add, by their names: its own columns, in major units or as they are counted. */
export const addedUp: Readonly<Record<string, (rows: readonly Row[]) => Record<string, number | null>>> = {
  orders: (rows) => ({
    rows: rows.length,
    total: sum(rows, 'total'),
    tax: sum(rows, 'taxTotal'),
    paid: sum(rows, 'paidTotal'),
    refunded: sum(rows, 'refundedTotal'),
    net: (cents(sum(rows, 'paidTotal')) - cents(sum(rows, 'refundedTotal'))) / 100,
  }),
  orderLines: (rows) => ({ rows: rows.length, units: sum(rows, 'quantity'), total: sum(rows, 'total') }),
  transactions: (rows) => {
    const moved = (type: string) =>
      sum(
        rows.filter((row) => row['type'] === type && row['status'] === 'succeeded'),
        'amount',
      )
    const [charged, refunded] = [moved('charge'), moved('refund')]
    return { charged, refunded, net: (cents(charged) - cents(refunded)) / 100 }
  },
  calls: (rows) => {
    const times = rows
      .map((row) => row['secondsToPaid'])
      .filter((time) => typeof time === 'number')
      .toSorted((one, other) => one - other)
    const within = (share: number) => times[Math.ceil(times.length * share) - 1] ?? null
    return { rows: rows.length, median: within(0.5), ninetieth: within(0.9) }
  },
}

const sum = (rows: readonly Row[], column: string) => sumOf(rows, column) / 100
