import * as z from 'zod/mini'
import { address, sentAddress } from './addresses'
import { initContract } from './client/tsRest'
import { fulfilment } from './fulfilments'
import { corePublic, count, extension, id, moment, money, shownNumber, shownText, text, token } from './schemas'
import { timelineEvent } from './timeline'
import { transaction } from './transactions'
import { idempotencyKey, ifMatch, version } from './versions'

const orderItem = z.object({
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
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Order = z.infer<typeof order>

/** What an order is called, wherever one is shown. */
export const orderName = ({ id, number }: Pick<Order, 'id' | 'number'>): string =>
  number === null || number === undefined || number === '' ? id : `#${number}`

/** An order with all that belongs to it (OR-02). What was sold is a copy: it stays as it was at the time of sale. */
export const orderRecord = z.extend(order, {
  /** Whose it is, as it is read alone (GE-04). */
  organizationId: shownText,
  /** In percent, as it was then. */
  taxRate: shownNumber,
  pricesIncludeTax: z.nullish(z.boolean()),
  agreedToTermsAt: shownText,
  items: z.array(
    z.extend(orderItem, {
      offerId: shownText,
      productId: shownText,
      sku: shownText,
      /** What the offer cost then; the agent may have set another unit price. */
      listPrice: shownNumber,
      /** Charged once for the line, and within `total` of the order only. */
      shippingTotal: shownNumber,
      tax: shownNumber,
    }),
  ),
  customer: z.object({ id, firstName: shownText, lastName: shownText, email: shownText, phone: shownText }),
  shippingAddress: address,
  /** Charges and refunds, the oldest first. */
  transactions: z.array(transaction),
  fulfilments: z.array(fulfilment),
  /** The oldest first. */
  timeline: z.array(timelineEvent),
})
export type OrderRecord = z.infer<typeof orderRecord>

/** One offer of a new order. */
export const orderLine = z.object({
  offerId: id,
  quantity: count.check(z.gt(0, 'Quantity must be at least 1')),
  unitPrice: money,
})

/** A new order. `draftId` is made with its draft: however often it is placed, it becomes one order (NO-04). */
export const orderPlace = z.object({
  organizationId: id,
  draftId: z.uuid(),
  campaignId: id,
  customerId: id,
  lines: z.array(orderLine).check(z.minLength(1, 'Add at least one offer'), z.maxLength(100, 'At most 100 lines')),
  address: sentAddress,
  /** When the customer agreed to the campaign's terms, where it demands that. */
  agreedToTermsAt: z.nullish(moment),
})
export type OrderPlace = z.infer<typeof orderPlace>

/** What somebody writes about an order, for their colleagues. */
export const orderNote = z.object({ text: text(5_000).check(z.minLength(1, 'Write something first')) })

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

const pathParams = z.object({ orderId: id })
const responses = { 200: z.object({ data: orderRecord }) }

/** Selling (NO-04), one order and what is done to it (OR-02), and what a payment link opens (RT-03, ER-02). */
export const orders = initContract().router({
  getByToken: {
    method: 'GET',
    path: '/orders/token/:token',
    summary: 'Read the order that a payment token opens',
    metadata: corePublic,
    pathParams: z.object({ token }),
    responses: { 200: payableOrder },
  },
  get: {
    method: 'GET',
    path: '/orders/:orderId',
    summary: 'Read an order with its items, payments, fulfilments and timeline',
    metadata: extension,
    pathParams,
    responses,
  },
  place: {
    method: 'POST',
    path: '/orders',
    summary: 'Place an order; a draft that was placed before answers the order that it became',
    metadata: extension,
    headers: idempotencyKey,
    body: orderPlace,
    responses,
  },
  cancel: {
    method: 'POST',
    path: '/orders/:orderId/cancel',
    summary: 'Cancel an order and give back what it held',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: z.object({ reason: z.optional(text(1_000)) }),
    responses,
  },
  addNote: {
    method: 'POST',
    path: '/orders/:orderId/notes',
    summary: 'Write a note into the timeline of an order',
    metadata: extension,
    pathParams,
    headers: idempotencyKey,
    body: orderNote,
    responses,
  },
  updateAddress: {
    method: 'PUT',
    path: '/orders/:orderId/address',
    summary: 'Change where an order goes, before any of it is shipped',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: sentAddress,
    responses,
  },
})
