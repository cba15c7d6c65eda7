import { assign, setup } from 'xstate'

export interface ToastInput {
  kind: 'success' | 'error'
  message: string
  /** The flow that takes back what the message tells, if a person says so (WF-05). */
  undo?: { flowId: string } | undefined
  /** The flow that says it: when it has done something, that takes the place of the failures that it has told of (GE-16). */
  flowId?: string | undefined
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
  /** The same was said again. */
  | { type: 'toast.repeat' }
  | { type: 'toast.undo' }

/** Pixels to the side at which a released toast goes away (KO-01). */
const swipeThreshold = 45

/**
 * One message, which goes away by itself unless a person points at it or drags it (KO-01). One that can be undone stands
 * for as long as its flow waits for that, whoever points at it (WF-05).
 */
export const toastMachine = setup({
  types: { input: {} as ToastInput, context: {} as Context, events: {} as ToastEvent },
  actions: {
    move: assign({ offset: (_, params: { offset: number }) => params.offset }),
    moveBack: assign({ offset: 0 }),
    undo: (_, _params: ToastInput) => {},
  },
  guards: {
    isSwipedAway: ({ context }) => Math.abs(context.offset) >= swipeThreshold,
    hasUndo: ({ context }) => context.undo !== undefined,
    hasNoUndo: ({ context }) => context.undo === undefined,
  },
  delays: { toastDuration: 4_000, undoPeriod: 10_000 },
}).createMachine({
  id: 'toast',
  context: ({ input }) => ({ ...input, offset: 0 }),
  initial: 'visible',
  on: {
    'toast.dismiss': '.dismissed',
    'toast.undo': { target: '.dismissed', actions: { type: 'undo', params: ({ context }) => context } },
  },
  after: { undoPeriod: { guard: 'hasUndo', target: '.dismissed' } },
  states: {
    visible: {
      on: { 'toast.hold': 'held', 'toast.repeat': { target: 'visible', reenter: true } },
      after: { toastDuration: { guard: 'hasNoUndo', target: 'dismissed' } },
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
