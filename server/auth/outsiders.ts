import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { accessEnded } from '../../contract/client/errors'
import { whyOut } from '../../contract/rules/members'
import { apiTokens } from '../db/schema/apiTokens'
import { endedSessions, invites, memberships, organizations } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { unansweredTo } from '../invites/unanswered'

/**
 * Throws a 403 for whoever may work in no organization and is invited into none, with the sentence that says why.
 * Somebody who is just being kept out waits for the person, whom this keeps until the transaction ends, and then ends what
 * was opened in it.
 */
export async function refuseOutsider(tx: Transaction, userId: string): Promise<void> {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('share')
  const own = await tx
    .select({ disabledAt: memberships.disabledAt, name: organizations.name })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.createdAt), asc(organizations.id))
  if (own.some(({ disabledAt }) => disabledAt === null)) return
  // Whoever is asked to come back signs in to accept.
  if (person && (await isInvited(tx, person.email))) return
  const names = own.map(({ name }) => name)
  throw new Refusal(403, accessEnded, names.length > 0 ? whyOut.disabled(names.join(', ')) : whyOut.nowhere)
}

async function isInvited(tx: Transaction, email: string): Promise<boolean> {
  const toThem = and(unansweredTo(email), gt(invites.expiresAt, sql`now()`))
  return (await tx.$count(invites, toThem)) > 0
}

/** The organization that keeps out whoever made an API token which is still theirs; undefined for every other token. */
export async function disabledMaker(tx: Transaction, tokenHash: string): Promise<string | undefined> {
  const [kept] = await tx
    .select({ name: organizations.name })
    .from(apiTokens)
    .innerJoin(memberships, and(eq(memberships.orgId, apiTokens.orgId), eq(memberships.userId, apiTokens.userId)))
    .innerJoin(organizations, eq(organizations.id, apiTokens.orgId))
    .where(
      and(
        eq(apiTokens.tokenHash, tokenHash),
        isNotNull(memberships.disabledAt),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)),
      ),
    )
  return kept?.name
}

/** The 401 of a session that is over as its person was kept out; undefined for every other token. */
export async function endOf(tx: Transaction, tokenHash: string): Promise<Refusal | undefined> {
  const [ended] = await tx
    .select({ because: endedSessions.because, name: organizations.name })
    .from(endedSessions)
    .innerJoin(organizations, eq(organizations.id, endedSessions.organizationId))
    .where(eq(endedSessions.tokenHash, tokenHash))
  if (!ended) return undefined
  const headers = { 'www-authenticate': 'Bearer' }
  return new Refusal(401, accessEnded, whyOut[ended.because](ended.name), { headers })
}
