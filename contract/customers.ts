import * as z from 'zod/mini'
import { address } from './orders'
import { id, shownNumber, shownText } from './schemas'

/** A customer of an organization. Only the id is demanded of a backend (AP-03). */
export const customer = z.object({
  id,
  firstName: shownText,
  lastName: shownText,
  name: shownText,
  email: shownText,
  phone: shownText,
  shippingAddress: z.nullish(address),
  note: shownText,
  ordersCount: shownNumber,
  totalSpent: shownNumber,
  lastOrderAt: shownText,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Customer = z.infer<typeof customer>
