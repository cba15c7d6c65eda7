import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRecording } from './files'
import { flowNames, storedFolder, storedPath } from './stored'

test('every flow has a recording of its name, and nothing else is kept', () => {
  const expected = flowNames.map((flow) => `${flow}.flow.json`)
  // npm run flows makes those that are missing.
  expect(readdirSync(storedFolder).toSorted()).toEqual(expected.toSorted())
})

test('the recording of a flow is one in which its machine takes part', () => {
  const others = flowNames.filter((flow) => {
    const { actors } = readRecording(storedPath(flow))
    return !actors.some(({ machine }) => machine === flow)
  })
  expect(others).toEqual([])
})
