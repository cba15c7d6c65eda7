import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { chartSizes, headerHeight, linesWidth, type Written } from './chartLines'
import { isInside } from './chartText'
import { allNodes } from '../record/steps'
import { textWidth } from './textWidth'

const { nameFont, lineHeight, padding, dotRadius, labelPadding } = chartSizes

export interface Arrangement {
  direction: 'DOWN' | 'RIGHT'
  /** What is stacked to save width: the regions of parallel states, or whatever can be. */
  stacked: 'nothing' | 'regions' | 'everything'
  /** The engine fills a stack from below, and puts two regions side by side where the first leaves room. */
  from: 'first' | 'last'
}
/** No one arrangement suits every machine: these are worth trying for this one. */
export function arrangementsFor(machine: AnyStateMachine): Arrangement[] {
  const hasRegions = allNodes(machine.root).some(({ type }) => type === 'parallel')
  return [
    { direction: 'DOWN', stacked: 'nothing', from: 'last' },
    { direction: 'RIGHT', stacked: 'nothing', from: 'last' },
    ...(hasRegions
      ? [
          { direction: 'DOWN', stacked: 'regions', from: 'first' } as const,
          { direction: 'DOWN', stacked: 'regions', from: 'last' } as const,
        ]
      : [{ direction: 'DOWN', stacked: 'everything', from: 'last' } as const]),
  ]
}

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

export const isInitial = (node: AnyStateNode): boolean =>
  node.parent?.type === 'compound' && node.parent.initial.target.includes(node)

/** Whether a transition leads back to where its states begin: laid out the other way round, the beginning stays first. */
export const isReturn = ({ source }: AnyTransitionDefinition, target: AnyStateNode): boolean =>
  isInitial(target) && source !== target && !isInside(source, target) && isInside(source, target.parent ?? target)

/** Whether a transition leads further in than to a child: the engine must then know where it leaves its state. */
const isFarInward = ({ source }: AnyTransitionDefinition, target: AnyStateNode): boolean =>
  target.parent !== source && isInside(target, source)

const portId = (edgeId: string) => `${edgeId} (port)`
export const dotId = (node: AnyStateNode) => `${node.id} (start)`
const layering = (node: AnyStateNode, { stacked }: Arrangement): Record<string, string> =>
  stacked === 'everything' || (stacked === 'regions' && node.type === 'parallel')
    ? { 'elk.layered.layering.strategy': 'MIN_WIDTH' }
    : {}

function portsOf(node: AnyStateNode, { edges }: Written, { direction }: Arrangement): Partial<ElkNode> {
  const ports = edges.filter(({ step, target }) => step.source === node && isFarInward(step, target))
  if (ports.length === 0) return {}
  const side = direction === 'DOWN' ? 'NORTH' : 'WEST'
  return {
    ports: ports.map(({ id }) => ({ id: portId(id), width: 0, height: 0, layoutOptions: { 'elk.port.side': side } })),
    layoutOptions: { 'elk.portConstraints': 'FIXED_SIDE' },
  }
}

function elkNode(node: AnyStateNode, written: Written, arrangement: Arrangement): ElkNode {
  const own = written.lines.get(node.id) ?? []
  const width = Math.max(textWidth(node.key, nameFont) * 1.12, linesWidth(own)) + 2 * padding
  const height = headerHeight(own)
  const inner = Object.values(node.states)
  if (inner.length === 0) {
    const layoutOptions = { 'elk.layered.edgeRouting.selfLoopDistribution': 'EQUALLY' }
    return { id: node.id, width: Math.max(64, width), height: Math.max(30, height), layoutOptions }
  }
  const children = node.type === 'parallel' && arrangement.from === 'last' ? inner.toReversed() : inner
  const dot = node.type === 'compound' ? [{ id: dotId(node), width: 2 * dotRadius, height: 2 * dotRadius }] : []
  const { ports = [], layoutOptions } = portsOf(node, written, arrangement)
  return {
    id: node.id,
    ports,
    children: [...dot, ...children.map((child) => elkNode(child, written, arrangement))],
    layoutOptions: {
      ...spacing,
      ...layoutOptions,
      ...layering(node, arrangement),
      'elk.padding': `[top=${height + 12},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${height + 30})`,
    },
  }
}

/** The ends of a transition as the engine is to know them. */
function endsOf({ id, step, target }: Written['edges'][number]): Pick<ElkExtendedEdge, 'sources' | 'targets'> {
  if (isReturn(step, target)) return { sources: [target.id], targets: [step.source.id] }
  return { sources: [isFarInward(step, target) ? portId(id) : step.source.id], targets: [target.id] }
}

export function elkGraph(machine: AnyStateMachine, written: Written, arrangement: Arrangement): ElkNode {
  const compounds = allNodes(machine.root).filter(({ type }) => type === 'compound')
  return {
    id: '(page)',
    layoutOptions: { ...spacing, ...pageOptions(arrangement) },
    children: [elkNode(machine.root, written, arrangement)],
    edges: [
      ...compounds.flatMap((node) =>
        node.initial.target.map((target: AnyStateNode) => ({
          id: `start ${node.id}`,
          sources: [dotId(node)],
          targets: [target.id],
        })),
      ),
      ...written.edges.map((edge) => ({
        id: edge.id,
        ...endsOf(edge),
        labels: [
          {
            text: edge.id,
            width: linesWidth(edge.lines) + 2 * labelPadding,
            height: edge.lines.length * lineHeight + 4,
            layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
          },
        ],
      })),
    ],
  }
}
