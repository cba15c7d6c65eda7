import { and, eq } from 'drizzle-orm'
import type { WebhookData } from '../../contract/extensions/webhookMessages'
import { testEvent, type WebhookEvent } from '../../contract/rules/webhooks'
import { readCustomer } from '../customers/record'
import { recordEvents } from '../db/schema/recordEvents'
import type { Transaction } from '../db/transactions'
import { readFulfilment } from '../fulfilments/record'
import { Refusal } from '../http/errors'
import { readOrder } from '../orders/record'
import { readAttempt, readRefund } from '../payments/record'

/** What a message is about: a line of a record's timeline. */
interface Told {
  orgId: string
  recordId: string
  facts: Record<string, unknown>
}

/** A message about what can't be read. */
class NothingToTell extends Error {}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new NothingToTell('a record that a webhook is to be told of is not there')
  return record
}

type Reads<Data> = (tx: Transaction, told: Told) => Promise<Data>

const ofOrder: Reads<WebhookData<'order.placed'>> = async (tx, { orgId, recordId }) => ({
  order: found(await readOrder(tx, orgId, recordId)),
})

const ofPayment: Reads<WebhookData<'order.paid'>> = async (tx, told) => ({
  ...(await ofOrder(tx, told)),
  payment: found(await readAttempt(tx, told.orgId, String(told.facts['attemptId']))),
})

const ofRefund: Reads<WebhookData<'order.refunded'>> = async (tx, told) => ({
  ...(await ofOrder(tx, told)),
  refund: found(await readRefund(tx, told.orgId, String(told.facts['refundId']))),
})

const ofParcel: Reads<WebhookData<'fulfilment.shipped'>> = async (tx, { orgId, recordId }) => ({
  fulfilment: found(await readFulfilment(tx, orgId, recordId)),
})

const ofCustomer: Reads<WebhookData<'customer.created'>> = async (tx, { orgId, recordId: customerId }) => ({
  customerId,
  customer: await readLiving(tx, orgId, customerId),
})

const ofMerge: Reads<WebhookData<'customer.merged'>> = async (tx, told) => ({
  ...(await ofCustomer(tx, told)),
  mergedCustomerId: String(told.facts['otherId']),
})

/** A customer as they are now; null for one who is gone, or a part of another one. */
async function readLiving(tx: Transaction, orgId: string, customerId: string) {
  try {
    return (await readCustomer(tx, orgId, customerId, new Date())) ?? null
  } catch (error) {
    if (error instanceof Refusal && error.code === 'merged') return null
    throw error
  }
}

const reads: { readonly [Event in WebhookEvent]: Reads<WebhookData<Event>> } = {
  'order.placed': ofOrder,
  'order.address_changed': ofOrder,
  'order.paid': ofPayment,
  'order.completed': ofOrder,
  'order.cancelled': ofOrder,
  'order.expired': ofOrder,
  'order.refunded': ofRefund,
  'payment.failed': ofPayment,
  'refund.failed': ofRefund,
  'fulfilment.shipped': ofParcel,
  'fulfilment.delivered': ofParcel,
  'fulfilment.cancelled': ofParcel,
  'customer.created': ofCustomer,
  'customer.updated': ofCustomer,
  'customer.merged': ofMerge,
  'customer.deleted': ofCustomer,
}

const isKnown = (event: string): event is WebhookEvent => Object.hasOwn(reads, event)

/** What is sent of an event, as JSON: when it was, and the records that it is about, as they are now. */
export async function payloadOf(
  tx: Transaction,
  { orgId, event, eventId, createdAt }: { orgId: string; event: string; eventId: string; createdAt: Date },
): Promise<string> {
  if (event === testEvent) {
    const data = { text: 'This is a test. Nothing has happened.' }
    return JSON.stringify({ type: event, timestamp: createdAt.toISOString(), organizationId: orgId, data })
  }
  const [line] = await tx
    .select()
    .from(recordEvents)
    .where(and(eq(recordEvents.orgId, orgId), eq(recordEvents.id, eventId)))
  if (!isKnown(event)) throw new NothingToTell(`nothing is known of the event ${event}`)
  const { recordId, facts, createdAt: at } = found(line)
  const data = await reads[event](tx, { orgId, recordId, facts })
  return JSON.stringify({ type: event, timestamp: at.toISOString(), organizationId: orgId, data })
}
