import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { chartSizes, headerHeight, type LabelLine, type Written, written } from './chartLines'
import { isInside, type StateText, type StepKind, stepText } from './chartText'
import { arrangementsFor, dotId, elkGraph, isInitial, isReturn } from './elkGraph'
import { allNodes, stepName } from '../record/steps'

const { dotRadius } = chartSizes

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

/** What lays out graphs. */
export type LayoutEngine = Pick<ELK, 'layout'>

/**
 * Lays out a machine's statechart, the same in Node and in a browser. It reads the machine's states only, so one that
 * was made from a definition will do. The layout engine is large, and comes from elsewhere on a page than in Node.
 */
export async function layoutChart(machine: AnyStateMachine, startEngine: () => Promise<LayoutEngine>): Promise<Chart> {
  const elk = await startEngine()
  const text = written(machine)
  const attempts = await Promise.allSettled(
    arrangementsFor(machine).map((arrangement) => elk.layout(elkGraph(machine, text, arrangement))),
  )
  // The engine fails at some arrangements of some graphs.
  const [best] = attempts
    .flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
    .toSorted((a, b) => awkwardness(a) - awkwardness(b))
  if (best === undefined) throw new Error(`No drawing of ${machine.id} could be laid out`)
  return chartOf(machine, text, best)
}
