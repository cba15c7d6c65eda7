import { expect, test } from 'vitest'
import { emptyLog, withMessages } from './log'
import { spentIn, spentText } from './spent'

const at = (time: number) => ({ _version: '1', id: '1', createdAt: String(time), rootId: 'a', sessionId: 'a' })
const definition = JSON.stringify({ id: 'lamp', initial: 'off', states: { off: {}, on: {} } })
const took = (time: number, type: string, value: string) => [
  { ...at(time), type: '@xstate.event' as const, event: { type }, sourceId: undefined },
  { ...at(time), type: '@xstate.snapshot' as const, event: { type }, snapshot: { status: 'active', value } },
]

test('visits and time spent are counted for each state, up to the event that is looked at', () => {
  const snapshot = { status: 'active', value: 'off' }
  const log = withMessages(emptyLog, [
    { ...at(0), type: '@xstate.actor', name: 'lamp', parentId: undefined, definition, snapshot },
    ...took(0, 'xstate.init', 'off'),
    ...took(400, 'press', 'on'),
    ...took(1_000, 'press', 'off'),
    ...took(3_000, 'look', 'off'),
    ...took(3_100, 'press', 'on'),
  ])
  const [lamp] = log.actors
  if (!lamp) throw new Error('There is no lamp')
  const texts = (position: number) =>
    Object.fromEntries([...spentIn(log, lamp, position)].map(([id, spent]) => [id, spentText(spent)]))
  expect(texts(4)).toEqual({ lamp: '1 ×, 3.1 s', 'lamp.off': '2 ×, 2.5 s', 'lamp.on': '2 ×, 600 ms' })
  expect(texts(1)).toEqual({ lamp: '1 ×, 400 ms', 'lamp.off': '1 ×, 400 ms', 'lamp.on': '1 ×, 0 ms' })
})
