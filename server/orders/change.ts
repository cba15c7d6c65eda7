import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SentAddress } from '../../contract/extensions/addresses'
import { whyUndeliverable } from '../../contract/forms/addresses'
import { orderLife } from '../../machines/rules/orderLife'
import type { Caller } from '../auth/sessions'
import { hasKey } from '../db/keys'
import { takeStep } from '../db/lives'
import { fulfilments } from '../db/schema/fulfilments'
import { offers } from '../db/schema/offers'
import { orderItems, orders } from '../db/schema/orders'
import { stockMovements } from '../db/schema/stockMovements'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'
import { cancelWaitingParcels } from '../fulfilments/steps'
import { lockOffers, lockProducts } from './facts'

interface Changing {
  orgId: string
  orderId: string
  caller: Caller
  now: Date
}

type KnownOrder = typeof orders.$inferSelect

/** The order, locked until the transaction ends. */
async function lockOrder(tx: Transaction, { orgId, orderId }: Changing): Promise<KnownOrder | undefined> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(hasKey(orders, orgId, orderId))
    .for('update')
  return order
}

/** How many parcels of the order are on their way, or have arrived. */
const shippedParcelsOf = (tx: Transaction, { orgId, orderId }: Changing): Promise<number> =>
  tx.$count(
    fulfilments,
    and(
      eq(fulfilments.orgId, orgId),
      eq(fulfilments.orderId, orderId),
      inArray(fulfilments.status, ['shipped', 'delivered']),
    ),
  )

/**
 * Cancels an order and gives back what it held (LI-01). Undefined when there is no such order; throws a 409 that says why
 * it can't be cancelled.
 */
export async function cancelOrder(tx: Transaction, changing: Changing, reason = ''): Promise<true | undefined> {
  const order = await lockOrder(tx, changing)
  if (!order) return undefined
  const { orgId, orderId, now } = changing
  const status = await takeStep(tx, happening(changing), orderLife, order.status, {
    type: 'cancel',
    shippedParcels: await shippedParcelsOf(tx, changing),
    paid: order.paidCents,
    refunded: order.refundedCents,
    reason: reason || null,
  })
  if (status !== 'cancelled') throw new Error(`an order was cancelled and is ${status}`)
  // First what others sell, then the order with its campaign: as everybody locks (facts.ts).
  await giveBack(tx, changing, order.number)
  await tx
    .update(orders)
    .set({ status, updatedAt: now })
    .where(hasKey(orders, orgId, orderId))
  await cancelWaitingParcels(tx, changing, orderId)
  return true
}

/** What the order took from offers and stock is for others again. */
async function giveBack(
  tx: Transaction,
  { orgId, orderId, caller, now }: Changing,
  orderNumber: number,
): Promise<void> {
  const items = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orgId, orgId), eq(orderItems.orderId, orderId)))
    .orderBy(asc(orderItems.position))
  const held = items.flatMap(({ offerId, quantity }) => (offerId === null ? [] : [{ offerId, quantity }]))
  const goods = items.flatMap(({ productId, quantity, quantityPerOrder }) =>
    productId === null ? [] : [{ productId, quantity: quantity * quantityPerOrder }],
  )
  await lockOffers(
    tx,
    orgId,
    held.map(({ offerId }) => offerId),
  )
  const known = await lockProducts(
    tx,
    orgId,
    goods.map(({ productId }) => productId),
  )
  for (const { offerId, quantity } of held) {
    await tx
      .update(offers)
      .set({ quantity: sql`${offers.quantity} + ${quantity}` })
      .where(hasKey(offers, orgId, offerId))
  }
  const movement = { orgId, kind: 'cancel' as const, orderId, orderNumber, createdAt: now }
  const movements = goods
    .filter(({ productId }) => known.has(productId))
    .map((good) => ({ ...movement, ...good, userId: caller.userId, userName: caller.user.name }))
  if (movements.length > 0) await tx.insert(stockMovements).values(movements)
}

/**
 * Changes where an order goes (OR-02). Undefined when there is no such order; throws a 409 once something of it has been
 * shipped, and a 422 for what the country lacks.
 */
export async function readdressOrder(
  tx: Transaction,
  changing: Changing,
  address: SentAddress,
): Promise<true | undefined> {
  const order = await lockOrder(tx, changing)
  if (!order) return undefined
  const { orgId, orderId, now } = changing
  const lines = {
    address1: address.address1 || null,
    address2: address.address2 || null,
    city: address.city || null,
    state: address.state || null,
    postalCode: address.postalCode || null,
    country: address.country || null,
  }
  await takeStep(tx, happening(changing), orderLife, order.status, {
    type: 'readdress',
    shippedParcels: await shippedParcelsOf(tx, changing),
    before: addressText(order),
    after: addressText(lines),
  })
  const refusals = whyUndeliverable(address)
  if (refusals.length > 0) throw invalid(refusals.map(({ line, message }) => ({ path: `body.${line}`, message })))
  await tx
    .update(orders)
    .set({ ...lines, updatedAt: now })
    .where(hasKey(orders, orgId, orderId))
  return true
}

const happening = ({ orgId, orderId, caller, now }: Changing) => ({
  orgId,
  resource: 'orders',
  recordId: orderId,
  caller,
  now,
})

type Lines = Pick<KnownOrder, 'address1' | 'address2' | 'city' | 'state' | 'postalCode' | 'country'>

const addressText = ({ address1, address2, city, state, postalCode, country }: Lines): string =>
  [address1, address2, city, state, postalCode, country].filter(Boolean).join(', ')
