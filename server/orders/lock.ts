import { and, asc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { hasKey, isId } from '../db/keys'
import { campaigns } from '../db/schema/campaigns'
import { customers } from '../db/schema/customers'
import { gatewayInstances } from '../db/schema/gateways'
import { offers } from '../db/schema/offers'
import { orders } from '../db/schema/orders'
import { organizations } from '../db/schema/organizations'
import { products } from '../db/schema/products'
import type { Transaction } from '../db/transactions'

/*
 * Many sell, cancel, pay, refund and let expire at once, and most of them change the same few rows. All of them lock in
 * this one order, so that nobody waits for somebody who waits for them:
 *
 *   0. the collaboration by which a partner sells, for nobody to pause or end it meanwhile (`collaborations/sales.ts`)
 *   1. the draft that is placed and the call in which it is (`orders/place.ts`, `calls/sold.ts`)
 *   2. orders, by their ids (several by `fulfilments/contents.ts`); then what is of one order alone: links, attempts, refunds, parcels
 *   3. the gateway, where it has a cap
 *   4. offers, by their ids
 *   5. products, by their ids
 *   6. the organization, for the next number
 *   7. the campaign, then the customer, for their figures: 0037_figures_last adds these up as the transaction commits
 *
 * The import of many orders takes their numbers in a transaction of its own before (`sheetImports/orderNumbers.ts`).
 *
 * Whoever changes one of these records by hand locks no other of them, or in this order, too. What everybody shares (3 to 7)
 * is locked as late as can be: no statement comes behind it that could have come before.
 *
 * A row is locked `for no key update`, which lets others refer to it. Whoever only needs it to stay as it is until
 * something is added to it locks it `for key share`, for which no sale waits; an edit of the record, which locks it `for
 * update`, does. Nobody who holds a row so may go on to change it: an edit that waits for them would be in their way.
 */

export type KnownOffer = typeof offers.$inferSelect
export type KnownProduct = typeof products.$inferSelect

/** The order, locked until the transaction ends; undefined when there is none. */
export async function lockOrder(
  tx: Transaction,
  { orgId, orderId }: { orgId: string; orderId: string },
): Promise<typeof orders.$inferSelect | undefined> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(hasKey(orders, orgId, orderId))
    .for('update')
  return order
}

/** What a gateway may take in a month, in cents; null for as much as there is. Whoever asks next waits. */
export async function lockGateway(tx: Transaction, orgId: string, gatewayInstanceId: string): Promise<number | null> {
  const [gateway] = await tx
    .select({ cap: gatewayInstances.monthlyCapCents })
    .from(gatewayInstances)
    .where(hasKey(gatewayInstances, orgId, gatewayInstanceId))
    .for('no key update')
  return gateway?.cap ?? null
}

/** The offers with these ids, locked in the order of the ids. */
export async function lockOffers(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownOffer>> {
  const known = ids.filter(isId)
  if (known.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.orgId, orgId), inArray(offers.id, known)))
    .orderBy(asc(offers.id))
    .for('no key update')
  return byId(rows)
}

/** Locks all offers of a product, in the order of the ids, for who may change what its offers are found by. */
export async function lockOffersOf(tx: Transaction, orgId: string, productId: string): Promise<void> {
  await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.orgId, orgId), eq(offers.productId, productId)))
    .orderBy(asc(offers.id))
    .for('no key update')
}

/** The products with these ids, locked in the order of the ids. */
export const lockProducts = async (
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownProduct>> => (ids.length === 0 ? new Map() : lockProductsIn(tx, orgId, [...ids]))

async function lockProductsIn(
  tx: Transaction,
  orgId: string,
  ids: string[] | SQLWrapper,
): Promise<ReadonlyMap<string, KnownProduct>> {
  const rows = await tx
    .select()
    .from(products)
    .where(and(eq(products.orgId, orgId), inArray(products.id, ids)))
    .orderBy(asc(products.id))
    .for('no key update')
  return byId(rows)
}

/** Everything that a sale shares with others, locked in one round trip. The number is given back when the sale is refused. */
export async function lockSale(
  tx: Transaction,
  orgId: string,
  { offerIds, campaignId, customerId }: { offerIds: readonly string[]; campaignId: string; customerId: string },
) {
  const known = offerIds.filter(isId)
  const ofOffers = tx
    .select({ id: offers.productId })
    .from(offers)
    .where(and(eq(offers.orgId, orgId), inArray(offers.id, known)))
  // Sent in this order.
  const [offerRows, productRows, [organization], [campaign], [customer]] = await Promise.all([
    lockOffers(tx, orgId, known),
    known.length === 0 ? new Map<string, KnownProduct>() : lockProductsIn(tx, orgId, ofOffers),
    tx
      .update(organizations)
      .set({ lastOrderNumber: sql`${organizations.lastOrderNumber} + 1` })
      .where(eq(organizations.id, orgId))
      .returning({
        number: organizations.lastOrderNumber,
        currency: organizations.currency,
        timeZone: organizations.timeZone,
        taxRate: organizations.taxRate,
        pricesIncludeTax: organizations.pricesIncludeTax,
      }),
    isId(campaignId)
      ? tx
          .select()
          .from(campaigns)
          .where(hasKey(campaigns, orgId, campaignId))
          .for('no key update')
      : [],
    isId(customerId)
      ? tx
          .select()
          .from(customers)
          .where(hasKey(customers, orgId, customerId))
          .for('no key update')
      : [],
  ])
  // Whoever places belongs to it.
  if (!organization) throw new Error(`no organization ${orgId}`)
  return { offerRows, productRows, organization, campaign, customer }
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))
