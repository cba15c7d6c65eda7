import { type SQL, sql } from 'drizzle-orm'
import { actingAsJob } from './db/acting'
import type { Database } from './db/database'
import { organizations } from './db/schema/organizations'
import type { Transaction } from './db/transactions'
import { type SealedColumn, sealedOfOrganizations, sealedOfPeople } from './sealed'
import { type Secrets, Unsealable } from './secrets'

export interface Resealed {
  resealed: number
  /** How many can't be opened any more, as their key is gone; they are left as they are. */
  lost: number
}

/** Seals anew by the newest key whatever another one has sealed. */
export const resealAll = (database: Pick<Database, 'system' | 'tenant'>, secrets: Secrets): Promise<Resealed> =>
  actingAsJob('rotateSecrets', () => resealEverywhere(database, secrets))

async function resealEverywhere(database: Pick<Database, 'system' | 'tenant'>, secrets: Secrets): Promise<Resealed> {
  const everyone = await database.system((tx) => tx.select({ id: organizations.id }).from(organizations))
  const all: Resealed = { resealed: 0, lost: 0 }
  const add = ({ resealed, lost }: Resealed) => {
    all.resealed += resealed
    all.lost += lost
  }
  for (const column of sealedOfPeople) add(await database.system((tx) => resealColumn(tx, sql`true`, column, secrets)))
  for (const { id: orgId } of everyone) {
    for (const column of sealedOfOrganizations) {
      add(await database.tenant(orgId, (tx) => resealColumn(tx, sql`org_id = ${orgId}`, column, secrets)))
    }
  }
  return all
}

async function resealColumn(
  tx: Transaction,
  among: SQL,
  { table, column, text, stored }: SealedColumn,
  secrets: Secrets,
): Promise<Resealed> {
  const { rows } = await tx.execute<{ text: string }>(
    sql`select ${text} as text from ${table} where ${among} and ${text} like 'v1.%' for update`,
  )
  const count = { resealed: 0, lost: 0 }
  for (const { text: before } of rows) {
    if (secrets.isCurrent(before)) continue
    try {
      const after = stored(secrets.seal(secrets.unseal(before)))
      // No two secrets are sealed alike.
      await tx.execute(sql`update ${table} set ${column} = ${after} where ${among} and ${text} = ${before}`)
      count.resealed += 1
    } catch (error) {
      if (!(error instanceof Unsealable)) throw error
      count.lost += 1
    }
  }
  return count
}
