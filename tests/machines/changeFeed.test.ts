import { beforeEach, expect, test } from 'vitest'
import { createActor, fromCallback, setup, SimulatedClock } from 'xstate'
import type { Change } from '../../contract/extensions/change'
import { type ChangeFeedEvent, changeFeedMachine, type NewsEvent } from '../../machines/session/changeFeed.machine'

let clock = new SimulatedClock()
let opened = 0
let say: (event: ChangeFeedEvent) => void = () => {}
let news: NewsEvent[] = []
const offer: Change = { resource: 'offers', id: 'off_1', version: 2, kind: 'updated' }

const feed = changeFeedMachine.provide({
  actors: {
    changeStream: fromCallback(({ sendBack }) => {
      opened += 1
      say = sendBack
    }),
    feedReasons: fromCallback(() => {}),
  },
})
const parent = setup({
  types: { events: {} as NewsEvent },
  actors: { feed },
  actions: { note: (_, { event }: { event: NewsEvent }) => void news.push(event) },
}).createMachine({
  invoke: { src: 'feed', id: 'feed', input: { organizationId: 'org_1' } },
  on: { '*': { actions: { type: 'note', params: ({ event }) => ({ event }) } } },
})

/** Lets time go by in small steps, as a timer that a step starts counts from there. */
function pass(milliseconds: number) {
  for (let passed = 0; passed < milliseconds; passed += 100) clock.increment(100)
}

function start() {
  const actor = createActor(parent, { clock }).start()
  const running = actor.getSnapshot().children['feed']
  return {
    send: (event: ChangeFeedEvent) => running?.send(event),
    snapshot: () => running?.getSnapshot() as ReturnType<typeof feed.getInitialSnapshot>,
  }
}

beforeEach(() => {
  clock = new SimulatedClock()
  opened = 0
  news = []
})

test('LV-01 changes of a moment are told at once and together, and their records are marked for two seconds', () => {
  const { snapshot } = start()
  say({ type: 'stream.open', isResumed: true })
  say({ type: 'stream.change', changes: [offer] })
  clock.increment(150)
  say({ type: 'stream.change', changes: [{ ...offer, id: null }] })
  expect(news).toEqual([])
  clock.increment(50)
  expect(news).toEqual([{ type: 'news.hear', changes: [offer, { ...offer, id: null }] }])
  expect(snapshot().context).toMatchObject({ gathered: [], marked: ['off_1'] })
  clock.increment(2_000)
  expect(snapshot().context.marked).toEqual([])
})

test('LV-01 all is read again when the channel could not go on where it was, and when too much happened', () => {
  start()
  say({ type: 'stream.open', isResumed: false })
  say({ type: 'stream.resync' })
  expect(news).toEqual([{ type: 'news.miss' }, { type: 'news.miss' }])
})

test('LV-01 a lost channel is opened again, later each time; from the third failure on all is read every ten seconds', () => {
  start()
  for (const wait of [1_000, 2_000]) {
    say({ type: 'stream.lost' })
    const before = opened
    pass(wait - 100)
    expect(opened).toBe(before)
    pass(100)
    expect(opened).toBe(before + 1)
  }
  say({ type: 'stream.lost' })
  pass(9_900)
  expect(news).toEqual([])
  pass(100)
  expect(news).toEqual([{ type: 'news.miss' }])
  pass(10_000)
  expect(news).toHaveLength(2)
  // It is opened a fourth time in vain, and a fifth time it works: nobody polls any more.
  pass(2_100)
  say({ type: 'stream.open', isResumed: true })
  pass(60_000)
  expect(news).toHaveLength(2)
})

test('LV-01 SE-03 a channel that the server ended has all read again at once, which says who is signed out', () => {
  start()
  say({ type: 'stream.open', isResumed: true })
  say({ type: 'stream.ended' })
  expect(news).toEqual([{ type: 'news.miss' }])
  pass(1_000)
  expect(opened).toBe(2)
})

test('LV-01 a channel that opens and is cut at once is no channel; one that holds is forgiven', () => {
  const { snapshot } = start()
  say({ type: 'stream.open', isResumed: true })
  clock.increment(100)
  say({ type: 'stream.lost' })
  expect(snapshot().context.failures).toBe(1)
  clock.increment(1_000)
  say({ type: 'stream.open', isResumed: true })
  clock.increment(10_000)
  expect(snapshot().context.failures).toBe(0)
})

test('LV-01 GE-10 nobody listens or polls while nobody sees it, nor where there is no such channel', () => {
  const { send, snapshot } = start()
  for (const wait of [1_000, 2_000, 4_000]) {
    say({ type: 'stream.lost' })
    clock.increment(wait)
  }
  send({ type: 'feed.pause' })
  const before = [opened, news.length]
  clock.increment(60_000)
  expect([opened, news.length]).toEqual(before)
  send({ type: 'feed.resume' })
  expect(opened).toBe(Number(before[0]) + 1)
  say({ type: 'stream.unavailable' })
  clock.increment(600_000)
  expect(opened).toBe(Number(before[0]) + 1)
  expect(snapshot().matches({ channel: 'unavailable', fallback: 'resting' })).toBe(true)
})
