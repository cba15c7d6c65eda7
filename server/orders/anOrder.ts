import { locked, type RecordKind } from '../db/recordKind'
import { orders } from '../db/schema/orders'
import { readOrder } from './record'

/** An order as writes find it: it is locked before all that belongs to it. */
export const anOrder: RecordKind<typeof orders.$inferSelect, 'orderId'> = {
  resource: 'orders',
  noun: 'Order',
  param: 'orderId',
  find: locked(orders),
  orderOf: ({ id }) => id,
  versions: { table: orders, read: (tx, { orgId, id }) => readOrder(tx, orgId, id) },
}
