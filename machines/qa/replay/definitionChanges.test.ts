import { expect, test } from 'vitest'
import { definitionChanges } from './definitionChanges'

test('renamed states and guards are named, and what has gone or come', () => {
  const before = {
    states: {
      editing: { on: { submit: { guard: 'isValid', target: 'saving' }, leave: 'closed' } },
      saving: { on: { retry: 'saving' } },
      closed: {},
    },
  }
  const after = {
    states: {
      changing: { on: { submit: [{ guard: { type: 'isFit' }, target: 'saving' }], leave: 'closed' } },
      saving: { on: { retry: { guard: 'isOnline', target: 'saving' }, stop: 'closed' } },
      closed: {},
      failed: {},
    },
  }
  expect(definitionChanges(before, after)).toEqual([
    'The state editing is called changing now.',
    'The state failed is new.',
    'The guard isValid of submit in editing is isFit now.',
    'retry in saving has the guard isOnline now.',
    'stop in saving is taken now.',
  ])
  expect(definitionChanges(before, structuredClone(before))).toEqual([])
})
