import { lazyPart } from '../../app/lazyPage'

/** Most charts are of days. */
export const RankedPlot = lazyPart(async () => (await import('./RankedPlot')).RankedPlot)

/** The table of a chart comes for whoever asks for it. */
export const PlotTable = lazyPart(async () => (await import('./PlotTable')).PlotTable)
