import { assign, setup } from 'xstate'
import { promiseActor } from '../actors'

interface Context {
  eventId: string | undefined
  isDrawn: boolean
}
export type OrderHistoryEvent = { type: 'event.choose'; eventId: string } | { type: 'event.leave' }

/** The history of an order beside its statechart, which is drawn when an event is first chosen (OR-04). */
export const orderHistoryMachine = setup({
  types: { context: {} as Context, events: {} as OrderHistoryEvent },
  actors: { drawLife: promiseActor<void>('drawLife') },
  actions: {
    choose: assign((_, { eventId }: { eventId: string }) => ({ eventId })),
    leave: assign({ eventId: undefined }),
    noteDrawn: assign({ isDrawn: true }),
  },
  guards: { isDrawn: ({ context }) => context.isDrawn },
}).createMachine({
  id: 'orderHistory',
  context: { eventId: undefined, isDrawn: false },
  initial: 'plain',
  on: { 'event.leave': { target: '.plain', actions: 'leave' } },
  states: {
    plain: {
      on: {
        'event.choose': [
          { guard: 'isDrawn', target: 'shown', actions: { type: 'choose', params: ({ event }) => event } },
          { target: 'drawing', actions: { type: 'choose', params: ({ event }) => event } },
        ],
      },
    },
    drawing: {
      on: { 'event.choose': { actions: { type: 'choose', params: ({ event }) => event } } },
      invoke: {
        src: 'drawLife',
        onDone: { target: 'shown', actions: 'noteDrawn' },
        onError: 'undrawn',
      },
    },
    // What the order held then is said without the drawing, too.
    undrawn: {
      on: { 'event.choose': { target: 'drawing', actions: { type: 'choose', params: ({ event }) => event } } },
    },
    shown: { on: { 'event.choose': { actions: { type: 'choose', params: ({ event }) => event } } } },
  },
})
