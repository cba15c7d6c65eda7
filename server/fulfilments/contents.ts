import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type FulfilmentStatus, fulfilmentStatusOf, type FulfilmentState } from '../../machines/lives/fulfilmentLife'
import { fulfilmentItems, fulfilments } from '../db/schema/fulfilments'
import { orderItems, orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'

export type KnownOrder = typeof orders.$inferSelect
export type KnownFulfilment = typeof fulfilments.$inferSelect

/** Pieces of a line of an order: of one unit of an offer as many as it has of its product (FU-04). */
export interface LineUnits {
  orderItemId: string
  quantity: number
}

/** What an order is made of: its lines, and the parcels that they are in. */
export interface OrderContents {
  lines: LineUnits[]
  /** The oldest first. */
  fulfilments: { id: string; status: FulfilmentState; units: number; items: LineUnits[] }[]
}

export const unitsOf = (lines: readonly LineUnits[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/**
 * The orders with these ids, locked in the order of the ids. Whoever changes parcels locks their orders first, as
 * whoever cancels or pays an order does, so that nobody waits for somebody who waits for them.
 */
export async function lockOrders(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownOrder>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, orgId), inArray(orders.id, [...new Set(ids)])))
    .orderBy(asc(orders.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** What an order is made of. It must be locked where something follows from it. */
export async function contentsOf(tx: Transaction, orgId: string, orderId: string): Promise<OrderContents> {
  const lines = await tx
    .select({
      orderItemId: orderItems.id,
      quantity: sql<number>`${orderItems.quantity} * ${orderItems.quantityPerOrder}`,
    })
    .from(orderItems)
    .where(and(eq(orderItems.orgId, orgId), eq(orderItems.orderId, orderId)))
    .orderBy(asc(orderItems.position), asc(orderItems.id))
  const found = await tx
    .select({
      id: fulfilments.id,
      status: fulfilments.status,
      orderItemId: fulfilmentItems.orderItemId,
      quantity: fulfilmentItems.quantity,
    })
    .from(fulfilments)
    .leftJoin(
      fulfilmentItems,
      and(eq(fulfilmentItems.orgId, fulfilments.orgId), eq(fulfilmentItems.fulfilmentId, fulfilments.id)),
    )
    .where(and(eq(fulfilments.orgId, orgId), eq(fulfilments.orderId, orderId)))
    .orderBy(asc(fulfilments.createdAt), asc(fulfilments.id))
  const byId = new Map<string, OrderContents['fulfilments'][number]>()
  for (const { id, status, orderItemId, quantity } of found) {
    const fulfilment = byId.get(id) ?? { id, status, units: 0, items: [] }
    byId.set(id, fulfilment)
    if (orderItemId === null || quantity === null) continue
    fulfilment.items.push({ orderItemId, quantity })
    fulfilment.units += quantity
  }
  return { lines, fulfilments: [...byId.values()] }
}

/** What of each line is in no parcel, without the lines of which nothing is left. */
export function unpackedLines({ lines, fulfilments }: OrderContents): LineUnits[] {
  const packed = new Map<string, number>()
  for (const { status, items } of fulfilments) {
    if (status === 'cancelled') continue
    for (const { orderItemId, quantity } of items) {
      packed.set(orderItemId, (packed.get(orderItemId) ?? 0) + quantity)
    }
  }
  return lines
    .map(({ orderItemId, quantity }) => ({ orderItemId, quantity: quantity - (packed.get(orderItemId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

/** How far the order is, by what it is made of. */
export const statusOf = ({ lines, fulfilments }: OrderContents): FulfilmentStatus =>
  fulfilmentStatusOf(unitsOf(lines), fulfilments)
