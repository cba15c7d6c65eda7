import type { PlottedPoint, PlottedSeries } from './plotted'
import { areaPath, axisTicks, linePath, type Place, runsOf, type Scale, scaleOf } from './scale'

export interface PlotSize {
  width: number
  height: number
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Bar {
  now: Box | null
  before: Box | null
}

interface Line {
  key: string
  path: string
  /** Below the line of a chart that has one alone. */
  area: string | null
  before: string | null
  /** Points without a neighbour, which no line leads to. */
  dots: { x: number; y: number }[]
}

export interface TimeGeometry {
  /** Where the points begin and end. */
  inner: { left: number; right: number; top: number; bottom: number }
  /** Of each point. */
  centres: number[]
  valueTicks: { y: number; text: string }[]
  timeTicks: { x: number; text: string; index: number }[]
  /** Where nothing is. */
  zero: number
  /** Either bars or lines. */
  bars: Bar[]
  lines: Line[]
  /** The height of each point of each series, for the mark of the one that is pointed at. */
  heights: (number | null)[][]
}

export interface TimePlotted {
  series: readonly PlottedSeries[]
  /** Values of an axis, as short as they can be. */
  formatTick: (value: number) => string
  /** Whole numbers alone are on the axis. */
  isWhole?: boolean
  /** Shares and averages are no amounts that add up, so that they are lines. */
  isLine?: boolean
}

/** Pixels that a character of an axis takes at most. */
const ofCharacter = 6.6
/** A bar that is thinner is none to see, so that lines are drawn. */
const leastBar = 4
const mostBar = 44

/** The room of labels of an axis, which keeps them from running into one another. */
const labelRoom = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length)) * ofCharacter

const valuesOf = (points: readonly PlottedPoint[]) =>
  points.flatMap(({ value, before }) => [value, before]).filter((value) => typeof value === 'number')

/** Where everything of a chart over time stands. */
export function timeGeometry(plotted: TimePlotted, { width, height }: PlotSize): TimeGeometry {
  const { series, formatTick, isWhole = false, isLine = false } = plotted
  const [first] = series
  const points = first?.points ?? []
  const values = series.flatMap((one) => valuesOf(one.points))
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const top = 10
  const bottom = height - 26
  const named = axisTicks(least === most ? [0, 1] : [least, most], 4)
  const scale = scaleOf([named[0] ?? 0, named.at(-1) ?? 1], [bottom, top])
  const ticks = named.filter((tick) => !isWhole || Number.isInteger(tick))
  const texts = ticks.map(formatTick)
  const left = Math.ceil(labelRoom(texts)) + 10
  const right = width - 8
  const step = (right - left) / Math.max(1, points.length)
  const bar = Math.min(mostBar, step * 0.72)
  const isBars = !isLine && series.length === 1 && bar >= leastBar
  const [start, end] = isBars ? [left + step / 2, right - step / 2] : [left + 6, right - 6]
  // One alone is in the middle.
  const place = points.length > 1 ? scaleOf([0, points.length - 1], [start, end]) : () => (start + end) / 2
  const centres = points.map((_, index) => place(index))
  const zero = scale(0)
  const box = (index: number, value: number | null | undefined, size: number): Box | null => {
    if (typeof value !== 'number') return null
    const y = scale(value)
    // What is not nothing can be seen.
    const tall = value === 0 ? 0 : Math.max(1, Math.abs(y - zero))
    return { x: (centres[index] ?? 0) - size / 2, y: value < 0 ? zero : zero - tall, width: size, height: tall }
  }
  const hasBefore = points.some(({ before }) => typeof before === 'number')
  return {
    inner: { left, right, top, bottom },
    centres,
    valueTicks: ticks.map((tick, index) => ({ y: scale(tick), text: texts[index] ?? '' })),
    timeTicks: timeTicks(points, centres, right - left),
    zero,
    bars: isBars
      ? points.map(({ value, before }, index) => ({
          now: box(index, value, hasBefore ? bar * 0.62 : bar),
          before: box(index, before, bar),
        }))
      : [],
    lines: isBars
      ? []
      : series.map(({ key, points: own }) => lineOf(key, own, { centres, scale, zero, isAlone: series.length === 1 })),
    heights: series.map((one) => one.points.map(({ value }) => (value === null ? null : scale(value)))),
  }
}

interface Drawn {
  centres: readonly number[]
  scale: Scale
  zero: number
  isAlone: boolean
}

function lineOf(key: string, points: readonly PlottedPoint[], { centres, scale, zero, isAlone }: Drawn): Line {
  const runs = (values: readonly (number | null | undefined)[]) =>
    runsOf(
      values.map((value, index): Place | null =>
        typeof value === 'number' ? { x: centres[index] ?? 0, y: scale(value) } : null,
      ),
    )
  const now = runs(points.map(({ value }) => value))
  const isThere = (index: number) => typeof points[index]?.value === 'number'
  return {
    key,
    path: linePath(now),
    area: isAlone ? areaPath(now, zero) : null,
    before: isAlone ? linePath(runs(points.map(({ before }) => before))) : null,
    dots: points.flatMap(({ value }, index) =>
      value === null || isThere(index - 1) || isThere(index + 1) ? [] : [{ x: centres[index] ?? 0, y: scale(value) }],
    ),
  }
}

/** As many names of points as have room below them, at an even distance. */
function timeTicks(points: readonly PlottedPoint[], centres: readonly number[], room: number) {
  const named = points.map(({ tick, label }) => tick ?? label)
  const most = Math.max(1, Math.floor(room / (labelRoom(named) + 14)))
  const each = Math.max(1, Math.ceil(points.length / most))
  return named.flatMap((text, index) => (index % each === 0 ? [{ x: centres[index] ?? 0, text, index }] : []))
}
