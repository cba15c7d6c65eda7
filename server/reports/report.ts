import type * as z from 'zod/mini'
import { type Report, type ReportKey, type ReportLine, type reportRequest } from '../../contract/extensions/reports'
import { type CalendarPart, calendarName, partsBetween } from '../../contract/rules/calendarParts'
import {
  type Dimension,
  dimensions,
  isTime,
  narrowings,
  noValue,
  partsOf,
  valueOf,
} from '../../contract/rules/measures'
import { mostReportLines, whyNotReported, whyTooLong, whyTooManyLines } from '../../contract/rules/reports'
import { isId } from '../db/keys'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'
import { namesOf } from './names'
import { isDay, type Period, periodOf } from './period'
import { type Sums, sumsOf } from './sums'

export type Asked = Omit<z.output<typeof reportRequest>, 'organizationId'>

/** The figures that are asked for, within a tenant's transaction (RP-01). Throws a 422. */
export async function reportOf(tx: Transaction, asked: Asked): Promise<Report> {
  const wrong = whyNotReported(asked)
  if (wrong) throw invalid([{ path: `body.${wrong.field}`, message: wrong.message }])
  const { dimensions, compare } = asked
  const period = await periodOf(tx, asked)
  const tooLong = whyTooLong(dimensions, { from: period.firstDay, to: period.lastDay })
  if (tooLong !== undefined) throw invalid([{ path: 'body.dimensions', message: tooLong }])
  const filters: Record<string, string[]> = Object.fromEntries(
    Object.entries(asked.filters ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const parts = asked.measures.flatMap(partsOf)
  const found = await sumsOf(tx, { parts, dimensions, filters, period, compare, most: mostReportLines })
  refuseLines(dimensions, found.count)
  const values = (sums: Sums) => Object.fromEntries(asked.measures.map((measure) => [measure, valueOf(measure, sums)]))
  const shown = ({ sums, before }: { sums: Sums; before: Sums }) => ({
    values: values(sums),
    before: period.before ? values(before) : null,
  })
  return {
    currency: period.currency,
    zone: period.zone,
    period: { from: period.from, to: period.to },
    before: period.before ?? null,
    asOf: found.asOf,
    provenAt: found.provenAt,
    narrowedTo: await narrowedTo(tx, filters),
    totals: shown(found.totals),
    lines: ordered(asked, await keyed(tx, asked, period, found.lines), shown),
  }
}

/** The names of what a report is narrowed to; an id that we never gave is nobody's. */
async function narrowedTo(tx: Transaction, filters: Readonly<Record<string, string[]>>): Promise<ReportKey[]> {
  const asked = narrowings.flatMap((dimension) => {
    const ids = filters[dimensions[dimension].filter]
    return ids ? [{ dimension, ids: [...new Set(ids)] }] : []
  })
  const known = asked.map(({ dimension, ids }) => ({ dimension, ids: ids.filter(isId).map((id) => id.toLowerCase()) }))
  const names = await namesOf(tx, known)
  const nameOf = (dimension: Dimension, id: string) =>
    id === noValue ? names(dimension, null) : isId(id) ? names(dimension, id.toLowerCase()) : id
  return asked.flatMap(({ dimension, ids }) =>
    ids.map((id) => ({ dimension, id, name: nameOf(dimension, id), days: null })),
  )
}

const timeOf = (dimensions: readonly Dimension[]): CalendarPart | undefined =>
  // What is a part of the calendar is one of its names.
  dimensions.find(isTime) as CalendarPart | undefined

function refuseLines(dimensions: readonly Dimension[], count: number): void {
  if (count > mostReportLines) throw invalid([{ path: 'body.dimensions', message: whyTooManyLines(dimensions, count) }])
}

interface Line {
  keys: ReportKey[]
  sums: Sums
  before: Sums
}

/** The lines with the names of their keys; split by the calendar alone, every part of it has one. */
async function keyed(
  tx: Transaction,
  { dimensions, from, to }: Asked,
  period: Period,
  lines: { keys: (string | null)[]; sums: Sums; before: Sums }[],
): Promise<Line[]> {
  const time = timeOf(dimensions)
  const parts = time ? partsBetween(time, period.firstDay, period.lastDay) : []
  const [first, last] = [parts[0], parts.at(-1)]
  if (first && !isDay(from)) first.from = from
  if (last && !isDay(to)) last.to = to
  const days = new Map(parts.map(({ id, ...own }) => [id, own]))
  const names = await namesOf(
    tx,
    dimensions.map((dimension, place) => ({ dimension, ids: lines.map(({ keys }) => keys[place] ?? null) })),
  )
  const keyOf = (dimension: Dimension, id: string | null): ReportKey =>
    time && isTime(dimension)
      ? { dimension, id: id ?? '', name: calendarName(time, id ?? ''), days: days.get(id ?? '') ?? null }
      : { dimension, id: id ?? noValue, name: names(dimension, id), days: null }
  const found = lines.map(({ keys, ...sums }) => ({
    keys: dimensions.map((dimension, place) => keyOf(dimension, keys[place] ?? null)),
    ...sums,
  }))
  if (!time || dimensions.length > 1) return found
  const known = new Map(found.map((line) => [line.keys[0]?.id, line]))
  return parts.map(({ id }) => known.get(id) ?? { keys: [keyOf(time, id)], sums: {}, before: {} })
}

/** By the calendar, and then by what is asked for first: the most of it comes first. */
function ordered(
  { measures }: Pick<Asked, 'measures'>,
  lines: Line[],
  shown: (line: Line) => Pick<ReportLine, 'values' | 'before'>,
): ReportLine[] {
  const [first] = measures
  const told = lines.map((line) => ({ keys: line.keys, ...shown(line) }))
  const size = ({ values }: ReportLine) => (first === undefined ? 0 : (values[first] ?? 0))
  const day = ({ keys }: ReportLine) => keys.find(({ days }) => days)?.id ?? ''
  const name = ({ keys }: ReportLine) => keys.map((key) => `${key.name} ${key.id}`).join(' ')
  return told.toSorted(
    (one, other) =>
      compareTexts(day(one), day(other)) || size(other) - size(one) || compareTexts(name(one), name(other)),
  )
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
