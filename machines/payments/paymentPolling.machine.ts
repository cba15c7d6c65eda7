import { assign, sendParent, setup } from 'xstate'
import { promiseActor, withError } from '../actors'
import { isLinkGone, type PaymentRead } from './paymentRead'

export interface PaymentPollingInput {
  token: string
  /** Whether somebody waits for what comes next; else it is only to be noticed some time. */
  isAwaited: boolean
}
interface Context extends PaymentPollingInput {
  failures: number
}

/** Asks again and again how far a payment is, for the payment page that began it. */
export const paymentPollingMachine = setup({
  types: { input: {} as PaymentPollingInput, context: {} as Context, events: {} as { type: 'payment.look' } },
  actors: { fetchPayment: promiseActor<PaymentRead, { token: string }>('fetchPayment') },
  actions: {
    tellPayment: sendParent((_, { read }: { read: PaymentRead }) => ({ type: 'payment.read', read })),
    tellGone: sendParent((_, { error }: { error: unknown }) => ({ type: 'payment.gone', error })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
  guards: { isLinkGone: (_, { error }: { error: unknown }) => isLinkGone(error) },
  delays: { pollInterval: ({ context }) => (context.isAwaited ? 1_500 : 15_000) },
}).createMachine({
  id: 'paymentPolling',
  context: ({ input }) => ({ ...input, failures: 0 }),
  initial: 'waiting',
  states: {
    waiting: {
      after: { pollInterval: 'reading' },
      // The customer has come back to the page.
      on: { 'payment.look': 'reading' },
    },
    reading: {
      invoke: {
        src: 'fetchPayment',
        input: ({ context }) => ({ token: context.token }),
        onDone: {
          target: 'waiting',
          actions: { type: 'tellPayment', params: ({ event }) => ({ read: event.output }) },
        },
        onError: [
          { guard: withError('isLinkGone'), target: 'waiting', actions: withError('tellGone') },
          { target: 'waiting', actions: 'countFailure' },
        ],
      },
    },
  },
})
