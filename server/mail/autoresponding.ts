import { and, eq } from 'drizzle-orm'
import { hasKey } from '../db/keys'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { mailFacts, type Told } from './facts'
import { ownMailOf } from './ownMails'
import { queueMail } from './queue'
import { isFor, mailOf, type MailTemplate, respondersOf, templateOf } from './responders'

/** An event of an order that is mailed about. */
export interface Answered extends Omit<Told, 'receiptLink'> {
  orgId: string
  orderId: string
  /** What it happened to: the order, the payment link, the fulfilment or the refund. The same once more is the same event. */
  subjectId: string
  now: Date
  /** Makes the address of the page with the receipt; it is asked for when there is a mail to tell it. */
  receiptLink?: (() => Promise<string | undefined>) | undefined
  /** Whether it is mailed even while all auto-responders for it are paused, as somebody has asked for the mail. */
  isAskedFor?: boolean | undefined
}

/**
 * Writes a mail for each auto-responder of the order's campaign that answers the event, or else the organization's own
 * mail (ML-04), in the transaction of the event: both are there or neither is. The same event twice is answered once
 * (ML-01). Returns how many mails it is answered by.
 */
export async function sendAutoresponders(tx: Transaction, answered: Answered): Promise<number> {
  const { orgId, orderId, event, subjectId, now, receiptLink, isAskedFor, ...told } = answered
  const [order] = await tx
    .select()
    .from(orders)
    .where(hasKey(orders, orgId, orderId))
  if (!order || order.customerEmail === '') return 0
  const templates = await templatesFor(tx, { orgId, event, campaignId: order.campaignId, isAskedFor })
  if (templates.length === 0) return 0
  const facts = await mailFacts(tx, order, { ...told, event, receiptLink: await receiptLink?.() })
  const answering = { event, subjectId, orderId, to: order.customerEmail, now }
  for (const template of templates) await queueMail(tx, mailOf(template, answering, facts))
  return templates.length
}

async function templatesFor(
  tx: Transaction,
  { orgId, event, campaignId, isAskedFor }: Pick<Answered, 'orgId' | 'event' | 'isAskedFor'> & { campaignId: string },
): Promise<MailTemplate[]> {
  const responders = await respondersOf(tx, and(isFor(orgId, event), eq(emailAutoresponders.campaignId, campaignId)))
  const sending = responders.filter(({ autoresponder }) => !autoresponder.paused)
  if (sending.length > 0 || (responders.length > 0 && isAskedFor !== true)) return sending.map(templateOf)
  const own = await ownMailOf(tx, orgId, event)
  return own ? [own] : []
}
