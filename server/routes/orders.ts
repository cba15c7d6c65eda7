import { and, asc, desc, eq } from 'drizzle-orm'
import type { PayableOrder } from '../../contract/orders'
import type { Transaction } from '../db/transactions'
import { organizations } from '../db/schema/organizations'
import { orderItems, orders } from '../db/schema/orders'
import { paymentLinks } from '../db/schema/paymentLinks'
import { tokenHash } from '../db/tokens'
import type { Handlers } from '../http/contract'
import { Refusal } from '../http/errors'
import type { Services } from './services'

const unknownLink = () => new Refusal(404, 'not_found', 'This payment link opens no order. Check the address.')
const expiredLink = () =>
  new Refusal(404, 'payment_link_expired', 'This payment link has expired. Ask the seller for a new one.')

export const orderHandlers = ({ database, limiter, now }: Services): Handlers['orders'] => ({
  getByToken: async ({ params: { token }, ip }) => {
    const link = await database.system((tx) => linkOf(tx, token))
    if (!link) {
      await limiter.count('wrongToken', ip)
      throw unknownLink()
    }
    return database.tenant(link.orgId, async (tx) => {
      const isReplaced = (await newestLinkOf(tx, link)) !== link.id
      if (link.expiresAt <= now() || isReplaced) throw expiredLink()
      const order = await payableOrder(tx, link)
      if (!order) throw unknownLink()
      return order
    })
  },
})

type Link = typeof paymentLinks.$inferSelect

const linkOf = async (tx: Transaction, token: string): Promise<Link | undefined> =>
  (
    await tx
      .select()
      .from(paymentLinks)
      .where(eq(paymentLinks.tokenHash, tokenHash(token)))
      .limit(1)
  )[0]

/** A new link ends the older ones. */
async function newestLinkOf(tx: Transaction, { orgId, orderId }: Link): Promise<string | undefined> {
  const [newest] = await tx
    .select({ id: paymentLinks.id })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.orgId, orgId), eq(paymentLinks.orderId, orderId)))
    .orderBy(desc(paymentLinks.createdAt), desc(paymentLinks.id))
    .limit(1)
  return newest?.id
}

async function payableOrder(tx: Transaction, { orgId, orderId, expiresAt }: Link): Promise<PayableOrder | undefined> {
  const [[order], items, [seller]] = await Promise.all([
    tx
      .select()
      .from(orders)
      .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId))),
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
