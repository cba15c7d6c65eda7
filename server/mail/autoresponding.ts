import { and, asc, eq, isNull } from 'drizzle-orm'
import type { AutoresponderEvent } from '../../contract/autoresponders'
import { hasKey } from '../db/keys'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { orderItems, orders } from '../db/schema/orders'
import { organizations } from '../db/schema/organizations'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import { queueMail } from './queue'
import { type MailFacts, renderMail } from './render'

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
  const responders = await tx
    .select({ autoresponder: emailAutoresponders, pluginName: pluginInstances.name })
    .from(emailAutoresponders)
    .innerJoin(
      pluginInstances,
      and(
        eq(pluginInstances.orgId, emailAutoresponders.orgId),
        eq(pluginInstances.id, emailAutoresponders.pluginInstanceId),
      ),
    )
    .where(
      and(
        eq(emailAutoresponders.orgId, orgId),
        eq(emailAutoresponders.campaignId, order.campaignId),
        eq(emailAutoresponders.event, event),
        eq(emailAutoresponders.paused, false),
        isNull(emailAutoresponders.deletedAt),
      ),
    )
    .orderBy(asc(emailAutoresponders.createdAt), asc(emailAutoresponders.id))
  if (responders.length === 0) return
  const facts = await mailFacts(tx, orgId, orderId, { paymentLink, trackingNumber })
  if (!facts) return
  for (const { autoresponder, pluginName } of responders) {
    const { id: autoresponderId, from, pluginInstanceId } = autoresponder
    await queueMail(tx, {
      orgId,
      dedupeKey: `${event}:${subjectId}:${autoresponderId}`,
      event,
      from,
      to: order.to,
      ...renderMail(autoresponder, facts),
      orderId,
      orderNumber: facts.number,
      autoresponderId,
      pluginInstanceId,
      pluginName,
      createdAt: now,
    })
  }
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
