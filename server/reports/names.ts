import { sql, type SQL } from 'drizzle-orm'
import { type Dimension, dimensions } from '../../contract/rules/measures'
import { agentName } from '../db/agentNames'
import type { Transaction } from '../db/transactions'

/** What records are called, by their ids. */
const named: Readonly<Partial<Record<Dimension, SQL>>> = {
  campaign: sql`(select name from campaigns where campaigns.org_id = (select current_org()) and campaigns.id = asked.id)`,
  offer: sql`(select display_name from offers where offers.org_id = (select current_org()) and offers.id = asked.id)`,
  gateway: sql`(select display_name from gateway_instances as own
    where own.org_id = (select current_org()) and own.id = asked.id)`,
  agent: agentName,
}

/** Tells the names of records, by what they are and their ids. */
export async function namesOf(
  tx: Transaction,
  asked: readonly { dimension: Dimension; ids: readonly (string | null)[] }[],
): Promise<(dimension: Dimension, id: string | null) => string> {
  const known = new Map<string, string>()
  for (const { dimension, ids } of asked) {
    const name = named[dimension]
    const some = [...new Set(ids.filter((id) => id !== null))]
    if (name === undefined || some.length === 0) continue
    const { rows } = await tx.execute<{ id: string; name: string | null }>(
      sql`select asked.id::text as id, ${name} as name from unnest(${sql.param(some)}::uuid[]) as asked (id)`,
    )
    for (const { id, name: found } of rows) known.set(`${dimension} ${id}`, found ?? '')
  }
  return (dimension, id) => {
    const described = dimensions[dimension]
    if (id === null) return 'none' in described ? described.none : ''
    return known.get(`${dimension} ${id}`) || id
  }
}
