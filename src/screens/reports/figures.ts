import type { ReportKey } from '../../../contract/extensions/reports'
import { type Dimension, dimensions, isTime, type Measure, measures } from '../../../contract/rules/measures'
import { figureFormat, type FigureFormat } from '../../components/plot/figureFormat'

/** Of these more is worse. */
const costs: ReadonlySet<Measure> = new Set(['refunds', 'refundsBySale', 'declines', 'ringToPaid', 'ringToPaidMost'])
/** Of these more is neither good nor bad. */
const neutral: ReadonlySet<Measure> = new Set(['tax', 'calls'])

export const isCost = (measure: Measure): boolean => costs.has(measure)

export const formatOf = (measure: Measure, currency: string): FigureFormat =>
  figureFormat(measures[measure].unit, currency)

/** A figure in words, where there may be none. */
export const figureText = (measure: Measure, value: number | null | undefined, currency: string): string =>
  typeof value === 'number' ? formatOf(measure, currency).format(value) : '-'

/** Whether a change is good to hear. */
export function toneOf(measure: Measure, change: number | null): 'good' | 'bad' | undefined {
  if (change === null || change === 0 || neutral.has(measure)) return undefined
  return change > 0 === isCost(measure) ? 'bad' : 'good'
}

export const lower = (dimension: Dimension) => dimensions[dimension].label.toLowerCase()

/** What a figure is split by, in words: 'by day and campaign'. */
export const byText = (by: readonly Dimension[]): string =>
  by.length === 0 ? '' : ` by ${by.map(lower).join(' and ')}`

/** The part of the calendar among the ways to split, and the other ones. */
export const timeAmong = (by: readonly Dimension[]): Dimension | undefined => by.find(isTime)

/** What a record is called that a report is narrowed to; of whom nobody knows a name, there is none. */
export const narrowedName = ({ id, name }: ReportKey): string => (name === id ? 'Not found' : name)
