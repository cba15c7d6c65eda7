import { plot } from '../../../styled-system/recipes/plot'
import { SimpleTable } from '../layout/SimpleTable'
import { type PlotProps, ranked } from './plotted'

/** The numbers of a chart, for whoever would rather read them. */
export function PlotTable({ label, kind, series, part, periods, format }: PlotProps) {
  const [first] = series
  if (!first) return null
  const told = (value: number | null | undefined) => (typeof value === 'number' ? format(value) : '-')
  const isSeveral = series.length > 1
  const points = kind === 'ranked' ? ranked(first.points) : first.points
  const columns = isSeveral
    ? [part, ...series.map(({ name }) => name)]
    : [part, periods.now, ...(periods.before ? [periods.before] : [])]
  const rows = points.map(({ key, label: name, value, before }, index) => ({
    id: key,
    cells: isSeveral
      ? [name, ...series.map(({ points: own }) => told(own[index]?.value))]
      : [name, told(value), ...(periods.before ? [told(before)] : [])],
  }))
  return (
    <div className={plot().table}>
      <SimpleTable label={label} columns={columns} rows={rows} totals={[]} />
    </div>
  )
}
