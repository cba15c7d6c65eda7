import * as z from 'zod/mini'
import { id, shownText } from './schemas'

/** A parcel of an order on its way. Only the id is demanded of a backend (AP-03). */
export const fulfilment = z.object({
  id,
  orderId: shownText,
  orderNumber: z.nullish(z.union([z.string(), z.number()])),
  customerName: shownText,
  carrier: shownText,
  trackingNumber: shownText,
  status: shownText,
  createdAt: shownText,
  shippedAt: shownText,
})
export type Fulfilment = z.infer<typeof fulfilment>
