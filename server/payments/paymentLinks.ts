import { and, asc, desc, eq } from 'drizzle-orm'
import type { PayableOrder } from '../../contract/orders'
import { hasKey } from '../db/keys'
import { orderItems, orders } from '../db/schema/orders'
import { organizations } from '../db/schema/organizations'
import { paymentLinks } from '../db/schema/paymentLinks'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'

type Link = typeof paymentLinks.$inferSelect

/** The payment link that a token opens, valid or not. */
export const linkOf = async (tx: Transaction, token: string): Promise<Link | undefined> =>
  (
    await tx
      .select()
      .from(paymentLinks)
      .where(eq(paymentLinks.tokenHash, tokenHash(token)))
      .limit(1)
  )[0]

/** Whether there is a newer link to the same order, which ends the older ones. */
export async function isReplaced(tx: Transaction, { id, orgId, orderId }: Link): Promise<boolean> {
  const [newest] = await tx
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.orgId, orgId), eq(paymentLinks.orderId, orderId)))
    .orderBy(desc(paymentLinks.createdAt), desc(paymentLinks.id))
    .limit(1)
  return newest?.id !== id
}

/** The order that a link is for, as its customer sees it. */
export async function payableOrder(
  tx: Transaction,
  { orgId, orderId, expiresAt }: Link,
): Promise<PayableOrder | undefined> {
  const [[order], items, [seller]] = await Promise.all([
    tx
      .select()
      .from(orders)
      .where(hasKey(orders, orgId, orderId)),
    tx
      .select()
      .from(orderItems)
      .where(and(eq(orderItems.orgId, orgId), eq(orderItems.orderId, orderId)))
      .orderBy(asc(orderItems.position)),
    tx
      .select({ name: organizations.name, supportEmail: organizations.supportEmail })
      .from(organizations)
      .where(eq(organizations.id, orgId)),
  ])
  if (!order) return undefined
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
    total: order.totalCents / 100,
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
