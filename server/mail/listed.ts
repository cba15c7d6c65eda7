import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { MailsAsked } from '../../contract/extensions/mails'
import { ownMembership } from '../auth/access'
import type { Caller } from '../auth/sessions'
import { isId } from '../db/keys'
import { hasWords } from '../db/patterns'
import { named } from '../db/rows'
import { mails } from '../db/schema/mails'
import type { Transaction } from '../db/transactions'
import { knownTo, type MailReader } from './officeMails'

type Narrowed = Pick<MailsAsked, 'state' | 'orderId' | 'q'>

export const readerOf = (caller: Caller, orgId: string): MailReader => ({
  membership: ownMembership(caller, orgId),
  email: caller.user.email,
})

/** Of the mails of an organization those that somebody asks for and may know of. */
export const foundMails = (orgId: string, reader: MailReader, { state, orderId, q = '' }: Narrowed): SQL | undefined =>
  and(
    eq(mails.orgId, orgId),
    knownTo(reader),
    state && eq(mails.state, state),
    orderId === undefined ? undefined : isId(orderId) ? eq(mails.orderId, orderId) : sql`false`,
    hasWords(mails.searchText, q),
  )

export const newestFirst = [desc(mails.createdAt), desc(mails.id)]

/** The statement that tells all of them, by the names of the contract; without what stands in them. */
export const everyMail = (tx: Transaction, orgId: string, reader: MailReader, asked: Narrowed): SQL => {
  const { subject, event, to, state, orderNumber, tries, error, pluginName, createdAt } = mails
  return tx
    .select(named({ subject, event, to, state, orderNumber, tries, error, pluginName, createdAt }))
    .from(mails)
    .where(foundMails(orgId, reader, asked))
    .orderBy(...newestFirst)
    .getSQL()
}
