import { and, asc, eq } from 'drizzle-orm'
import type { AutoresponderEvent } from '../../contract/autoresponders'
import { hasKey } from '../db/keys'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { orderItems, orders } from '../db/schema/orders'
import { organizations } from '../db/schema/organizations'
import type { Transaction } from '../db/transactions'
import { queueMail } from './queue'
import type { MailFacts } from './render'
import { answers, mailOf, respondersOf } from './responders'

/** An event of an order that auto-responders answer. */
export interface Answered {
  orgId: string
  orderId: string
  event: AutoresponderEvent
  /** What it happened to: the order, the payment link or the fulfilment. The same once more is the same event. */
  subjectId: string
  now: Date
  /** A whole address; it begins with PUBLIC_URL. */
  paymentLink?: string | undefined
  trackingNumber?: string | undefined
}

/**
 * Writes a mail for each auto-responder of the order's campaign that answers the event, in the transaction of the event:
 * both are there or neither is. The same event twice is answered once (ML-01).
 */
export async function sendAutoresponders(tx: Transaction, answered: Answered): Promise<void> {
  const { orgId, orderId, event, subjectId, now, paymentLink, trackingNumber } = answered
  const [order] = await tx
    .select({ campaignId: orders.campaignId, to: orders.customerEmail })
    .from(orders)
    .where(hasKey(orders, orgId, orderId))
  if (!order) return
  const ofCampaign = eq(emailAutoresponders.campaignId, order.campaignId)
  const responders = await respondersOf(tx, and(answers(orgId, event), ofCampaign))
  if (responders.length === 0) return
  const facts = await mailFacts(tx, orgId, orderId, { paymentLink, trackingNumber })
  if (!facts) return
  const answering = { event, subjectId, orderId, to: order.to, now }
  for (const responder of responders) await queueMail(tx, mailOf(responder, answering, facts))
}

/** What mails tell of an order; undefined when there is none. */
export async function mailFacts(
  tx: Transaction,
  orgId: string,
  orderId: string,
  { paymentLink = '', trackingNumber = '' }: Pick<Answered, 'paymentLink' | 'trackingNumber'>,
): Promise<MailFacts | undefined> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(hasKey(orders, orgId, orderId))
  const [organization] = await tx
    .select({ timeZone: organizations.timeZone, liveUrl: organizations.liveUrl })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  if (!order || !organization) return undefined
  const items = await tx
    .select({ name: orderItems.name, quantity: orderItems.quantity, totalCents: orderItems.totalCents })
    .from(orderItems)
    .where(and(eq(orderItems.orgId, orgId), eq(orderItems.orderId, orderId)))
    .orderBy(asc(orderItems.position))
  return {
    ...order,
    items,
    timeZone: organization.timeZone,
    liveUrl: organization.liveUrl ?? '',
    paymentLink,
    trackingNumber,
  }
}
