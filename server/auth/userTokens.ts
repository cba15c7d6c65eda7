import { and, eq, gt, isNull } from 'drizzle-orm'
import { invites } from '../db/schema/organizations'
import { userTokens } from '../db/schema/users'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import { expiryOf } from './lifetimes'
import { newToken } from './sessions'

type Purpose = (typeof userTokens.$inferSelect)['purpose']

const lifetimeOf = { signup: 'signupToken', password_reset: 'passwordResetToken' } as const

/** Makes a token to be mailed to the address, and returns it; it is kept only as a hash. */
export async function newUserToken(tx: Transaction, purpose: Purpose, email: string, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = expiryOf(lifetimeOf[purpose], now)
  await tx.insert(userTokens).values({ tokenHash: tokenHash(token), purpose, email, expiresAt })
  return token
}

/** Uses a token up, and returns the address that it was mailed to; undefined when it is not valid. */
export async function useUserToken(
  tx: Transaction,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [used] = await tx
    .update(userTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(userTokens.tokenHash, tokenHash(token)),
        eq(userTokens.purpose, purpose),
        isNull(userTokens.usedAt),
        gt(userTokens.expiresAt, now),
      ),
    )
    .returning({ email: userTokens.email })
  return used?.email
}

/** Uses an invite up, and returns who it invites to what; undefined when it is not valid. */
export async function useInvite(tx: Transaction, token: string, now: Date) {
  const [used] = await tx
    .update(invites)
    .set({ acceptedAt: now })
    .where(
      and(
        eq(invites.tokenHash, tokenHash(token)),
        eq(invites.revoked, false),
        isNull(invites.acceptedAt),
        gt(invites.expiresAt, now),
      ),
    )
    .returning({ email: invites.email, orgId: invites.orgId, role: invites.role })
  return used
}
