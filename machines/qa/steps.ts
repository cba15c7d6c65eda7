import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** A state with everything inside it, outermost first. */
export const allNodes = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(allNodes)]

/** The transitions that a state itself declares, in the order in which they are tried. */
export const ownTransitions = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** What tells one transition of a machine from every other, in words. */
export function stepName({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const condition = typeof guard === 'object' && guard !== null && 'type' in guard ? guard.type : guard
  const goal = target?.map(({ id }) => id).join(', ') ?? 'stays'
  return `${source.id} ${eventType || 'always'}${condition ? ` [${String(condition)}]` : ''} -> ${goal}`
}
