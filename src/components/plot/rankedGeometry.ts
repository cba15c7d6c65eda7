import { cutText } from '../../../contract/rules/cutText'
import { ranked, type PlottedPoint } from './plotted'
import { scaleOf } from './scale'

export interface RankedRow {
  point: PlottedPoint
  /** The middle of its bar. */
  y: number
  now: { x: number; width: number }
  before: { x: number; width: number } | null
  /** The name as far as it has room. */
  name: string
  value: string
}

export interface RankedGeometry {
  rows: RankedRow[]
  /** How many more there are than are drawn. */
  more: number
  height: number
  /** Where bars begin. */
  zero: number
  nameEnd: number
}

const rowHeight = 34
/** Whoever looks for a smaller one finds it in the table. */
const mostRows = 15
const ofCharacter = 7.3

const cut = (text: string, room: number) => {
  const most = Math.max(4, Math.floor(room / ofCharacter))
  return text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`
}

/** Where the bars of a ranking stand, the longest first. */
export function rankedGeometry(
  points: readonly PlottedPoint[],
  width: number,
  format: (value: number) => string,
): RankedGeometry {
  const all = ranked(points)
  const shown = all.slice(0, mostRows)
  const told = shown.map(({ value }) => (value === null ? '-' : format(value)))
  const nameRoom = Math.min(Math.max(...shown.map(({ label }) => label.length), 4) * ofCharacter + 4, width * 0.32)
  const valueRoom = Math.max(...told.map((text) => text.length), 1) * 7.2 + 10
  const values = shown.flatMap(({ value, before }) => [value ?? 0, before ?? 0])
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const left = nameRoom + 12
  const scale = scaleOf(least === most ? [0, 1] : [least, most], [left, Math.max(left + 10, width - valueRoom)])
  const zero = scale(0)
  const bar = (value: number) => ({
    x: Math.min(zero, scale(value)),
    width: value === 0 ? 0 : Math.max(1, Math.abs(scale(value) - zero)),
  })
  return {
    rows: shown.map((point, index) => ({
      point,
      y: index * rowHeight + rowHeight / 2,
      now: bar(point.value ?? 0),
      before: typeof point.before === 'number' ? bar(point.before) : null,
      name: cut(point.label, nameRoom),
      value: told[index] ?? '',
    })),
    more: all.length - shown.length,
    height: Math.max(1, shown.length) * rowHeight,
    zero,
    nameEnd: nameRoom,
  }
}
