import * as z from 'zod/mini'
import { id, shownNumber, shownText } from './schemas'

/** A line of an order in the list of what was sold. Amounts are major units of `currency`. */
export const soldLine = z.object({
  id,
  orderId: shownText,
  orderNumber: z.nullish(z.union([z.string(), z.number()])),
  /** Also of an offer that was deleted since; none where no offer is behind it. */
  offerId: shownText,
  /** What was sold, as it was called then. */
  name: shownText,
  sku: shownText,
  quantity: shownNumber,
  unitPrice: shownNumber,
  shippingTotal: shownNumber,
  /** On top of the price or within it, as the order has it. */
  tax: shownNumber,
  /** With shipping and tax: those of an order add up to its total. */
  total: shownNumber,
  /** Of the order, as all that follows. */
  status: shownText,
  campaignId: shownText,
  campaignName: shownText,
  agentId: shownText,
  agentName: shownText,
  currency: shownText,
  createdAt: shownText,
})
export type SoldLine = z.infer<typeof soldLine>
