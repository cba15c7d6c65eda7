import { createElement, type MouseEvent, type Ref, useId } from 'react'
import type { Chart } from '../../../machines/qa/chart/chart'
import { type ChartMarks, type Shape, shapesOf } from '../../../machines/qa/chart/shapes'
import { statechart } from '../../../styled-system/recipes/statechart'

type Styles = ReturnType<typeof statechart>

interface StatechartProps extends ChartMarks {
  chart: Chart
  active: ReadonlySet<string>
  /** What of the chart fills the frame; without it the chart is as large as it is drawn, and the frame scrolls. */
  view?: { frame: Ref<HTMLDivElement>; viewBox: string } | undefined
  /** Called with the id of a state that is clicked. Offer the same choice by keyboard beside the drawing. */
  onSelectState?: ((stateId: string) => void) | undefined
}

const rendered = ({ element, part, attributes, text, children = [] }: Shape, index: number, styles: Styles) =>
  createElement(
    element,
    { key: index, className: styles[part], ...attributes },
    text,
    ...children.map((child, inner): ReturnType<typeof createElement> => rendered(child, inner, styles)),
  )

/** A machine's statechart with its active states lit, and named for who cannot see them. */
export function Statechart({ chart, active, unreached, taken, spent, view, onSelectState }: StatechartProps) {
  const summaryId = useId()
  const styles = statechart({ isMoved: view !== undefined })
  const lit = chart.states.filter(({ id, kind }) => active.has(id) && kind !== 'compound' && kind !== 'parallel')
  const select = ({ target }: MouseEvent) => {
    const stateId = target instanceof Element && target.closest('[data-state]')?.getAttribute('data-state')
    if (stateId) onSelectState?.(stateId)
  }
  return (
    <div ref={view?.frame} className={styles.frame} role="group" aria-label={`Statechart of ${chart.id}`} tabIndex={0}>
      <svg
        role="img"
        aria-label={`States and transitions of ${chart.id}`}
        aria-describedby={summaryId}
        viewBox={view?.viewBox ?? `0 0 ${chart.width} ${chart.height}`}
        width={view ? '100%' : chart.width}
        height={view ? '100%' : chart.height}
        onClick={select}
      >
        {shapesOf(chart, { active, unreached, taken, spent }).map((shape, index) => rendered(shape, index, styles))}
      </svg>
      <p id={summaryId} className={styles.summary}>
        {lit.length > 0 ? `Active: ${lit.map(({ id }) => id).join(', ')}` : 'No state is active'}
      </p>
    </div>
  )
}
