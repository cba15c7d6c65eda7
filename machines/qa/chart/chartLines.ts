import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { type StateText, stateTexts, stepText } from './chartText'
import { allNodes, ownTransitions } from '../record/steps'
import { textWidth, wrapped } from './textWidth'

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

const { lineFont, nameHeight, lineHeight, padding } = chartSizes
const maxLineWidth = { inside: 230, aboveOthers: 340 }
const maxLabelWidth = 190

export interface LabelLine {
  text: string
  kind: 'trigger' | 'guard' | 'action'
}

export const headerHeight = (lines: readonly StateText[]) =>
  nameHeight + (lines.length > 0 ? lines.length * lineHeight + padding : 0)
export const linesWidth = (lines: readonly { text: string }[]) =>
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

export interface Written {
  lines: ReadonlyMap<string, StateText[]>
  edges: readonly { id: string; step: AnyTransitionDefinition; target: AnyStateNode; lines: LabelLine[] }[]
}

export function written(machine: AnyStateMachine): Written {
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
