import { sql } from 'drizzle-orm'
import type { BulkJobCreate } from '../../contract/extensions/bulkJobs'
import { bulkActions, maxBulkRows } from '../../contract/rules/bulkJobs'
import { isId } from '../db/keys'
import { foundIn } from '../db/search'
import type { Transaction } from '../db/transactions'
import { invalid, notFound } from '../http/errors'

const tables = { offers: 'offers', products: 'products', customers: 'customers', fulfillments: 'fulfilments' } as const

/**
 * Keeps which records a job is over, as the list finds them at this moment: what comes later is none of it. `seller` is who sees
 * the parcels of their own orders alone. Returns how many; throws a 404 for an id that the organization has not, and a 422 for
 * none and for more than one job may have.
 */
export async function chooseRows(
  tx: Transaction,
  { orgId, jobId, seller }: { orgId: string; jobId: string; seller: string | undefined },
  { action, ids, search }: Pick<BulkJobCreate, 'action' | 'ids' | 'search'>,
): Promise<number> {
  const { list } = bulkActions[action]
  const sold =
    seller !== undefined && list === 'fulfillments'
      ? sql`and id in (
          select parcel.id from fulfilments as parcel
            join orders on orders.org_id = parcel.org_id and orders.id = parcel.order_id
          where parcel.org_id = ${orgId} and orders.agent_id = ${seller})`
      : sql``
  const found = search && (await foundIn(tx, list, search))
  const named = sql.param((ids ?? []).filter(isId))
  const known = sql`from ${sql.identifier(tables[list])} where org_id = ${orgId} and id = any(${named}::uuid[])`
  const rows = ids ? known : found
  const chosen = rows && sql`select id ${rows} ${sold}`
  const { rowCount } = chosen
    ? await tx.execute(sql`
        insert into bulk_job_rows (org_id, job_id, position, record_id)
        select ${orgId}::uuid, ${jobId}::uuid, row_number() over (order by id), id
        from (${chosen} limit ${maxBulkRows + 1}) as chosen (id)`)
    : { rowCount: 0 }
  const total = rowCount ?? 0
  // What is deleted is known still, and told to be gone; what never was is somebody else's, or nobody's.
  if (ids && total < new Set(ids.map((id) => id.toLowerCase())).size) throw notFound('Record')
  const path = 'body.search'
  if (total === 0) throw invalid([{ path, message: 'Nothing is found by that any more.' }])
  if (total > maxBulkRows) {
    throw invalid([{ path, message: 'At most 100,000 at once. Narrow the list, and do the rest then.' }])
  }
  return total
}
