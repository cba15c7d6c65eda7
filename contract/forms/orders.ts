import * as z from 'zod/mini'
import { manyLines, noControls } from '../schemas'
import { optionalText } from './fields'

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
