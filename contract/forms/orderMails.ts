import * as z from 'zod/mini'
import type { OrderMail, OrderMailUpdate } from '../extensions/orderMails'
import { changedFields } from './changedFields'
import { requiredLine } from './fields'
import { knownPlaceholders } from './mailTemplates'

/** What is typed of the text of a mail. */
export const mailTextFields = {
  subject: requiredLine('Subject is required', 200).check(knownPlaceholders),
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Body is required'),
      z.maxLength(100_000, 'At most 100,000 characters'),
      knownPlaceholders,
    ),
}

/** The dialog of an organization's own mail about orders (ML-04). */
export const orderMailForm = z.object(mailTextFields)

/** What is typed into that dialog. */
export type OrderMailValues = z.input<typeof orderMailForm>

/** What that dialog begins with. */
export const orderMailValues = ({ subject, body }: OrderMail): OrderMailValues => ({
  subject: subject ?? '',
  body: body ?? '',
})

/** The fields that differ from what the dialog began with. */
export const changedOrderMailFields = (before: OrderMail, values: OrderMailValues): OrderMailUpdate =>
  changedFields(orderMailForm, orderMailValues(before), values)
