import { whyNot } from '../../machines/lives/life'
import { orderLife } from '../../machines/lives/orderLife'
import type { Caller } from '../auth/sessions'
import { hasKey } from '../db/keys'
import { takeStep } from '../db/lives'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { contentsOf, lockOrders, statusOf } from '../fulfilments/contents'

interface Completing {
  orgId: string
  orderId: string
  /** Nobody, when a payment that came by itself completes it. */
  caller?: Caller | undefined
  now: Date
}

/**
 * Completes an order that is paid and all delivered (LI-01), and leaves every other as it is. Whoever books money or
 * delivers a parcel asks for it in the same transaction.
 */
export async function completeWhenDone(tx: Transaction, { orgId, orderId, caller, now }: Completing): Promise<void> {
  const order = (await lockOrders(tx, orgId, [orderId])).get(orderId)
  if (order?.status !== 'open' || order.paidCents < order.totalCents) return
  const event = {
    type: 'complete' as const,
    paid: order.paidCents,
    refunded: order.refundedCents,
    total: order.totalCents,
    isDelivered: statusOf(await contentsOf(tx, orgId, orderId)) === 'delivered',
  }
  if (whyNot(orderLife, order.status, event) !== undefined) return
  const happening = { orgId, resource: 'orders', recordId: orderId, caller, now }
  const status = await takeStep(tx, happening, orderLife, order.status, event)
  if (status !== 'completed') throw new Error(`an order was completed and is ${status}`)
  await tx
    .update(orders)
    .set({ status, updatedAt: now })
    .where(hasKey(orders, orgId, orderId))
}
