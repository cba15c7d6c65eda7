import { hasKey } from '../db/keys'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'

/** The order, locked until the transaction ends; undefined when there is none. */
export async function lockOrder(
  tx: Transaction,
  { orgId, orderId }: { orgId: string; orderId: string },
): Promise<typeof orders.$inferSelect | undefined> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(hasKey(orders, orgId, orderId))
    .for('update')
  return order
}
