import { and, desc, eq, gt, isNotNull, ne, notInArray, type SQL } from 'drizzle-orm'
import type { MailEvent } from '../../contract/extensions/autoresponders'
import { fulfilments } from '../db/schema/fulfilments'
import { orders } from '../db/schema/orders'
import { organizations } from '../db/schema/organizations'
import type { Transaction } from '../db/transactions'
import { type MailFacts, mailFacts, sellerOf } from './facts'

export interface TriedOn {
  facts: MailFacts
  /** Null for one made up. */
  order: { id: string; number: number } | null
}

interface Tried {
  orgId: string
  event: MailEvent
  /** None for the mail of an organization. */
  campaignId?: string
}

/**
 * What a mail about orders is tried out on: the newest order, of its campaign or of all, that the event has happened to;
 * else the newest of any, as if it had; else one made up.
 */
export async function triedOn(tx: Transaction, tried: Tried, publicUrl: string, now: Date): Promise<TriedOn> {
  const { orgId, event } = tried
  // A link that opens nothing: who tries a mail out is not to pay.
  const example = `${publicUrl}/pay/example`
  const examples = { paymentLink: example, receiptLink: example, trackingNumber: 'EXAMPLE-1' }
  const parcel = event === 'order.tracking_number.assigned' ? await newestParcel(tx, tried) : undefined
  const order = parcel?.order ?? (await newestOrder(tx, tried, hasHappened[event])) ?? (await newestOrder(tx, tried))
  const { carrier = null, trackingNumber = examples.trackingNumber } = parcel ?? {}
  const told = { event, ...examples, carrier, trackingNumber: trackingNumber ?? '' }
  if (order) {
    const known = await mailFacts(tx, order, told)
    return { facts: asIfHappened(known), order: { id: order.id, number: order.number } }
  }
  const facts = { ...(await sample(tx, orgId, now)), event, ...examples }
  return { facts: asIfHappened(facts), order: null }
}

/** Of an order that is as it is after the event. */
const hasHappened: Readonly<Partial<Record<MailEvent, SQL>>> = {
  'order.completed': notInArray(orders.paymentStatus, ['unpaid', 'pending']),
  'order.refunded': gt(orders.refundedCents, 0),
}

/** An order that is not as it is when that happens, as if it were: what a mail says adds up. */
function asIfHappened(facts: MailFacts): MailFacts {
  const { event, totalCents, paidCents, refundedCents } = facts
  if (event === 'order.payment_link.created' && paidCents >= totalCents)
    return { ...facts, paidCents: 0, refundedCents: 0 }
  if (event !== 'order.refunded') return facts
  if (refundedCents > 0) return { ...facts, refundCents: refundedCents }
  return { ...facts, paidCents: totalCents, refundedCents: totalCents, refundCents: totalCents }
}

/** Nobody is mailed about an order of somebody without an address. */
const ofTried = ({ orgId, campaignId }: Tried) =>
  and(
    eq(orders.orgId, orgId),
    ne(orders.customerEmail, ''),
    campaignId === undefined ? undefined : eq(orders.campaignId, campaignId),
  )

async function newestOrder(tx: Transaction, tried: Tried, condition?: SQL) {
  const [newest] = await tx
    .select()
    .from(orders)
    .where(and(ofTried(tried), condition))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
  return newest
}

async function newestParcel(tx: Transaction, tried: Tried) {
  const [newest] = await tx
    .select({ order: orders, carrier: fulfilments.carrier, trackingNumber: fulfilments.trackingNumber })
    .from(orders)
    .innerJoin(fulfilments, and(eq(fulfilments.orgId, orders.orgId), eq(fulfilments.orderId, orders.id)))
    .where(and(ofTried(tried), isNotNull(fulfilments.trackingNumber), ne(fulfilments.status, 'cancelled')))
    .orderBy(desc(orders.createdAt), desc(orders.id), desc(fulfilments.createdAt))
    .limit(1)
  return newest
}

async function sample(tx: Transaction, orgId: string, now: Date): Promise<MailFacts> {
  const [organization] = await tx
    .select({ currency: organizations.currency })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return {
    event: 'order.completed',
    number: 1001,
    customerFirstName: 'Ada',
    currency: organization?.currency ?? 'USD',
    items: [{ name: 'Example', quantity: 2, totalCents: 5_400 }],
    subtotalCents: 5_400,
    shippingCents: 600,
    taxCents: 0,
    taxRate: 0,
    pricesIncludeTax: false,
    totalCents: 6_000,
    paidCents: 0,
    refundedCents: 0,
    refundCents: 0,
    address1: '12 Harbor Street',
    address2: null,
    city: 'Portland',
    state: 'OR',
    postalCode: '97201',
    country: 'US',
    createdAt: now,
    ...(await sellerOf(tx, orgId)),
    paidBy: '',
    paymentLink: '',
    receiptLink: '',
    trackingNumber: '',
    trackingLink: '',
  }
}
