import { expect, test } from 'vitest'
import { cleared, emptyLog, withMessages, withoutPage, withPage } from './log'
import {
  begunActors,
  eventOfActor,
  heardActors,
  numberOf,
  placeAt,
  placeOf,
  statePaths,
  stateText,
  stillSelected,
  withoutHousekeeping,
} from './logView'

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
const numbered = (session: string, number: number) => ({ ...takes(session, 'go'), id: `${number}.event` })
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

test('a page that is loaded anew goes on in the same log, with who acts now', () => {
  const page = (load: string, tab = 't') => ({ load, tab, title: 'Offers', address: '/offers' })
  const first = withMessages(withPage(emptyLog, page('one')), [born('one/a'), takes('one/a', 'xstate.init')])
  const gone = withoutPage(first, 'one', false)
  expect(gone.pages).toMatchObject([{ place: 1, state: 'gone' }])
  const anew = withMessages(withPage(gone, page('two')), [{ ...born('two/a'), name: 'one/a' }])
  expect(anew.entries.map(({ note }) => note)).toEqual([undefined, 'Tab 1 was loaded anew: /offers'])
  expect(begunActors(anew, undefined).map(({ session }) => session)).toEqual(['two/a'])
  expect(begunActors(anew, 0).map(({ session }) => session)).toEqual(['one/a'])
  expect(stillSelected({ log: anew, selected: 'one/a' })).toBe('two/a')
  // A copy of a tab is another one, while the first is there.
  expect(withPage(first, page('two')).pages.map(({ place }) => place)).toEqual([1, 2])
})

test('a log that is cleared keeps who acts, as it is now', () => {
  const now = { status: 'active', value: 'on', context: { count: 2 } }
  const snapshot = { ...base('a'), type: '@xstate.snapshot' as const, event: { type: 'go' }, snapshot: now }
  const ended = {
    ...base('b'),
    type: '@xstate.snapshot' as const,
    event: { type: 'went' },
    snapshot: { status: 'done' },
  }
  const empty = cleared(withMessages(log, [snapshot, ended]))
  expect(empty.entries).toEqual([])
  expect(empty.actors.map(({ session }) => session)).toEqual(['a', 'c'])
  expect(empty.actors[0]).toMatchObject({ begins: 0, first: { state: '"on"', context: '{"count":2}' } })
})

test('what goes on by itself is housekeeping, and so is reading what has not changed', () => {
  const loaded = (context: object) => ({
    ...base('a'),
    type: '@xstate.snapshot' as const,
    event: { type: 'query.loaded' },
    snapshot: { status: 'active', value: 'shown', context },
  })
  const heard = withMessages(log, [
    { ...born('t'), name: 'toast.1' },
    takes('t', 'xstate.init', 'a'),
    takes('a', 'query.loaded'),
    loaded({ rows: 1 }),
    takes('a', 'query.refetch'),
    takes('a', 'query.loaded'),
    loaded({ rows: 1 }),
    takes('a', 'query.loaded'),
    loaded({ rows: 2 }),
  ])
  const types = withoutHousekeeping(heard).flatMap(({ actor, type }) => (actor === 'a' ? type : []))
  expect(types).toEqual(['xstate.init', 'go', 'query.loaded', 'query.loaded'])
  expect(withoutHousekeeping(heard).some(({ actor }) => actor === 't')).toBe(false)
  expect(eventOfActor({ log: heard, selected: 'a', position: 1 }, -1)).toBe(0)
  expect(eventOfActor({ log: heard, selected: 'b', position: undefined }, 1)).toBeUndefined()
  // The only one is shown already, whatever others took since.
  expect(eventOfActor({ log: heard, selected: 't', position: undefined }, -1)).toBeUndefined()
})

test('an event goes by the number that its recording gives it, which may not begin with one', () => {
  const recorded = withMessages(emptyLog, [born('a'), ...[7, 8, 10].map((number) => numbered('a', number))])
  expect(recorded.entries.map(numberOf)).toEqual([7, 8, 10])
  expect([1, 7, 8, 9, 10, 11].map((number) => placeOf(recorded, number))).toEqual([0, 0, 1, 2, 2, undefined])
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
