import type { Webhook, WebhookDelivery, WebhookTry } from '../../../contract/extensions/webhooks'
import { testEvent, webhookEvents } from '../../../contract/rules/webhooks'
import { capitalised } from '../../components/base/format'

/** An event as people call it: `order.address_changed` as 'Order address changed'. */
export const eventText = (event: string | null | undefined): string => {
  if (!event) return '-'
  if (event === testEvent) return 'Test'
  return capitalised(event.replace(/^fulfilment/, 'parcel').replaceAll(/[._]/g, ' '))
}

/** What can be chosen. */
export const eventOptions = webhookEvents.map((event) => ({ value: event, label: eventText(event) }))

/** A few events by name, and more by how many. */
export function eventsText({ events }: Pick<Webhook, 'events'>): string {
  if (events.length === webhookEvents.length) return 'All events'
  return events.length > 3 ? `${events.length} events` : events.map(eventText).join(', ')
}

/** How a try went, in a few words. */
export function tryText(one: Pick<WebhookTry, 'status' | 'failure'> | null | undefined): string {
  if (!one) return 'Not tried yet'
  if (!one.failure) return `Taken (${one.status ?? '-'})`
  return one.failure
}

/** Whose address it is, without what may let somebody in. */
export function hostOf({ address }: Pick<Webhook, 'address'>): string {
  return address && URL.canParse(address) ? new URL(address).host : 'this webhook'
}

/** What a message is called among others. */
export const deliveryName = ({ event }: Pick<WebhookDelivery, 'event'>): string => eventText(event)
