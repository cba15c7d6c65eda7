import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Caller } from '../auth/sessions'
import { hasKey } from '../db/keys'
import { offers } from '../db/schema/offers'
import { orderItems, type orders } from '../db/schema/orders'
import { refundLines } from '../db/schema/payments'
import { stockMovements } from '../db/schema/stockMovements'
import type { Transaction } from '../db/transactions'
import { lockOffers, lockProducts } from './lock'

interface Moving {
  orgId: string
  orderId: string
  caller: Caller | undefined
  now: Date
}

/** An order as it is kept. What one sold that was imported was never taken from here. */
type Order = Pick<typeof orders.$inferSelect, 'orgId' | 'id' | 'number' | 'importedNumber'>

/** What an order holds of offers and of products, without what refunds have put back, its offers and products locked. */
async function heldBy(tx: Transaction, { orgId, id: orderId, importedNumber }: Order) {
  const ofOrder = and(eq(orderItems.orgId, orgId), eq(orderItems.orderId, orderId))
  const items =
    importedNumber === null ? await tx.select().from(orderItems).where(ofOrder).orderBy(asc(orderItems.position)) : []
  const back = await tx
    .select()
    .from(refundLines)
    .where(and(eq(refundLines.orgId, orgId), eq(refundLines.orderId, orderId)))
  const left = items.map(({ id, quantity, ...item }) => ({
    ...item,
    quantity: quantity - back.reduce((sum, line) => (line.itemId === id ? sum + line.restockedUnits : sum), 0),
  }))
  const held = left.flatMap(({ offerId, quantity }) =>
    offerId === null || quantity === 0 ? [] : [{ offerId, quantity }],
  )
  const goods = left.flatMap(({ productId, quantity, quantityPerOrder }) =>
    productId === null || quantity === 0 ? [] : [{ productId, quantity: quantity * quantityPerOrder }],
  )
  const offerRows = await lockOffers(
    tx,
    orgId,
    held.map(({ offerId }) => offerId),
  )
  const productRows = await lockProducts(
    tx,
    orgId,
    goods.map(({ productId }) => productId),
  )
  return { held, goods: goods.filter(({ productId }) => productRows.has(productId)), offerRows, productRows }
}

/** Moves units of products, as a sale or its end does. */
async function move(
  tx: Transaction,
  { orgId, orderId, caller, now }: Moving,
  orderNumber: number,
  kind: 'sale' | 'cancel',
  goods: readonly { productId: string; quantity: number }[],
  reason: string | null = null,
): Promise<void> {
  const who = { userId: caller?.userId ?? null, userName: caller?.name ?? null }
  const movement = { orgId, kind, orderId, orderNumber, reason, ...who, createdAt: now }
  if (goods.length > 0) await tx.insert(stockMovements).values(goods.map((good) => ({ ...movement, ...good })))
}

/** So many more units are for sale by an offer, or fewer. Its row must be locked. */
const offerGets = (tx: Transaction, orgId: string, offerId: string, units: number) =>
  tx
    .update(offers)
    .set({ quantity: sql`${offers.quantity} + ${units}` })
    .where(hasKey(offers, orgId, offerId))

/** What the order took from offers and stock is for others again. From here on they wait (lock.ts). */
export async function giveBack(tx: Transaction, moving: Moving, order: Order): Promise<void> {
  const { held, goods } = await heldBy(tx, order)
  await Promise.all([
    ...held.map(({ offerId, quantity }) => offerGets(tx, moving.orgId, offerId, quantity)),
    move(tx, moving, order.number, 'cancel', goods),
  ])
}

/** Whether all that an expired order held is still there: to be sold by its offers, and in stock. */
export async function isInStock(tx: Transaction, order: Order): Promise<boolean> {
  const { held, goods, offerRows, productRows } = await heldBy(tx, order)
  const wanted = new Map<string, number>()
  for (const { offerId, quantity } of held) wanted.set(offerId, (wanted.get(offerId) ?? 0) + quantity)
  const isOffered = [...wanted].every(([id, quantity]) => (offerRows.get(id)?.quantity ?? 0) >= quantity)
  const needed = new Map<string, number>()
  for (const { productId, quantity } of goods) needed.set(productId, (needed.get(productId) ?? 0) + quantity)
  return isOffered && [...needed].every(([id, quantity]) => (productRows.get(id)?.stock ?? 0) >= quantity)
}

/** An expired order takes again what it gave back; it was looked whether that is there. */
export async function takeAgain(tx: Transaction, moving: Moving, order: Order): Promise<void> {
  const { held, goods } = await heldBy(tx, order)
  await Promise.all([
    ...held.map(({ offerId, quantity }) => offerGets(tx, moving.orgId, offerId, -quantity)),
    move(
      tx,
      moving,
      order.number,
      'sale',
      goods.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
    ),
  ])
}

/** What a refund puts back: so many units of lines go into stock, and can be sold by their offers again that sold them. */
export async function restock(
  tx: Transaction,
  moving: Moving,
  order: Order,
  lines: readonly { itemId: string; units: number }[],
): Promise<void> {
  const { orgId } = moving
  const units = new Map(lines.map(({ itemId, units: count }) => [itemId, count]))
  const items = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orgId, orgId), inArray(orderItems.id, [...units.keys()])))
  const back = items.map((item) => ({ ...item, units: units.get(item.id) ?? 0 })).filter((item) => item.units > 0)
  const offerRows = await lockOffers(
    tx,
    orgId,
    back.flatMap(({ offerId }) => offerId ?? []),
  )
  const productRows = await lockProducts(
    tx,
    orgId,
    back.flatMap(({ productId }) => productId ?? []),
  )
  const goods = back.flatMap(({ productId, quantityPerOrder, units: count }) =>
    productId === null || !productRows.has(productId) ? [] : [{ productId, quantity: count * quantityPerOrder }],
  )
  await Promise.all([
    ...back.flatMap(({ offerId, units: count }) =>
      order.importedNumber !== null || offerId === null || !offerRows.has(offerId)
        ? []
        : [offerGets(tx, orgId, offerId, count)],
    ),
    move(tx, moving, order.number, 'cancel', goods, 'Refunded'),
  ])
}
