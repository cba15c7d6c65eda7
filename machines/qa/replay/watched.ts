import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createEmptyActor,
} from 'xstate'

/** Returns a machine that also says which transitions each step took, which xstate gives only its inspectors. */
export function watched(
  machine: AnyStateMachine,
  onStep: (taken: readonly AnyTransitionDefinition[]) => void,
): AnyStateMachine {
  const watch = (scope: AnyActorScope, step: (scope: AnyActorScope) => AnyMachineSnapshot): AnyMachineSnapshot => {
    const taken: AnyTransitionDefinition[] = []
    // What inspectors get is internal to xstate's types.
    const system = scope.system as unknown as {
      _sendInspectionEvent: (event: { type: string; _transitions?: AnyTransitionDefinition[] }) => void
    }
    system._sendInspectionEvent = ({ type, _transitions = [] }) => {
      if (type === '@xstate.microstep') taken.push(..._transitions)
    }
    // A flow speaks to its workspace, for which an actor stands in that does nothing.
    const self = Object.create(scope.self, { _parent: { value: createEmptyActor() } }) as AnyActorRef
    const next = step({ ...scope, self })
    onStep(taken)
    return next
  }
  // A machine in all but these two, which xstate's pure functions call.
  return Object.assign(Object.create(machine) as AnyStateMachine, {
    transition: (state: AnyMachineSnapshot, event: AnyEventObject, scope: AnyActorScope) =>
      watch(scope, (inside) => machine.transition(state, event, inside)),
    getInitialSnapshot: (scope: AnyActorScope, input: unknown) =>
      watch(scope, (inside) => machine.getInitialSnapshot(inside, input)),
  })
}
