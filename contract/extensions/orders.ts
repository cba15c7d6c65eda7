import * as z from 'zod/mini'
import { address } from '../addresses'
import { routes } from '../client/tsRest'
import { packedFulfilment } from '../fulfilments'
import { order, orderItem } from '../orders'
import { searchRequest } from '../search'
import { extension, extensionRead, id, moment, shownNumber, shownText, text } from '../schemas'
import { timelineEvent } from '../timeline'
import { transaction } from '../transactions'
import { idempotencyKey, ifMatch } from '../versions'
import { sentAddress } from './addresses'
import { newCustomer } from './customers'
import { placedLines } from './placedLines'

/** Units of a line that were refunded together. */
export const refundedLine = z.object({
  itemId: id,
  units: z.number(),
  /** Whether shipping of the line was refunded with them, and how much; all of it where that is not told. */
  hasShipping: z.boolean(),
  shipping: shownNumber,
})

/** An order with all that belongs to it (OR-02). What was sold is a copy: it stays as it was at the time of sale. */
export const orderRecord = z.extend(z.omit(order, { foundBy: true }), {
  /** Whose it is, as it is read alone (GE-04). */
  organizationId: shownText,
  /** In percent, as it was then. */
  taxRate: shownNumber,
  pricesIncludeTax: z.nullish(z.boolean()),
  agreedToTermsAt: shownText,
  /** Where it was placed and the number that it had there, of one that was imported. */
  importedFrom: shownText,
  importedNumber: shownText,
  items: z.array(
    z.extend(orderItem, {
      offerId: shownText,
      productId: shownText,
      sku: shownText,
      /** Pieces of the product in one unit. */
      quantityPerOrder: shownNumber,
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
  fulfilments: z.array(packedFulfilment),
  /** What may still be refunded, in major units, and what of its lines has been refunded by lines (OR-03). */
  refundable: shownNumber,
  refundedLines: z.nullish(z.array(refundedLine)),
  /** The oldest first. */
  timeline: z.array(timelineEvent),
})
export type OrderRecord = z.infer<typeof orderRecord>

/** A new order. `draftId` is made with its draft: however often it is placed, it becomes one order (NO-04). */
export const orderPlace = z
  .object({
    organizationId: id,
    draftId: z.uuid(),
    /** The version in which the draft was seen, where it is kept; a newer one is refused as outdated. */
    draftVersion: z.optional(z.int()),
    campaignId: id,
    customerId: z.optional(id),
    /** In place of `customerId`: somebody who is added with the order, and not without it. */
    newCustomer: z.optional(newCustomer),
    lines: placedLines,
    address: sentAddress,
    /** When the customer agreed to the campaign's terms, where it demands that. */
    agreedToTermsAt: z.nullish(moment),
  })
  .check(
    z.refine((placed) => (placed.customerId === undefined) !== (placed.newCustomer === undefined), {
      error: 'Choose a customer, or add a new one.',
      path: ['customerId'],
    }),
  )
export type OrderPlace = z.infer<typeof orderPlace>

/** What somebody writes about an order, for their colleagues. */
export const orderNote = z.object({ text: text(5_000).check(z.minLength(1, 'Write something first')) })

/** What a list of orders adds up to, in major units of `currency`. */
export const orderSums = z.object({
  rows: z.number(),
  total: z.number(),
  /** Within the total. */
  tax: z.number(),
  paid: z.number(),
  refunded: z.number(),
  /** What is kept: paid, less refunded. */
  net: z.number(),
  currency: shownText,
})
export type OrderSums = z.infer<typeof orderSums>

const pathParams = z.object({ orderId: id })
const responses = { 200: z.object({ data: orderRecord }) }

/** Selling (NO-04), one order and what is done to it (OR-02); lists come from search. */
export const orders = routes({
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
    summary:
      'Place an order, also for a customer who is new; a draft that was placed before answers the order that it became',
    metadata: extension,
    headers: idempotencyKey,
    body: orderPlace,
    responses,
  },
  cancel: {
    method: 'POST',
    path: '/orders/:orderId/cancel',
    summary: 'Cancel an order and give back what it held; with `refund`, what was paid as well',
    metadata: extension,
    pathParams,
    headers: { ...idempotencyKey, ...ifMatch },
    body: z.object({ reason: z.optional(text(1_000)), refund: z.optional(z.boolean()) }),
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
  sums: {
    method: 'POST',
    path: '/orders/sums',
    summary: 'Add up the orders that a search of them finds',
    metadata: extensionRead,
    body: z.pick(searchRequest, { organizationId: true, q: true, filters: true }),
    responses: { 200: z.object({ data: orderSums }) },
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
