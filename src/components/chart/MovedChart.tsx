import Maximize from 'lucide-react/icons/maximize'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { type KeyboardEvent, useMemo } from 'react'
import type { Chart } from '../../../machines/qa/chart/chart'
import { around } from '../../../machines/qa/chart/view'
import { inspector } from '../../../styled-system/recipes/inspector'
import { useChartView } from './useChartView'
import { IconButton } from '../base/IconButton'
import { Statechart } from './Statechart'

interface MovedChartProps {
  chart: Chart
  active: ReadonlySet<string>
  taken: ReadonlySet<string>
  spent: ReadonlyMap<string, string>
}

const step = 1.25

/**
 * A statechart in a frame that it is fitted into: Ctrl and the wheel, a pinch, the buttons or + and - zoom, 0 fits it
 * again, dragging and the wheel move it. Zoomed in, it goes to the states that become active.
 */
export function MovedChart({ chart, active, taken, spent }: MovedChartProps) {
  const styles = inspector()
  const focus = useMemo(
    () => around(chart.states.filter(({ id, kind }) => active.has(id) && kind !== 'compound' && kind !== 'parallel')),
    [chart, active],
  )
  const { element, viewBox, scale, zoom, fit } = useChartView(chart, focus)
  const view = useMemo(() => ({ frame: element, viewBox }), [element, viewBox])
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    if (event.key === '+' || event.key === '=') zoom(step)
    else if (event.key === '-') zoom(1 / step)
    else if (event.key === '0') fit()
  }
  return (
    <div className={styles.chart} onKeyDown={press}>
      <Statechart chart={chart} active={active} taken={taken} spent={spent} view={view} />
      <div className={styles.zoom} role="group" aria-label="Zoom">
        <IconButton label="Zoom out" size="sm" onClick={() => zoom(1 / step)}>
          <ZoomOut aria-hidden="true" />
        </IconButton>
        <span className={styles.scale}>{Math.round(scale * 100)} %</span>
        <IconButton label="Zoom in" size="sm" onClick={() => zoom(step)}>
          <ZoomIn aria-hidden="true" />
        </IconButton>
        <IconButton label="Fit" size="sm" onClick={fit}>
          <Maximize aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
