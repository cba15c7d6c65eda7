import { expect, test } from 'vitest'
import { emptyLog, withMessages } from './log'
import { splitsOf, splitText } from './split'

const base = (sessionId: string) => ({ _version: '1', id: '1', createdAt: '0', rootId: 'a', sessionId })
const born = (session: string, name: string) => ({
  ...base(session),
  type: '@xstate.actor' as const,
  name,
  parentId: undefined,
  definition: '{"states":{}}',
  snapshot: { status: 'active' },
})
const took = (session: string, type: string, value: string) => [
  { ...base(session), type: '@xstate.event' as const, event: { type }, sourceId: undefined },
  { ...base(session), type: '@xstate.snapshot' as const, event: { type }, snapshot: { status: 'active', value } },
]

test('two recordings are compared machine by machine, whatever the order of answers, up to the first split', () => {
  const actors = [born('a', 'offerEdit.0'), born('b', 'table')]
  const good = withMessages(emptyLog, [
    ...actors,
    ...took('a', 'submit', 'saving'),
    ...took('b', 'query.loaded', 'shown'),
    ...took('a', 'done', 'saved'),
    ...took('b', 'sort', 'sorted'),
  ])
  const bad = withMessages(emptyLog, [
    ...actors.map((actor) => (actor.sessionId === 'a' ? { ...actor, name: 'offerEdit.4' } : actor)),
    ...took('b', 'query.loaded', 'shown'),
    ...took('a', 'submit', 'saving'),
    ...took('a', 'done', 'failed'),
  ])
  const [split] = splitsOf(bad, good)
  expect([split?.actor, splitText(split?.here), splitText(split?.there)]).toEqual([
    'offerEdit 1',
    'done, then failed',
    'done, then saved',
  ])
  expect(splitsOf(good, good)).toEqual([])
})

test('where one recording lacks an event, what came there instead is shown, and nothing where it had just ended', () => {
  const steps = [took('a', 'open', 'asking'), took('a', 'submit', 'deleting'), took('a', 'done', 'deleted')]
  const of = (left: typeof steps) => withMessages(emptyLog, [born('a', 'recordDelete.0'), ...left.flat()])
  const texts = (here: typeof steps, there: typeof steps) =>
    splitsOf(of(here), of(there)).map((split) => [splitText(split.here), split.here?.index, splitText(split.there)])
  const holed = steps.toSpliced(1, 1)
  expect(texts(holed, steps)).toEqual([['done, then deleted', 1, 'submit, then deleting']])
  expect(texts(steps, holed)).toEqual([['submit, then deleting', 1, 'done, then deleted']])
  expect(texts(steps.slice(0, 2), steps)).toEqual([['nothing more', undefined, 'done, then deleted']])
})
