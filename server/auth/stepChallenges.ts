import { and, eq, gt } from 'drizzle-orm'
import { stepChallenges } from '../db/schema/secondSteps'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import { expiryOf } from './lifetimes'
import { newToken } from './sessions'

type Challenge = typeof stepChallenges.$inferSelect
type Asked = Pick<typeof stepChallenges.$inferInsert, 'purpose' | 'userId' | 'appKey'>

/** Hands out a token that is answered with a code, or by a passkey, within minutes; it is kept only as a hash. */
export async function newChallenge(tx: Transaction, asked: Asked, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = expiryOf(asked.purpose.includes('passkey') ? 'passkeyChallenge' : 'stepChallenge', now)
  await tx.insert(stepChallenges).values({ ...asked, tokenHash: tokenHash(token), createdAt: now, expiresAt })
  return token
}

const isOpen = (purpose: Challenge['purpose'], token: string, now: Date) =>
  and(
    eq(stepChallenges.tokenHash, tokenHash(token)),
    eq(stepChallenges.purpose, purpose),
    gt(stepChallenges.expiresAt, now),
  )

/** What a token was handed out for; undefined when it opens nothing. */
export async function challengeOf(
  tx: Transaction,
  purpose: Challenge['purpose'],
  token: string,
  now: Date,
): Promise<Challenge | undefined> {
  const [found] = await tx
    .select()
    .from(stepChallenges)
    .where(isOpen(purpose, token, now))
  return found
}

/** Uses a token up, and tells whose it was; undefined when somebody has. */
export async function useChallenge(
  tx: Transaction,
  purpose: Challenge['purpose'],
  token: string,
  now: Date,
): Promise<Pick<Challenge, 'userId'> | undefined> {
  const [used] = await tx
    .delete(stepChallenges)
    .where(isOpen(purpose, token, now))
    .returning({ userId: stepChallenges.userId })
  return used
}

/** Ends all that a person was handed out, as what they have proven before is worth nothing any more. */
export const endChallenges = (tx: Transaction, userId: string) =>
  tx.delete(stepChallenges).where(eq(stepChallenges.userId, userId))
