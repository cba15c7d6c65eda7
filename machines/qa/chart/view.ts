import type { Box, Point } from './chart'

export interface Size {
  width: number
  height: number
}
/** What of a chart is seen: its point in the corner of the frame, and how many pixels of the frame one of it takes. */
export interface View extends Point {
  scale: number
}

const least = 0.1
const most = 4
/** Pixels of the frame that a chart leaves free at its sides. */
const margin = 12

const clamped = (scale: number) => Math.min(Math.max(scale, least), most)

/** The whole chart in the middle of the frame, never larger than it is drawn. */
export function fitted(chart: Size, frame: Size): View {
  const room = (length: number) => Math.max(length - 2 * margin, 1)
  const scale = clamped(Math.min(room(frame.width) / chart.width, room(frame.height) / chart.height, 1))
  return {
    scale,
    x: (chart.width - frame.width / scale) / 2,
    y: (chart.height - frame.height / scale) / 2,
  }
}

/** Larger or smaller by a factor; the chart's point at `at`, in pixels of the frame, stays where it is. */
export function zoomed({ x, y, scale }: View, factor: number, at: Point): View {
  const next = clamped(scale * factor)
  return { scale: next, x: x + at.x / scale - at.x / next, y: y + at.y / scale - at.y / next }
}

/** Moved along with a pointer, by pixels of the frame. */
export const panned = ({ x, y, scale }: View, by: Point): View => ({ scale, x: x - by.x / scale, y: y - by.y / scale })

/** As large as before, with a part of the chart in the middle. */
export const centredOn = ({ scale }: View, part: Box, frame: Size): View => ({
  scale,
  x: part.x + part.width / 2 - frame.width / scale / 2,
  y: part.y + part.height / 2 - frame.height / scale / 2,
})

/** Whether a part of the chart lies within the frame. */
export const isSeen = ({ x, y, scale }: View, part: Box, frame: Size): boolean =>
  part.x >= x &&
  part.y >= y &&
  part.x + part.width <= x + frame.width / scale &&
  part.y + part.height <= y + frame.height / scale

/** The smallest box around some; undefined around none. */
export function around(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}
