import { assign, setup } from 'xstate'
import { callbackActor, promiseActor } from '../actors'
import { backOff } from '../backOff'

interface Context {
  /** When the server was last heard, in milliseconds since 1970; null before the first answer. */
  readAt: number | null
  /** How often in a row the server gave no answer to the question whether it is there. */
  failures: number
}
/** What was read last, as whoever tells of a loss knows it. */
type Loss = Pick<Context, 'readAt'>
export type ConnectionEvent =
  /** The browser has no network. */
  | ({ type: 'connection.lost' } & Loss)
  | { type: 'connection.found' }
  /** A request got no answer at all. */
  | ({ type: 'request.unanswered' } & Loss)
  | { type: 'request.answered' }

/** Whether the server can be reached (GE-10). One lost request proves nothing, so it is asked before a person is told. */
export const connectionMachine = setup({
  types: { context: {} as Context, events: {} as ConnectionEvent, tags: {} as 'away' },
  actors: {
    browserNetwork: callbackActor('browserNetwork'),
    askServer: promiseActor('askServer'),
  },
  actions: {
    setReadAt: assign({ readAt: (_, { readAt }: Loss) => readAt }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    goOn: () => {},
  },
  delays: { probeInterval: ({ context }) => backOff(context.failures) },
}).createMachine({
  id: 'connection',
  context: { readAt: null, failures: 0 },
  invoke: { src: 'browserNetwork', id: 'browserNetwork' },
  initial: 'online',
  on: {
    'connection.lost': { target: '.offline', actions: { type: 'setReadAt', params: ({ event }) => event } },
  },
  states: {
    online: {
      entry: 'forgetFailures',
      on: {
        'request.unanswered': { target: 'doubted', actions: { type: 'setReadAt', params: ({ event }) => event } },
      },
    },
    doubted: {
      invoke: { src: 'askServer', onDone: 'online', onError: { target: 'unreachable', actions: 'countFailure' } },
      on: { 'request.answered': 'online' },
    },
    offline: {
      tags: 'away',
      on: {
        'connection.found': { target: 'online', actions: 'goOn' },
        // The browser may know of no network, and a server on the same machine still answers.
        'request.answered': { target: 'online', actions: 'goOn' },
      },
    },
    unreachable: {
      tags: 'away',
      initial: 'waiting',
      on: { 'request.answered': { target: 'online', actions: 'goOn' } },
      states: {
        waiting: { after: { probeInterval: 'asking' }, on: { 'connection.found': 'asking' } },
        asking: {
          invoke: {
            src: 'askServer',
            onDone: { target: '#connection.online', actions: 'goOn' },
            onError: { target: 'waiting', actions: 'countFailure' },
          },
        },
      },
    },
  },
})
