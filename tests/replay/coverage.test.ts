import { expect, test } from 'vitest'
import { coverage, reachedBy } from './coverage'
import { readRecording, recordingsIn } from './files'

/** The newest machines, of which recordings reach a part yet; each leaves this list with its last transition. */
const incomplete = [
  'campaignArchive',
  'campaignCreate',
  'changeFeed',
  'orderAddressEdit',
  'orderCancel',
  'orderNote',
  'productEdit',
  'productImport',
  'productStep',
  'productView',
  'stockAdjust',
]

const reached = new Set(recordingsIn('tests/flows').flatMap((path) => [...reachedBy(readRecording(path))]))
const unreached = coverage(reached)
  .map(({ name, states, steps }) => ({ name, missing: [...states.unreached, ...steps.unreached] }))
  .filter(({ missing }) => missing.length > 0)

test('every state and every transition of every machine is in some recording', () => {
  // A transition that no control sends is to be given one, or to be deleted.
  expect(unreached.filter(({ name }) => !incomplete.includes(name)).flatMap(({ missing }) => missing)).toEqual([])
})

test('a machine whose recordings are complete is no longer named as one that lacks some', () => {
  expect(incomplete.filter((each) => !unreached.some(({ name }) => name === each))).toEqual([])
})
