import { useMemo, type MouseEvent } from 'react'
import { plot } from '../../../styled-system/recipes/plot'
import { formatCount } from '../base/format'
import type { PlotProps } from './plotted'
import { PlotReading, readingText } from './PlotReading'
import { rankedGeometry } from './rankedGeometry'
import { usePointed } from './usePointed'

const now = { height: 12, radius: 3 }
const earlier = { height: 20, radius: 3 }

/** Bars below one another, the longest first, with the names before and the values behind them. */
export function RankedPlot({
  label,
  series,
  format,
  periods,
  width,
  isShare = false,
  onOpen,
}: PlotProps & { width: number }) {
  const [first] = series
  const points = first?.points
  const { rows, more, height, zero, nameEnd } = useMemo(
    () => rankedGeometry(points ?? [], width, format),
    [points, width, format],
  )
  const open = (index: number) => {
    const row = rows[index]
    if (row && first) onOpen?.(row.point.key, first.key)
  }
  const nearest = ({ clientY, currentTarget }: MouseEvent) => {
    const y = clientY - currentTarget.getBoundingClientRect().top
    return Math.max(0, Math.min(rows.length - 1, Math.floor((y / height) * rows.length)))
  }
  const { at, surface } = usePointed({ count: rows.length, nearest, open: onOpen && open })
  const styles = plot()
  const shown = first ? [{ ...first, points: rows.map((row) => row.point) }] : []
  const described = { series: shown, periods, format, index: at ?? 0 }
  const read = rows[at ?? 0]
  return (
    <>
      <div
        className={styles.surface}
        {...surface}
        aria-orientation="vertical"
        aria-label={label}
        aria-valuetext={readingText(described)}
      >
        <svg className={styles.drawing} data-drawing width={width} height={height} aria-hidden="true" focusable="false">
          {at !== undefined && read && (
            <rect className={styles.band} x={0} width={width} y={read.y - 17} height={34} rx={4} />
          )}
          {rows.map((row) => (
            <g key={row.point.key}>
              <text className={styles.name} x={nameEnd} y={row.y} dy="0.34em" textAnchor="end">
                {row.name}
              </text>
              {row.before && (
                <rect
                  className={styles.earlierBar}
                  {...row.before}
                  y={row.y - earlier.height / 2}
                  height={earlier.height}
                  rx={earlier.radius}
                />
              )}
              <rect
                className={styles.bar}
                {...row.now}
                y={row.y - now.height / 2}
                height={now.height}
                rx={now.radius}
                data-series="1"
              />
              <text
                className={styles.value}
                x={Math.max(row.now.x + row.now.width, row.before ? row.before.x + row.before.width : 0) + 8}
                y={row.y}
                dy="0.34em"
              >
                {row.value}
              </text>
            </g>
          ))}
          <line className={styles.zero} x1={zero} x2={zero} y1={0} y2={height} />
        </svg>
        {at !== undefined && read && (
          <PlotReading {...described} isShare={isShare} x={width * 0.6} y={read.y + 18} width={width * 2} />
        )}
      </div>
      {more > 0 && <p className={styles.more}>And {formatCount(more)} more, which are in the table.</p>}
    </>
  )
}
