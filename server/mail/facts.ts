import { and, asc, eq, inArray } from 'drizzle-orm'
import { trackingPage } from '../../contract/carriers'
import { cardText } from '../../contract/rules/receipt'
import type { MailEvent } from '../../contract/extensions/autoresponders'
import { orderItems, type orders } from '../db/schema/orders'
import { organizations } from '../db/schema/organizations'
import { sellers } from '../db/schema/sellers'
import type { Transaction } from '../db/transactions'
import { paidBy } from '../paymentLinks/record'

/** What a mail may tell of an order. Money is whole cents. */
export interface MailFacts {
  event: MailEvent
  number: number
  customerFirstName: string
  currency: string
  items: readonly { name: string; quantity: number; totalCents: number }[]
  subtotalCents: number
  shippingCents: number
  taxCents: number
  /** Thousandths of a percent. */
  taxRate: number
  pricesIncludeTax: boolean
  totalCents: number
  paidCents: number
  refundedCents: number
  /** What is given back by the refund that a mail is about. */
  refundCents: number
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  country: string | null
  createdAt: Date
  /** IANA, the organization's. */
  timeZone: string
  liveUrl: string
  sellerName: string
  supportEmail: string
  /** Lines of it. */
  sellerAddress: string
  taxNumber: string
  /** What the order was paid by, such as `Visa ending in 4242`. */
  paidBy: string
  paymentLink: string
  receiptLink: string
  trackingNumber: string
  trackingLink: string
}

/** What mails tell of an event beside its order. */
export interface Told {
  event: MailEvent
  /** A whole address; it begins with PUBLIC_URL. */
  paymentLink?: string | undefined
  /** A whole address of the page with the receipt. */
  receiptLink?: string | undefined
  trackingNumber?: string | undefined
  carrier?: string | null | undefined
  refundCents?: number | undefined
}

type Order = typeof orders.$inferSelect

/** What mails tell of an order that was read. */
export async function mailFacts(tx: Transaction, order: Order, told: Told): Promise<MailFacts> {
  const { orgId, id } = order
  const [seller, items] = [await sellerOf(tx, orgId), await itemsOf(tx, orgId, [id])]
  const card = told.event === 'order.completed' ? await paidBy(tx, order) : undefined
  const facts = factsOf(order, { seller, items: items.get(id) ?? [], told })
  return { ...facts, paidBy: cardText(card) ?? '' }
}

type Seller = Awaited<ReturnType<typeof sellerOf>>

/** What mails tell of an order that was read, and nothing of it that they do not. */
export const factsOf = (
  order: Order,
  { seller, items, told }: { seller: Seller; items: MailFacts['items']; told: Told },
): MailFacts => ({
  event: told.event,
  number: order.number,
  customerFirstName: order.customerFirstName,
  currency: order.currency,
  items,
  subtotalCents: order.subtotalCents,
  shippingCents: order.shippingCents,
  taxCents: order.taxCents,
  taxRate: order.taxRate,
  pricesIncludeTax: order.pricesIncludeTax,
  totalCents: order.totalCents,
  paidCents: order.paidCents,
  refundedCents: order.refundedCents,
  refundCents: told.refundCents ?? 0,
  address1: order.address1,
  address2: order.address2,
  city: order.city,
  state: order.state,
  postalCode: order.postalCode,
  country: order.country,
  createdAt: order.createdAt,
  ...seller,
  paidBy: '',
  paymentLink: told.paymentLink ?? '',
  receiptLink: told.receiptLink ?? '',
  trackingNumber: told.trackingNumber ?? '',
  trackingLink: trackingPage(told.carrier, told.trackingNumber) ?? '',
})

/** Who sells, as mails tell it. */
export async function sellerOf(tx: Transaction, orgId: string) {
  const [seller] = await tx
    .select({
      sellerName: organizations.name,
      supportEmail: organizations.supportEmail,
      timeZone: organizations.timeZone,
      liveUrl: organizations.liveUrl,
      sellerAddress: sellers.address,
      taxNumber: sellers.taxNumber,
    })
    .from(organizations)
    .leftJoin(sellers, eq(sellers.orgId, organizations.id))
    .where(eq(organizations.id, orgId))
  return {
    sellerName: seller?.sellerName ?? '',
    supportEmail: seller?.supportEmail ?? '',
    timeZone: seller?.timeZone ?? 'UTC',
    liveUrl: seller?.liveUrl ?? '',
    sellerAddress: seller?.sellerAddress ?? '',
    taxNumber: seller?.taxNumber ?? '',
  }
}

/** The lines of orders, by the order that they are of. */
export async function itemsOf(tx: Transaction, orgId: string, orderIds: readonly string[]) {
  const rows = await tx
    .select({
      orderId: orderItems.orderId,
      name: orderItems.name,
      quantity: orderItems.quantity,
      totalCents: orderItems.totalCents,
    })
    .from(orderItems)
    .where(and(eq(orderItems.orgId, orgId), inArray(orderItems.orderId, [...orderIds])))
    .orderBy(asc(orderItems.position))
  const byOrder = new Map<string, Omit<(typeof rows)[number], 'orderId'>[]>()
  for (const { orderId, ...item } of rows) {
    const ofOrder = byOrder.get(orderId) ?? []
    byOrder.set(orderId, ofOrder)
    ofOrder.push(item)
  }
  return byOrder
}
