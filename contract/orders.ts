import * as z from 'zod/mini'
import { address } from './addresses'
import { routes } from './client/tsRest'
import { corePublic, id, shownNumber, shownText, token } from './schemas'
import { version } from './versions'

/** A line of an order, as its customer sees it. */
export const orderItem = z.object({
  id: shownText,
  name: shownText,
  quantity: shownNumber,
  unitPrice: shownNumber,
  total: shownNumber,
})

/** An order as its lists show it. Only the id is demanded of a backend (AP-03). Amounts are major units of `currency`. */
export const order = z.object({
  id,
  number: z.nullish(z.union([z.string(), z.number()])),
  campaignId: shownText,
  campaignName: shownText,
  customerId: shownText,
  customerName: shownText,
  agentId: shownText,
  agentName: shownText,
  subtotal: shownNumber,
  shippingTotal: shownNumber,
  /** On top of the prices or within them, as `pricesIncludeTax` of the order says. */
  taxTotal: shownNumber,
  total: shownNumber,
  paidTotal: shownNumber,
  refundedTotal: shownNumber,
  currency: shownText,
  paymentStatus: shownText,
  fulfillmentStatus: shownText,
  status: shownText,
  /** Of the newest charge. */
  gatewayInstanceId: shownText,
  /** `soon` while it can be paid by a link that ends within the hour, and nobody is paying. */
  linkEnds: shownText,
  /** `declined` while it is unpaid and its newest payment was declined. */
  lastAttempt: shownText,
  /** How far its customer has come with its payment links: `made`, `opened`, `tried` or `paid`. */
  linkReached: shownText,
  /** What a search found it by where the list does not show that. */
  foundBy: z.nullish(z.object({ field: shownText, text: shownText })),
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Order = z.infer<typeof order>

/** What an order is called, wherever one is shown. */
export const orderName = ({ id, number }: Pick<Order, 'id' | 'number'>): string =>
  number === null || number === undefined || number === '' ? id : `#${number}`

/** What a customer sees of their order on the payment page (RT-03). */
export const payableOrder = z.object({
  id,
  number: z.nullish(z.union([z.string(), z.number()])),
  status: shownText,
  paymentStatus: shownText,
  currency: shownText,
  items: z.nullish(z.array(orderItem)),
  subtotal: shownNumber,
  shippingTotal: shownNumber,
  total: shownNumber,
  seller: z.nullish(z.object({ name: shownText, supportEmail: shownText })),
  customer: z.nullish(z.object({ firstName: shownText, lastName: shownText })),
  shippingAddress: z.nullish(address),
  createdAt: shownText,
  expiresAt: shownText,
})
export type PayableOrder = z.infer<typeof payableOrder>

/** What a payment link opens (RT-03, ER-02). */
export const orders = routes({
  getByToken: {
    method: 'GET',
    path: '/orders/token/:token',
    summary: 'Read the order that a payment token opens',
    metadata: corePublic,
    pathParams: z.object({ token }),
    responses: { 200: payableOrder },
  },
})
