import { expect, test } from 'vitest'
import type { Recording } from '../../machines/qa/record/recording'
import { statesOf } from './states'

const begin = { type: 'xstate.init' }
const end = { type: 'xstate.stop' }
const actorOf = (session: string) => ({ session, id: 'listCsv', machine: 'listCsv' })

const recorded = (actors: object[], events: object[]) =>
  statesOf({ actors, events: events.map((one, number) => ({ ...one, number })) } as unknown as Recording)

test('a machine that came and went and did nothing is none of those that are compared', () => {
  const second = [
    { actor: 'b', event: begin, state: 'resting' },
    { actor: 'b', event: { type: 'csv.read' }, state: 'reading' },
  ]
  const alone = recorded([actorOf('b')], second)
  const events = [
    { actor: 'a', event: begin, state: 'resting' },
    { actor: 'a', event: end, state: 'resting' },
    ...second,
  ]
  const both = recorded([actorOf('a'), actorOf('b')], events)
  const reached = (states: typeof alone) => [...states].map(([name, all]) => [name, all.map(({ state }) => state)])
  expect(reached(both)).toEqual(reached(alone))
  expect(reached(both)).toEqual([['listCsv 1', ['"resting"', '"reading"']]])
})

test('a machine that is there still is compared, though it has done nothing', () => {
  const states = recorded([actorOf('a')], [{ actor: 'a', event: begin, state: 'resting' }])
  expect([...states.keys()]).toEqual(['listCsv 1'])
})
