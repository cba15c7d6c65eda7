import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { MailEvent } from '../../contract/extensions/autoresponders'
import { orderMails } from '../db/schema/orderMails'
import { organizations } from '../db/schema/organizations'
import { pluginInstances } from '../db/schema/plugins'
import type { Transaction } from '../db/transactions'
import { originalMails } from './originals'
import type { MailTemplate } from './responders'
import { systemSender } from './sender'

type Row = typeof orderMails.$inferSelect

/** The text of an organization's own mail, where it has not written one the original. */
export const textOf = ({ event, subject, body }: Pick<Row, 'event' | 'subject' | 'body'>) => ({
  subject: subject ?? originalMails[event].subject,
  body: body ?? originalMails[event].body,
})

/** The organization's own mail about an event; undefined while it is switched off (ML-04). */
export async function ownMailOf(tx: Transaction, orgId: string, event: MailEvent): Promise<MailTemplate | undefined> {
  const [own] = await tx
    .select()
    .from(orderMails)
    .where(and(eq(orderMails.orgId, orgId), eq(orderMails.event, event)))
  return own?.enabled === true ? ownTemplate(tx, own) : undefined
}

/** An organization's own mail, with what it is sent through. */
export const ownTemplate = async (tx: Transaction, own: Row): Promise<MailTemplate> => ({
  orgId: own.orgId,
  ...textOf(own),
  ...(await senderOf(tx, own.orgId)),
  key: 'own',
  autoresponderId: null,
})

/**
 * What an organization's own mails leave through, and from which address: the oldest provider that has been verified, else
 * the oldest, else the server itself.
 */
async function senderOf(tx: Transaction, orgId: string) {
  const [plugin] = await tx
    .select({
      id: pluginInstances.id,
      name: pluginInstances.name,
      from: sql<string | null>`${pluginInstances.settings} ->> 'from'`,
    })
    .from(pluginInstances)
    .where(and(eq(pluginInstances.orgId, orgId), eq(pluginInstances.enabled, true), isNull(pluginInstances.deletedAt)))
    .orderBy(sql`${pluginInstances.verifiedAt} is null`, asc(pluginInstances.createdAt), asc(pluginInstances.id))
    .limit(1)
  if (!plugin) return { from: systemSender(), pluginInstanceId: null, pluginName: null }
  const [organization] = await tx
    .select({ supportEmail: organizations.supportEmail })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  const from = plugin.from ?? organization?.supportEmail ?? systemSender()
  return { from, pluginInstanceId: plugin.id, pluginName: plugin.name }
}
