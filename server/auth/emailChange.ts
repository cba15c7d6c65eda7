import { and, eq, isNull } from 'drizzle-orm'
import { actAs } from '../db/actAs'
import { users, userTokens } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { addressTakenMail, emailChangeAskedMail, emailChangedMail, emailChangeMail, postMail } from '../mail/mail'
import type { AuthAddresses } from './addresses'
import { endUserTokens, newUserToken, useUserToken } from './userTokens'

interface Asked {
  userId: string
  /** The address of today, and the one that is wanted. */
  from: string
  to: string
}

/**
 * Mails a link to the new address, which alone changes it, and tells the old one. Whether the new address has an account
 * is told to nobody but its owner: the same is done and answered either way.
 */
export async function askForEmailChange(
  tx: Transaction,
  { userId, from, to }: Asked,
  addresses: AuthAddresses,
  now: Date,
) {
  const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.email, to)).limit(1)
  const token = await newUserToken(tx, 'email_change', to, now, userId)
  await postMail(
    tx,
    other ? addressTakenMail(to, addresses.forgot) : emailChangeMail(to, addresses.to('email', { token })),
  )
  await postMail(tx, emailChangeAskedMail(from, to, addresses.forgot))
}

/** Changes the address that the token was mailed to, one time; undefined when the token is not valid. Throws a 409. */
export async function changeEmail(tx: Transaction, token: string, now: Date): Promise<string | undefined> {
  const used = await useUserToken(tx, 'email_change', token, now)
  if (!used?.userId) return undefined
  const { email, userId } = used
  const [before] = await tx
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (!before) return undefined
  const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1)
  // Whoever holds the mailed link may know.
  if (other) throw new Refusal(409, 'email_taken', 'This email is used by another account')
  await actAs(tx, { kind: 'person', id: userId, name: before.name || before.email })
  await tx.update(users).set({ email }).where(eq(users.id, userId))
  // What was mailed to the old address, or for another change, opens nothing any more.
  await endUserTokens(tx, 'password_reset', before.email, now)
  await endEmailChanges(tx, userId, now)
  await postMail(tx, emailChangedMail(before.email, email))
  return email
}

/** Ends every link that would change the account's address, wherever it was mailed. */
export const endEmailChanges = (tx: Transaction, userId: string, now: Date) =>
  tx
    .update(userTokens)
    .set({ usedAt: now })
    .where(and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'email_change'), isNull(userTokens.usedAt)))
