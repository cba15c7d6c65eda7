import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** A state node and all that are nested in it, in document order. */
export const allNodes = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(allNodes)]

/** The transitions that a state node declares itself. */
export const ownTransitions = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** A transition in words, the same in recordings, reports and diagrams: `offerEdit.editing dialog.submit [isValid] -> offerEdit.updating`. */
export function stepName({ source, eventType, target, guard }: AnyTransitionDefinition): string {
  const goal = target?.map(({ id }) => id).join(', ') ?? 'stays'
  return `${source.id} ${eventType || 'always'}${guard ? ` [${guardName(guard)}]` : ''} -> ${goal}`
}

const guardName = (guard: unknown): string =>
  typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : String(guard)
