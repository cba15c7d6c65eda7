import { expect, test } from 'vitest'
import { createReceived, parseFromPage } from './channel'

const base = (id: string) => ({ _version: '1', id, createdAt: '0', rootId: 'a', sessionId: 'a' })
const event = (number: number) => ({
  ...base(`${number}.event`),
  type: '@xstate.event' as const,
  event: { type: 'go' },
  sourceId: 'b',
})
const snapshot = (number: number) => ({
  ...base(`${number}.snapshot`),
  type: '@xstate.snapshot' as const,
  event: { type: 'go' },
  snapshot: { status: 'active' },
})

test('what a page tells twice is heard once, and pages that name their actors alike are told apart', () => {
  const received = createReceived()
  const first = [event(1), snapshot(1), event(2), snapshot(2)]
  expect(received('one', first)).toHaveLength(4)
  expect(received('one', [...first, event(3), snapshot(3)]).map(({ id }) => id)).toEqual([
    'one/3.event',
    'one/3.snapshot',
  ])
  expect(received('two', [event(1)])).toMatchObject([{ id: 'two/1.event', sessionId: 'two/a', sourceId: 'two/b' }])
})

test('what is no message of a page is not heard', () => {
  for (const data of [
    'hello',
    null,
    { kind: 'page' },
    { kind: 'messages', load: '', messages: [] },
    { kind: 'open' },
  ]) {
    expect(parseFromPage(data)).toBeUndefined()
  }
})
