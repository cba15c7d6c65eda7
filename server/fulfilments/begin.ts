import type { Transaction } from '../db/transactions'
import { contentsOf, lockOrders, unitsOf, unpackedLines } from './contents'
import { packFulfilment, tellOrder, unitsText } from './pack'

/**
 * Packs what of an order is in no parcel yet (FU-03); an order that has all of it in parcels, and one that is over, stays
 * as it is. Whoever books the payment of an order asks for it in the same transaction.
 */
export async function beginFulfilment(
  tx: Transaction,
  { orgId, orderId, now }: { orgId: string; orderId: string; now: Date },
): Promise<void> {
  const order = (await lockOrders(tx, orgId, [orderId])).get(orderId)
  if (!order || order.status === 'cancelled' || order.status === 'expired') return
  const items = unpackedLines(await contentsOf(tx, orgId, orderId))
  if (items.length === 0) return
  const working = { orgId, caller: undefined, now }
  const units = unitsOf(items)
  await packFulfilment(tx, working, order, items, units)
  await tellOrder(tx, working, orderId, 'packed', unitsText(units))
}
