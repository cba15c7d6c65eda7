import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { AutoresponderEvent } from '../../contract/autoresponders'
import { emailAutoresponders } from '../db/schema/autoresponders'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import type { NewMail } from './queue'
import { keptUnrendered, type MailFacts } from './render'

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

type Responder = Awaited<ReturnType<typeof respondersOf>>[number]

/** The condition that an auto-responder answers an event now: it is neither paused nor deleted. */
export const answers = (orgId: string, event: AutoresponderEvent): SQL | undefined =>
  and(
    eq(emailAutoresponders.orgId, orgId),
    eq(emailAutoresponders.event, event),
    eq(emailAutoresponders.paused, false),
    isNull(emailAutoresponders.deletedAt),
  )

/** An event of an order that is answered; what it happened to makes it the same event twice (ML-01). */
export interface AnsweredEvent {
  event: AutoresponderEvent
  subjectId: string
  orderId: string
  to: string
  now: Date
}

/** The mail by which an auto-responder answers an event. */
export const mailOf = (
  { autoresponder, pluginName }: Responder,
  { event, subjectId, orderId, to, now }: AnsweredEvent,
  facts: MailFacts,
): NewMail => ({
  orgId: autoresponder.orgId,
  dedupeKey: `${event}:${subjectId}:${autoresponder.id}`,
  event,
  from: autoresponder.from,
  to,
  ...keptUnrendered(autoresponder, facts),
  orderId,
  orderNumber: facts.number,
  autoresponderId: autoresponder.id,
  pluginInstanceId: autoresponder.pluginInstanceId,
  pluginName,
  createdAt: now,
})
