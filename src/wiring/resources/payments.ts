import { createActor, fromPromise, waitFor } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import { errorMessage } from '../../../contract/client/errors'
import type { PayableOrder } from '../../../contract/orders'
import { paymentMachine } from '../../../machines/payments/payment.machine'
import type { App } from '../app'
import { tap } from '../tap'
import { toastAction } from '../toasts'

/** The order that a payment token opens. A failure shows as a toast and is thrown with its message (ER-02). */
export async function loadPayment({ api, toasts }: App, token: string): Promise<PayableOrder> {
  const machine = paymentMachine.provide({
    actors: {
      fetchOrder: fromPromise(async ({ input, signal }) =>
        answer(await api.reads.orders.getByToken.query({ params: pathParams(input), fetchOptions: { signal } })),
      ),
    },
    actions: { reportError: toastAction(toasts, ({ error }) => ({ kind: 'error', message: errorMessage(error) })) },
  })
  const payment = createActor(machine, { id: 'payment', inspect: tap.observe, input: { token } }).start()
  const { context } = await waitFor(payment, (state) => !state.matches('loading'), { timeout: Infinity })
  payment.stop()
  if (context.order) return context.order
  throw new Error(errorMessage(context.error), { cause: context.error })
}
