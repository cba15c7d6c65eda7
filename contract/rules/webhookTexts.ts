import type { WebhookTry } from '../extensions/webhooks'
import { capital } from './capital'
import { testEvent } from './webhooks'

/** An event as people call it: `order.address_changed` as 'Order address changed'. */
export const eventText = (event: string | null | undefined): string => {
  if (!event) return '-'
  if (event === testEvent) return 'Test'
  return capital(event.replace(/^fulfilment/, 'parcel').replaceAll(/[._]/g, ' '))
}

/** How a try went, in a few words. */
export function tryText(one: Pick<WebhookTry, 'status' | 'failure'> | null | undefined): string {
  if (!one) return 'Not tried yet'
  if (!one.failure) return `Taken (${one.status ?? '-'})`
  return one.failure
}
