import { plot } from '../../../styled-system/recipes/plot'
import type { PlotProps } from './plotted'
import { changeText } from './sentence'

interface Reading {
  series: PlotProps['series']
  periods: PlotProps['periods']
  format: PlotProps['format']
  index: number
}

const told = (format: Reading['format'], value: number | null | undefined) =>
  typeof value === 'number' ? format(value) : 'nothing'

/** A point in one line, as it is said: 'Friday, 14 Nov: $4,210, $3,900 before'. */
export function readingText({ series, format, index, periods }: Reading): string {
  const [first] = series
  const point = first?.points[index]
  if (!point) return ''
  if (series.length > 1) {
    return `${point.label}: ${series.map(({ name, points }) => `${name} ${told(format, points[index]?.value)}`).join(', ')}`
  }
  const before = periods.before === undefined ? '' : `, ${told(format, point.before)} before`
  return `${point.label}: ${told(format, point.value)}${before}`
}

interface PlotReadingProps extends Reading {
  isShare: boolean
  x: number
  y: number
  width: number
}

/** The values at the point that is read, beside it. */
export function PlotReading({ series, periods, format, index, isShare, x, y, width }: PlotReadingProps) {
  const styles = plot()
  const [first] = series
  const point = first?.points[index]
  if (!point) return null
  const isSeveral = series.length > 1
  const change = isSeveral ? null : changeText(point.value, point.before, isShare)
  const rows = isSeveral
    ? series.map(({ key, name, points }, at) => ({ key, name, value: points[index]?.value, mark: `${at + 1}` }))
    : [
        { key: 'now', name: periods.now, value: point.value, mark: '1' },
        ...(periods.before === undefined
          ? []
          : [{ key: 'before', name: periods.before, value: point.before, mark: 'before' }]),
      ]
  return (
    <div
      className={styles.reading}
      data-side={x > width / 2 ? 'left' : 'right'}
      style={{ left: x, top: y }}
      aria-hidden="true"
    >
      <p className={styles.readingTitle}>
        {point.label}
        {change && <span className={styles.readingChange}>{change}</span>}
      </p>
      {rows.map(({ key, name, value, mark }) => (
        <p key={key} className={styles.readingRow}>
          <span className={styles.swatch} data-series={mark} />
          <span className={styles.readingName}>{name}</span>
          <strong>{told(format, value)}</strong>
        </p>
      ))}
    </div>
  )
}
