import type { Transaction } from '../db/transactions'
import { endEmailChanges } from './emailChange'
import { endChallenges } from './stepChallenges'
import { endUserTokens } from './userTokens'

/** Ends what somebody who knew the old password may have begun: second steps, and links for a password or an address. */
export async function endBegun(
  tx: Transaction,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  await endChallenges(tx, id)
  await endUserTokens(tx, 'password_reset', email, now)
  await endEmailChanges(tx, id, now)
}
