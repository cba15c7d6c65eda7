import { createActor, fromPromise, waitFor } from 'xstate'
import type { PayableOrder } from '../../contract/orders'
import { errorMessage } from '../../contract/client/errors'
import { paymentMachine } from '../../machines/payment.machine'
import type { App } from './app'
import { tap } from './tap'

/** The order that a payment token opens. A failure shows as a toast and is thrown with its message (ER-02). */
export async function loadPayment({ queries, toast }: App, token: string): Promise<PayableOrder> {
  const machine = paymentMachine.provide({
    actors: { fetchOrder: fromPromise<PayableOrder, { token: string }>(({ input }) => queries.order(input.token)) },
    actions: { reportError: (_, { error }) => toast('error', errorMessage(error)) },
  })
  const payment = createActor(machine, { id: 'payment', inspect: tap.observe, input: { token } }).start()
  const { context } = await waitFor(payment, (state) => !state.matches('loading'), { timeout: Infinity })
  payment.stop()
  if (context.order) return context.order
  throw new Error(errorMessage(context.error), { cause: context.error })
}
