import { eq } from 'drizzle-orm'
import type { PreferencesUpdate } from '../../contract/extensions/users'
import type { User } from '../../contract/users'
import { userPreferences } from '../db/schema/users'
import type { Transaction } from '../db/transactions'

const { theme, density, language, clock } = userPreferences
const chosen = { theme, density, language, clock }

/** What a person has chosen; null for whoever never chose. */
export async function preferencesOf(tx: Transaction, userId: string): Promise<User['preferences']> {
  const [own] = await tx.select(chosen).from(userPreferences).where(eq(userPreferences.userId, userId))
  return own ?? null
}

/** Two tabs that choose at once each keep what they chose. */
export async function choosePreferences(tx: Transaction, userId: string, fields: PreferencesUpdate) {
  const [own] = await tx
    .insert(userPreferences)
    .values({ userId, ...fields })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { ...fields, updatedAt: new Date() } })
    .returning(chosen)
  if (!own) throw new Error('the preferences were not returned')
  return own
}
