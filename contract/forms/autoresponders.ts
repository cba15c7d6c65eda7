import * as z from 'zod/mini'
import { type Autoresponder, autoresponderEvent } from '../autoresponders'
import { type AutoresponderUpdate, mailEvent } from '../extensions/autoresponders'
import { changedFields } from './changedFields'
import { emailAddress, requiredLine } from './fields'
import { mailTextFields } from './orderMails'

/** The Add Email Auto Responder dialog (EM-03). */
export const autoresponderForm = z.object({
  pluginInstanceId: z.string().check(z.minLength(1, 'Plugin instance is required')),
  from: emailAddress,
  event: autoresponderEvent,
  subject: requiredLine('Subject is required', 200),
})

/** What is typed into the Add Email Auto Responder dialog. */
export type AutoresponderValues = z.input<typeof autoresponderForm>

/** The Edit auto-responder dialog (ML-02). */
export const autoresponderEditForm = z.object({
  pluginInstanceId: z.string().check(z.minLength(1, 'Plugin instance is required')),
  from: emailAddress,
  event: mailEvent,
  ...mailTextFields,
})

/** What is typed into the Edit auto-responder dialog. */
export type AutoresponderEditValues = z.input<typeof autoresponderEditForm>

/** What that dialog begins with. An event that nobody knows becomes one that can be chosen. */
export function autoresponderEditValues(of: Autoresponder): AutoresponderEditValues {
  const event = mailEvent.safeParse(of.event)
  return {
    pluginInstanceId: of.pluginInstanceId ?? '',
    from: of.from ?? '',
    event: event.success ? event.data : 'order.completed',
    subject: of.subject ?? '',
    // As it is typed, whatever ends lines in what is kept.
    body: of.body ?? '',
  }
}

/** The fields that differ from what the dialog began with. */
export const changedAutoresponderFields = (
  before: Autoresponder,
  values: AutoresponderEditValues,
): AutoresponderUpdate => changedFields(autoresponderEditForm, autoresponderEditValues(before), values)
