import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { isId } from '../db/keys'
import type { Transaction } from '../db/transactions'
import { type Secrets, Unsealable } from '../secrets'

/** Organizations that are looked at: those whose secrets were added last, as a wrong key opens none of anybody's. */
const organizationsAsked = 20

/** One of what each key has sealed; the id of the key stands in the text. */
const oneOfEachKey = (column: SQL, table: SQL) => sql`
  select * from (select distinct on (split_part(${column}, '.', 2)) ${column} as text from ${table}
  where ${column} like 'v1.%' order by split_part(${column}, '.', 2)) as sealed`

/** The ids of keys that have sealed what none of these keys opens. */
export async function lostKeys(database: Pick<Database, 'system' | 'tenant'>, secrets: Secrets): Promise<string[]> {
  const { texts, orgIds } = await database.system(async (tx) => ({
    texts: await textsOf(tx, oneOfEachKey(sql`app_key`, sql`second_steps`)),
    orgIds: await withSecrets(tx),
  }))
  for (const orgId of orgIds) {
    const ofOrganization = sql`${oneOfEachKey(sql`secrets`, sql`gateway_instances`)} union all
      ${oneOfEachKey(sql`secrets`, sql`plugin_instances`)} union all ${oneOfEachKey(sql`secrets`, sql`webhooks`)}`
    texts.push(...(await database.tenant(orgId, (tx) => textsOf(tx, ofOrganization))))
  }
  const lost = texts.filter((text) => !opens(secrets, text)).map((text) => text.split('.')[1] ?? '')
  return [...new Set(lost)]
}

async function withSecrets(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ org_id: string }>(sql`
    select org_id from (select org_id, id from gateway_instances union all select org_id, id from webhooks) as made
    group by org_id order by max(id::text) desc limit ${organizationsAsked}`)
  return rows.map(({ org_id }) => org_id).filter(isId)
}

async function textsOf(tx: Transaction, query: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ text: string }>(query)
  return rows.map(({ text }) => text)
}

function opens(secrets: Secrets, text: string): boolean {
  try {
    secrets.unseal(text)
    return true
  } catch (error) {
    if (error instanceof Unsealable) return false
    throw error
  }
}
