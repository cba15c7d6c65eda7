import { assign, type EventObject, raise, sendParent, setup } from 'xstate'
import type { Change } from '../../contract/extensions/change'
import { callbackActor } from '../actors'

export interface ChangeFeedInput {
  organizationId: string | undefined
}
interface Context extends ChangeFeedInput {
  /** How often in a row the channel could not be opened, or did not hold. */
  failures: number
  /** Heard in the last moments, and not told yet. */
  gathered: readonly Change[]
  /** The records that have just changed. */
  marked: readonly string[]
}
export type ChangeFeedEvent =
  /** Nobody can see what changes, or nobody can be asked; then it is over. */
  | { type: 'feed.pause' }
  | { type: 'feed.resume' }
  /** The channel is open; resumed, it tells what happened since it was last. */
  | { type: 'stream.open'; isResumed: boolean }
  | { type: 'stream.change'; changes: readonly Change[] }
  /** More has happened than can be told. */
  | { type: 'stream.resync' }
  | { type: 'stream.lost' }
  /** The session is over, or the person has left the organization. */
  | { type: 'stream.ended' }
  /** This backend has no such channel. */
  | { type: 'stream.unavailable' }
  | { type: 'fallback.begin' }
  | { type: 'records.mark'; ids: readonly string[] }

/** What the feed tells the workspace. */
export type NewsEvent =
  | { type: 'news.hear'; changes: readonly Change[] }
  /** Nobody knows what has changed, so whatever is on the screen is read again. */
  | { type: 'news.miss' }

/** Milliseconds before the channel is opened again: doubled from the first to the longest. */
const firstWait = 1_000
const longestWait = 30_000
/** As often the channel fails before what is on the screen is read again and again instead. */
const failuresBeforePolling = 3

/** Hears of what others change in the organization, so that what is on the screen is read again (LV-01, GE-09). */
export const changeFeedMachine = setup({
  types: { input: {} as ChangeFeedInput, context: {} as Context, events: {} as ChangeFeedEvent },
  actors: {
    changeStream: callbackActor<EventObject, ChangeFeedInput>('changeStream'),
    feedReasons: callbackActor('feedReasons'),
  },
  actions: {
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    gather: assign({
      gathered: ({ context }, { changes }: { changes: readonly Change[] }) => [...context.gathered, ...changes],
    }),
    tellGathered: sendParent(({ context }: { context: Context }) => ({
      type: 'news.hear',
      changes: context.gathered,
    })),
    markGathered: raise(({ context }: { context: Context }) => ({
      type: 'records.mark' as const,
      ids: context.gathered.flatMap(({ id }) => (id === null ? [] : [id])),
    })),
    forgetGathered: assign({ gathered: [] }),
    tellMissed: sendParent({ type: 'news.miss' }),
    beginFallback: raise({ type: 'fallback.begin' }),
    setMarked: assign({ marked: (_, { ids }: { ids: readonly string[] }) => ids }),
    clearMarked: assign({ marked: [] }),
  },
  guards: {
    isResumed: (_, { isResumed }: { isResumed: boolean }) => isResumed,
    failsAgain: ({ context }) => context.failures + 1 >= failuresBeforePolling,
  },
  delays: {
    /** In which changes are gathered, so that many at once are read once. */
    mergeDelay: 200,
    reopenDelay: ({ context }) => Math.min(firstWait * 2 ** (context.failures - 1), longestWait),
    openTimeout: 10_000,
    /** As long a channel has to hold before its failures are forgotten. */
    settleTime: 10_000,
    pollInterval: 10_000,
    markDuration: 2_000,
  },
}).createMachine({
  id: 'changeFeed',
  context: ({ input }) => ({ ...input, failures: 0, gathered: [], marked: [] }),
  invoke: { src: 'feedReasons', id: 'feedReasons' },
  type: 'parallel',
  states: {
    channel: {
      initial: 'listening',
      states: {
        listening: {
          invoke: { src: 'changeStream', id: 'changeStream', input: ({ context }) => context },
          on: {
            'feed.pause': 'paused',
            'stream.unavailable': 'unavailable',
            'stream.lost': [
              { guard: 'failsAgain', target: 'waiting', actions: ['countFailure', 'beginFallback'] },
              { target: 'waiting', actions: 'countFailure' },
            ],
            // What is read says whether the person is signed out.
            'stream.ended': { target: 'waiting', actions: ['countFailure', 'tellMissed'] },
          },
          initial: 'connecting',
          states: {
            connecting: {
              on: {
                'stream.open': [
                  { guard: { type: 'isResumed', params: ({ event }) => event }, target: 'live' },
                  { target: 'live', actions: 'tellMissed' },
                ],
              },
              after: {
                openTimeout: [
                  {
                    guard: 'failsAgain',
                    target: '#changeFeed.channel.waiting',
                    actions: ['countFailure', 'beginFallback'],
                  },
                  { target: '#changeFeed.channel.waiting', actions: 'countFailure' },
                ],
              },
            },
            live: {
              on: { 'stream.resync': { actions: 'tellMissed' } },
              after: { settleTime: { actions: 'forgetFailures' } },
            },
          },
        },
        waiting: { after: { reopenDelay: 'listening' }, on: { 'feed.pause': 'paused' } },
        paused: { on: { 'feed.resume': 'listening' } },
        // A backend of the core calls alone: whatever asks again by itself does so as ever (GE-11).
        unavailable: {},
      },
    },
    fallback: {
      initial: 'resting',
      states: {
        resting: { on: { 'fallback.begin': 'polling' } },
        polling: {
          after: { pollInterval: { target: 'polling', reenter: true, actions: 'tellMissed' } },
          on: { 'stream.open': 'resting', 'feed.pause': 'resting', 'stream.unavailable': 'resting' },
        },
      },
    },
    news: {
      initial: 'quiet',
      states: {
        quiet: {
          on: { 'stream.change': { target: 'gathering', actions: { type: 'gather', params: ({ event }) => event } } },
        },
        gathering: {
          on: { 'stream.change': { actions: { type: 'gather', params: ({ event }) => event } } },
          after: { mergeDelay: { target: 'quiet', actions: ['tellGathered', 'markGathered', 'forgetGathered'] } },
        },
      },
    },
    marks: {
      initial: 'none',
      on: { 'records.mark': { target: '.shown', actions: { type: 'setMarked', params: ({ event }) => event } } },
      states: { none: {}, shown: { after: { markDuration: { target: 'none', actions: 'clearMarked' } } } },
    },
  },
})
