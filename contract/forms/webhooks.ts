import * as z from 'zod/mini'
import type { Webhook, WebhookUpdate } from '../extensions/webhooks'
import { webhookEvents, whyNoWebhookAddress } from '../rules/webhooks'
import { noControls, oneLine } from '../schemas'
import { fieldErrors } from './fields'

/** Adding a webhook, or changing one (WH-01). */
export const webhookForm = z.object({
  address: z.string().check(
    z.trim(),
    z.maxLength(1_000, 'At most 1000 characters'),
    z.regex(oneLine, noControls),
    z.check(({ value, issues }) => {
      const message = value === '' ? 'Address is required' : whyNoWebhookAddress(value)
      if (message !== undefined) issues.push({ code: 'custom', message, input: value })
    }),
  ),
  events: z.array(z.enum(webhookEvents)).check(z.minLength(1, 'Choose at least one event')),
})
export type WebhookValues = z.input<typeof webhookForm>

/** What the form begins with; what others have chosen that is not known here stays as it is. */
export const webhookValues = (webhook: Pick<Webhook, 'address' | 'events'> | undefined): WebhookValues => ({
  address: webhook?.address ?? '',
  events: webhookEvents.filter((event) => webhook?.events.includes(event)),
})

/** What differs from what the form began with. Empty when something is wrong with it. */
export function changedWebhook(before: Webhook, values: WebhookValues): WebhookUpdate {
  if (Object.keys(fieldErrors(webhookForm, values)).length > 0) return {}
  const was = webhookValues(before)
  const address = values.address.trim()
  return {
    ...(address !== was.address && { address }),
    ...(values.events.join() !== was.events.join() && { events: values.events }),
  }
}
