import { type SQL, sql } from 'drizzle-orm'
import { actingAsJob } from './db/acting'
import type { Database } from './db/database'
import { organizations } from './db/schema/organizations'
import type { Transaction } from './db/transactions'
import { type Secrets, Unsealable } from './secrets'

interface SealedColumn {
  table: SQL
  column: SQL
  /** The column as a text, and a text as it is stored there. */
  text: SQL
  stored: (text: string) => SQL
}

const textColumn = (table: SQL, column: SQL): SealedColumn => ({
  table,
  column,
  text: column,
  stored: (text) => sql`${text}`,
})

/** Every column of sealed secrets; in the answers that are kept for who asks again, those that are sealed. */
const sealed: readonly SealedColumn[] = [
  textColumn(sql`gateway_instances`, sql`secrets`),
  textColumn(sql`plugin_instances`, sql`secrets`),
  textColumn(sql`payment_attempts`, sql`return_token`),
  textColumn(sql`payment_links`, sql`sealed_code`),
  textColumn(sql`webhooks`, sql`secrets`),
  textColumn(sql`invites`, sql`sealed_token`),
  {
    table: sql`idempotency_keys`,
    column: sql`answer`,
    text: sql`(answer #>> '{}')`,
    stored: (text) => sql`to_json(${text}::text)`,
  },
]

/** The same of people, who are in no organization. */
const sealedOfPeople: readonly SealedColumn[] = [
  textColumn(sql`second_steps`, sql`app_key`),
  textColumn(sql`step_challenges`, sql`app_key`),
]

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
    for (const column of sealed) {
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
