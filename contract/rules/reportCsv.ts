import type { Report } from '../extensions/reports'
import { spelled } from './csv'
import { type SheetColumn, type SheetKind, workbookCells } from './sheets'
import {
  type Dimension,
  dimensions as described,
  isTime,
  type Measure,
  measureNames,
  measures as figures,
} from './measures'

type Cell = string | number | null

/** What is asked for, as far as its columns need it. */
interface Asked {
  measures: readonly Measure[]
  dimensions?: readonly Dimension[] | undefined
}

/** What a figure is called among all, where two have the same name. */
function labelOf(measure: Measure): string {
  const { label, basis } = figures[measure]
  const isAlone = measureNames.filter((other) => figures[other].label === label).length === 1
  return isAlone ? label : `${label} by date of ${basis}`
}

/** The heads of a report as a file: units behind figures, and the zone behind parts of the calendar. */
export function reportHead({ measures, dimensions = [] }: Asked, { currency, zone, before }: Report): string[] {
  const units = { money: ` (${currency})`, count: '', share: ' (%)', time: ' (s)' }
  const named = (measure: Measure, of: string) => `${labelOf(measure)}${of}${units[figures[measure].unit]}`
  return [
    ...dimensions.map((dimension) => `${described[dimension].label}${isTime(dimension) ? ` (${zone})` : ''}`),
    ...measures.flatMap((measure) => [named(measure, ''), ...(before ? [named(measure, ' before')] : [])]),
  ]
}

/** Its lines, cell by cell; split by nothing, the one of its totals. A part of the calendar is its first day. */
export function reportLines(
  { measures, dimensions = [] }: Asked,
  { totals, lines, before }: Report,
  named: (name: string) => string = spelled,
): Cell[][] {
  const cell = (measure: Measure, value: number | null | undefined): Cell => {
    if (value === null || value === undefined) return null
    return figures[measure].unit === 'share' ? Math.round(value * 10_000) / 100 : value
  }
  const own = dimensions.length === 0 ? [{ keys: [], ...totals }] : lines
  return own.map((line) => [
    ...line.keys.map(({ dimension, id, name }) => (isTime(dimension) ? id : named(name))),
    ...measures.flatMap((measure) => [
      cell(measure, line.values[measure]),
      ...(before ? [cell(measure, line.before?.[measure])] : []),
    ]),
  ])
}

const kindOf = { money: 'money', count: 'count', share: 'share', time: 'count' } as const

/** The same as a workbook of one sheet: names are what they are, and a part of the calendar is a date. */
export function reportSheet(asked: Asked, report: Report): { columns: SheetColumn[]; rows: Cell[][] } {
  const { measures, dimensions = [] } = asked
  const times = report.before ? 2 : 1
  const kinds: SheetKind[] = [
    ...dimensions.map((dimension) => (isTime(dimension) ? ('day' as const) : ('text' as const))),
    ...measures.flatMap((measure) => Array.from({ length: times }, () => kindOf[figures[measure].unit])),
  ]
  const write = workbookCells(report.zone)
  const written = reportLines(asked, report, (name) => name)
  return {
    columns: reportHead(asked, report).map((head, place) => ({ head, kind: kinds[place] ?? 'text' })),
    rows: written.map((line) => line.map((value, place) => write(kinds[place] ?? 'text', value))),
  }
}
