import * as z from 'zod/mini'
import { count, id, money } from '../schemas'

/** One offer of a new order. */
export const orderLine = z.object({
  offerId: id,
  quantity: count.check(z.gt(0, 'Quantity must be at least 1')),
  unitPrice: money,
})

/** What a new order is made of. */
export const placedLines = z
  .array(orderLine)
  .check(z.minLength(1, 'Add at least one offer'), z.maxLength(100, 'At most 100 lines'))
