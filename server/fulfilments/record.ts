import { type SQL, sql } from 'drizzle-orm'
import type { FulfilmentRecord } from '../../contract/extensions/fulfilments'
import type { Fulfilment, PackedFulfilment, FulfilmentItem } from '../../contract/fulfilments'
import { contractRows, type Row } from '../db/rows'
import { eventsOf } from '../db/timeline'
import type { Transaction } from '../db/transactions'
import { fulfilmentResource } from './pack'

/** Parcels that a condition (and an order, if it has one) says, each with what is in it. */
export async function fulfilmentRows(tx: Transaction, where: SQL): Promise<PackedFulfilment[]> {
  // The view names and types its columns as the contract does.
  const fulfilments = contractRows(
    await tx.execute<Row>(sql`select * from fulfilment_rows where ${where}`),
  ) as Fulfilment[]
  if (fulfilments.length === 0) return []
  const ids = sql.param(fulfilments.map(({ id }) => id))
  const { rows } = await tx.execute<FulfilmentItem & { fulfilmentId: string } & Record<string, unknown>>(sql`
    select item.fulfilment_id as "fulfilmentId", item.order_item_id as "orderItemId", line.name, line.sku, item.quantity
    from fulfilment_items as item join order_items as line on line.org_id = item.org_id and line.id = item.order_item_id
    where item.org_id = (select current_org()) and item.fulfilment_id = any(${ids}::uuid[])
    order by line.position, line.id`)
  return fulfilments.map((fulfilment) => ({
    ...fulfilment,
    contents: rows
      .filter(({ fulfilmentId }) => fulfilmentId === fulfilment.id)
      .map(({ fulfilmentId: _, ...item }) => item),
  }))
}

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
