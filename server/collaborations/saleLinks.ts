import { and, eq, sql } from 'drizzle-orm'
import type { SalePayment } from '../../contract/extensions/collaborations'
import type { PaymentLinkMade } from '../../contract/paymentLinks'
import { salePaymentTold, whyNotSold } from '../../contract/rules/collaborations'
import { whyNoLink } from '../../contract/rules/linkTold'
import { readsOrdersOf } from '../db/acting'
import type { Database } from '../db/database'
import { hasKey, isId } from '../db/keys'
import { collaborationCampaigns, collaborations } from '../db/schema/collaborations'
import { orders } from '../db/schema/orders'
import { paymentAttempts } from '../db/schema/payments'
import type { Transaction } from '../db/transactions'
import { notFound, Refusal } from '../http/errors'
import { cancelLink, type GatewayChoice, type LinkMaking, makeLink } from '../paymentLinks/make'
import { type KnownOrder, newestLink } from '../paymentLinks/record'
import { codeOf, dueOf, shownLink, untoldCode } from '../payments/record'
import type { Secrets } from '../secrets'
import { collaborationOf } from './record'

/*
 * The links by which a partner takes the payment of what they have sold are of whoever shares, as the order is. They are read
 * and made in transactions of the role app_selling, whose policies show and let change those of the orders that were sold by
 * the collaboration alone (0086_partner_links).
 */

export interface SaleLinkMaking extends LinkMaking {
  collaborationId: string
}

/** An order that was sold by a collaboration, and why nothing can be done about its payment by the terms. */
async function soldOrder(
  tx: Transaction,
  { orgId, orderId, collaborationId }: Pick<SaleLinkMaking, 'orgId' | 'orderId' | 'collaborationId'>,
  lock: boolean,
): Promise<{ order: KnownOrder; whyNot: string | undefined }> {
  if (!isId(orderId)) throw notFound('Order')
  const held = tx
    .select({ state: collaborations.state })
    .from(collaborations)
    .where(hasKey(collaborations, orgId, collaborationId))
  // Whoever pauses, ends or narrows it waits, as for a sale.
  const [[terms], [order]] = await Promise.all([
    lock ? held.for('share') : held,
    tx
      .select()
      .from(orders)
      .where(hasKey(orders, orgId, orderId)),
  ])
  if (!terms || !order) throw notFound('Order')
  const [shared] = await tx
    .select({ right: collaborationCampaigns.right })
    .from(collaborationCampaigns)
    .where(
      and(
        eq(collaborationCampaigns.collaborationId, collaborationId),
        eq(collaborationCampaigns.campaignId, order.campaignId),
      ),
    )
  return { order, whyNot: whyNotSold(terms.state, shared?.right) }
}

/** Throws a 404 for what was not sold by it, and a 409 that says why the terms do not let it be paid. */
export async function refuseByTerms(tx: Transaction, making: SaleLinkMaking): Promise<void> {
  const { whyNot } = await soldOrder(tx, making, true)
  if (whyNot !== undefined) throw new Refusal(409, 'not_possible', whyNot)
}

/** The gateway of whoever shares, of which a partner is told no more than whether there is one. */
const partnersGateway: GatewayChoice = async (tx, { orderId, now }, dueCents) => {
  const { rows } = await tx.execute<{ id: string; is_over: boolean }>(
    sql`select id, is_over from gateway_of_sale(${orderId}, ${dueCents}, ${now.toISOString()})`,
  )
  const [gateway] = rows
  if (!gateway) throw new Refusal(409, 'not_possible', salePaymentTold.noGateway)
  if (gateway.is_over) throw new Refusal(409, 'not_possible', salePaymentTold.overCap)
  return gateway
}

/** Makes a link for an order that was sold by a collaboration and whose terms let it be paid, by the rules of every link. */
export async function makeSaleLink(
  tx: Transaction,
  making: SaleLinkMaking,
  { mail }: { mail: boolean },
): Promise<PaymentLinkMade> {
  const made = await makeLink(tx, making, { mail }, { gatewayOf: partnersGateway, mailOff: salePaymentTold.mailOff })
  if (!made) throw notFound('Order')
  return made
}

/** Ends the link that is out, as the terms let it. */
export async function endSaleLink(tx: Transaction, making: SaleLinkMaking): Promise<SalePayment> {
  await cancelLink(tx, making)
  return salePaymentIn(tx, making, true)
}

/** How far the payment of an order is that was sold by a collaboration; `mayLink` is whether who asks may make links. */
async function salePaymentIn(
  tx: Transaction,
  place: Pick<SaleLinkMaking, 'orgId' | 'orderId' | 'collaborationId' | 'now' | 'secrets' | 'publicUrl'>,
  mayLink: boolean,
): Promise<SalePayment> {
  const { orgId, orderId, now } = place
  const { order, whyNot } = await soldOrder(tx, place, false)
  const [link, attempts] = await Promise.all([
    newestLink(tx, orgId, orderId),
    tx
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.orgId, orgId), eq(paymentAttempts.orderId, orderId)))
      .orderBy(paymentAttempts.createdAt, paymentAttempts.id),
  ])
  const due = order.status === 'cancelled' ? 0 : dueOf(order)
  return {
    link: link
      ? {
          ...shownLink(link, order, attempts, now),
          ...(whyNot === undefined && mayLink ? codeOf(link, order, now, place) : untoldCode),
        }
      : null,
    due: due / 100,
    currency: order.currency,
    whyNot: whyNot ?? whyNoLink({ status: order.status, due }) ?? null,
  }
}

interface Reading {
  database: Database
  secrets: Secrets
  publicUrl: string
  now: Date
}

/** The same for the partner who asks. Throws a 404 for what they have not sold by it. */
export async function readSalePayment(
  { database, ...telling }: Reading,
  {
    partnerId,
    mayLink,
    collaborationId,
    orderId,
  }: { partnerId: string; mayLink: boolean; collaborationId: string; orderId: string },
): Promise<SalePayment> {
  const id = collaborationId.toLowerCase()
  const known = await database.tenant(partnerId, (tx) => collaborationOf(tx, partnerId, id))
  // Whoever shares reads the order's own payments.
  if (known?.partnerOrgId !== partnerId) throw notFound('Order')
  const { orgId } = known
  const sale = { orgId, partnerId, collaborationId: id, personId: readsOrdersOf(partnerId) }
  return database.selling(sale, (tx) =>
    salePaymentIn(tx, { orgId, collaborationId: id, orderId: orderId.toLowerCase(), ...telling }, mayLink),
  )
}
