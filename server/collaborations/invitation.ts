import { eq, sql } from 'drizzle-orm'
import type { Invitation } from '../../contract/extensions/collaborations'
import { invitationTold } from '../../contract/rules/collaborations'
import type { Caller } from '../auth/sessions'
import type { Database } from '../db/database'
import { collaborations } from '../db/schema/collaborations'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { type KnownCollaboration, sharedCampaigns } from './record'

/** Lets the transaction see what the link invites to. */
export const openInvitation = (tx: Transaction, token: string) =>
  tx.execute(sql`select set_config('app.invitation', ${tokenHash(token)}, true)`)

/** Throws a 404 for a link that leads nowhere, and a 403 for one that was sent to somebody else. */
export async function invitationOf(tx: Transaction, token: string, caller: Caller): Promise<KnownCollaboration> {
  await openInvitation(tx, token)
  const [row] = await tx
    .select()
    .from(collaborations)
    .where(eq(collaborations.tokenHash, tokenHash(token)))
  if (!row) throw new Refusal(404, 'not_found', invitationTold.unknown)
  if (row.email !== caller.user.email.toLowerCase()) throw new Refusal(403, 'forbidden', invitationTold.forOther)
  return row
}

/** What the caller is invited to, whatever has become of it. */
export async function readInvitation(
  database: Database,
  token: string,
  caller: Caller,
  now: Date,
): Promise<Invitation> {
  const [first] = caller.memberships
  // Who works nowhere can accept nothing.
  if (!first) throw new Refusal(403, 'forbidden', invitationTold.forOther)
  const row = await database.tenant(first.orgId, (tx) => invitationOf(tx, token, caller))
  const offered =
    row.state === 'invited'
      ? await database.partner({ orgId: row.orgId, partnerId: first.orgId, invitation: row.tokenHash }, (tx) =>
          sharedCampaigns(tx, row.id),
        )
      : []
  return {
    id: row.id,
    organizationName: row.orgName,
    inviterName: row.inviterName,
    inviterEmail: row.inviterEmail,
    share: row.sharePoints / 100,
    state: row.state,
    expiresAt: row.expiresAt.toISOString(),
    version: row.version,
    isExpired: row.state === 'invited' && row.expiresAt <= now,
    campaigns: offered,
  }
}
