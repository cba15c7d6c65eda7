import { assign, setup } from 'xstate'

export interface ToastInput {
  kind: 'success' | 'error'
  message: string
}
interface Context extends ToastInput {
  /** Pixels that it has been dragged to the side. */
  offset: number
}
export type ToastEvent =
  | { type: 'toast.hold' }
  | { type: 'toast.resume' }
  | { type: 'toast.drag'; offset: number }
  | { type: 'toast.dismiss' }

/** Pixels to the side at which a released toast goes away (KO-01). */
export const swipeThreshold = 45

/** One message, which goes away by itself unless a person points at it or drags it (KO-01). */
export const toastMachine = setup({
  types: { input: {} as ToastInput, context: {} as Context, events: {} as ToastEvent },
  actions: {
    move: assign({ offset: (_, params: { offset: number }) => params.offset }),
    moveBack: assign({ offset: 0 }),
  },
  guards: { isSwipedAway: ({ context }) => Math.abs(context.offset) >= swipeThreshold },
  delays: { toastDuration: 4_000 },
}).createMachine({
  id: 'toast',
  context: ({ input }) => ({ ...input, offset: 0 }),
  initial: 'visible',
  on: { 'toast.dismiss': '.dismissed' },
  states: {
    visible: {
      on: { 'toast.hold': 'held' },
      after: { toastDuration: 'dismissed' },
    },
    held: {
      on: {
        'toast.drag': { actions: { type: 'move', params: ({ event }) => ({ offset: event.offset }) } },
        'toast.resume': [
          { guard: 'isSwipedAway', target: 'dismissed' },
          { target: 'visible', actions: 'moveBack' },
        ],
      },
    },
    dismissed: { type: 'final' },
  },
})
