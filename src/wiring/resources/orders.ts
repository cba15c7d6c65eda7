import { createActor, fromPromise, waitFor } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import { errorMessage } from '../../../contract/client/errors'
import type { OrderRecord, PayableOrder } from '../../../contract/orders'
import { paymentMachine } from '../../../machines/payments/payment.machine'
import type { Api } from '../api'
import type { App } from '../app'
import type { Read } from '../cache'
import { type ActorsOf, upon } from '../effects'
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

/** One order with all that belongs to it (OR-02). */
export const readOrder = ({ reads }: Api, orderId: string): Read<OrderRecord> => ({
  key: ['orders', 'record', orderId],
  fetch: async (signal) =>
    answer(await reads.orders.get.query({ params: pathParams({ orderId }), fetchOptions: { signal } })).data,
})

const ofOrder = (orderId: string) => ({ params: pathParams({ orderId }) })

export const orderActors = ({
  client,
}: Api): ActorsOf<'orderAddressEdit'> & ActorsOf<'orderCancel'> & ActorsOf<'orderNote'> => ({
  saveOrderAddress: fromPromise(async ({ input: { id, version, fields } }) => {
    await client.orders.updateAddress({ ...ofOrder(id), ...upon(version), body: fields })
  }),
  cancelOrder: fromPromise(async ({ input: { id, values } }) => {
    await client.orders.cancel({ ...ofOrder(id), body: values })
  }),
  writeOrderNote: fromPromise(async ({ input: { id, key, values } }) => {
    await client.orders.addNote({ ...ofOrder(id), headers: { 'idempotency-key': key }, body: values })
  }),
})
