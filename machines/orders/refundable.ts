import type { OrderRecord } from '../../contract/extensions/orders'
import { type Amount, amountOf } from '../../contract/rules/amounts'

/** What may still be refunded of an order; a backend that does not tell has no refunds under way. */
export const refundableOf = ({ refundable, paidTotal, refundedTotal }: OrderRecord): Amount =>
  typeof refundable === 'number' ? amountOf(refundable) : amountOf(paidTotal ?? 0) - amountOf(refundedTotal ?? 0)

/** What has been given back of an order, or is under way to be. */
export const givenBackOf = (order: OrderRecord): Amount => amountOf(order.paidTotal ?? 0) - refundableOf(order)
