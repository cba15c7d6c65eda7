import { and, eq, isNull, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { OrderPlace } from '../../contract/extensions/orders'
import { amountOf, type OrderAmounts } from '../../contract/rules/amounts'
import { orderLife } from '../../machines/lives/orderLife'
import { paymentOf } from '../../contract/rules/paymentStatus'
import { amountsOf, whyNotPlaced } from '../../contract/rules/selling'
import type { Caller } from '../auth/sessions'
import { joinOrder, lockOngoing } from '../calls/sold'
import { hasKey } from '../db/keys'
import { takeStep } from '../db/lives'
import { offers } from '../db/schema/offers'
import { orderDrafts } from '../db/schema/orderDrafts'
import { orderItems, orders } from '../db/schema/orders'
import { stockMovements } from '../db/schema/stockMovements'
import type { Transaction } from '../db/transactions'
import { createCustomer } from '../customers/create'
import { invalid } from '../http/errors'
import { outdated } from '../db/recordKind'
import { followPayment } from '../payments/booking'
import { addressLines } from './address'
import { endedDraft, shownDraft } from './drafts'
import { type KnownCustomer, lockFacts, type LockedFacts, type Placement } from './facts'

interface Placing {
  orgId: string
  caller: Caller
  now: Date
}

/** An order that is there, by its id. */
export interface PlacedOrder {
  orderId: string
}

/**
 * Places an order, once for each draft however often it is asked for (NO-04): takes what it sells from offers and stock,
 * copies what it shows, and gives it the next number. Throws a 422 with every reason against it (NO-02).
 *
 * Four round trips, and only two of them while others wait (lock.ts): what is this agent's alone, what all share, what is
 * written, and the commit. Somebody new is added before others wait, and is gone again with an order that is refused.
 */
export async function placeOrder(tx: Transaction, placing: Placing, asked: OrderPlace): Promise<PlacedOrder> {
  const { orgId, now } = placing
  const { draftId, draftVersion, newCustomer, ...own } = withOwnIds(asked)
  const [callId, , [placed], [draft]] = await Promise.all([
    lockOngoing(tx, orgId, placing.caller.userId),
    // Of two that place the same draft, the second waits here and finds the order of the first.
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${orgId} ${draftId}`}, 0))`),
    tx
      .select({ orderId: orders.id })
      .from(orders)
      .where(and(eq(orders.orgId, orgId), eq(orders.draftId, draftId))),
    lockDraft(tx, placing, draftId),
    endDraft(tx, placing, draftId),
  ])
  if (placed) return placed
  if (draft) refuseDraft(draft, draftVersion)
  const customerId = own.customerId ?? (newCustomer && (await createCustomer(tx, placing, newCustomer)))
  // The contract has refused an order of nobody.
  if (customerId === undefined) throw new Error('an order without a customer')
  const placement: Placement = { ...own, draftId, customerId }
  const facts = await lockFacts(tx, orgId, placement, now)
  const refusals = whyNotPlaced(placement, facts)
  if (refusals.length > 0) {
    throw invalid(refusals.map(({ path, message }) => ({ path: `body.${path}`, message })))
  }
  const { customerRow } = facts
  // The rules have refused an order of somebody unknown.
  if (!customerRow) throw new Error('an order without a customer')
  return insertOrder(tx, placing, placement, facts, customerRow, callId)
}

/** The ids as they are kept, so that one that is written in another way is still the same. */
const withOwnIds = ({ draftId, campaignId, customerId, lines, ...rest }: OrderPlace): OrderPlace => ({
  ...rest,
  draftId: draftId.toLowerCase(),
  campaignId: campaignId.toLowerCase(),
  customerId: customerId?.toLowerCase(),
  lines: lines.map(({ offerId, ...line }) => ({ ...line, offerId: offerId.toLowerCase() })),
})

/** The caller's draft as it is kept, which nobody changes until it has become an order. */
const lockDraft = (tx: Transaction, { orgId, caller }: Placing, draftId: string) =>
  tx
    .select()
    .from(orderDrafts)
    .where(and(hasKey(orderDrafts, orgId, draftId), eq(orderDrafts.userId, caller.userId)))
    .for('update')

/** Throws a 409 for a draft that was discarded, or changed elsewhere since it was seen (GE-09). */
function refuseDraft(draft: typeof orderDrafts.$inferSelect, seen: number | undefined): void {
  if (draft.endedAt !== null) throw endedDraft(409)
  if (seen !== undefined && seen !== draft.version) throw outdated(shownDraft(draft))
}

const endDraft = (tx: Transaction, { orgId, caller, now }: Placing, draftId: string) =>
  tx
    .update(orderDrafts)
    .set({ endedAt: now })
    .where(and(hasKey(orderDrafts, orgId, draftId), eq(orderDrafts.userId, caller.userId), isNull(orderDrafts.endedAt)))

async function insertOrder(
  tx: Transaction,
  { orgId, caller, now }: Placing,
  placement: Placement,
  facts: LockedFacts,
  customer: KnownCustomer,
  callId: string | undefined,
): Promise<PlacedOrder> {
  const amounts = amountsOf(placement.lines, facts)
  const { address, agreedToTermsAt } = placement
  const copied = {
    customerFirstName: customer.firstName,
    customerLastName: customer.lastName,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    ...addressLines(address),
  }
  const orderId = uuidv7()
  const user = { userId: caller.userId, userName: caller.name }
  const sale = { orgId, orderId, orderNumber: facts.number, ...user, createdAt: now }
  const items = itemsOf(orgId, orderId, placement, facts, amounts)
  const order = {
    orgId,
    id: orderId,
    number: facts.number,
    campaignId: placement.campaignId,
    customerId: customer.id,
    agentId: caller.userId,
    agentName: caller.user.name ?? '',
    ...copied,
    paymentStatus: paymentOf(amounts.total, []).status,
    ...facts.terms,
    subtotalCents: amounts.subtotal,
    shippingCents: amounts.shippingTotal,
    taxCents: amounts.taxTotal,
    totalCents: amounts.total,
    agreedToTermsAt: agreedToTermsAt ? earlier(new Date(agreedToTermsAt), now) : null,
    draftId: placement.draftId,
    createdAt: now,
    updatedAt: now,
  }
  // Sent in this order, and the step behind them: its event is a line of an order that is there.
  const written = Promise.all([
    tx.insert(orders).values(order).returning(),
    tx.insert(orderItems).values(items),
    ...placement.lines.map(({ offerId, quantity }) =>
      tx
        .update(offers)
        .set({ quantity: sql`${offers.quantity} - ${quantity}` })
        .where(hasKey(offers, orgId, offerId)),
    ),
    tx.insert(stockMovements).values(
      items.map(({ productId, quantity, quantityPerOrder }) => ({
        ...sale,
        productId,
        kind: 'sale' as const,
        quantity: -quantity * quantityPerOrder,
      })),
    ),
  ])
  const happening = { orgId, resource: 'orders', recordId: orderId, caller, now }
  const [[[created]]] = await Promise.all([
    written,
    takeStep(tx, happening, orderLife, 'draft', { type: 'place' }),
    callId === undefined ? undefined : joinOrder(tx, orgId, callId, { orderId, customerId: customer.id }),
  ])
  if (!created) throw new Error('an order was not inserted')
  // What costs nothing is paid as it is placed.
  await followPayment(tx, { ...created, paymentStatus: 'unpaid' }, { order: created, now })
  return { orderId }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** What was sold, as it is now. */
const itemsOf = (orgId: string, orderId: string, { lines }: Placement, facts: LockedFacts, amounts: OrderAmounts) =>
  lines.map(({ offerId, quantity, unitPrice }, position) => {
    const offer = facts.offerRows.get(offerId)
    const line = amounts.lines[position]
    // The rules have refused what is unknown.
    if (!offer || !line) throw new Error(`no offer ${offerId}`)
    return {
      orgId,
      orderId,
      offerId: offer.id,
      productId: offer.productId,
      name: offer.displayName,
      sku: facts.productRows.get(offer.productId)?.sku ?? null,
      quantity,
      quantityPerOrder: offer.quantityPerOrder,
      listPriceCents: offer.basePriceCents,
      unitPriceCents: amountOf(unitPrice),
      shippingCents: line.shipping,
      taxCents: line.tax,
      totalCents: line.total,
      position,
    }
  })
