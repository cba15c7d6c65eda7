import { sql } from 'drizzle-orm'
import { seesOwnOrdersAlone } from '../../contract/rules/ownOrders'
import { ownOrdersOf } from '../auth/ownOrders'
import type { Caller } from '../auth/sessions'
import { acting } from '../db/acting'
import type { Database } from '../db/database'
import type { NotedChange } from './notedChange'

/** What is of orders, by the names that changes have, and where it is. */
const tables: Readonly<Record<string, string>> = {
  orders: 'orders',
  fulfillments: 'fulfilments',
  transactions: 'transactions',
}

/**
 * The changes that the caller may hear of: none of the orders of others, where they may not see these. That the leaderboard has
 * changed by them is told, as it shows what everybody sells to whoever is in the organization (LB-01).
 */
export async function knownChanges(
  database: Pick<Database, 'tenant'>,
  caller: Caller,
  orgId: string,
  changes: readonly NotedChange[],
): Promise<readonly NotedChange[]> {
  if (!caller.memberships.some((own) => own.orgId === orgId && seesOwnOrdersAlone(own))) return changes
  const idsOf = (resource: string) =>
    changes.flatMap(({ resource: of, recordId }) => (of === resource && recordId !== null ? [recordId] : []))
  const wanted = Object.entries(tables).filter(([resource]) => idsOf(resource).length > 0)
  if (wanted.length === 0) return changes
  const seen = await acting(
    { actor: { kind: 'person' }, action: 'events.stream', ownOrders: ownOrdersOf(caller) },
    () =>
      database.tenant(orgId, async (tx) => {
        const { rows } = await tx.execute<{ id: string }>(
          sql.join(
            wanted.map(
              ([resource, table]) =>
                sql`select id from ${sql.identifier(table)} where org_id = ${orgId} and id = any(${sql.param(idsOf(resource))}::uuid[])`,
            ),
            sql` union all `,
          ),
        )
        return new Set(rows.map(({ id }) => id))
      }),
  )
  const isHidden = ({ resource, recordId }: NotedChange) =>
    resource in tables && recordId !== null && !seen.has(recordId)
  // No parcel changes what is sold; and once is enough, however many there are.
  const last = changes.findLast((change) => isHidden(change) && change.resource !== 'fulfillments')
  return changes.flatMap((change) => (change === last ? [{ ...change, ...ofBoard }] : isHidden(change) ? [] : [change]))
}

/** Neither which record it was nor what was done with it. */
const ofBoard = { resource: 'leaderboard', recordId: null, version: null, kind: 'updated' } as const
