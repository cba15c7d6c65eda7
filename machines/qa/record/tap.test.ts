import { expect, test } from 'vitest'
import { createActor, fromCallback, setup } from 'xstate'
import { Tap } from './tap'

test('whatever a child gets of its parent names the parent, its end as well', () => {
  const tap = new Tap()
  const machine = setup({ actors: { source: fromCallback(() => {}) } }).createMachine({
    id: 'parent',
    initial: 'on',
    states: { on: { invoke: { src: 'source', id: 'child' }, on: { end: 'off' } }, off: {} },
  })
  const parent = createActor(machine, { inspect: tap.observe }).start()
  parent.send({ type: 'end' })
  const { events, actors } = tap.recent()
  const child = actors.find(({ id }) => id === 'child')?.session
  const heard = events.filter(({ actor }) => actor === child)
  expect(heard.map(({ event, source }) => [event.type, source])).toEqual([
    ['xstate.init', parent.sessionId],
    ['xstate.stop', parent.sessionId],
  ])
})
