import { useMemo, type MouseEvent } from 'react'
import { plot } from '../../../styled-system/recipes/plot'
import type { PlotProps } from './plotted'
import { PlotReading, readingText } from './PlotReading'
import { timeGeometry } from './timeGeometry'
import { usePointed } from './usePointed'

const heights = { wide: 260, narrow: 200 }

/** Bars, or lines where bars would be too thin, over a common axis. */
export function TimePlot(props: PlotProps & { width: number }) {
  const {
    label,
    series,
    format,
    formatTick,
    isWhole = false,
    isLine = false,
    periods,
    width,
    isShare = false,
    onOpen,
  } = props
  const height = width < 480 ? heights.narrow : heights.wide
  const {
    inner,
    centres,
    bars,
    lines,
    valueTicks,
    timeTicks,
    zero,
    heights: marks,
  } = useMemo(
    () => timeGeometry({ series, formatTick, isWhole, isLine }, { width, height }),
    [series, formatTick, isWhole, isLine, width, height],
  )
  const points = series[0]?.points ?? []
  const open = (index: number) => {
    const [point, of] = [points[index], series[0]]
    if (point && of) onOpen?.(point.key, of.key)
  }
  const step = (inner.right - inner.left) / Math.max(1, points.length)
  const nearest = ({ clientX, currentTarget }: MouseEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    if (bars.length > 0) return Math.max(0, Math.min(points.length - 1, Math.floor((x - inner.left) / step)))
    // Lines begin and end at their first and last point.
    const share = (x - (centres[0] ?? 0)) / Math.max(1, (centres.at(-1) ?? 0) - (centres[0] ?? 0))
    return Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length - 1))))
  }
  const { at, surface } = usePointed({ count: points.length, nearest, open: onOpen && open })
  const read = at ?? 0
  const pointedX = centres[read] ?? 0
  const styles = plot()
  const described = { series, periods, format, index: read }
  return (
    <div className={styles.surface} {...surface} aria-label={label} aria-valuetext={readingText(described)}>
      <svg className={styles.drawing} data-drawing width={width} height={height} aria-hidden="true" focusable="false">
        {valueTicks.map(({ y, text }) => (
          <g key={y}>
            <line className={styles.grid} x1={inner.left} x2={inner.right} y1={y} y2={y} />
            <text className={styles.axis} x={inner.left - 8} y={y} dy="0.32em" textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {timeTicks.map(({ x, text, index }) => (
          <text key={index} className={styles.axis} x={x} y={height - 6} textAnchor="middle">
            {text}
          </text>
        ))}
        {at !== undefined && bars.length > 0 && (
          <rect
            className={styles.band}
            x={pointedX - step / 2}
            width={step}
            y={inner.top}
            height={inner.bottom - inner.top}
          />
        )}
        {bars.map(({ now, before }, index) => (
          <g key={points[index]?.key}>
            {before && <rect className={styles.earlierBar} {...before} rx={2} />}
            {now && <rect className={styles.bar} {...now} rx={Math.min(2, now.width / 4)} data-series="1" />}
          </g>
        ))}
        {lines.map(({ key, path, area, before, dots }, index) => (
          <g key={key}>
            {area && <path className={styles.area} d={area} data-series={index + 1} />}
            {before && <path className={styles.earlierLine} d={before} />}
            <path className={styles.line} d={path} data-series={index + 1} />
            {dots.map(({ x, y }) => (
              <circle key={x} className={styles.dot} cx={x} cy={y} r={3.5} data-series={index + 1} />
            ))}
          </g>
        ))}
        <line className={styles.zero} x1={inner.left} x2={inner.right} y1={zero} y2={zero} />
        {at !== undefined && lines.length > 0 && (
          <g>
            <line className={styles.rule} x1={pointedX} x2={pointedX} y1={inner.top} y2={inner.bottom} />
            {marks.map((own, index) => {
              const y = own[at]
              return typeof y === 'number' ? (
                <circle
                  key={series[index]?.key}
                  className={styles.dot}
                  cx={pointedX}
                  cy={y}
                  r={4}
                  data-series={index + 1}
                />
              ) : null
            })}
          </g>
        )}
      </svg>
      {at !== undefined && <PlotReading {...described} isShare={isShare} x={pointedX} y={inner.top} width={width} />}
    </div>
  )
}
