import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { type StateText, type StepKind, isInside, stateTexts, stepText } from './chartText'
import { allNodes, ownTransitions, stepName } from './steps'
import { textWidth, wrapped } from './textWidth'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}
export interface ChartState extends Box {
  id: string
  label: string
  kind: AnyStateNode['type']
  isInitial: boolean
  /** Whether it is one of the regions of a parallel state. */
  isRegion: boolean
  lines: StateText[]
}
export interface LabelLine {
  text: string
  kind: 'trigger' | 'guard' | 'action'
}
export interface ChartEdge {
  /** The name of its transition, as in coverage reports. */
  step: string
  kind: StepKind
  /** From the source's border to the target's, corner by corner. */
  points: Point[]
  label: Box & { lines: LabelLine[] }
}
/** Where a state begins: a dot, and the way from it to the state that is entered first. */
export interface ChartDot extends Point {
  /** The state that begins there. */
  state: string
  points: Point[]
}
/** A statechart as it is to be drawn, in pixels; outer states come before those inside them. */
export interface Chart {
  /** The id of the machine. */
  id: string
  width: number
  height: number
  states: ChartState[]
  edges: ChartEdge[]
  dots: ChartDot[]
}

/** The names of every transition that a chart shows. */
export const stepsOf = ({ states, edges }: Chart): ReadonlySet<string> =>
  new Set([
    ...edges.map(({ step }) => step),
    ...states.flatMap(({ lines }) => lines.flatMap(({ step }) => (step === undefined ? [] : [step]))),
  ])

/** Sizes of what is drawn, in pixels; whoever draws a chart uses the same. */
export const chartSizes = {
  nameFont: 13,
  lineFont: 11,
  nameHeight: 26,
  lineHeight: 16,
  padding: 10,
  dotRadius: 5,
  labelPadding: 6,
} as const

const { nameFont, lineFont, nameHeight, lineHeight, padding, dotRadius, labelPadding } = chartSizes
const maxLineWidth = { inside: 230, aboveOthers: 340 }
const maxLabelWidth = 190

interface Arrangement {
  direction: 'DOWN' | 'RIGHT'
  /** What is stacked to save width: the regions of parallel states, or whatever can be. */
  stacked: 'nothing' | 'regions' | 'everything'
  /** The engine fills a stack from below, and puts two regions side by side where the first leaves room. */
  from: 'first' | 'last'
}
/** No one of them suits every machine, so the one that comes out best is taken. */
const arrangements: readonly Arrangement[] = [
  { direction: 'DOWN', stacked: 'nothing', from: 'last' },
  { direction: 'RIGHT', stacked: 'nothing', from: 'last' },
  { direction: 'DOWN', stacked: 'regions', from: 'first' },
  { direction: 'DOWN', stacked: 'regions', from: 'last' },
  { direction: 'DOWN', stacked: 'everything', from: 'last' },
]

const pageOptions = ({ direction }: Arrangement): Record<string, string> => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=8,left=8,bottom=8,right=8]',
})
const spacing: Record<string, string> = {
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '24',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_UP',
}

const isInitial = (node: AnyStateNode): boolean =>
  node.parent?.type === 'compound' && node.parent.initial.target.includes(node)

/** Whether a transition leads back to where its states begin: laid out the other way round, the beginning stays first. */
const isReturn = ({ source }: AnyTransitionDefinition, target: AnyStateNode): boolean =>
  isInitial(target) && source !== target && !isInside(source, target) && isInside(source, target.parent ?? target)

const dotId = (node: AnyStateNode) => `${node.id} (start)`
const headerHeight = (lines: readonly StateText[]) =>
  nameHeight + (lines.length > 0 ? lines.length * lineHeight + padding : 0)
const linesWidth = (lines: readonly { text: string }[]) =>
  Math.max(0, ...lines.map(({ text }) => textWidth(text, lineFont)))

/** Breaks what is too long; a row that goes on is indented. */
const rowsOf = (line: StateText, maxWidth: number): StateText[] =>
  wrapped(line.text, lineFont, maxWidth).map((text, row) => ({ ...line, text: row === 0 ? text : `\u2003${text}` }))

function labelLines(machine: AnyStateMachine, step: AnyTransitionDefinition): LabelLine[] {
  const { trigger, guard, actions } = stepText(machine, step)
  const rows = (kind: LabelLine['kind'], text: string): LabelLine[] =>
    wrapped(text, lineFont, maxLabelWidth).map((row) => ({ kind, text: row }))
  return [
    ...rows('trigger', trigger),
    ...(guard === undefined ? [] : rows('guard', `[${guard}]`)),
    ...(actions.length === 0 ? [] : rows('action', `/\u00A0${actions.join(', ')}`)),
  ]
}

interface Written {
  lines: ReadonlyMap<string, StateText[]>
  edges: readonly { id: string; step: AnyTransitionDefinition; target: AnyStateNode; lines: LabelLine[] }[]
}

function written(machine: AnyStateMachine): Written {
  const nodes = allNodes(machine.root)
  const steps = nodes.flatMap(ownTransitions)
  return {
    lines: new Map(
      nodes.map((node) => {
        const maxWidth = Object.keys(node.states).length > 0 ? maxLineWidth.aboveOthers : maxLineWidth.inside
        return [node.id, stateTexts(machine, node).flatMap((line) => rowsOf(line, maxWidth))]
      }),
    ),
    edges: steps.flatMap((step, index) =>
      (step.target ?? []).map((target: AnyStateNode, goal) => ({
        id: `step ${index} ${goal}`,
        step,
        target,
        lines: labelLines(machine, step),
      })),
    ),
  }
}

const layering = (node: AnyStateNode, { stacked }: Arrangement): Record<string, string> =>
  stacked === 'everything' || (stacked === 'regions' && node.type === 'parallel')
    ? { 'elk.layered.layering.strategy': 'MIN_WIDTH' }
    : {}

function elkNode(node: AnyStateNode, lines: Written['lines'], arrangement: Arrangement): ElkNode {
  const own = lines.get(node.id) ?? []
  const width = Math.max(textWidth(node.key, nameFont) * 1.12, linesWidth(own)) + 2 * padding
  const height = headerHeight(own)
  const inner = Object.values(node.states)
  const children = node.type === 'parallel' && arrangement.from === 'last' ? inner.toReversed() : inner
  if (children.length === 0) return { id: node.id, width: Math.max(64, width), height: Math.max(30, height) }
  const dot = node.type === 'compound' ? [{ id: dotId(node), width: 2 * dotRadius, height: 2 * dotRadius }] : []
  return {
    id: node.id,
    children: [...dot, ...children.map((child) => elkNode(child, lines, arrangement))],
    layoutOptions: {
      ...spacing,
      ...layering(node, arrangement),
      'elk.padding': `[top=${height + 12},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${height + 30})`,
    },
  }
}

function elkGraph(machine: AnyStateMachine, { lines, edges }: Written, arrangement: Arrangement): ElkNode {
  const compounds = allNodes(machine.root).filter(({ type }) => type === 'compound')
  return {
    id: '(page)',
    layoutOptions: { ...spacing, ...pageOptions(arrangement) },
    children: [elkNode(machine.root, lines, arrangement)],
    edges: [
      ...compounds.flatMap((node) =>
        node.initial.target.map((target: AnyStateNode) => ({
          id: `start ${node.id}`,
          sources: [dotId(node)],
          targets: [target.id],
        })),
      ),
      ...edges.map(({ id, step, target, lines }) => ({
        id,
        sources: [isReturn(step, target) ? target.id : step.source.id],
        targets: [isReturn(step, target) ? step.source.id : target.id],
        labels: [
          {
            text: id,
            width: linesWidth(lines) + 2 * labelPadding,
            height: lines.length * lineHeight + 4,
            layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
          },
        ],
      })),
    ],
  }
}

const pointsOf = ({ sections = [] }: ElkExtendedEdge): Point[] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])

/** A way from a state to one inside it starts below the header, so that it does not cross what is written there. */
function belowHeader(points: Point[], box: Box, header: number): Point[] {
  const [start, next, ...others] = points
  if (start === undefined || next === undefined) return points
  const isDown = start.x === next.x && next.y > start.y && start.y < box.y + header
  return isDown ? [{ x: start.x, y: box.y + header }, next, ...others] : points
}

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({ x, y, width, height })

function chartOf(machine: AnyStateMachine, { lines, edges }: Written, laidOut: ElkNode): Chart {
  const boxes = new Map<string, ElkNode>()
  const collect = (node: ElkNode) => {
    boxes.set(node.id, node)
    node.children?.forEach(collect)
  }
  collect(laidOut)
  const ways = new Map((laidOut.edges ?? []).map((edge) => [edge.id, edge]))
  const wayOf = (id: string): ElkExtendedEdge => ways.get(id) ?? { id, sources: [], targets: [] }
  const nodes = allNodes(machine.root)
  return {
    id: machine.id,
    width: Math.ceil(laidOut.width ?? 0),
    height: Math.ceil(laidOut.height ?? 0),
    states: nodes.map((node) => ({
      ...boxOf(boxes.get(node.id) ?? {}),
      id: node.id,
      label: node.key,
      kind: node.type,
      isInitial: isInitial(node),
      isRegion: node.parent?.type === 'parallel',
      lines: lines.get(node.id) ?? [],
    })),
    edges: edges.map(({ id, step, target, lines: rows }) => {
      const { source } = step
      const way = pointsOf(wayOf(id))
      const points = isReturn(step, target) ? way.toReversed() : way
      const sourceBox = boxOf(boxes.get(source.id) ?? {})
      return {
        step: stepName(step),
        kind: stepText(machine, step).kind,
        points: isInside(target, source)
          ? belowHeader(points, sourceBox, headerHeight(lines.get(source.id) ?? []))
          : points,
        label: { ...boxOf(wayOf(id).labels?.[0] ?? {}), lines: rows },
      }
    }),
    dots: nodes
      .filter(({ type }) => type === 'compound')
      .map((node) => {
        const { x, y } = boxOf(boxes.get(dotId(node)) ?? {})
        return { x: x + dotRadius, y: y + dotRadius, state: node.id, points: pointsOf(wayOf(`start ${node.id}`)) }
      }),
  }
}

/** How badly a drawing fits a page: the area it takes, more when it must be scaled down or scrolled far. */
function awkwardness({ width = 0, height = 0 }: ElkNode): number {
  const shrunk = Math.max(1, width / 1000)
  const scrolled = Math.max(1, height / width / 1.5)
  return width * height * shrunk ** 2 * scrolled
}

/**
 * Lays out a machine's statechart, the same in Node and in a browser. It reads the machine's states only, so one that
 * was made from a definition will do. The layout engine is large, and loaded by the first call.
 */
export async function layoutChart(machine: AnyStateMachine): Promise<Chart> {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js')
  const elk = new Elk()
  const text = written(machine)
  const attempts = await Promise.allSettled(
    arrangements.map((arrangement) => elk.layout(elkGraph(machine, text, arrangement))),
  )
  // The engine fails at some arrangements of some graphs.
  const [best] = attempts
    .flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
    .toSorted((a, b) => awkwardness(a) - awkwardness(b))
  if (best === undefined) throw new Error(`No drawing of ${machine.id} could be laid out`)
  return chartOf(machine, text, best)
}
