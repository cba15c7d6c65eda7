import type { AnyStateMachine } from 'xstate'
import { machines } from '../../machines/qa/machines'
import type { Recording } from '../../machines/qa/record/recording'
import { replay } from '../../machines/qa/replay/replay'
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

/** The ids of the states and the names of the transitions of every machine that a recording came to. */
export function reachedBy(recording: Recording): Set<string> {
  const reached = new Set<string>()
  for (const { recorded, snapshot } of replay(recording, machines)) {
    for (const step of recorded.steps) {
      reached.add(step)
      // A state that is left without an event is passed within one step.
      reached.add(step.slice(0, step.indexOf(' ')))
    }
    for (const { id } of snapshot?._nodes ?? []) reached.add(id)
  }
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

/** The fewest recordings, found greedily, that together come to all that any of them does. */
export function fewest<Key>(recordings: ReadonlyMap<Key, ReadonlySet<string>>): Key[] {
  const missing = new Set([...recordings.values()].flatMap((reached) => [...reached]))
  const chosen: Key[] = []
  while (missing.size > 0) {
    const gains = [...recordings].map(([key, reached]) => ({
      key,
      gain: [...reached].filter((one) => missing.has(one)),
    }))
    const best = gains.reduce((a, b) => (b.gain.length > a.gain.length ? b : a))
    if (best.gain.length === 0) break
    chosen.push(best.key)
    for (const one of best.gain) missing.delete(one)
  }
  return chosen
}
