import { and, eq, isNull } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { amountOf, shownAmount, smallestOf } from '../../contract/rules/amounts'
import { paidElsewhere } from '../../contract/rules/importedOrders'
import { stepOf } from '../../machines/lives/life'
import { refundLife } from '../../machines/lives/refundLife'
import { paymentOf } from '../../contract/rules/paymentStatus'
import { refundParts, splitOver, whyNotShipping, whyNotUnits } from '../../contract/rules/refunds'
import type { RefundRequest } from '../../contract/extensions/payments'
import { ownMembership, refuseForbidden } from '../auth/access'
import type { Caller } from '../auth/sessions'
import { hasKey } from '../db/keys'
import { orderItems, orders } from '../db/schema/orders'
import { refundLines, refunds } from '../db/schema/payments'
import { transactions } from '../db/schema/transactions'
import type { Transaction } from '../db/transactions'
import { invalid, Refusal } from '../http/errors'
import { sendAutoresponders } from '../mail/autoresponding'
import { lockOrder } from '../orders/lock'
import { restock } from '../orders/stock'
import { receiptLink } from '../paymentLinks/receipt'
import { type Booking, post, retotal, tell } from './booking'
import type { RefundStatus } from './drivers/driver'
import { type KnownRefund, refundableCharges, succeededOf } from './record'

/** A part of a refund: so much of one charge. */
interface Part {
  chargeId: string
  gatewayInstanceId: string
  amountCents: number
  currency: string
}

interface RefundMaking {
  requestId: string
  reason: string | null
  caller: Caller | undefined
  /** Whether it counts among what the order was paid and given back; what was taken wrongly never did. */
  isOfOrder?: boolean
}

/** Seconds until a refund is asked for again, unless its answer comes first. */
const firstAskSeconds = 30

/**
 * Stores refunds before any gateway is asked for them: what they give back is no longer the customer's to be refunded,
 * and not yet given back. The order is locked. Returns their ids.
 */
export async function storeRefunds(
  tx: Transaction,
  booking: Booking,
  parts: readonly Part[],
  { requestId, reason, caller, isOfOrder = true }: RefundMaking,
): Promise<string[]> {
  const { order, now } = booking
  const { orgId, id: orderId } = order
  const ids: string[] = []
  for (const part of parts) {
    const id = uuidv7()
    ids.push(id)
    await tx.insert(refunds).values({
      orgId,
      id,
      requestId,
      orderId,
      ...part,
      reason,
      userName: caller?.name ?? null,
      askAt: new Date(now.getTime() + firstAskSeconds * 1_000),
      createdAt: now,
      updatedAt: now,
    })
    const { gatewayInstanceId, amountCents, currency } = part
    if (isOfOrder) {
      await tx.insert(transactions).values({
        orgId,
        id,
        orderId,
        orderNumber: order.number,
        gatewayInstanceId,
        type: 'refund',
        status: 'pending',
        amountCents,
        currency,
        createdAt: now,
        updatedAt: now,
      })
    }
    const of = { transactionId: id, gatewayInstanceId, currency }
    await post(tx, booking, of, { customer: amountCents, refund: -amountCents })
  }
  if (!isOfOrder) return ids
  // A person who has read the order before has not seen it (GE-09).
  await tx
    .update(orders)
    .set({ updatedAt: now })
    .where(hasKey(orders, orgId, orderId))
  const sum = parts.reduce((total, { amountCents }) => total + amountCents, 0)
  const text = [`${shownAmount(sum, order.currency)} to be refunded`, ...(reason ? [reason] : [])].join(': ')
  await tell(tx, booking, 'refund', text, { amount: sum, refundIds: ids }, caller)
  return ids
}

interface Requesting {
  orgId: string
  orderId: string
  caller: Caller
  now: Date
}

/**
 * Refunds lines or an amount (OR-03), capped by what was paid and not given back, the newest charge first. Undefined when
 * there is no such order; throws a 409 or a 422 that says why it is too much, and a 403 where it is for the caller. Returns
 * the ids of what is to be asked for.
 */
export async function requestRefund(
  tx: Transaction,
  requesting: Requesting,
  asked: RefundRequest,
): Promise<string[] | undefined> {
  const { orgId, orderId, caller, now } = requesting
  const order = await lockOrder(tx, requesting)
  if (!order) return undefined
  const charges = await refundableCharges(tx, orgId, orderId)
  const refundable = charges.reduce((sum, charge) => sum + charge.refundable, 0)
  const lines = asked.lines === undefined ? [] : await linesOf(tx, requesting, asked, order)
  const amount =
    asked.amount === undefined ? lines.reduce((sum, { amountCents }) => sum + amountCents, 0) : amountOf(asked.amount)
  if (charges.length === 0 && order.importedNumber !== null && order.paidCents > 0) {
    throw new Refusal(409, 'not_possible', paidElsewhere)
  }
  const step = stepOf(refundLife, 'typed', { type: 'request', amount, refundable })
  if (step.refusal !== undefined) throw new Refusal(409, 'not_possible', step.refusal)
  const before = charges.reduce((sum, charge) => sum + charge.amountCents, 0) - refundable
  const refunded = { amount: before + amount, currency: order.currency }
  refuseForbidden(ownMembership(caller, orgId), 'orders.refund', { refunded })
  const requestId = uuidv7()
  const byId = new Map(charges.map((charge) => [charge.id, charge]))
  const parts = splitOver(charges, amount).flatMap(({ id, amount: amountCents }) => {
    const charge = byId.get(id)
    if (!charge?.gatewayInstanceId) return []
    const { gatewayInstanceId, currency } = charge
    return [{ chargeId: id, gatewayInstanceId, amountCents, currency }]
  })
  if (lines.length > 0) {
    await tx.insert(refundLines).values(lines.map((line) => ({ ...line, orgId, orderId, requestId })))
  }
  const ids = await storeRefunds(tx, { order, now }, parts, { requestId, reason: asked.reason || null, caller })
  const back = lines.map(({ itemId, restockedUnits: units }) => ({ itemId, units })).filter(({ units }) => units > 0)
  if (back.length > 0) await restock(tx, { orgId, orderId, caller, now }, order, back)
  return ids
}

/** Refunds all that may still be refunded of a locked order, which may be nothing (OR-03). Returns the ids as above. */
export async function refundAll(tx: Transaction, requesting: Requesting, reason: string): Promise<string[]> {
  const charges = await refundableCharges(tx, requesting.orgId, requesting.orderId)
  const cents = charges.reduce((sum, { refundable }) => sum + refundable, 0)
  return cents === 0 ? [] : ((await requestRefund(tx, requesting, { amount: cents / 100, reason })) ?? [])
}

/**
 * Writes down that what was taken elsewhere, before an order was imported, is given back there, all of it; no gateway is asked. The
 * order is locked.
 */
export async function giveBackElsewhere(tx: Transaction, booking: Booking, caller: Caller): Promise<void> {
  const { order, now } = booking
  const { orgId, id: orderId, number: orderNumber, currency } = order
  const moved = await tx
    .select({ type: transactions.type, status: transactions.status, amount: transactions.amountCents })
    .from(transactions)
    .where(and(succeededOf(orgId, orderId), isNull(transactions.gatewayInstanceId)))
  const { paid, refunded } = paymentOf(order.totalCents, moved)
  const left = paid - refunded
  if (left <= 0) return
  // Of agents no more than owners let them, of all that was given back of the order.
  refuseForbidden(ownMembership(caller, orgId), 'orders.refund', { refunded: { amount: order.paidCents, currency } })
  const id = uuidv7()
  const refund = { type: 'refund' as const, status: 'succeeded' as const, amountCents: left, currency }
  await tx.insert(transactions).values({ ...refund, orgId, id, orderId, orderNumber, createdAt: now, updatedAt: now })
  await post(tx, booking, { transactionId: id, currency }, { customer: left, elsewhere: -left })
  await retotal(tx, booking)
  await tell(
    tx,
    booking,
    'refund_elsewhere',
    `${shownAmount(left, currency)} to be given back where it was paid`,
    {},
    caller,
  )
}

/** What so many units of lines cost. Throws a 422 for units and shipping that are not there, or have been refunded. */
async function linesOf(
  tx: Transaction,
  { orgId, orderId }: Requesting,
  { lines = [], shipping = false, shippingAmount, restock: isRestocked = false }: RefundRequest,
  { pricesIncludeTax, currency }: { pricesIncludeTax: boolean; currency: string },
) {
  const items = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orgId, orgId), eq(orderItems.orderId, orderId)))
  const earlier = await liveLines(tx, orgId, orderId)
  const wanted = new Map<string, number>()
  for (const { itemId, quantity } of lines) wanted.set(itemId, (wanted.get(itemId) ?? 0) + quantity)
  const chosen = [...wanted].map(([itemId, units]) => {
    const index = lines.findIndex((line) => line.itemId === itemId)
    const item = items.find(({ id }) => id === itemId)
    if (!item) throw invalid([{ path: `body.lines.${index}.itemId`, message: 'This order has no such line' }])
    const own = earlier.filter((line) => line.itemId === itemId)
    const live = own.filter(({ isLive }) => isLive)
    const restocked = own.reduce((sum, line) => sum + line.restockedUnits, 0)
    const line = {
      id: itemId,
      quantity: item.quantity,
      refundedQuantity: live.reduce((sum, one) => sum + one.units, 0),
      goods: item.totalCents,
      tax: pricesIncludeTax ? 0 : item.taxCents,
      shipping: item.shippingCents,
      refundedShipping: live.reduce((sum, one) => sum + one.shippingCents, 0),
      smallest: smallestOf(currency),
    }
    const message = whyNotUnits(line, units)
    if (message !== undefined) throw invalid([{ path: `body.lines.${index}.quantity`, message }])
    return { line, units, restockedUnits: isRestocked ? Math.min(units, item.quantity - restocked) : 0 }
  })
  const typed = shippingAmount === undefined ? undefined : amountOf(shippingAmount)
  const message = whyNotShipping(
    chosen.map(({ line }) => line),
    typed ?? 0,
    currency,
  )
  if (message !== undefined) throw invalid([{ path: 'body.shippingAmount', message }])
  const parts = refundParts(chosen, typed ?? (shipping ? 'share' : 0))
  return chosen.map(({ line, units, restockedUnits }, index) => ({
    itemId: line.id,
    units,
    amountCents: parts[index]?.total ?? 0,
    shippingCents: parts[index]?.shipping ?? 0,
    restockedUnits,
  }))
}

/** The lines of earlier refunds of an order; one counts unless all refunds of its request have failed. */
async function liveLines(tx: Transaction, orgId: string, orderId: string) {
  const given = await tx
    .select({ requestId: refunds.requestId, state: refunds.state })
    .from(refunds)
    .where(and(eq(refunds.orgId, orgId), eq(refunds.orderId, orderId)))
  const live = new Set(given.filter(({ state }) => state !== 'failed').map(({ requestId }) => requestId))
  const lines = await tx
    .select()
    .from(refundLines)
    .where(and(eq(refundLines.orgId, orgId), eq(refundLines.orderId, orderId)))
  return lines.map((line) => ({ ...line, isLive: live.has(line.requestId) }))
}

/** Keeps and books what the gateway has told of a refund, once. Returns whether it had not been known before. */
export async function settleRefund(
  tx: Transaction,
  { orgId, refundId, now, publicUrl }: { orgId: string; refundId: string; now: Date; publicUrl: string },
  told: RefundStatus,
): Promise<boolean> {
  const [known] = await tx
    .select({ orderId: refunds.orderId })
    .from(refunds)
    .where(hasKey(refunds, orgId, refundId))
  const order = known && (await lockOrder(tx, { orgId, orderId: known.orderId }))
  if (!order) return false
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(hasKey(refunds, orgId, refundId))
    .for('update')
  if (!refund || refund.state === told.state) return false
  const event = { pending: 'send', succeeded: 'succeed', failed: 'fail' } as const
  const step = stepOf(refundLife, refund.state, { type: event[told.state] })
  if (step.to === undefined) return false
  const booking = { order, now }
  const isOfOrder = await keep(tx, refund, told, now)
  const { amountCents, gatewayInstanceId, currency } = refund
  const of = { transactionId: refund.id, gatewayInstanceId, currency }
  const amount = shownAmount(amountCents, currency)
  if (told.state === 'failed' && refund.state === 'succeeded') {
    await post(tx, booking, of, { customer: -amountCents, gateway: amountCents })
    await tell(tx, booking, 'refund_failed', `${amount} that had been refunded came back: ${told.reason}`, { refundId })
  } else if (told.state === 'succeeded') {
    await post(tx, booking, of, { refund: amountCents, gateway: -amountCents })
    await tell(tx, booking, 'refund_succeeded', `${amount} refunded`, { refundId })
  } else if (told.state === 'failed') {
    await post(tx, booking, of, { customer: -amountCents, refund: amountCents })
    await tell(tx, booking, 'refund_failed', `${amount} could not be refunded: ${told.reason}`, { refundId })
  }
  await retotal(tx, booking)
  if (told.state === 'succeeded' && isOfOrder) {
    const orderId = order.id
    await sendAutoresponders(tx, {
      orgId,
      orderId,
      event: 'order.refunded',
      subjectId: refundId,
      now,
      refundCents: amountCents,
      receiptLink: () => receiptLink(tx, { orgId, orderId, now }, publicUrl),
    })
  }
  return true
}

/** Returns whether it is of what the order was paid; what was taken wrongly never was. */
async function keep(
  tx: Transaction,
  { orgId, id, reference }: KnownRefund,
  told: RefundStatus,
  now: Date,
): Promise<boolean> {
  const isOver = told.state !== 'pending'
  const failure = told.state === 'failed' ? told.reason : null
  await tx
    .update(refunds)
    .set({
      state: told.state,
      reference: told.reference ?? reference,
      failure,
      endedAt: isOver ? now : null,
      updatedAt: now,
      ...(isOver ? { askAt: null } : {}),
    })
    .where(hasKey(refunds, orgId, id))
  const lines = await tx
    .update(transactions)
    .set({
      status: told.state,
      reference: told.reference ?? reference,
      failureCode: failure === null ? null : 'refund_failed',
      failureMessage: failure,
      updatedAt: now,
    })
    .where(hasKey(transactions, orgId, id))
    .returning({ id: transactions.id })
  return lines.length > 0
}
