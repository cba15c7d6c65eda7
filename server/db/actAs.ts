import { sql } from 'drizzle-orm'
import { type Actor, actingNow, settingsOf } from './acting'
import type { Transaction } from './transactions'

/** Says within a transaction who acts, where that is not known before it. */
export async function actAs(tx: Transaction, actor: Actor): Promise<void> {
  const settings = settingsOf({ actor, action: actingNow()?.action ?? '' })
  const set = settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  await tx.execute(sql`select ${sql.join(set, sql`, `)}`)
}
