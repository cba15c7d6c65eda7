import type { AnyStateMachine } from 'xstate'
import { machines } from '../../machines/qa/machines'
import type { Recording } from '../../machines/qa/record/recording'
import { type Frame, replay } from '../../machines/qa/replay/replay'
import { allNodes, ownTransitions, stepName } from '../../machines/qa/record/steps'

/** What of a machine recordings came to, and what not: ids of states and names of transitions. */
export interface MachineCoverage {
  name: string
  states: { reached: ReadonlySet<string>; unreached: ReadonlySet<string> }
  steps: { reached: ReadonlySet<string>; unreached: ReadonlySet<string> }
}

/** The tools for testers are not in the recordings that they make, and the life of a record is never an actor. */
export const isRecorded = (name: string) =>
  !['tools', 'recorder', 'inspection', 'inspector'].includes(name) && !name.endsWith('Life')

/** Adds the ids of the states and the names of the transitions that an event led to. */
export function addReached(reached: Set<string>, { recorded, snapshot }: Frame): void {
  for (const step of recorded.steps) {
    reached.add(step)
    // A state that is left without an event is passed within one step.
    reached.add(step.slice(0, step.indexOf(' ')))
  }
  for (const { id } of snapshot?._nodes ?? []) reached.add(id)
}

/** The ids of the states and the names of the transitions of every machine that a recording came to. */
export function reachedBy(recording: Recording): Set<string> {
  const reached = new Set<string>()
  for (const frame of replay(recording, machines)) addReached(reached, frame)
  return reached
}

const split = (names: readonly string[], reached: ReadonlySet<string>) => ({
  reached: new Set(names.filter((name) => reached.has(name))),
  unreached: new Set(names.filter((name) => !reached.has(name))),
})

function coverageOf(name: string, machine: AnyStateMachine, reached: ReadonlySet<string>): MachineCoverage {
  const nodes = allNodes(machine.root)
  return {
    name,
    states: split(
      nodes.map(({ id }) => id),
      reached,
    ),
    steps: split([...new Set(nodes.flatMap(ownTransitions).map(stepName))], reached),
  }
}

/** The coverage of every machine of the app. */
export const coverage = (reached: ReadonlySet<string>): MachineCoverage[] =>
  Object.entries(machines).flatMap(([name, machine]) => (isRecorded(name) ? [coverageOf(name, machine, reached)] : []))
