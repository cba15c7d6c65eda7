import { createMachine, type StateValue } from 'xstate'

/** The ids of the states that a state's value names, both given as JSON text. */
export function activeStates(definition: string | undefined, state: string | undefined): ReadonlySet<string> {
  if (definition === undefined || !state) return new Set()
  try {
    const machine = createMachine(JSON.parse(definition) as object)
    const snapshot = machine.resolveState({ value: JSON.parse(state) as StateValue, context: {} })
    return new Set(snapshot._nodes.map(({ id }) => id))
  } catch {
    // A state of another machine than the one that was sent.
    return new Set()
  }
}
