import { type SQL, sql } from 'drizzle-orm'
import type { FulfilmentRecord } from '../../contract/extensions/fulfilments'
import type { PackedFulfilment } from '../../contract/fulfilments'
import { contractRows, type Row } from '../db/rows'
import { eventsOf } from '../db/timeline'
import type { Transaction } from '../db/transactions'
import { fulfilmentResource } from './pack'

/** Parcels that a condition (and an order, if it has one) says, each with what is in it. */
export const fulfilmentRows = async (tx: Transaction, where: SQL): Promise<PackedFulfilment[]> =>
  // The view names and types its columns as the contract does.
  contractRows(await tx.execute<Row>(sql`select * from fulfilment_rows where ${where}`)) as PackedFulfilment[]

type Address = FulfilmentRecord['shippingAddress']

/** Parcels with all that is known of them, in the contract's shape and in this order; unknown ones are left out. */
export async function readFulfilments(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<FulfilmentRecord[]> {
  const wanted = sql.param([...ids])
  const fulfilments = await fulfilmentRows(tx, sql`org_id = (select current_org()) and id = any(${wanted}::uuid[])`)
  const { rows } = await tx.execute<{ id: string } & Address & Record<string, unknown>>(sql`
    select id, address1, address2, city, state, postal_code as "postalCode", country
    from orders where org_id = (select current_org())
      and id in (select order_id from fulfilments where org_id = (select current_org()) and id = any(${wanted}::uuid[]))`)
  const addresses = new Map(rows.map(({ id, ...address }) => [id, address]))
  const records = new Map<string, FulfilmentRecord>()
  for (const fulfilment of fulfilments) {
    records.set(fulfilment.id, {
      ...fulfilment,
      organizationId: orgId,
      shippingAddress: addresses.get(fulfilment.orderId ?? '') ?? {},
      timeline: await eventsOf(tx, orgId, fulfilmentResource, fulfilment.id),
    })
  }
  return ids.flatMap((id) => records.get(id) ?? [])
}

/** One of them; undefined when there is none. */
export const readFulfilment = async (
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<FulfilmentRecord | undefined> => (await readFulfilments(tx, orgId, [id]))[0]
