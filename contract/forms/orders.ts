import * as z from 'zod/mini'
import { manyLines, noControls } from '../schemas'
import { isCount, optionalText, requiredNumber } from './fields'

/** Cancelling an order (OR-02). */
export const orderCancelForm = z.object({ reason: optionalText(1_000) })
export type OrderCancelValues = z.input<typeof orderCancelForm>

/** A note about an order (OR-02). */
export const orderNoteForm = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Write something first'),
      z.maxLength(5_000, 'At most 5000 characters'),
      z.regex(manyLines, noControls),
    ),
})
export type OrderNoteValues = z.input<typeof orderNoteForm>

/** A line of a new order, as it is typed (NO-01). */
export const orderLineForm = z.object({
  quantity: requiredNumber('Quantity must be at least 1', (value) => value > 0).check(
    z.refine(isCount, 'Must be a whole number'),
  ),
  unitPrice: requiredNumber('Price must be zero or more', (value) => value >= 0),
})
