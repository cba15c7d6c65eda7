import * as z from 'zod/mini'
import { corePublic, id, shownNumber, shownText, token } from './schemas'
import { initContract } from './client/tsRest'

const orderItem = z.object({
  id: shownText,
  name: shownText,
  quantity: shownNumber,
  unitPrice: shownNumber,
  total: shownNumber,
})

export const address = z.object({
  address1: shownText,
  address2: shownText,
  city: shownText,
  state: shownText,
  postalCode: shownText,
  country: shownText,
})

/** An order as its lists show it. Only the id is demanded of a backend (AP-03). Amounts are major units of `currency`. */
export const order = z.object({
  id,
  number: z.nullish(z.union([z.string(), z.number()])),
  campaignId: shownText,
  campaignName: shownText,
  customerId: shownText,
  customerName: shownText,
  agentName: shownText,
  subtotal: shownNumber,
  shippingTotal: shownNumber,
  total: shownNumber,
  refundedTotal: shownNumber,
  currency: shownText,
  paymentStatus: shownText,
  fulfillmentStatus: shownText,
  status: shownText,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Order = z.infer<typeof order>

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

/** The order that a payment link opens (RT-03, ER-02). */
export const orders = initContract().router({
  getByToken: {
    method: 'GET',
    path: '/orders/token/:token',
    summary: 'Read the order that a payment token opens',
    metadata: corePublic,
    pathParams: z.object({ token }),
    responses: { 200: payableOrder },
  },
})
