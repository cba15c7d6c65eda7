import { and, eq, isNull } from 'drizzle-orm'
import type { Invitation } from '../../contract/extensions/invites'
import { alreadyMember, inviteOfAnother, inviteStateOf, whyNotAnswered } from '../../contract/rules/invites'
import type { Caller } from '../auth/sessions'
import { actAs } from '../db/actAs'
import type { Database } from '../db/database'
import { hasKey } from '../db/keys'
import { invites, memberships } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { inviteAskedMail } from '../mail/mail'
import { postOfficeMail } from '../mail/officeMails'
import { ownersOf } from '../members/owners'
import { type FoundInvite, type InviteRow, noSuchInvite, refuseImpossible } from './record'

/** What whoever holds the link of an invite sees of it. */
export async function readInvitation(tx: Transaction, found: FoundInvite, now: Date): Promise<Invitation> {
  const { invite, organizationName } = found
  const isThere = organizationName !== null
  const [account] = await tx
    .select({ id: users.id, member: memberships.userId })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.orgId, invite.orgId)))
    .where(and(eq(users.email, invite.email), isNull(users.disabledAt)))
  return {
    state: isThere ? inviteStateOf(invite, now) : 'gone',
    email: invite.email,
    organizationId: isThere ? invite.orgId : null,
    organizationName,
    invitedByName: invite.invitedByName,
    role: invite.role,
    expiresAt: invite.expiresAt.toISOString(),
    isAsked: invite.askedAt !== null,
    hasAccount: account !== undefined,
    isMember: typeof account?.member === 'string',
  }
}

/** The name of an invite's organization, for whoever answers it. Throws a 409 when that has ended. */
function nameOf({ organizationName }: FoundInvite): string {
  if (organizationName === null) throw new Refusal(409, 'organization_gone', whyNotAnswered.gone)
  return organizationName
}

/** Locks an invite, so that whoever answers it next waits for what comes of this. */
async function lockInvite(tx: Transaction, { orgId, id }: InviteRow): Promise<InviteRow> {
  const [row] = await tx
    .select()
    .from(invites)
    .where(hasKey(invites, orgId, id))
    .for('update')
  if (!row) throw noSuchInvite()
  return row
}

/** Uses an invite up. */
const useUp = (tx: Transaction, { orgId, id }: InviteRow, now: Date) =>
  tx
    .update(invites)
    .set({ acceptedAt: now, sealedToken: null })
    .where(hasKey(invites, orgId, id))

/**
 * Lets the invited person in, one time: who sends it again, as after a lost answer, is answered as before. Throws a 403
 * for anybody else, and 409s.
 */
export async function acceptInvite(database: Database, found: FoundInvite, caller: Caller, now: Date) {
  const { orgId, email } = found.invite
  if (caller.user.email !== email) throw new Refusal(403, 'invite_of_another', inviteOfAnother(email))
  const organizationName = nameOf(found)
  await database.tenant(orgId, async (tx) => {
    const invite = await lockInvite(tx, found.invite)
    const own = and(eq(memberships.orgId, orgId), eq(memberships.userId, caller.userId))
    const isMember = (await tx.$count(memberships, own)) > 0
    if (isMember && invite.acceptedAt !== null) return
    refuseImpossible(invite, 'accept', now)
    if (isMember) throw new Refusal(409, 'already_member', alreadyMember(organizationName))
    await tx.insert(memberships).values({ orgId, userId: caller.userId, role: invite.role, createdAt: now })
    await useUp(tx, invite, now)
  })
  return { organizationId: orgId, organizationName }
}

/** Throws why nobody can sign up by an invite (409). */
export function refuseUnusable(found: FoundInvite, now: Date): void {
  nameOf(found)
  refuseImpossible(found.invite, 'accept', now)
}

/** Uses the invite of a sign-up up, and tells where that leads; nobody else uses it meanwhile. Throws 409s. */
export async function joinByInvite(tx: Transaction, found: FoundInvite, now: Date) {
  const organizationName = nameOf(found)
  const invite = await lockInvite(tx, found.invite)
  refuseImpossible(invite, 'accept', now)
  await useUp(tx, invite, now)
  return { email: invite.email, orgId: invite.orgId, role: invite.role, organizationName }
}

/** Declines an invite; the same again is answered as before. Throws 409s. */
export async function declineInvite(database: Database, found: FoundInvite, now: Date): Promise<void> {
  nameOf(found)
  await database.tenant(found.invite.orgId, async (tx) => {
    const invite = await lockInvite(tx, found.invite)
    if (invite.declinedAt !== null && !invite.revoked) return
    refuseImpossible(invite, 'decline', now)
    await actAs(tx, { kind: 'person', name: invite.email })
    await tx
      .update(invites)
      .set({ declinedAt: now, sealedToken: null })
      .where(hasKey(invites, invite.orgId, invite.id))
  })
}

/** Tells those who may invite that an expired invite is still wanted, one time until it is sent again. Throws 409s. */
export async function askForInvite(
  database: Database,
  found: FoundInvite,
  now: Date,
  publicUrl: string,
): Promise<void> {
  nameOf(found)
  await database.tenant(found.invite.orgId, async (tx) => {
    const invite = await lockInvite(tx, found.invite)
    refuseImpossible(invite, 'ask', now)
    if (invite.askedAt !== null) return
    await actAs(tx, { kind: 'person', name: invite.email })
    await tx
      .update(invites)
      .set({ askedAt: now })
      .where(hasKey(invites, invite.orgId, invite.id))
    const owners = await ownersOf(tx, invite.orgId)
    // Whoever invited is asked while they can answer; else all who can.
    const inviter = owners.filter(({ id }) => id === invite.invitedBy)
    for (const { email } of inviter.length > 0 ? inviter : owners) {
      const mail = inviteAskedMail(email, invite.email, `${publicUrl}/settings?tab=team`)
      await postOfficeMail(tx, invite.orgId, 'invite.asked', mail)
    }
  })
}
