import { type Membership, whyNotDuty } from './duties'

/**
 * What other systems are told of (WH-01). The migrations say which event of which record each of them is; those of a
 * record's life are told once it has come about.
 */
export const webhookEvents = [
  'order.placed',
  'order.address_changed',
  'order.paid',
  'order.completed',
  'order.cancelled',
  'order.expired',
  'order.refunded',
  'payment.failed',
  'refund.failed',
  'fulfilment.shipped',
  'fulfilment.delivered',
  'fulfilment.cancelled',
  'customer.created',
  'customer.updated',
  'customer.merged',
  'customer.deleted',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What is sent to try a webhook; nobody chooses it. */
export const testEvent = 'webhook.test'

/** As many as an organization may have. */
export const mostWebhooks = 20

/** Why a member may not see webhooks, in the sentence that they read: their addresses let others in. Undefined when they may. */
export const whyNotWebhooks = (membership: Membership): string | undefined => whyNotDuty(membership, 'webhooks')

const minute = 60
const hour = 60 * minute

/** Seconds between one try and the next, as the specification of standard webhooks advises. */
const waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** For so long a message is tried again, and a webhook may fail before it is switched off. */
export const triedForHours = 72

/**
 * Seconds until the next try of a message that has failed so often, with so many seconds left to it; the last try is at its
 * very end. Undefined when that has come.
 */
export function waitBeforeTry(failures: number, secondsLeft: number): number | undefined {
  if (secondsLeft <= 0) return undefined
  return Math.min(waits[Math.min(failures, waits.length) - 1] ?? 0, secondsLeft)
}

const noAddress = 'Must be an https address such as https://example.com/offerdesk'

/** Why an address can't be one that others are told at; undefined when it can. Where it leads is looked at when it is called. */
export function whyNoWebhookAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return noAddress
  const { protocol, username, password, hash } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return noAddress
  if (username !== '' || password !== '') return 'A name and a password can not stand in the address.'
  return hash === '' ? undefined : 'What follows # in an address is sent nowhere.'
}

/** How long a secret that has been replaced signs beside the new one. */
export const formerSecretHours = 24
