import { lazyPage } from '../../app/lazyPage'
import type { PlotProps } from './plotted'

/** Most charts are of days. */
export const RankedPlot = lazyPage<PlotProps & { width: number }>(async () => ({
  default: (await import('./RankedPlot')).RankedPlot,
}))

/** The table of a chart comes for whoever asks for it. */
export const PlotTable = lazyPage<PlotProps>(async () => ({ default: (await import('./PlotTable')).PlotTable }))
