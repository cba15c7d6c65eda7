import type { Webhook, WebhookDelivery } from '../../../contract/extensions/webhooks'
import { webhookEvents } from '../../../contract/rules/webhooks'
import { eventText } from '../../../contract/rules/webhookTexts'

/** What can be chosen. */
export const eventOptions = webhookEvents.map((event) => ({ value: event, label: eventText(event) }))

/** A few events by name, and more by how many. */
export function eventsText({ events }: Pick<Webhook, 'events'>): string {
  if (events.length === webhookEvents.length) return 'All events'
  return events.length > 3 ? `${events.length} events` : events.map(eventText).join(', ')
}

/** Whose address it is, without what may let somebody in. */
export function hostOf({ address }: Pick<Webhook, 'address'>): string {
  return address && URL.canParse(address) ? new URL(address).host : 'this webhook'
}

/** What a message is called among others. */
export const deliveryName = ({ event }: Pick<WebhookDelivery, 'event'>): string => eventText(event)
