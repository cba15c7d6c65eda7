import { sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { isId } from '../db/keys'
import type { Transaction } from '../db/transactions'
import { oneOfEachKey, opens, sealedForLong, sealedForLongOfPeople } from '../sealed'
import type { Secrets } from '../secrets'

/** Organizations that are looked at: those whose secrets were added last, as a wrong key opens none of anybody's. */
const organizationsAsked = 20

/** The ids of keys that have sealed what none of these keys opens. */
export async function lostKeys(database: Pick<Database, 'system' | 'tenant'>, secrets: Secrets): Promise<string[]> {
  const { texts, orgIds } = await database.system(async (tx) => ({
    texts: await oneOfEachKey(tx, sql`true`, sealedForLongOfPeople),
    orgIds: await withSecrets(tx),
  }))
  for (const orgId of orgIds) {
    texts.push(...(await database.tenant(orgId, (tx) => oneOfEachKey(tx, sql`org_id = ${orgId}`, sealedForLong))))
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
