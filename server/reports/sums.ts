import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { type Dimension, dimensions, isTime, type Part, type PartName, parts } from '../../contract/rules/measures'
import { type Demand, condition, demandsOf, type Filters } from '../db/demands'
import { searchables } from '../db/searchables'
import type { Transaction } from '../db/transactions'
import type { Period, Span } from './period'

/** What is added up. */
export interface Question {
  parts: readonly PartName[]
  dimensions: readonly Dimension[]
  filters: Filters
  period: Period
  compare: 'none' | 'previous' | 'year'
  /** Lines at most. */
  most: number
}

/** In cents, or how many. */
export type Sums = Readonly<Partial<Record<PartName, number>>>

/** What was found: of each line its keys, a part of the calendar by its first day, and its sums. */
export interface Found {
  asOf: string
  totals: { sums: Sums; before: Sums }
  /** How many there are; more than the most are not told. */
  count: number
  lines: { keys: (string | null)[]; sums: Sums; before: Sums }[]
}

/** What a sum of a list adds up, by the columns of its view. */
const addends: Readonly<Record<Part['list'], Readonly<Partial<Record<Part['sum'], SQL>>>>> = {
  orders: {
    total: sql`total_cents`,
    tax: sql`tax_cents`,
    refunded: sql`refunded_cents`,
    net: sql`paid_cents - refunded_cents`,
  },
  transactions: {
    charged: sql`case when type = 'charge' then total_cents else 0 end`,
    refunded: sql`case when type = 'refund' then total_cents else 0 end`,
    net: sql`case when type = 'charge' then total_cents else - total_cents end`,
  },
  orderLines: { total: sql`total_cents`, units: sql`quantity` },
}

const filterOf = (dimension: Dimension): string | undefined => {
  const described = dimensions[dimension]
  return 'filter' in described ? described.filter : undefined
}

const both = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

const listed = (names: readonly SQLWrapper[]): SQL => sql.join([...names], sql`, `)

/** What the database adds up, in one statement: all figures are of the same moment. */
export async function sumsOf(tx: Transaction, question: Question): Promise<Found> {
  const asked = [...new Set(question.parts)]
  const time = question.dimensions.find(isTime)
  const rows = await rowsOf(tx, question, asked)
  const lines = listed(
    question.dimensions.map((dimension, place) => (dimension === time ? sql`spread.line` : sql`found.${key(place)}`)),
  )
  const sums = listed(
    asked.flatMap((part) =>
      [0, 1].map(
        (side) =>
          sql`coalesce(sum(${column(part)}) filter (where found.side = ${sql.raw(String(side))}), 0)::float8 as ${named(part, side)}`,
      ),
    ),
  )
  const keys = question.dimensions.map((_, place) => key(place))
  const { firstDay, lastDay } = question.period
  const spread = time ? sql`spread as (${spreadOf(time, firstDay, lastDay, question.compare)}), ` : sql``
  const joined = time ? sql`found join spread on spread.side = found.side and spread.day = found.day` : sql`found`
  const split =
    keys.length === 0
      ? sql``
      : sql`, lines as (
          select ${listed(question.dimensions.map((dimension, place) => (dimension === time ? sql`spread.line::text as ${key(place)}` : sql`found.${key(place)}::text as ${key(place)}`)))}, ${sums}
          from ${joined} group by ${lines})`
  const noKeys = keys.map((name) => sql`null::text as ${name}`)
  const result = await tx.execute<Record<string, number | string | null>>(sql`
    with ${spread}found as (${rows})${split}
    select to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "asOf", 0 as "count",
      ${listed([...noKeys, sums])} from found
    ${
      keys.length === 0
        ? sql``
        : sql`union all (
      select null, count(*) over ()::int, ${listed([...keys, ...asked.flatMap((part) => [0, 1].map((side) => named(part, side)))])}
      from lines limit ${question.most})`
    }`)
  return foundIn(result.rows, asked, question.dimensions.length)
}

const key = (place: number) => sql.identifier(`key${place}`)
const column = (part: PartName) => sql.identifier(part)
const named = (part: PartName, side: number) => sql.identifier(`${part}${side}`)

function foundIn(rows: Record<string, number | string | null>[], asked: PartName[], keys: number): Found {
  const sumsIn = (row: Record<string, number | string | null>, side: number): Sums =>
    Object.fromEntries(asked.map((part) => [part, Number(row[`${part}${side}`] ?? 0)]))
  const totals = rows.find(({ asOf }) => asOf !== null) ?? {}
  const lines = rows.filter(({ asOf }) => asOf === null)
  return {
    asOf: String(totals['asOf']),
    totals: { sums: sumsIn(totals, 0), before: sumsIn(totals, 1) },
    count: Number(lines[0]?.['count'] ?? 0),
    lines: lines.map((row) => ({
      keys: Array.from({ length: keys }, (_, place) => {
        const value = row[`key${place}`]
        return value === null || value === undefined ? null : String(value)
      }),
      sums: sumsIn(row, 0),
      before: sumsIn(row, 1),
    })),
  }
}

/** Into which part of the calendar a day counts: of what is compared with, the day that it is compared with. */
function spreadOf(unit: Dimension, first: string, last: string, compare: Question['compare']): SQL {
  const days = sql`generate_series(${first}::date, ${last}::date, '1 day') as given (day)`
  const line = sql`date_trunc(${unit}, given.day)::date`
  const own = sql`select 0 as side, given.day::date as day, ${line} as line from ${days}`
  if (compare === 'none') return own
  const back =
    compare === 'year'
      ? sql`(given.day - interval '1 year')::date`
      : sql`given.day::date - (${last}::date - ${first}::date + 1)`
  return sql`${own} union all select 1, ${back}, ${line} from ${days}`
}

/** The rows of every list that is asked, of either period, added up by keys and, where the calendar splits them, by day. */
async function rowsOf(tx: Transaction, { dimensions: by, filters, period }: Question, asked: PartName[]): Promise<SQL> {
  const spans = [period, period.before].filter((span) => span !== undefined)
  const selects: SQL[] = []
  for (const list of new Set(asked.map((part): Part['list'] => parts[part].list))) {
    const narrowed = await demandsOf(tx, searchables[list], filters)
    const sums: SQL[] = []
    for (const part of asked)
      sums.push(parts[part].list === list ? await sumOf(tx, part) : sql`null::bigint as ${column(part)}`)
    const time = by.find(isTime)
    const day = time ? sql`("createdAt" at time zone ${period.zone})::date` : sql`null::date`
    const keys = by.map((dimension, place) => {
      const name = filterOf(dimension)
      return name === undefined ? sql`null::uuid as ${key(place)}` : sql`${sql.identifier(name)} as ${key(place)}`
    })
    const groups = listed([sql`2`, ...keys.map((_, place) => sql.raw(String(place + 3)))])
    for (const [side, span] of spans.entries()) {
      selects.push(sql`
        select ${sql.raw(String(side))} as side, ${day} as day, ${listed([...keys, ...sums])}
        from ${sql.identifier(searchables[list].view)}
        where ${both([sql`org_id = (select current_org())`, ...within(span), ...conditionsOf(narrowed)])}
        group by ${groups}`)
    }
  }
  return sql.join(selects, sql` union all `)
}

const within = ({ from, to }: Span): SQL[] => [
  sql`"createdAt" >= ${from}::timestamptz`,
  sql`"createdAt" < ${to}::timestamptz`,
]

const conditionsOf = (demands: Demand[] | 'none'): SQL[] => (demands === 'none' ? [sql`false`] : demands.map(condition))

/** What is added up of the rows that the part's own filters find. */
async function sumOf(tx: Transaction, name: PartName): Promise<SQL> {
  const part: Part = parts[name]
  const demands = conditionsOf(await demandsOf(tx, searchables[part.list], part.filters))
  const filter = demands.length === 0 ? sql`` : sql`filter (where ${both(demands)})`
  const sum = part.sum === 'rows' ? sql`count(*)` : sql`sum(${addends[part.list][part.sum]})`
  return sql`coalesce(${sum} ${filter}, 0)::bigint as ${column(name)}`
}
