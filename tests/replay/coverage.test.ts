import { expect, test } from 'vitest'
import { coverage, reachedBy } from './coverage'
import { readRecording, recordingsIn } from './files'

test('every state and every transition of every machine is in some recording', () => {
  const reached = new Set(recordingsIn('tests/flows').flatMap((path) => [...reachedBy(readRecording(path))]))
  // A transition that no control sends is to be given one, or to be deleted.
  expect(coverage(reached).flatMap(({ states, steps }) => [...states.unreached, ...steps.unreached])).toEqual([])
})
