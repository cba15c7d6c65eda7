import { sql, type SQL } from 'drizzle-orm'
import { type Dimension, isTime, type PartName } from '../../contract/rules/measures'
import { type AddedList, measuredOf, percentile, percentileOfSorted, percentilesAmong } from '../db/addends'
import { conditionsOf, demandsOf, type Filters } from '../db/demands'
import { searchables } from '../db/searchables'
import type { Transaction } from '../db/transactions'
import { type Coverage, coverages } from './coverage'
import {
  all,
  column,
  type Grain,
  isKey,
  isKeptBy,
  type Key,
  keptColumns,
  keptParts,
  keyNames,
  keyOfFilter,
  keys,
  keysOf,
  listed,
  measureOfPart,
  partOf,
  percentileOf,
  splitNumber,
  sumOfPart,
  viewOf,
} from './parts'
import type { Period } from './period'

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
  provenAt: string | null
  totals: { sums: Sums; before: Sums }
  /** How many there are; more than the most are not told. */
  count: number
  lines: { keys: (string | null)[]; sums: Sums; before: Sums }[]
}

type Row = Record<string, number | string | null>

/**
 * What the database adds up, in one statement, so that all figures are of the same moment: what is kept of days and months that
 * are over and have not changed since, and the rows of all others.
 */
export async function sumsOf(tx: Transaction, question: Question): Promise<Found> {
  const { dimensions, period, compare, most } = question
  const asked = [...new Set(question.parts)]
  const time = dimensions.find(isTime)
  const { before, found, areFound } = await foundOf(tx, question, asked)
  const spread = time ? [sql`spread as (${spreadOf(time, period, compare)})`] : []
  const own = dimensions.map((dimension, place) => (dimension === time ? sql`spread.line` : sql`found.${key(place)}`))
  const shown = own.map((value, place) => sql`${value}::text as ${key(place)}`)
  const sides = asked.flatMap((part) => [0, 1].map((side) => ({ part, side })))
  const addedTo = (which: 'all' | 'line') =>
    listed(
      sides.map(({ part, side }) => {
        const isOfSide = sql`found.side = ${sql.raw(String(side))}`
        const told = () => {
          const share = percentileOf(part)
          if (share === undefined) return sql`coalesce(sum(found.${column(part)}) filter (where ${isOfSide}), 0)`
          if (areFound) {
            const isOfAll = sql.raw(which === 'all' ? 'found.day is null' : 'found.day is not null')
            return sql`max(found.${column(part)}) filter (where ${isOfSide} and ${isOfAll})`
          }
          const value = sql`found.${column(measuredIn(partOf(part).list, asked) ?? part)}`
          return sql`${percentile(share, value)} filter (where ${isOfSide})`
        }
        return sql`${told()}::float8 as ${named(part, side)}`
      }),
    )
  const joined = time ? sql`found join spread on spread.side = found.side and spread.day = found.day` : sql`found`
  const lines =
    own.length === 0
      ? []
      : [sql`lines as (select ${listed([...shown, addedTo('line')])} from ${joined} group by ${listed(own)})`]
  const names = dimensions.map((_, place) => key(place))
  const total = sql`
    select to_char(coalesce(nullif(current_setting('app.as_of', true), '')::timestamptz, statement_timestamp()) at time zone 'UTC', ${moment}) as "asOf",
      (select to_char(proven_at at time zone 'UTC', ${moment}) from figure_proofs where org_id = (select current_org())) as "provenAt",
      0 as count, ${listed([...names.map((name) => sql`null::text as ${name}`), addedTo('all')])} from found`
  const split = sql`(select null, null, count(*) over ()::int,
    ${listed([...names, ...sides.map(({ part, side }) => named(part, side))])} from lines limit ${most})`
  // PostgreSQL would compile so long a statement for seconds, to run it for a moment.
  await tx.execute(sql`set local jit = off`)
  const { rows } = await tx.execute<Row>(sql`
    with recursive ${listed([...before, ...spread, sql`found as (${found})`, ...lines])}
    ${own.length === 0 ? total : sql`${total} union all ${split}`}`)
  return foundIn(rows, asked, names.length)
}

const moment = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
const key = (place: number) => sql.identifier(`key${place}`)
const named = (part: PartName, side: number) => sql.identifier(`${part}${side}`)

function foundIn(rows: Row[], asked: PartName[], keyCount: number): Found {
  // Of no rows there is no percentile.
  const sumsIn = (row: Row, side: number): Sums =>
    Object.fromEntries(
      asked.flatMap((part) => {
        const value = row[`${part}${side}`] ?? null
        return value === null ? [] : [[part, Number(value)]]
      }),
    )
  const textIn = (row: Row, name: string) => {
    const value = row[name]
    return value === null || value === undefined ? null : String(value)
  }
  const totals = rows.find(({ asOf }) => asOf !== null) ?? {}
  const lines = rows.filter(({ asOf }) => asOf === null)
  return {
    asOf: textIn(totals, 'asOf') ?? '',
    provenAt: textIn(totals, 'provenAt'),
    totals: { sums: sumsIn(totals, 0), before: sumsIn(totals, 1) },
    count: Number(lines[0]?.['count'] ?? 0),
    lines: lines.map((row) => ({
      keys: Array.from({ length: keyCount }, (_, place) => textIn(row, `key${place}`)),
      sums: sumsIn(row, 0),
      before: sumsIn(row, 1),
    })),
  }
}

/** Into which part of the calendar a day counts: of what is compared with, the day that it is compared with. */
function spreadOf(unit: Dimension, { firstDay, lastDay }: Period, compare: Question['compare']): SQL {
  const days = sql`generate_series(${firstDay}::date, ${lastDay}::date, '1 day') as given (day)`
  const line = sql`date_trunc(${unit}, given.day)::date`
  const own = sql`select 0 as side, given.day::date as day, ${line} as line from ${days}`
  if (compare === 'none') return own
  const back =
    compare === 'year'
      ? sql`(given.day - interval '1 year')::date`
      : sql`given.day::date - (${lastDay}::date - ${firstDay}::date + 1)`
  return sql`${own} union all select 1, ${back}, ${line} from ${days}`
}

/** Everything that is added up: of every list that is asked, in either period, by keys and, where it is split by the calendar, by day. */
async function foundOf(tx: Transaction, { dimensions, filters, period }: Question, asked: PartName[]) {
  const time = dimensions.find(isTime)
  const spans = [period, period.before].filter((span) => span !== undefined)
  const needed = keyNames.filter(
    (name) => dimensions.includes(name) || Object.keys(filters).some((filter) => keyOfFilter(filter) === name),
  )
  const covered = new Map<string, Coverage>()
  const selects: SQL[] = []
  const waits: SQL[] = []
  const areFound = needed.length === 0 && Object.keys(filters).length === 0
  for (const list of new Set(asked.map((part): AddedList => partOf(part).list))) {
    const view = viewOf(list)
    const narrowed = conditionsOf(await demandsOf(tx, searchables[list], filters))
    const own = sql`org_id = (select current_org())`
    const measured = measuredIn(list, asked)
    const [sums, measures]: [SQL[], SQL[]] = [[], []]
    for (const part of asked) {
      const [nothing, isOwn] = [sql`null::bigint as ${column(part)}`, partOf(part).list === list]
      sums.push(isOwn && percentileOf(part) === undefined ? await sumOfPart(tx, part) : nothing)
      measures.push(part === measured ? await measureOfPart(tx, part) : nothing)
    }
    const isAdded = asked.some((part) => partOf(part).list === list && percentileOf(part) === undefined)
    const ids = dimensions.map((dimension, place) =>
      isKey(dimension)
        ? sql`${sql.identifier(keys[dimension].view)} as ${key(place)}`
        : sql`null::uuid as ${key(place)}`,
    )
    const grouped = listed([sql`1`, ...ids.map((_, place) => sql.raw(String(place + 2)))])
    const day = time ? sql`("createdAt" at time zone ${period.zone})::date as day` : sql`null::date as day`
    for (const [side, span] of spans.entries()) {
      const coveredBy = (grains: Grain[]) => {
        const name = `covered${side}${grains.join('')}`
        const coverage = covered.get(name) ?? coverages(name, grains, span, period.zone)
        covered.set(name, coverage)
        return coverage
      }
      const about = sql`${sql.raw(String(side))} as side`
      const rowsIn = ({ gaps }: Coverage, columns: SQL[], grouping: SQL, more: SQL[] = []) => sql`
        select ${about}, own.* from ${sql.identifier(gaps)} as gap cross join lateral (
          select ${listed([day, ...ids, ...columns])} from ${view}
          where ${all([own, sql`"createdAt" >= gap.since`, sql`"createdAt" < gap.until`, ...narrowed, ...more])}
          ${grouping}) as own`
      // A percentile is of values, one by one. What has no value has no line of its own.
      if (measured) {
        const coverage = coveredBy(['day'])
        const isKept = sql`${own} and first_day = any(array(select first_day from ${sql.identifier(coverage.kept.day ?? '')}))`
        const keptDay = time ? sql`first_day` : sql`null::date`
        // Stretch by stretch: joined to all of them at once, every call there is would be read.
        const values = rowsIn(coverage, measures, sql`offset 0`, [sql`${measuredOf(list)} is not null`])
        if (areFound) {
          // Each row is fetched once, as a slice of all of it is a copy; its array itself would be fetched at every look.
          const [name, among] = [sql.identifier(`waits${side}`), sql.identifier(`among${side}`)]
          waits.push(sql`${name} as materialized (
            select day, array_agg(${column(measured)}::int order by ${column(measured)}) as seconds from (${values}) as own group by day
            union all select ${keptDay}, seconds[:] from wait_days where ${isKept})`)
          const shareOf = (part: PartName) => (partOf(part).list === list ? percentileOf(part) : undefined)
          const shares = asked.map(shareOf).filter((share) => share !== undefined)
          waits.push(percentilesAmong(among, name, [...new Set(shares)]))
          const percentiles = (of: (share: number) => SQL) =>
            listed(
              asked.map((part) => {
                const share = shareOf(part)
                return sql`${share === undefined ? sql`null` : of(share)}::bigint as ${column(part)}`
              }),
            )
          const ofAll = (share: number) =>
            sql`(select low from ${among} where share = ${sql.raw(String(share))} and low = high)`
          selects.push(sql`select ${about}, ${listed([sql`null::date as day`, ...ids, percentiles(ofAll)])}`)
          if (time === 'day') {
            const ofDay = (share: number) => percentileOfSorted(share, sql`seconds`)
            selects.push(sql`select ${about}, ${listed([sql`day`, ...ids, percentiles(ofDay)])} from ${name}`)
          } else if (time) {
            // Of a line they stand at its first day, of all that it may be.
            const ofLine = (share: number) => percentile(share, sql`value`)
            selects.push(sql`select ${about}, ${listed([sql`min(day)`, ...ids, percentiles(ofLine)])}
              from ${name} join spread using (day), unnest(seconds) as value
              where spread.side = ${sql.raw(String(side))} group by spread.line`)
          }
        } else {
          const kept = asked.map((part) => (part === measured ? sql`seconds` : sql`null::bigint`))
          selects.push(values)
          selects.push(
            sql`select ${about}, ${listed([keptDay, ...ids, ...kept])} from ${keptWaits} where ${all([isKept, ...narrowed])}`,
          )
        }
      }
      if (!isAdded) continue
      const grains = grainsOf(time, side, needed)
      const coverage = coveredBy(grains)
      selects.push(rowsIn(coverage, sums, sql`group by ${grouped}`))
      for (const grain of grains) {
        const added = asked.map((part) =>
          partOf(part).list === list && part in keptColumns
            ? sql`coalesce(sum(${column(part)}), 0)::bigint`
            : sql`null::bigint`,
        )
        selects.push(sql`
          select ${about}, own.* from (
            select ${listed([time ? sql`first_day` : sql`null::date`, ...ids, ...added])}
            from ${keptRows} where ${all([
              own,
              sql`list = ${list}`,
              sql`grain = ${grain}`,
              sql`split = ${splitNumber(needed)}`,
              sql`first_day = any(array(select first_day from ${sql.identifier(coverage.kept[grain] ?? '')}))`,
              ...narrowed,
            ])} group by ${grouped}) as own`)
      }
    }
  }
  return {
    before: [...[...covered.values()].flatMap(({ statements }) => statements), ...waits],
    areFound,
    found: sql.join(selects, sql` union all `),
  }
}

/** Percentiles of a list are of the same values, which are found and sorted once: as those of the first that is asked for. */
const measuredIn = (list: AddedList, asked: readonly PartName[]): PartName | undefined =>
  asked.find((part) => partOf(part).list === list && percentileOf(part) !== undefined)

/** Sums of days serve every part of the calendar; those of months only months, and what no part of the calendar splits. */
function grainsOf(time: Dimension | undefined, side: number, needed: readonly Key[]): Grain[] {
  const grains: Grain[] = time === undefined || (time === 'month' && side === 0) ? ['month', 'day'] : ['day']
  return grains.filter((grain) => isKeptBy(grain, needed))
}

/** The table of kept sums, with the names of the lists. */
const keptRows = sql`(select org_id, list, grain, split, first_day, ${listed([
  ...keyNames.map((name) => sql`${sql.identifier(keys[name].kept)} as ${sql.identifier(keys[name].view)}`),
  ...keptParts.map((part) => sql`${sql.identifier(keptColumns[part] ?? '')} as ${column(part)}`),
])} from figure_sums) as kept_rows`

/** The paid calls of days that are kept, one by one, with the names of their list. */
const keptWaits = sql`(select org_id, first_day, kept.* from wait_days, unnest(seconds, ${listed(
  keysOf.calls.map((name) => sql.identifier(`${keys[name].kept}s`)),
)}) as kept (seconds, ${listed(keysOf.calls.map((name) => sql.identifier(keys[name].view)))})) as kept_waits`
