import { and, eq, gt, notInArray, or, type SQL } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { type OfficeMail, officeMails } from '../../contract/extensions/mails'
import { inviteStateOf } from '../../contract/rules/invites'
import type { OwnMembership } from '../auth/sessions'
import { collaborations } from '../db/schema/collaborations'
import { mails } from '../db/schema/mails'
import { invites, memberships } from '../db/schema/organizations'
import { outbox } from '../db/schema/outbox'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { activeMember } from '../members/owners'
import { type Mail, postedMailTopic } from './mail'
import { jobKey } from './queue'
import { systemSender } from './sender'

// Mails of an organization that are about no order. What stands in one is its receiver's alone, as there may be a link in it
// that lets them in: the list has no more of it than its subject, and its text is in the job until it is sent.

const kinds: ReadonlySet<string> = new Set(officeMails)
export const isOfficeMail = (event: string): boolean => kinds.has(event)

/** What whoever looks at one reads in place of its text. */
export const forItsReceiver = 'What stands in it is for its receiver alone.'

/** Puts a mail of an organization into the outbox and its list, within the transaction that is the reason for it. */
export async function postOfficeMail(tx: Transaction, orgId: string, event: OfficeMail, mail: Mail): Promise<void> {
  const id = uuidv7()
  const { to, subject } = mail
  await tx
    .insert(mails)
    .values({ orgId, id, dedupeKey: id, event, from: systemSender(), to, subject, html: '', text: '' })
  await tx
    .insert(outbox)
    .values({ orgId, topic: postedMailTopic, payload: { ...mail, mailId: id }, dedupeKey: jobKey(id) })
}

/** Who lists them: owners, whose the team, partners and webhooks are, all; everybody those to themselves. */
export interface MailReader {
  membership: Pick<OwnMembership, 'role'>
  email: string
}

/** Of the mails of an organization those that somebody may know of. */
export const knownTo = ({ membership, email }: MailReader): SQL | undefined =>
  membership.role === 'owner' ? undefined : or(notInArray(mails.event, [...officeMails]), eq(mails.to, email))

export const isKnownTo = ({ event, to }: { event: string; to: string }, { membership, email }: MailReader): boolean =>
  membership.role === 'owner' || !isOfficeMail(event) || to === email

/** Throws a 409 that says why one is of no use any more, and is not sent once more. */
export async function refuseOutdatedMail(
  tx: Transaction,
  mail: Pick<typeof mails.$inferSelect, 'orgId' | 'event' | 'to' | 'createdAt'>,
  now: Date,
): Promise<void> {
  const why = await whyOutdated(tx, mail, now)
  if (why !== undefined) throw new Refusal(409, 'not_possible', why)
}

async function whyOutdated(
  tx: Transaction,
  { orgId, event, to, createdAt }: Parameters<typeof refuseOutdatedMail>[1],
  now: Date,
): Promise<string | undefined> {
  if (event !== 'invite' && event !== 'collaboration') {
    return (await isMember(tx, orgId, to)) ? undefined : `${to} is no longer in the organization.`
  }
  const isNewer = and(eq(mails.orgId, orgId), eq(mails.event, event), eq(mails.to, to), gt(mails.createdAt, createdAt))
  if ((await tx.$count(mails, isNewer)) > 0) return 'A newer one has been written to them since.'
  return event === 'invite' ? whyNoInvite(tx, orgId, to, now) : whyNoInvitation(tx, orgId, to, now)
}

const isMember = async (tx: Transaction, orgId: string, email: string): Promise<boolean> => {
  const found = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, orgId), eq(users.email, email), activeMember))
  return found.length > 0
}

async function whyNoInvite(tx: Transaction, orgId: string, to: string, now: Date): Promise<string | undefined> {
  const rows = await tx
    .select()
    .from(invites)
    .where(and(eq(invites.orgId, orgId), eq(invites.email, to)))
  return rows.some((invite) => inviteStateOf(invite, now) === 'pending')
    ? undefined
    : 'Its invite is not open any more. Invite them anew.'
}

async function whyNoInvitation(tx: Transaction, orgId: string, to: string, now: Date): Promise<string | undefined> {
  const isOpen = and(
    eq(collaborations.orgId, orgId),
    eq(collaborations.email, to),
    eq(collaborations.state, 'invited'),
    gt(collaborations.expiresAt, now),
  )
  return (await tx.$count(collaborations, isOpen)) > 0
    ? undefined
    : 'Its invitation is not open any more. Send a new one.'
}
