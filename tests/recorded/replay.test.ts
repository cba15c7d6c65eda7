import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { machines } from '../../machines/qa/machines'
import { changedMachines, type Divergence, replay } from '../../machines/qa/replay/replay'
import { addReached, coverage } from '../replay/coverage'
import { describe as inWords, readRecording } from '../replay/files'
import { recordingsOfRun } from '../replay/recordedRun'
import { everyWay } from '../everyWay'

/** What the recordings of the run come to. */
const reached = new Set<string>()
let count = 0

/** Replays a recording and adds what it comes to. Returns where the two part, in words, or why it can't be read. */
function partingOf(path: string): string {
  let recording
  try {
    recording = readRecording(path)
  } catch (error) {
    return String(error)
  }
  let divergence: Divergence | undefined
  for (const frame of replay(recording, machines)) {
    count += 1
    addReached(reached, frame)
    divergence ??= frame.divergences[0]
  }
  const changed = changedMachines(recording, machines)
  return divergence ? inWords({ changed, events: 0, divergence }, recording.machines) : ''
}

// Replayed before any test is named: each state or transition that nothing comes to is a test of its own.
const before = process.cpuUsage()
const partings = recordingsOfRun().map((path) => [basename(path, '.flow.json'), partingOf(path)] as const)
const { user, system } = process.cpuUsage(before)
process.stdout.write(
  `${partings.length} recordings, ${count} events replayed in ${((user + system) / 1_000_000).toFixed(1)} processor seconds\n`,
)

test.each(partings)('%s comes to the same states', (_, parting) => {
  expect(parting).toBe('')
})

// Some are only come to by ways that few take.
const all = (everyWay ? coverage(reached) : []).map(({ name, states, steps }) => ({
  name,
  unreached: [...states.unreached, ...steps.unreached],
}))

test.each(all.filter(({ unreached }) => unreached.length === 0).map(({ name }) => name))(
  'every state and every transition of %s is recorded',
  (name) => expect(all.find((one) => one.name === name)?.unreached).toEqual([]),
)

// A transition that no control sends is to be given one, or to be deleted.
test.each(all.flatMap(({ unreached }) => unreached))('%s', () => expect.fail('is in no recording of a browser test'))
