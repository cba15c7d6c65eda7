import { statSync } from 'node:fs'
import { join } from 'node:path'
import { machineVersion } from '../../machines/qa/record/fingerprint'
import type { Recording } from '../../machines/qa/record/recording'
import { firstDivergence } from '../../machines/qa/replay/replay'
import { machines } from '../../machines/qa/machines'
import { coverage, reachedBy } from './coverage'
import { readRecording, Unreadable } from './files'

/** The recordings that are kept with the code: one of each flow, named for it. */
export const storedFolder = 'tests/flows'

/** Every machine of the app is a flow, whether a person opens it or a page begins with it. */
export const flowNames = coverage(new Set()).map(({ name }) => name)

export const storedPath = (flow: string) => join(storedFolder, `${flow}.flow.json`)

/** Whether the recording of a flow still is one of that machine and replays to its states. */
export function isUpToDate(flow: string): boolean {
  try {
    const recording = readRecording(storedPath(flow))
    const machine = machines[flow]
    return (
      machine !== undefined &&
      machineVersion(machine) === recording.machines[flow] &&
      firstDivergence(recording, machines) === undefined
    )
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}

/** Bytes that a recording which is kept should not be larger than. */
const large = 60_000

interface Candidate {
  path: string
  recording: Recording
  size: number
  reached: ReadonlySet<string>
}

/** Reads recordings, of which {@link choose} chooses. */
export const candidatesOf = (paths: readonly string[]): Candidate[] =>
  paths.map((path) => {
    const recording = readRecording(path)
    return { path, recording, size: statSync(path).size, reached: reachedBy(recording) }
  })

/**
 * The recording that comes to most of a flow and is not large, the shorter of two that come to as much; where all are
 * large, the smallest.
 */
export function choose(flow: string, candidates: readonly Candidate[]): Recording | undefined {
  const machine = coverage(new Set()).find(({ name }) => name === flow)
  const parts = machine ? [...machine.states.unreached, ...machine.steps.unreached] : []
  const [best] = candidates
    .map((candidate) => ({ ...candidate, gain: parts.filter((part) => candidate.reached.has(part)).length }))
    .filter(({ gain }) => gain > 0)
    .toSorted(
      (a, b) =>
        Math.max(a.size, large) - Math.max(b.size, large) ||
        b.gain - a.gain ||
        a.recording.events.length - b.recording.events.length ||
        (a.path < b.path ? -1 : 1),
    )
  return best?.recording
}
