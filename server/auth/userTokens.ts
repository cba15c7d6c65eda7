import { and, eq, gt, isNull } from 'drizzle-orm'
import { userTokens } from '../db/schema/users'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'
import { expiryOf } from './lifetimes'
import { newToken } from './sessions'

type Purpose = (typeof userTokens.$inferSelect)['purpose']

const lifetimeOf = {
  signup: 'signupToken',
  password_reset: 'passwordResetToken',
  email_change: 'emailChangeToken',
} as const

/** Makes a token to be mailed to the address, and returns it; it is kept only as a hash. */
export async function newUserToken(
  tx: Transaction,
  purpose: Purpose,
  email: string,
  now: Date,
  userId?: string,
): Promise<string> {
  const token = newToken()
  const expiresAt = expiryOf(lifetimeOf[purpose], now)
  await tx.insert(userTokens).values({ tokenHash: tokenHash(token), purpose, email, expiresAt, userId })
  return token
}

/** Uses a token up, and returns who it was mailed to; undefined when it is not valid. */
export async function useUserToken(
  tx: Transaction,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<{ email: string; userId: string | null } | undefined> {
  const [used] = await tx
    .update(userTokens)
    .set({ usedAt: now })
    .where(isLive(purpose, token, now))
    .returning({ email: userTokens.email, userId: userTokens.userId })
  return used
}

/** Whether a token could be used. */
export async function isUserToken(tx: Transaction, purpose: Purpose, token: string, now: Date): Promise<boolean> {
  const found = await tx
    .select({ email: userTokens.email })
    .from(userTokens)
    .where(isLive(purpose, token, now))
  return found.length > 0
}

const isLive = (purpose: Purpose, token: string, now: Date) =>
  and(
    eq(userTokens.tokenHash, tokenHash(token)),
    eq(userTokens.purpose, purpose),
    isNull(userTokens.usedAt),
    gt(userTokens.expiresAt, now),
  )

/** Ends every token of a purpose that was mailed to the address. */
export const endUserTokens = (tx: Transaction, purpose: Purpose, email: string, now: Date) =>
  tx
    .update(userTokens)
    .set({ usedAt: now })
    .where(and(eq(userTokens.email, email), eq(userTokens.purpose, purpose), isNull(userTokens.usedAt)))

export const wrongToken = (path: string) =>
  invalid([{ path, message: 'This link is not valid any more. Ask for a new one.' }])
