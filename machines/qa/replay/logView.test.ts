import { expect, test } from 'vitest'
import { emptyLog, withMessages } from './log'
import { begunActors, heardActors, placeAt, statePaths, stateText } from './logView'

const base = (sessionId: string) => ({ _version: '1', id: '1', createdAt: '0', rootId: 'a', sessionId })
const born = (session: string) => ({
  ...base(session),
  type: '@xstate.actor' as const,
  name: session,
  parentId: undefined,
  definition: '{"states":{}}',
  snapshot: { status: 'active' },
})
const takes = (session: string, type: string, sourceId?: string) => ({
  ...base(session),
  type: '@xstate.event' as const,
  event: { type },
  sourceId,
})
const log = withMessages(emptyLog, [
  born('a'),
  takes('a', 'xstate.init'),
  takes('a', 'go'),
  born('b'),
  takes('b', 'xstate.init', 'a'),
  born('c'),
  takes('c', 'xstate.init'),
  takes('b', 'went', 'a'),
])

test('an actor is not there before its first event', () => {
  const names = (position: number | undefined) => begunActors(log, position).map(({ session }) => session)
  expect(names(1)).toEqual(['a'])
  expect(names(2)).toEqual(['a', 'b'])
  expect(names(3)).toEqual(['a', 'b', 'c'])
  expect(names(undefined)).toEqual(['a', 'b', 'c'])
})

test('an actor that neither takes nor sends anything after its beginning is silent', () => {
  expect([...heardActors(log.entries)]).toEqual(['a', 'b'])
})

test('states are paths from the outside in', () => {
  expect(statePaths('editing')).toEqual(['editing'])
  const parallel = { signedIn: { organizations: 'ready', call: { loading: 'again' } } }
  expect(statePaths(parallel)).toEqual(['signedIn.organizations.ready', 'signedIn.call.loading.again'])
  expect(stateText({ status: 'active', state: JSON.stringify(parallel), context: '' })).toBe(
    'signedIn.organizations.ready, signedIn.call.loading.again',
  )
  expect(stateText({ status: 'done', state: '"saved"', context: '' })).toBe('done')
})

test('the chart follows the actor that acts, or stays with the one that was chosen', () => {
  const view = { log, selected: 'a', position: undefined }
  expect(placeAt({ ...view, isFollowing: true }, 4)).toEqual({ position: 4, selected: 'b' })
  expect(placeAt({ ...view, isFollowing: false }, 4)).toEqual({ position: 4, selected: 'a' })
  expect(placeAt({ ...view, isFollowing: true }, 99)).toEqual({ position: 4, selected: 'b' })
})
