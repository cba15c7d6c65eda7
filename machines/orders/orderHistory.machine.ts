import { assign, setup } from 'xstate'
import { promiseActor } from '../actors'

interface Context {
  eventId: string | undefined
  isDrawn: boolean
}
export type OrderHistoryEvent =
  | { type: 'event.choose'; eventId: string }
  | { type: 'event.leave' }
  | { type: 'chart.show' }
  | { type: 'chart.hide' }

/** The history of an order; its statechart is drawn for whoever asks for it (OR-04). */
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
  on: {
    'event.choose': { actions: { type: 'choose', params: ({ event }) => event } },
    'event.leave': { target: '.plain', actions: 'leave' },
  },
  states: {
    plain: {
      on: { 'chart.show': [{ guard: 'isDrawn', target: 'shown' }, { target: 'drawing' }] },
    },
    drawing: {
      on: { 'chart.hide': 'plain' },
      invoke: {
        src: 'drawLife',
        onDone: { target: 'shown', actions: 'noteDrawn' },
        onError: 'undrawn',
      },
    },
    undrawn: { on: { 'chart.show': 'drawing' } },
    shown: { on: { 'chart.hide': 'plain' } },
  },
})
