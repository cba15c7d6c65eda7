import { and, eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { orderLife } from '../../machines/lives/orderLife'
import { paymentOf } from '../../contract/rules/paymentStatus'
import { hasKey } from '../db/keys'
import { keepEvent, takeStep } from '../db/lives'
import { orders } from '../db/schema/orders'
import { ledgerEntries } from '../db/schema/payments'
import { transactions } from '../db/schema/transactions'
import type { Transaction } from '../db/transactions'
import { beginFulfilment } from '../fulfilments/begin'
import { sendAutoresponders } from '../mail/autoresponding'
import { completeWhenDone } from '../orders/complete'
import { isInStock, takeAgain } from '../orders/stock'
import { receiptLink } from '../paymentLinks/receipt'
import { hasReceipt, type KnownOrder } from '../paymentLinks/record'

/** An order whose row is locked, and when. */
export interface Booking {
  order: KnownOrder
  now: Date
  /** Where its customer finds the receipt; none for what costs nothing. */
  publicUrl?: string
}

/** What a booking moves between accounts, in cents; it adds up to nothing. */
type Moves = Partial<Record<(typeof ledgerEntries.$inferSelect)['account'], number>>

/** Writes one booking of the ledger. */
export async function post(
  tx: Transaction,
  { order, now }: Booking,
  of: { transactionId: string; gatewayInstanceId?: string; currency: string },
  moves: Moves,
): Promise<void> {
  const bookingId = uuidv7()
  const { orgId, id: orderId } = order
  const entries = Object.entries(moves).flatMap(([account, amountCents]) =>
    // The keys of a literal of ours.
    amountCents === 0 ? [] : [{ account: account as keyof Moves, amountCents }],
  )
  await tx
    .insert(ledgerEntries)
    .values(entries.map((entry) => ({ orgId, orderId, bookingId, createdAt: now, ...of, ...entry })))
}

/** Writes anew what was paid and given back of an order (LI-02), and returns the order as it is then. */
export async function retotal(tx: Transaction, { order, now }: Booking): Promise<KnownOrder> {
  const { orgId, id } = order
  const moved = await tx
    .select({ type: transactions.type, status: transactions.status, amount: transactions.amountCents })
    .from(transactions)
    .where(and(eq(transactions.orgId, orgId), eq(transactions.orderId, id)))
  const { status: paymentStatus, paid: paidCents, refunded: refundedCents } = paymentOf(order.totalCents, moved)
  if (paymentStatus === order.paymentStatus && paidCents === order.paidCents && refundedCents === order.refundedCents) {
    return order
  }
  const changed = { paymentStatus, paidCents, refundedCents, updatedAt: now }
  await tx
    .update(orders)
    .set(changed)
    .where(hasKey(orders, orgId, id))
  return { ...order, ...changed }
}

/**
 * What follows from an order that is paid now and was not before: an expired one is open again where what it holds is
 * still there, and what is due to its customer begins. Returns the order as it is then.
 */
export async function followPayment(
  tx: Transaction,
  before: KnownOrder,
  { order: paid, now, publicUrl }: Booking,
): Promise<KnownOrder> {
  if (hasReceipt(before) || !hasReceipt(paid)) return paid
  const order = await reopened(tx, { order: paid, now })
  if (order.status !== 'open') return order
  const { orgId, id: orderId } = order
  await beginFulfilment(tx, { orgId, orderId, now })
  await sendAutoresponders(tx, {
    orgId,
    orderId,
    event: 'order.completed',
    subjectId: orderId,
    now,
    receiptLink: publicUrl === undefined ? undefined : () => receiptLink(tx, { orgId, orderId, now }, publicUrl),
  })
  await completeWhenDone(tx, { orgId, orderId, now })
  return order
}

async function reopened(tx: Transaction, { order, now }: Booking): Promise<KnownOrder> {
  const { orgId, id: orderId } = order
  if (order.status !== 'expired' || !(await isInStock(tx, order))) return order
  const happening = { orgId, resource: 'orders', recordId: orderId, caller: undefined, now }
  const renewed = await takeStep(tx, happening, orderLife, order.status, { type: 'renew', isInStock: true })
  if (renewed !== 'open') throw new Error(`an order was renewed and is ${renewed}`)
  await takeAgain(tx, { orgId, orderId, caller: undefined, now }, order)
  await tx
    .update(orders)
    .set({ status: renewed, updatedAt: now })
    .where(hasKey(orders, orgId, orderId))
  return { ...order, status: renewed }
}

/** A line in the timeline of an order about its payments; they are no events of its life. */
export const tell = (
  tx: Transaction,
  { order, now }: Booking,
  kind: string,
  text: string,
  facts: Record<string, unknown> = {},
  caller?: Parameters<typeof keepEvent>[1]['caller'],
): Promise<void> =>
  keepEvent(
    tx,
    { orgId: order.orgId, resource: 'orders', recordId: order.id, caller, now },
    { kind, facts: { ...facts, text } },
  )
