import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { noValue, type RangeEnd } from '../../contract/lists/description'
import { moment } from '../../contract/schemas'
import { InvalidSearch } from './errors'
import { isId } from './keys'
import type { Searchable } from './searchables'
import type { Transaction } from './transactions'

type FilterValue = string | number | boolean | readonly string[]
export type Filters = Readonly<Record<string, FilterValue>>

/** A condition upon a column of the view; `any` when it may have one of several values, `none` when it must have none. */
export type Demand =
  | { column: string; comparison: '=' | '>=' | '<=' | '<'; value: string | number }
  | { column: string; comparison: 'any' | 'anyOrNone'; value: string[]; type: 'uuid' | 'text' }
  | { column: string; comparison: 'none'; value: '' }

/** What the filters demand of the columns; 'none' when no row can satisfy them. Throws InvalidSearch. */
export async function demandsOf(
  tx: Transaction,
  { list: { filters, ranges }, cents, preset }: Searchable,
  given: Filters = {},
): Promise<Demand[] | 'none'> {
  const kinds: Readonly<Record<string, 'id' | 'choice' | 'text'>> = {
    ...Object.fromEntries(Object.entries(filters).map(([name, { kind }]) => [name, kind])),
    ids: 'id',
  }
  // What is named by its id is found, whatever its list shows unasked.
  const unasked = preset === undefined || 'ids' in given ? {} : { [preset.filter]: preset.value }
  const demands: (Demand | 'none')[] = []
  for (const [key, value] of Object.entries({ ...unasked, ...given })) {
    const end = Object.hasOwn(ranges, key) ? ranges[key] : undefined
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined
    if (end?.kind === 'money') {
      demands.push(moneyDemand(key, { ...end, column: cents[end.column] ?? end.column }, value))
    } else if (end !== undefined) {
      demands.push(await momentDemand(tx, key, end, value))
    } else if (kind !== undefined) {
      const hasNone = Object.hasOwn(filters, key) && filters[key]?.none !== undefined
      demands.push(valuesDemand(key, { areIds: kind === 'id', hasNone }, value))
    } else {
      const known = [...Object.keys(kinds), ...Object.keys(ranges)]
      throw new InvalidSearch(`filters.${key}`, `Must be one of ${known.join(', ')}`)
    }
  }
  const possible = demands.filter((demand) => demand !== 'none')
  return possible.length === demands.length ? possible : 'none'
}

/** One value, or any of several, or none; an id that we never gave is nobody's. */
function valuesDemand(
  key: string,
  { areIds, hasNone }: { areIds: boolean; hasNone: boolean },
  given: FilterValue,
): Demand | 'none' {
  const texts = typeof given === 'string' ? [given] : given
  if (typeof texts !== 'object') throw new InvalidSearch(`filters.${key}`, 'Must be a text')
  const values = areIds ? texts.filter(isId).map((id) => id.toLowerCase()) : texts
  const column = key === 'ids' ? 'id' : key
  const type = areIds ? 'uuid' : 'text'
  const orNone = hasNone && texts.includes(noValue)
  const [value, ...others] = new Set(values)
  if (value === undefined) return orNone ? { column, comparison: 'none', value: '' } : 'none'
  if (orNone) return { column, comparison: 'anyOrNone', value: [value, ...others], type }
  if (others.length === 0) return { column, comparison: '=', value }
  return { column, comparison: 'any', value: [value, ...others], type }
}

// An address carries a number as text.
function moneyDemand(key: string, { column, operator }: RangeEnd, value: FilterValue): Demand {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    throw new InvalidSearch(`filters.${key}`, 'Must be a number')
  }
  // Beyond what a product of two decimals is off by, and within what a column can be compared with.
  const cents = Number((number * 100).toFixed(3))
  const whole = operator === 'from' ? Math.ceil(cents) : Math.floor(cents)
  const bounded = Math.min(Math.max(whole, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  return { column, comparison: operator === 'from' ? '>=' : '<=', value: bounded }
}

/** A moment is compared as it is; a day begins and ends where the organization is. */
async function momentDemand(
  tx: Transaction,
  key: string,
  { column, operator }: RangeEnd,
  value: FilterValue,
): Promise<Demand> {
  const isFrom = operator === 'from'
  const day = z.safeParse(z.iso.date(), value)
  if (day.success) {
    const { rows } = await tx.execute<{ moment: string }>(sql`
      select to_char(day_start(${day.data}::date + ${isFrom ? 0 : 1}::int, time_zone)
        at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as moment
      from organizations where id = (select current_org())`)
    return { column, comparison: isFrom ? '>=' : '<', value: rows[0]?.moment ?? day.data }
  }
  const given = z.safeParse(moment, value)
  if (!given.success) throw new InvalidSearch(`filters.${key}`, 'Must be a day or a moment, as in 2026-03-01')
  return { column, comparison: isFrom ? '>=' : '<=', value: given.data }
}

export function condition(demand: Demand): SQL {
  const column = sql.identifier(demand.column)
  if (demand.comparison === 'none') return sql`(${column} is null)`
  if (demand.comparison === 'any' || demand.comparison === 'anyOrNone') {
    const isAny = sql`${column} = any(${sql.param(demand.value)}::${sql.raw(demand.type)}[])`
    return demand.comparison === 'any' ? sql`(${isAny})` : sql`(${column} is null or ${isAny})`
  }
  return sql`(${column} ${sql.raw(demand.comparison)} ${demand.value})`
}

/** What all demands come to; of one that nothing fulfils, nothing is found. */
export const conditionsOf = (demands: Demand[] | 'none'): SQL[] =>
  demands === 'none' ? [sql`false`] : demands.map(condition)

/** Whether one column is demanded to be from here or up to there. What is compared so is never absent. */
export const isRange = ([first, ...others]: Demand[]): boolean =>
  first !== undefined &&
  ['>=', '<=', '<'].includes(first.comparison) &&
  others.every(({ column }) => column === first.column)
