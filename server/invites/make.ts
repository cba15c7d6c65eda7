import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { InvitedAddress } from '../../contract/extensions/invites'
import {
  inviteStateOf,
  type InviteVerdict,
  mostInvites,
  mostInvitesOfAddress,
  mostSends,
} from '../../contract/rules/invites'
import type { Role } from '../../contract/rules/duties'
import { expiryOf } from '../auth/lifetimes'
import { type Caller, newToken } from '../auth/sessions'
import { hasKey } from '../db/keys'
import { nameOfOrganization } from '../db/organizations'
import { invites, memberships } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { inviteMail } from '../mail/mail'
import { postOfficeMail } from '../mail/officeMails'
import { type Secrets, Unsealable } from '../secrets'
import { inviteLink, type InviteRow, refuseImpossible } from './record'
import { unansweredTo } from './unanswered'

/** What invites are made with. */
export interface Inviting {
  secrets: Secrets
  publicUrl: string
}
interface Inviter {
  orgId: string
  caller: Caller
  now: Date
}

/** Invites each address, and says what became of it. Throws a 429 when the organization has invited too many today. */
export async function inviteAll(
  tx: Transaction,
  { orgId, caller, now }: Inviter,
  asked: { emails: readonly string[]; role: Role },
  inviting: Inviting,
): Promise<InvitedAddress[]> {
  const emails = [...new Set(asked.emails)]
  const members = await membersOf(tx, orgId, emails)
  const lately = await madeLately(tx, orgId, now)
  if ([...lately.values()].reduce((sum, made) => sum + made, 0) + emails.length > mostInvites) {
    throw new Refusal(429, 'too_many_requests', `An organization invites ${mostInvites} people a day at most.`)
  }
  const verdicts = new Map<string, InviteVerdict>()
  // In one order, so that of two who invite the same people at once neither waits for the other for ever.
  for (const email of emails.toSorted()) {
    if (members.has(email)) verdicts.set(email, 'member')
    else if ((lately.get(email) ?? 0) >= mostInvitesOfAddress) verdicts.set(email, 'tooOften')
    else verdicts.set(email, await inviteOne(tx, { orgId, caller, now }, { email, role: asked.role }, inviting))
  }
  return emails.map((email) => ({ email, verdict: verdicts.get(email) ?? 'pending' }))
}

async function membersOf(tx: Transaction, orgId: string, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, orgId), inArray(users.email, [...emails])))
  return new Set(rows.map(({ email }) => email))
}

/** How often each address was invited within a day. */
async function madeLately(tx: Transaction, orgId: string, now: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ email: invites.email, made: sql<number>`count(*)::int` })
    .from(invites)
    .where(and(eq(invites.orgId, orgId), gt(invites.createdAt, new Date(now.getTime() - 86_400_000))))
    .groupBy(invites.email)
  return new Map(rows.map(({ email, made }) => [email, made]))
}

async function inviteOne(
  tx: Transaction,
  { orgId, caller, now }: Inviter,
  { email, role }: { email: string; role: Role },
  inviting: Inviting,
): Promise<InviteVerdict> {
  const token = newToken()
  const byName = caller.user.name || caller.user.email
  const by = { role, invitedBy: caller.userId, invitedByName: byName }
  const [made] = await tx
    .insert(invites)
    .values({ orgId, email, ...by, ...sealedAs(token, inviting), createdAt: now, ...sentAt(now) })
    .onConflictDoNothing()
    .returning()
  if (made) {
    await mailInvite(tx, made, token, inviting)
    return 'invited'
  }
  const isOpen = and(eq(invites.orgId, orgId), unansweredTo(email))
  const [open] = await tx.select().from(invites).where(isOpen).for('update')
  // Answered in this very moment, it is as good as open.
  if (!open || inviteStateOf(open, now) === 'pending' || open.sends >= mostSends) return 'pending'
  await renew(tx, { ...open, ...by }, now, inviting)
  return 'renewed'
}

/** Mails an invite again, which renews it; whoever has its link goes on with that. Throws 409s. */
export async function sendAgain(tx: Transaction, invite: InviteRow, now: Date, inviting: Inviting): Promise<InviteRow> {
  refuseImpossible(invite, 'sendAgain', now)
  if (invite.sends >= mostSends) {
    throw new Refusal(409, 'not_possible', `It has been sent ${mostSends} times. Copy its link instead, or revoke it.`)
  }
  return renew(tx, invite, now, inviting)
}

async function renew(tx: Transaction, invite: InviteRow, now: Date, inviting: Inviting): Promise<InviteRow> {
  const { role, invitedBy, invitedByName } = invite
  const known = tokenOf(invite, inviting.secrets)
  const token = known ?? newToken()
  const [renewed] = await tx
    .update(invites)
    .set({
      role,
      invitedBy,
      invitedByName,
      ...sentAt(now),
      sends: invite.sends + 1,
      askedAt: null,
      ...(known === undefined ? sealedAs(token, inviting) : {}),
    })
    .where(hasKey(invites, invite.orgId, invite.id))
    .returning()
  if (!renewed) throw new Error('the renewed invite was not returned')
  await mailInvite(tx, renewed, token, inviting)
  return renewed
}

/** The link of an open invite. Throws a 409 for any other, and for one whose key is gone. */
export function linkOf(invite: InviteRow, now: Date, { secrets, publicUrl }: Inviting): string {
  refuseImpossible(invite, 'copyLink', now)
  const token = tokenOf(invite, secrets)
  if (token === undefined) throw new Refusal(409, 'not_possible', 'Its link can not be read any more. Send it again.')
  return inviteLink(publicUrl, invite.orgId, token)
}

/** Undefined for what was sealed by a key that is gone, and for invites of before they were sealed. */
function tokenOf({ sealedToken }: InviteRow, secrets: Secrets): string | undefined {
  if (sealedToken === null) return undefined
  try {
    return secrets.unseal(sealedToken)
  } catch (error) {
    if (error instanceof Unsealable) return undefined
    throw error
  }
}

const sealedAs = (token: string, { secrets }: Inviting) => ({
  tokenHash: tokenHash(token),
  sealedToken: secrets.seal(token),
})
const sentAt = (now: Date) => ({ sentAt: now, expiresAt: expiryOf('invite', now) })

async function mailInvite(tx: Transaction, invite: InviteRow, token: string, { publicUrl }: Inviting): Promise<void> {
  const { orgId, email, invitedByName } = invite
  const about = { organizationName: await nameOfOrganization(tx, orgId), invitedByName: invitedByName ?? '' }
  await postOfficeMail(tx, orgId, 'invite', inviteMail(email, about, inviteLink(publicUrl, orgId, token)))
}
