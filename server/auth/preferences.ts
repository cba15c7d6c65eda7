import { eq, sql } from 'drizzle-orm'
import type { PreferencesUpdate } from '../../contract/extensions/users'
import type { User } from '../../contract/users'
import { userPreferences } from '../db/schema/users'
import type { Transaction } from '../db/transactions'

const { theme, density, language, clock, lists } = userPreferences
const chosen = { theme, density, language, clock, lists }

/** What a person has chosen; null for whoever never chose. */
export async function preferencesOf(tx: Transaction, userId: string): Promise<User['preferences']> {
  const [own] = await tx.select(chosen).from(userPreferences).where(eq(userPreferences.userId, userId))
  return own ?? null
}

/** Two tabs that choose at once each keep what they chose. */
export async function choosePreferences(
  tx: Transaction,
  userId: string,
  { lists: some, ...fields }: PreferencesUpdate,
) {
  // Of two lists that are arranged at once each keeps its columns, too.
  const added = some && { lists: sql`${lists} || ${JSON.stringify(some)}::jsonb` }
  const [own] = await tx
    .insert(userPreferences)
    .values({ userId, ...fields, ...(some && { lists: some }) })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { ...fields, ...added, updatedAt: new Date() } })
    .returning(chosen)
  if (!own) throw new Error('the preferences were not returned')
  return own
}
