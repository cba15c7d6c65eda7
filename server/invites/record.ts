import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { EventFromLogic } from 'xstate'
import type { Invite } from '../../contract/extensions/invites'
import { inviteStateOf, unknownInvite } from '../../contract/rules/invites'
import { inviteLife } from '../../machines/lives/inviteLife'
import { stepOf } from '../../machines/lives/life'
import { startOf } from '../auth/lifetimes'
import { locked, type RecordKind } from '../db/recordKind'
import { invites, organizations } from '../db/schema/organizations'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import { notFound, Refusal } from '../http/errors'

export type InviteRow = typeof invites.$inferSelect

export const anInvite: RecordKind<InviteRow, 'inviteId'> = {
  resource: 'invites',
  noun: 'Invite',
  param: 'inviteId',
  find: locked(invites),
}

/** The address that an invite's link leads to. What it shows there is asked of the server, and believed of no address. */
export const inviteLink = (publicUrl: string, orgId: string, token: string): string =>
  `${publicUrl}/invite?${new URLSearchParams({ orgId, token }).toString()}`

/** The invite that a token opens, whatever its state is; its organization is null when that has ended. */
export async function inviteOf(tx: Transaction, token: string) {
  const [found] = await tx
    .select({ invite: invites, organizationName: organizations.name })
    .from(invites)
    .leftJoin(organizations, eq(organizations.id, invites.orgId))
    .where(eq(invites.tokenHash, tokenHash(token)))
  return found
}
export type FoundInvite = NonNullable<Awaited<ReturnType<typeof inviteOf>>>

/** What is answered to whoever has a token that was never given. */
export const noSuchInvite = () => new Refusal(404, notFound('Invite').code, unknownInvite)

const codes = {
  accepted: 'invite_used',
  declined: 'invite_declined',
  revoked: 'invite_revoked',
  expired: 'invite_expired',
  pending: 'not_possible',
} as const

/** Takes an invite's life one step further. Throws a 409 with the sentence of the life when that is not possible (LI-06). */
export function refuseImpossible(invite: InviteRow, type: EventFromLogic<typeof inviteLife>['type'], now: Date): void {
  const state = inviteStateOf(invite, now)
  const { refusal } = stepOf(inviteLife, state, { type })
  if (refusal !== undefined) throw new Refusal(409, codes[state], refusal)
}

/** The invites of an organization that are open, or were declined within a month, the newest first. */
export async function openInvites(tx: Transaction, orgId: string, now: Date): Promise<Invite[]> {
  const rows = await tx
    .select()
    .from(invites)
    .where(
      and(
        eq(invites.orgId, orgId),
        eq(invites.revoked, false),
        isNull(invites.acceptedAt),
        or(isNull(invites.declinedAt), gt(invites.declinedAt, startOf('declinedInvite', now))),
      ),
    )
    .orderBy(desc(invites.createdAt), desc(invites.id))
  return rows.map((row) => shownInvite(row, now))
}

export const shownInvite = (row: InviteRow, now: Date): Invite => ({
  id: row.id,
  email: row.email,
  role: row.role,
  state: inviteStateOf(row, now),
  invitedByName: row.invitedByName,
  sentAt: (row.sentAt ?? row.createdAt).toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  askedAt: row.askedAt?.toISOString() ?? null,
})
