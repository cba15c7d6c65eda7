import type { ReportKey } from '../../contract/extensions/reports'
import type { Measure, ReportFilters } from '../../contract/rules/measures'
import type { Days } from '../../contract/rules/reportPeriods'
import { viewFlow } from '../factories/viewFlow'
import type { FlowSurroundings } from '../flowSurroundings'

/** A figure as it stands somewhere: what it is, of which days, and what it is narrowed to. */
export interface ShownFigure {
  measure: Measure
  value: number | null
  currency: string
  /** What the figure is of, such as a campaign; empty for a total. */
  keys: readonly ReportKey[]
  days: Days
  /** What all of it is narrowed to, by the filters of its lists, and in words. */
  filters?: ReportFilters | undefined
  only?: readonly string[] | undefined
  /** The figure that it is compared with, and of which days that is. */
  before?: { value: number | null; days: Days } | undefined
}

export interface FigureViewInput extends FlowSurroundings {
  figure: ShownFigure
}

/** Looking at what a figure is made of (RP-02). */
export const figureViewMachine = viewFlow({
  id: 'figureView',
  context: ({ figure }: FigureViewInput) => ({ figure }),
  state: 'viewing',
})
