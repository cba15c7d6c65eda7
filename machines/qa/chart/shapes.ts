import type { Chart, ChartEdge, ChartState, Point } from './chart'
import { chartSizes } from './chartLines'

/** What a style sheet can tell apart. */
export const chartParts = [
  'state',
  'box',
  'innerBorder',
  'rule',
  'name',
  'line',
  'edge',
  'way',
  'head',
  'pill',
  'labelLine',
  'dot',
  'missing',
  'spent',
] as const
export type ChartPart = (typeof chartParts)[number]

/** One SVG element, whoever writes it; its attributes are named as React names them. */
export interface Shape {
  element: 'g' | 'rect' | 'path' | 'circle' | 'text'
  part: ChartPart
  attributes: Record<string, string | number>
  text?: string
  children?: Shape[]
}

/** What is to be marked in a chart. */
export interface ChartMarks {
  /** Ids of the states that a machine is in. */
  active?: ReadonlySet<string> | undefined
  /** What no test came to. */
  unreached?: { states: ReadonlySet<string>; steps: ReadonlySet<string> } | undefined
  /** Names of the transitions that were taken last. */
  taken?: ReadonlySet<string> | undefined
  /** How often a state was visited and for how long, in words, by its id. */
  spent?: ReadonlyMap<string, string> | undefined
}

const { nameFont, lineFont, nameHeight, lineHeight, padding, dotRadius, labelPadding } = chartSizes
const cornerRadius = 7
const headLength = 7

const when = (condition: boolean | undefined, name: string): Record<string, string> => (condition ? { [name]: '' } : {})
const round = (value: number) => Math.round(value * 10) / 10
const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`

/** The point on the way from one to another, at a distance from the first. */
function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  return { x: from.x + ((to.x - from.x) / length) * distance, y: from.y + ((to.y - from.y) / length) * distance }
}
const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y)

/** A way with rounded corners, which ends where its head begins. */
function wayPath(points: readonly Point[]): string {
  const [first, ...others] = points
  const last = others.at(-1)
  if (first === undefined || last === undefined) return ''
  const corners = others.slice(0, -1).map((corner, index) => {
    const before = points[index] ?? corner
    const after = points[index + 2] ?? corner
    const radius = Math.min(cornerRadius, distance(before, corner) / 2, distance(corner, after) / 2)
    return `L${at(towards(corner, before, radius))}Q${at(corner)} ${at(towards(corner, after, radius))}`
  })
  return `M${at(first)}${corners.join('')}L${at(towards(last, points.at(-2) ?? last, headLength - 1))}`
}

function headPath(points: readonly Point[]): string {
  const tip = points.at(-1)
  const before = points.at(-2)
  if (tip === undefined || before === undefined) return ''
  const back = towards(tip, before, headLength)
  const aside = { x: (tip.y - back.y) * 0.5, y: (back.x - tip.x) * 0.5 }
  return `M${at(tip)}L${at({ x: back.x + aside.x, y: back.y + aside.y })}L${at({ x: back.x - aside.x, y: back.y - aside.y })}Z`
}

const arrow = (points: readonly Point[]): Shape[] => [
  { element: 'path', part: 'way', attributes: { d: wayPath(points) } },
  { element: 'path', part: 'head', attributes: { d: headPath(points) } },
]

/** The cross at a corner of what was not reached: not everybody sees the colour. */
const missing = (x: number, y: number): Shape => ({
  element: 'path',
  part: 'missing',
  attributes: { d: `M${at({ x: x - 4, y: y - 4 })}l8 8m0 -8l-8 8` },
})

const rule = (x: number, y: number, width: number): Shape => ({
  element: 'path',
  part: 'rule',
  attributes: { d: `M${at({ x, y })}h${round(width)}` },
})

const stepMarks = (step: string | undefined, { unreached, taken }: ChartMarks) => ({
  ...when(step !== undefined && unreached?.steps.has(step), 'data-unreached'),
  ...when(step !== undefined && taken?.has(step), 'data-taken'),
})

function nameShape({ x, y, width, height, label }: ChartState, hasHeader: boolean): Shape {
  const place = hasHeader
    ? { x: x + padding, y: y + 17.5 }
    : { x: x + width / 2, y: y + height / 2 + 4.5, textAnchor: 'middle' }
  return { element: 'text', part: 'name', attributes: { ...place, fontSize: nameFont }, text: label }
}

const lineShape = ({ x, y }: Point, part: ChartPart, text: string, marks: Record<string, string>): Shape => ({
  element: 'text',
  part,
  attributes: { x, y: y + 11.5, fontSize: lineFont, ...marks },
  text,
})

function stateShape(state: ChartState, marks: ChartMarks): Shape {
  const { id, kind, x, y, width, height, lines } = state
  const isUnreached = marks.unreached?.states.has(id)
  const isNested = kind === 'compound' || kind === 'parallel'
  const bodyHeight = lines.length > 0 ? lines.length * lineHeight + padding : 0
  const top = y + nameHeight
  const box = (part: ChartPart, inset: number): Shape => ({
    element: 'rect',
    part,
    attributes: { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset, rx: 8 - inset },
  })
  return {
    element: 'g',
    part: 'state',
    attributes: {
      'data-state': id,
      'data-kind': kind,
      ...when(state.isRegion, 'data-region'),
      ...when(marks.active?.has(id), 'data-active'),
      ...when(isUnreached, 'data-unreached'),
    },
    children: [
      box('box', 0),
      ...(kind === 'final' ? [box('innerBorder', 3)] : []),
      ...(isNested || bodyHeight > 0 ? [rule(x, top, width)] : []),
      ...(isNested && bodyHeight > 0 ? [rule(x, top + bodyHeight, width)] : []),
      nameShape(state, isNested || bodyHeight > 0),
      ...lines.map(({ kind, text, step }, row) =>
        lineShape({ x: x + padding, y: top + 5 + row * lineHeight }, 'line', text, {
          'data-kind': kind,
          ...stepMarks(step, marks),
        }),
      ),
      ...(isUnreached ? [missing(x + width, y)] : []),
      ...spentShapes(state, marks),
    ],
  }
}

/** What was spent in a state, over its right corner; the machine itself has all of the time. */
function spentShapes({ id, x, y, width }: ChartState, { spent }: ChartMarks): Shape[] {
  const text = id.includes('.') ? spent?.get(id) : undefined
  if (text === undefined) return []
  const attributes = { x: round(x + width - 2), y: round(y - 3), textAnchor: 'end', fontSize: lineFont - 1 }
  return [{ element: 'text', part: 'spent', attributes, text }]
}

function labelShapes({ label }: ChartEdge, isUnreached: boolean | undefined): Shape[] {
  const { x, y, width, height, lines } = label
  return [
    { element: 'rect', part: 'pill', attributes: { x, y, width, height, rx: 5 } },
    ...lines.map(({ kind, text }, row) =>
      lineShape({ x: x + labelPadding, y: y + 2 + row * lineHeight }, 'labelLine', text, { 'data-kind': kind }),
    ),
    ...(isUnreached ? [missing(x + width, y)] : []),
  ]
}

/** Everything that is to be drawn, from the back to the front. */
export function shapesOf(chart: Chart, marks: ChartMarks = {}): Shape[] {
  const edge = (one: ChartEdge, children: Shape[]): Shape => ({
    element: 'g',
    part: 'edge',
    attributes: {
      'data-step': one.step,
      'data-kind': one.kind,
      ...stepMarks(one.step, marks),
    },
    children,
  })
  return [
    ...chart.states.map((state) => stateShape(state, marks)),
    ...chart.dots.map(({ x, y, points }): Shape => ({
      element: 'g',
      part: 'edge',
      attributes: { 'data-kind': 'start' },
      children: [...arrow(points), { element: 'circle', part: 'dot', attributes: { cx: x, cy: y, r: dotRadius } }],
    })),
    ...chart.edges.map((one) => edge(one, arrow(one.points))),
    // Labels lie over every line, so that none crosses a word.
    ...chart.edges.map((one) => edge(one, labelShapes(one, marks.unreached?.steps.has(one.step)))),
  ]
}
