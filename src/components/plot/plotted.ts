/** One value of what a chart shows. */
export interface PlottedPoint {
  /** Tells it from the others. */
  key: string
  /** In full, such as 'Monday, 14 Nov 2025' or a campaign's name. */
  label: string
  /** As short as an axis has room for; without it the label. */
  tick?: string
  /** Null where there is nothing to tell, such as an average of nothing. */
  value: number | null
  /** The same of the period that it is compared with. */
  before?: number | null | undefined
}

/** What belongs together, such as the days of one campaign. All series of a chart have the same points. */
export interface PlottedSeries {
  key: string
  name: string
  points: readonly PlottedPoint[]
}

/** `time` has its points in their order on a common axis; `ranked` is a list of bars, the longest first. */
export type PlotKind = 'time' | 'ranked'

export interface PlotProps {
  /** What is shown, such as 'Sales by day'. */
  label: string
  kind: PlotKind
  /** One, or of a chart over time a few; all have the same points. */
  series: readonly PlottedSeries[]
  /** What it says, in words: see `plotSentence`. */
  sentence: string
  /** A value as it is read, and as short as an axis has room for. */
  format: (value: number) => string
  formatTick: (value: number) => string
  /** Whole numbers alone are on the axis. */
  isWhole?: boolean | undefined
  /** Shares and averages are lines. */
  isLine?: boolean | undefined
  /** A share of one, which changes by points and not by percent. */
  isShare?: boolean | undefined
  /** What the column of points is called, such as 'Day'. */
  part: string
  /** The periods, such as 'Last 30 days' and 'The 30 days before'. */
  periods: { now: string; before?: string | undefined }
  /** Without its ending. */
  fileName: string
  /** Opens what a point of a series is made of. */
  onOpen?: ((key: string, series: string) => void) | undefined
  /** Where the same numbers stand below it anyway. */
  hasTableBeside?: boolean | undefined
}

/** Whether anything can be drawn at all: an axis with nothing on it says less than a word. */
export const isDrawn = (series: readonly PlottedSeries[]): boolean =>
  series.some(({ points }) => points.some(({ value, before }) => Boolean(value) || Boolean(before)))

/** Those of one series with the largest first, and what has no value last. */
export const ranked = (points: readonly PlottedPoint[]): PlottedPoint[] =>
  points.toSorted((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity))
