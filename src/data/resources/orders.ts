import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { OrderPayments } from '../../../contract/extensions/payments'
import type { PaymentLinkMade } from '../../../contract/paymentLinks'
import type { LinkAsked } from '../../../machines/orders/paymentLink.machine'
import type { Api } from '../api'
import { type Read, readAgain } from '../cache'
import { upon } from '../../../contract/versions'
import { type ActorsOf } from '../flowActors'

/** One order with all that belongs to it (OR-02). */
export const readOrder = ({ extended }: Api, orderId: string): Read<OrderRecord> => ({
  key: ['orders', 'record', orderId],
  fetch: async (signal) => {
    const { reads } = await extended('orders')
    return answer(await reads.orders.get.query({ params: pathParams({ orderId }), fetchOptions: { signal } })).data
  },
})

/** What an order's payments are made of; its id is not the order's, as it is another record. */
export type ReadOrderPayments = OrderPayments & { id: string }

/** The newest link of an order, its attempts and its refunds; read again with the order (LV-02). */
export const readOrderPayments = ({ extended }: Api, orderId: string): Read<ReadOrderPayments> => ({
  key: ['orders', 'record', orderId, 'payments'],
  fetch: async (signal) => {
    const { reads } = await extended('orders')
    const params = pathParams({ orderId })
    const { data } = answer(await reads.orders.payments.query({ params, fetchOptions: { signal } }))
    return { ...data, id: `payments of ${orderId}` }
  },
})

/** The addresses of the links that this page has made: told once, and secrets that no machine knows. */
const linkUrls = new Map<string, string>()
export const linkUrlOf = (linkId: string | null | undefined) => linkUrls.get(linkId ?? '')

/** Takes out of the clipboard what may be the link of another order. */
async function emptyClipboard(): Promise<void> {
  try {
    await navigator.clipboard.writeText('')
  } catch {
    // A browser that forbids it, or has none, says so when the new one is copied.
  }
}

/** How links are made and ended. */
interface LinkCalls {
  /** What is read again then. */
  resource: string
  create: (asked: LinkAsked) => Promise<Pick<PaymentLinkMade, 'id' | 'linkUrl'>>
  end: (asked: { orderId: string }) => Promise<void>
}

/** The real actors of a payment link. */
export const linkActors = ({ queryClient }: Api, { resource, create, end }: LinkCalls) => ({
  createLink: fromPromise<{ linkId: string }, LinkAsked>(async ({ input }) => {
    // Who asked for this one, and does not get it, is not to paste another customer's.
    if (!input.mail) await emptyClipboard()
    const { id, linkUrl } = await create(input)
    linkUrls.set(id, linkUrl)
    void readAgain(queryClient, resource).catch(() => undefined)
    return { linkId: id }
  }),
  copyLink: fromPromise<void, { linkId: string }>(({ input }) =>
    // Where pages are not secure a browser has no clipboard.
    navigator.clipboard.writeText(linkUrlOf(input.linkId) ?? ''),
  ),
  endLink: fromPromise<void, { orderId: string }>(async ({ input }) => {
    await end(input)
    void readAgain(queryClient, resource).catch(() => undefined)
  }),
})
export type LinkActors = ReturnType<typeof linkActors>

/** The same of an order's. */
export const paymentLinkActors = (api: Api): LinkActors =>
  linkActors(api, {
    resource: 'orders',
    create: async ({ orderId, mail, gatewayInstanceId }) => {
      const { client } = await api.extended('orders')
      const body = { mail, ...(gatewayInstanceId !== undefined && { gatewayInstanceId }) }
      const link = { ...ofOrder(orderId), body }
      return answer(await api.createOnce(link, (keyed) => client.orders.createPaymentLink({ ...link, ...keyed }))).data
    },
    end: async ({ orderId }) => {
      const { client } = await api.extended('orders')
      await client.orders.endPaymentLink({ ...ofOrder(orderId), body: {} })
    },
  })

const ofOrder = (orderId: string) => ({ params: pathParams({ orderId }) })

export const orderActors = ({
  extended,
  createOnce,
}: Api): ActorsOf<'orderAddressEdit'> & ActorsOf<'orderCancel'> & ActorsOf<'orderNote'> & ActorsOf<'orderRefund'> => ({
  refundOrder: fromPromise(async ({ input: { id, version, request }, signal }) => {
    const { client } = await extended('orders')
    const refund = { ...ofOrder(id), body: request }
    // The version is no part of what is asked for: what was asked for before is answered as it was.
    const send = (keyed: { headers?: object }) =>
      client.orders.refund({ ...refund, headers: { ...keyed.headers, ...upon(version).headers } })
    await createOnce(refund, send, signal)
  }),
  saveOrderAddress: fromPromise(async ({ input: { id, version, fields } }) => {
    const { client } = await extended('orders')
    await client.orders.updateAddress({ ...ofOrder(id), ...upon(version), body: fields })
  }),
  cancelOrder: fromPromise(async ({ input: { id, values, refund }, signal }) => {
    const { client } = await extended('orders')
    const cancelled = { ...ofOrder(id), body: { ...values, ...(refund && { refund }) } }
    await createOnce(cancelled, (keyed) => client.orders.cancel({ ...cancelled, ...keyed }), signal)
  }),
  writeOrderNote: fromPromise(async ({ input: { id, values }, signal }) => {
    const { client } = await extended('orders')
    const note = { ...ofOrder(id), body: values }
    await createOnce(note, (keyed) => client.orders.addNote({ ...note, ...keyed }), signal)
  }),
})
