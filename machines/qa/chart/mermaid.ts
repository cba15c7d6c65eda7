import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { isInside, stateTexts, stepLine, stepText } from './chartText'
import { allNodes, ownTransitions } from '../record/steps'

const idOf = ({ id }: AnyStateNode) => id.replaceAll(/\W/g, '_')

/** Mermaid reads these as its own syntax, wherever they stand. */
const plain = (text: string) => text.replaceAll(/["#;:{}<>\n]/g, ' ').replaceAll('\u00A0', ' ')

interface Arrow {
  step: AnyTransitionDefinition
  target: AnyStateNode
}

/** The innermost state that holds both ends; mermaid wants an arrow to be declared there. */
function scopeOf({ step: { source }, target }: Arrow): AnyStateNode {
  let scope = source.parent ?? source
  while (scope !== target.parent && !(target.parent && isInside(target.parent, scope)) && scope.parent) {
    scope = scope.parent
  }
  return scope
}

function noteLines(machine: AnyStateMachine, node: AnyStateNode): string[] {
  const inward = ownTransitions(node).flatMap((step) =>
    (step.target ?? [])
      .filter((target: AnyStateNode) => isInside(target, node))
      .map((target: AnyStateNode) => `${stepLine(stepText(machine, step))} goes to ${target.key}`),
  )
  return [...stateTexts(machine, node).map(({ text }) => text), ...inward].map(plain)
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)

/**
 * A machine as a mermaid state diagram. Mermaid cannot draw an arrow from a state to one inside it, so such a
 * transition is written in a note, as is what happens inside a state.
 */
export function mermaidOf(machine: AnyStateMachine): string {
  const arrows = allNodes(machine.root)
    .flatMap(ownTransitions)
    .flatMap((step) => (step.target ?? []).map((target: AnyStateNode): Arrow => ({ step, target })))
    .filter(({ step, target }) => !isInside(target, step.source))

  const declared = (node: AnyStateNode): string[] => {
    const children = Object.values(node.states)
    const inner = children.flatMap((child, index) => [
      ...(index > 0 && node.type === 'parallel' ? ['--'] : []),
      ...declared(child),
    ])
    const begin = node.type === 'compound' ? node.initial.target.map((target) => `[*] --> ${idOf(target)}`) : []
    const own = arrows
      .filter((arrow) => scopeOf(arrow) === node)
      .map(({ step, target }) => {
        const label = plain(stepLine(stepText(machine, step)))
        return `${idOf(step.source)} --> ${idOf(target)} : ${label}`
      })
    const notes = noteLines(machine, node)
    return [
      `state "${plain(node.key)}" as ${idOf(node)}${children.length > 0 ? ' {' : ''}`,
      ...(children.length > 0 ? [...indented([...begin, ...inner, ...own]), '}'] : []),
      ...(node.type === 'final' ? [`${idOf(node)} --> [*]`] : []),
      ...(notes.length > 0 ? [`note right of ${idOf(node)}`, ...indented(notes), 'end note'] : []),
    ]
  }
  return `${['stateDiagram-v2', ...indented(declared(machine.root))].join('\n')}\n`
}
