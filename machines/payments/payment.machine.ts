import { assign, setup } from 'xstate'
import type { PayableOrder } from '../../contract/orders'
import { promiseActor, withError } from '../actors'

export interface PaymentInput {
  token: string
}
interface Context {
  token: string
  order: PayableOrder | undefined
  error: unknown
}

/** The public payment page, from its token to the order that it shows (RT-03, ER-02). */
export const paymentMachine = setup({
  types: { input: {} as PaymentInput, context: {} as Context },
  actors: { fetchOrder: promiseActor<PayableOrder, { token: string }>('fetchOrder') },
  actions: {
    setOrder: assign({ order: (_, params: { order: PayableOrder }) => params.order }),
    setError: assign({ error: (_, params: { error: unknown }) => params.error }),
    reportError: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'payment',
  context: ({ input }) => ({ token: input.token, order: undefined, error: undefined }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'fetchOrder',
        input: ({ context }) => ({ token: context.token }),
        onDone: { target: 'ready', actions: { type: 'setOrder', params: ({ event }) => ({ order: event.output }) } },
        onError: {
          target: 'failed',
          actions: [withError('setError'), withError('reportError')],
        },
      },
    },
    ready: {},
    // Trying again is asking anew, by another of these.
    failed: {},
  },
})
