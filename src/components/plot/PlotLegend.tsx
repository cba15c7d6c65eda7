import { plot } from '../../../styled-system/recipes/plot'
import type { PlotProps } from './plotted'

/** Which colour is what; of one period alone there is nothing to tell apart. */
export function PlotLegend({ series, periods }: Pick<PlotProps, 'series' | 'periods'>) {
  const styles = plot()
  const hasBefore = series.length === 1 && periods.before !== undefined
  if (series.length < 2 && !hasBefore) return null
  const entries =
    series.length > 1
      ? series.map(({ key, name }, index) => ({ key, name, mark: `${index + 1}` }))
      : [
          { key: 'now', name: periods.now, mark: '1' },
          { key: 'before', name: periods.before ?? '', mark: 'before' },
        ]
  return (
    <ul className={styles.legend} aria-label="Legend">
      {entries.map(({ key, name, mark }) => (
        <li key={key} className={styles.legendEntry}>
          <span className={styles.swatch} data-series={mark} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}
