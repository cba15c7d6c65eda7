import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { MailEvent } from '../../contract/extensions/autoresponders'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import type { MailFacts } from './facts'
import type { NewMail } from './queue'
import { keptUnrendered, type Template } from './render'

/** Auto-responders, each with the name of what it sends through, the oldest first. */
export const respondersOf = (tx: Transaction, where: SQL | undefined) =>
  tx
    .select({ autoresponder: emailAutoresponders, pluginName: pluginInstances.name })
    .from(emailAutoresponders)
    .innerJoin(
      pluginInstances,
      and(
        eq(pluginInstances.orgId, emailAutoresponders.orgId),
        eq(pluginInstances.id, emailAutoresponders.pluginInstanceId),
      ),
    )
    .where(where)
    .orderBy(asc(emailAutoresponders.createdAt), asc(emailAutoresponders.id))

export type Responder = Awaited<ReturnType<typeof respondersOf>>[number]

/** The condition that an auto-responder is for an event: it is not deleted. While it is paused it sends nothing. */
export const isFor = (orgId: string, event: MailEvent): SQL | undefined =>
  and(eq(emailAutoresponders.orgId, orgId), eq(emailAutoresponders.event, event), isNull(emailAutoresponders.deletedAt))

/** What a mail is written from, and what it leaves through. */
export interface MailTemplate extends Template {
  orgId: string
  from: string
  pluginInstanceId: string | null
  pluginName: string | null
  /** Which of the mails about one event it is. */
  key: string
  autoresponderId: string | null
}

export const templateOf = ({ autoresponder, pluginName }: Responder): MailTemplate => {
  const { orgId, id, from, subject, body, pluginInstanceId } = autoresponder
  return { orgId, from, subject, body, pluginInstanceId, pluginName, key: id, autoresponderId: id }
}

/** An event of an order that is answered; what it happened to makes it the same event twice (ML-01). */
export interface AnsweredEvent {
  event: MailEvent
  subjectId: string
  orderId: string
  to: string
  now: Date
}

/** The mail by which an event is answered. */
export const mailOf = (
  { orgId, from, subject, body, pluginInstanceId, pluginName, key, autoresponderId }: MailTemplate,
  { event, subjectId, orderId, to, now }: AnsweredEvent,
  facts: MailFacts,
): NewMail => ({
  orgId,
  dedupeKey: `${event}:${subjectId}:${key}`,
  event,
  from,
  to,
  ...keptUnrendered({ subject, body }, facts),
  orderId,
  orderNumber: facts.number,
  autoresponderId,
  pluginInstanceId,
  pluginName,
  createdAt: now,
})
