import type { Report, ReportKey, ReportLine } from '../../../contract/extensions/reports'
import { daysOf, type ReportQuestion } from '../../../contract/forms/reports'
import { type CalendarPart, calendarName, cutOf, partsBetween } from '../../../contract/rules/calendarParts'
import {
  addsUp,
  type Dimension,
  dimensions,
  isTime,
  type Measure,
  measures,
  stages,
} from '../../../contract/rules/measures'
import { dayAt, periods } from '../../../contract/rules/reportPeriods'
import { formatDay } from '../../components/base/format'
import { dayTick } from '../../components/plot/figureFormat'
import type { PlotProps, PlottedPoint, PlottedSeries } from '../../components/plot/plotted'
import { plotSentence, stagesSentence } from '../../components/plot/sentence'
import { byText, formatOf, isCost, timeAmong } from './figures'

/** So many lines are told apart by their colours; the others are in the table. */
const mostSeries = 5

export interface Shown {
  question: ReportQuestion
  report: Report
}

/** What the periods are called, beside each other. */
export function periodNamesOf({ period, compare }: ReportQuestion): PlotProps['periods'] {
  const now = period === 'days' ? 'These days' : periods[period].label
  if (compare === 'none') return { now }
  if (compare === 'year') return { now, before: 'A year before' }
  return { now, before: period === 'days' ? 'As many days before' : periods[period].before }
}

/** The days of a report, as they were when it was read. */
export const daysOfReport = ({ question, report: { asOf, zone } }: Shown) =>
  daysOf(question, dayAt(new Date(asOf), zone))

const ticks: Readonly<Record<CalendarPart, (first: string) => string>> = {
  day: dayTick,
  week: dayTick,
  month: (first) => calendarName('month', first).replace(/^(\p{L}{3})\p{L}*/u, '$1'),
}

/** What a part of the calendar is called, in full, and how much of it is meant where that is not all. */
function timeName(dimension: Dimension, first: string, name: string, days: ReportKey['days']): string {
  if (dimension === 'day') return formatDay(first)
  const called = dimension === 'week' ? `Week of ${formatDay(first)}` : name
  // What is a part of the calendar is one of its names.
  const cut = days && cutOf(dimension as CalendarPart, first, days)
  return cut ? `${called} (${cut})` : called
}

/** What a line of a report is of: 'Summer · 14 Nov 2025'. */
export const keyName = ({ dimension, id, name, days }: ReportKey): string =>
  isTime(dimension) ? timeName(dimension, id, name, days) : name

export const lineName = ({ keys }: Pick<ReportLine, 'keys'>): string => keys.map(keyName).join(' · ')

export const lineId = ({ keys }: Pick<ReportLine, 'keys'>): string => keys.map(({ id }) => id).join(' ')

const pointOf = (line: ReportLine, measure: Measure): PlottedPoint => ({
  key: lineId(line),
  label: lineName(line),
  value: line.values[measure] ?? null,
  before: line.before ? (line.before[measure] ?? null) : undefined,
})

interface Series {
  shown: PlottedSeries[]
  /** Those that are not drawn too. */
  all: PlottedSeries[]
}

function rankedSeries({ lines }: Report, measure: Measure): Series {
  const one = { key: 'now', name: measures[measure].label, points: lines.map((line) => pointOf(line, measure)) }
  return { shown: [one], all: [one] }
}

/** A line for each of what the calendar is split by besides, the largest first; every one has all parts of the calendar. */
function timeSeries(shown: Shown, measure: Measure, time: Dimension): Series {
  const { report } = shown
  const { from, to } = daysOfReport(shown)
  // What is a part of the calendar is one of its names.
  const part = time as CalendarPart
  const groups = new Map<string, { name: string; lines: Map<string, ReportLine> }>()
  for (const line of report.lines) {
    const other = line.keys.find(({ dimension }) => dimension !== time)
    const group = groups.get(other?.id ?? 'now') ?? { name: other?.name ?? measures[measure].label, lines: new Map() }
    group.lines.set(line.keys.find(({ dimension }) => dimension === time)?.id ?? '', line)
    groups.set(other?.id ?? 'now', group)
  }
  const parts = partsBetween(part, from, to)
  const nothing = addsUp(measure) ? 0 : null
  const all = [...groups].map(([key, { name, lines }]) => ({
    key,
    name,
    points: parts.map(({ id, ...days }) => {
      const line = lines.get(id)
      return {
        key: id,
        label: timeName(time, id, calendarName(part, id), days),
        tick: ticks[part](id),
        value: line ? (line.values[measure] ?? null) : nothing,
        before: line?.before ? (line.before[measure] ?? null) : undefined,
      }
    }),
  }))
  const sizes = new Map(wholes(all).map(({ key, value }) => [key, value ?? 0]))
  const largest = all.toSorted((one, other) => (sizes.get(other.key) ?? 0) - (sizes.get(one.key) ?? 0))
  return { shown: largest.slice(0, mostSeries), all: largest }
}

/** What each series comes to. */
const wholes = (series: readonly PlottedSeries[]): PlottedPoint[] =>
  series.map(({ key, name, points }) => ({
    key,
    label: name,
    value: points.reduce((sum, { value }) => sum + (value ?? 0), 0),
  }))

/** Figures beside each other each of which is a part of the one before it; undefined for others. */
function stagesPlot({ question, report }: Shown): PlotProps | undefined {
  const asked = stages.filter((stage) => question.measures.includes(stage))
  if (asked.length < 2) return undefined
  const points = asked.map((stage) => ({
    key: stage,
    label: measures[stage].label,
    value: report.totals.values[stage] ?? null,
    before: report.totals.before ? (report.totals.before[stage] ?? null) : undefined,
  }))
  const { format, formatTick } = formatOf('links', report.currency)
  return {
    label: 'Where payment links are lost',
    kind: 'ranked',
    series: [{ key: 'now', name: 'Orders', points }],
    sentence: stagesSentence(points),
    format,
    formatTick,
    isWhole: true,
    part: 'Stage',
    periods: periodNamesOf(question),
    fileName: 'payment-links',
  }
}

/** The chart of one figure of a report, or of all its stages; undefined where there is nothing to draw beside each other. */
export function reportPlot(shown: Shown, measure: Measure): PlotProps | undefined {
  const { question, report } = shown
  const { dimensions: by, compare } = question
  if (by.length === 0) return stagesPlot(shown)
  const { unit, label } = measures[measure]
  const { format, formatTick, isShare } = formatOf(measure, report.currency)
  const time = timeAmong(by)
  const series = time === undefined ? rankedSeries(report, measure) : timeSeries(shown, measure, time)
  const isSeveral = by.length > 1 && time !== undefined
  const kind = time === undefined ? 'ranked' : 'time'
  const told = isSeveral ? 'ranked' : kind
  const points = isSeveral ? (addsUp(measure) ? wholes(series.all) : []) : (series.shown[0]?.points ?? [])
  const other = by.find((dimension) => dimension !== time)
  return {
    label: `${label}${byText(by)}`,
    kind,
    series: series.shown,
    sentence: plotSentence({
      label,
      kind: told,
      isShare,
      isSum: addsUp(measure),
      isCost: isCost(measure),
      format,
      part: (time ?? other ?? 'part').toLowerCase(),
      total: report.totals.values[measure] ?? null,
      before: compare === 'none' ? undefined : (report.totals.before?.[measure] ?? null),
      points,
    }),
    format,
    formatTick,
    isWhole: unit === 'count',
    isLine: !addsUp(measure) || isSeveral,
    isShare,
    part: by.map((dimension) => dimensions[dimension].label).join(' · '),
    periods: isSeveral ? { now: periodNamesOf(question).now } : periodNamesOf(question),
    fileName: `${label} ${by.join(' ')}`.toLowerCase().replaceAll(' ', '-'),
    hasTableBeside: true,
  }
}
