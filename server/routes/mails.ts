import { and, eq } from 'drizzle-orm'
import type { Mail } from '../../contract/extensions/mails'
import { mailLife } from '../../machines/lives/mailLife'
import { inOwningOrganization, ownMembership, whyRefused } from '../auth/access'
import { withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { takeStep } from '../db/lives'
import { locked, type RecordKind } from '../db/recordKind'
import { mails } from '../db/schema/mails'
import { outbox } from '../db/schema/outbox'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { Refusal } from '../http/errors'
import { escaped } from '../mail/blocks'
import { jobKey, keptMailTopic } from '../mail/queue'
import { foundMails, newestFirst, readerOf } from '../mail/listed'
import { forItsReceiver, isKnownTo, isOfficeMail, refuseOutdatedMail } from '../mail/officeMails'
import { MailTooLong, renderedOf } from '../mail/render'
import type { Services } from './services'

type Row = Omit<typeof mails.$inferSelect, 'html' | 'text' | 'unrendered' | 'searchText' | 'dedupeKey'>

const aMail: RecordKind<typeof mails.$inferSelect, 'mailId'> = {
  resource: 'mails',
  noun: 'Mail',
  param: 'mailId',
  find: async (tx, place) => {
    const found = await locked(mails)(tx, place)
    return found && isKnownTo(found, readerOf(place.caller, place.orgId)) ? found : undefined
  },
  orderOf: ({ orderId }) => orderId,
}

export const mailHandlers = ({ database, nudgeOutbox }: Services): Handlers['mails'] => ({
  list: async ({ query, caller }) => {
    const { organizationId, limit, page, ...asked } = query
    const { orgId } = ownMembership(caller, organizationId)
    return database.tenant(orgId, async (tx) => {
      const found = foundMails(orgId, readerOf(caller, orgId), asked)
      const total = await tx.$count(mails, found)
      const rows = await tx
        .select(listed)
        .from(mails)
        .where(found)
        .orderBy(...newestFirst)
        .limit(limit)
        .offset((page - 1) * limit)
      return { data: rows.map(shown), meta: { total } }
    })
  },

  get: async ({ params: { mailId }, caller }) => {
    const { row, mayLink } = await inOwningOrganization(database, caller, mailId, 'Mail', async (tx, orgId, own) => {
      const [found] = await tx
        .select()
        .from(mails)
        .where(hasKey(mails, orgId, mailId))
      const mayLink = whyRefused(own, 'orders.createPaymentLink') === undefined
      return found && isKnownTo(found, readerOf(caller, orgId)) ? { row: found, mayLink } : undefined
    })
    const { html, text } = readable(row)
    const told = mayLink ? { mailHtml: html, mailText: text } : { mailHtml: closed(html), mailText: closed(text) }
    return { data: { ...shown(row), organizationId: row.orgId, ...told } }
  },

  retry: withRecord(
    aMail,
    async ({ tx, orgId, id: mailId, record, happening }) => {
      const state = await takeStep(tx, happening, mailLife, record.state, { type: 'retry' })
      if (isOfficeMail(record.event)) await refuseOutdatedMail(tx, record, happening.now)
      const [queued] = await tx
        .update(mails)
        .set({ state, error: null })
        .where(hasKey(mails, orgId, mailId))
        .returning()
      await beginAnew(tx, record, happening.now)
      return queued && shown(queued)
    },
    (data) => {
      nudgeOutbox()
      return { data }
    },
  ),

  drop: withRecord(
    aMail,
    async ({ tx, orgId, id: mailId, record, happening }) => {
      const state = await takeStep(tx, happening, mailLife, record.state, { type: 'drop' })
      await tx.delete(outbox).where(isJobOf(record))
      const [dropped] = await tx
        .update(mails)
        .set({ state })
        .where(hasKey(mails, orgId, mailId))
        .returning()
      return dropped && shown(dropped)
    },
    (data) => ({ data }),
  ),
})

const isJobOf = ({ orgId, dedupeKey }: Pick<typeof mails.$inferSelect, 'orgId' | 'dedupeKey'>) =>
  and(eq(outbox.orgId, orgId), eq(outbox.dedupeKey, jobKey(dedupeKey)))

/** Begins the job of a mail anew. One that was swept away is written again, but for those that have their mail within them. */
async function beginAnew(tx: Transaction, mail: typeof mails.$inferSelect, runAt: Date): Promise<void> {
  const anew = { state: 'ready', attempts: 0, runAt, lastError: null, doneAt: null } as const
  if (isOfficeMail(mail.event)) {
    const begun = await tx.update(outbox).set(anew).where(isJobOf(mail)).returning({ id: outbox.id })
    if (begun.length === 0) throw new Refusal(409, 'not_possible', 'What stood in it is not kept any more.')
    return
  }
  const job = { topic: keptMailTopic, payload: { mailId: mail.id }, dedupeKey: jobKey(mail.dedupeKey) }
  await tx
    .insert(outbox)
    .values({ orgId: mail.orgId, ...job, ...anew })
    .onConflictDoUpdate({ target: [outbox.orgId, outbox.dedupeKey], set: anew })
}

/** A mail without what opens the page of an order: who may make no link is not told that of others either (NO-06). */
const closed = (text: string): string => text.replaceAll(/(\/pay\/)[\w-]+/g, '$1…')

/** What may be read of a mail; of one that is too long to be written, why there is nothing. */
function readable(mail: typeof mails.$inferSelect) {
  if (isOfficeMail(mail.event)) return { html: escaped(forItsReceiver), text: forItsReceiver }
  try {
    return renderedOf(mail)
  } catch (error) {
    if (!(error instanceof MailTooLong)) throw error
    return { html: escaped(error.message), text: error.message }
  }
}

/** Without what stands in it, as lists show many. */
const listed = {
  orgId: mails.orgId,
  id: mails.id,
  event: mails.event,
  state: mails.state,
  tries: mails.tries,
  error: mails.error,
  from: mails.from,
  to: mails.to,
  subject: mails.subject,
  orderId: mails.orderId,
  orderNumber: mails.orderNumber,
  autoresponderId: mails.autoresponderId,
  pluginInstanceId: mails.pluginInstanceId,
  pluginName: mails.pluginName,
  createdAt: mails.createdAt,
  updatedAt: mails.updatedAt,
  deliveredAt: mails.deliveredAt,
}

const shown = (row: Row): Mail => ({
  id: row.id,
  event: row.event,
  state: row.state,
  tries: row.tries,
  error: row.error,
  from: row.from,
  to: row.to,
  subject: row.subject,
  order: row.orderId !== null && row.orderNumber !== null ? { id: row.orderId, number: row.orderNumber } : null,
  pluginName: row.pluginName,
  createdAt: row.createdAt.toISOString(),
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
})
