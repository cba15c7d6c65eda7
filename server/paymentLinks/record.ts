import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { TaxedOrder } from '../../contract/extensions/payments'
import { hasKey } from '../db/keys'
import { orderItems, orders } from '../db/schema/orders'
import { organizations } from '../db/schema/organizations'
import { paymentLinks, paymentLinkTokens } from '../db/schema/paymentLinks'
import { paymentAttempts, refunds } from '../db/schema/payments'
import { sellers } from '../db/schema/sellers'
import { transactions } from '../db/schema/transactions'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'

export type Link = typeof paymentLinks.$inferSelect
export type KnownOrder = typeof orders.$inferSelect

/** The payment link that a token opens, valid or not: its own token, or one that was handed out for its code. */
export async function linkOf(tx: Transaction, token: string): Promise<Link | undefined> {
  const hash = tokenHash(token)
  const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.tokenHash, hash)).limit(1)
  if (link) return link
  const [byCode] = await tx
    .select({ orgId: paymentLinkTokens.orgId, linkId: paymentLinkTokens.linkId })
    .from(paymentLinkTokens)
    .where(eq(paymentLinkTokens.tokenHash, hash))
    .limit(1)
  if (!byCode) return undefined
  const [opened] = await tx
    .select()
    .from(paymentLinks)
    .where(hasKey(paymentLinks, byCode.orgId, byCode.linkId))
  return opened
}

/** The newest link to an order, ended or not. */
export async function newestLink(tx: Transaction, orgId: string, orderId: string): Promise<Link | undefined> {
  const [newest] = await tx
    .select()
    .from(paymentLinks)
    .where(and(eq(paymentLinks.orgId, orgId), eq(paymentLinks.orderId, orderId)))
    .orderBy(desc(paymentLinks.createdAt), desc(paymentLinks.id))
    .limit(1)
  return newest
}

export type LinkEnd = NonNullable<Link['endedReason']>

/** Why a link pays nothing any more; undefined while it does. */
export function endOf(link: Link, newestId: string | undefined, now: Date): LinkEnd | undefined {
  if (link.endedReason !== null) return link.endedReason
  if (newestId !== undefined && newestId !== link.id) return 'replaced'
  return link.expiresAt <= now ? 'expired' : undefined
}

/** Whether as much as it costs was paid for an order at some time: its customer has a receipt. */
export const hasReceipt = ({ paymentStatus }: { paymentStatus: string }): boolean =>
  paymentStatus !== 'unpaid' && paymentStatus !== 'pending'

export const unknownLink = () => new Refusal(404, 'not_found', 'This payment link opens no order. Check the address.')

const endedLinks: Record<LinkEnd, string> = {
  expired: 'This payment link has expired. Ask the seller for a new one.',
  replaced: 'A newer payment link was made for this order. Use that one.',
  cancelled: 'The seller has cancelled this payment link.',
}
export const endedLink = (end: LinkEnd) => new Refusal(404, `payment_link_${end}`, endedLinks[end])

/**
 * The order of a link that still shows it: one that has not ended, or the receipt of what was paid through it. Throws a
 * 404 that says how the link has ended.
 */
export async function openedOrder(tx: Transaction, link: Link, now: Date): Promise<KnownOrder> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(hasKey(orders, link.orgId, link.orderId))
  if (!order) throw unknownLink()
  const newest = await newestLink(tx, link.orgId, link.orderId)
  const end = endOf(link, newest?.id, now)
  const isReceipt = hasReceipt(order) && (link.usedAt !== null || newest?.id === link.id)
  if (end !== undefined && !isReceipt) throw endedLink(end)
  return order
}

/** Ends what links to an order are still out. Their attempts are ended by whoever asks the gateways next. */
export async function endLinks(
  tx: Transaction,
  { orgId, orderId, now }: { orgId: string; orderId: string; now: Date },
  endedReason: LinkEnd,
): Promise<string[]> {
  const out = await tx
    .select()
    .from(paymentLinks)
    .where(and(eq(paymentLinks.orgId, orgId), eq(paymentLinks.orderId, orderId)))
  const ending = out.filter((link) => link.endedReason === null && link.usedAt === null)
  if (ending.length > 0) {
    const ids = ending.map(({ id }) => id)
    // One that was over before is told so, whatever has come since.
    const late = ending.filter(({ expiresAt }) => expiresAt <= now).map(({ id }) => id)
    const rest = ids.filter((id) => !late.includes(id))
    for (const [reason, some] of [
      ['expired', late],
      [endedReason, rest],
    ] as const) {
      if (some.length === 0) continue
      await tx
        .update(paymentLinks)
        .set({ endedAt: now, endedReason: reason, settleAt: now, sealedCode: null })
        .where(and(eq(paymentLinks.orgId, orgId), inArray(paymentLinks.id, some)))
    }
    return ids
  }
  return []
}

/** The card of an order's newest payment, as far as it is kept. */
export async function paidBy(tx: Transaction, { orgId, id }: Pick<KnownOrder, 'orgId' | 'id'>) {
  const [paid] = await tx
    .select({ brand: paymentAttempts.cardBrand, last4: paymentAttempts.cardLast4 })
    .from(paymentAttempts)
    .where(
      and(eq(paymentAttempts.orgId, orgId), eq(paymentAttempts.orderId, id), eq(paymentAttempts.state, 'succeeded')),
    )
    .orderBy(desc(paymentAttempts.endedAt), desc(paymentAttempts.id))
    .limit(1)
  return paid?.last4 ? { brand: paid.brand, last4: paid.last4 } : undefined
}

/** What was given back of an order, the oldest first; what was taken wrongly and given back is none of it. */
const refundsOf = (tx: Transaction, { orgId, id }: Pick<KnownOrder, 'orgId' | 'id'>) =>
  tx
    .select({ amountCents: refunds.amountCents, endedAt: refunds.endedAt })
    .from(refunds)
    .innerJoin(transactions, and(eq(transactions.orgId, refunds.orgId), eq(transactions.id, refunds.id)))
    .where(and(eq(refunds.orgId, orgId), eq(refunds.orderId, id), eq(refunds.state, 'succeeded')))
    .orderBy(asc(refunds.endedAt), asc(refunds.id))

/** An order as its customer sees it. */
export async function payableOrder(tx: Transaction, order: KnownOrder, expiresAt: Date): Promise<TaxedOrder> {
  const { orgId } = order
  const [items, [seller], card, given] = await Promise.all([
    tx
      .select()
      .from(orderItems)
      .where(and(eq(orderItems.orgId, orgId), eq(orderItems.orderId, order.id)))
      .orderBy(asc(orderItems.position)),
    tx
      .select({
        name: organizations.name,
        supportEmail: organizations.supportEmail,
        address: sellers.address,
        taxNumber: sellers.taxNumber,
      })
      .from(organizations)
      .leftJoin(sellers, eq(sellers.orgId, organizations.id))
      .where(eq(organizations.id, orgId)),
    hasReceipt(order) ? paidBy(tx, order) : undefined,
    order.refundedCents > 0 ? refundsOf(tx, order) : [],
  ])
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    paymentStatus: order.paymentStatus,
    currency: order.currency,
    items: items.map((item) => ({
      id: item.id,
      name: item.name,
      quantity: item.quantity,
      unitPrice: item.unitPriceCents / 100,
      total: item.totalCents / 100,
    })),
    subtotal: order.subtotalCents / 100,
    shippingTotal: order.shippingCents / 100,
    taxTotal: order.taxCents / 100,
    taxRate: order.taxRate / 1_000,
    pricesIncludeTax: order.pricesIncludeTax,
    total: order.totalCents / 100,
    paidTotal: order.paidCents / 100,
    refundedTotal: order.refundedCents / 100,
    paidBy: card ?? null,
    refunds: given.map(({ amountCents, endedAt }) => ({
      amount: amountCents / 100,
      at: endedAt?.toISOString() ?? null,
    })),
    seller: seller ?? null,
    customer: { firstName: order.customerFirstName, lastName: order.customerLastName },
    shippingAddress: {
      address1: order.address1,
      address2: order.address2,
      city: order.city,
      state: order.state,
      postalCode: order.postalCode,
      country: order.country,
    },
    createdAt: order.createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
