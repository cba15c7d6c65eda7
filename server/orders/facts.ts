import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OrderPlace } from '../../contract/extensions/orders'
import type { TaxTerms } from '../../contract/rules/amounts'
import { dayIn, type OfferForSale, type SellingFacts } from '../../contract/rules/selling'
import { customerStateOf } from '../customers/columns'
import { nameAfterMerges } from '../customers/record'
import { hasKey, isId } from '../db/keys'
import { campaigns } from '../db/schema/campaigns'
import { customers } from '../db/schema/customers'
import { offers } from '../db/schema/offers'
import { organizations } from '../db/schema/organizations'
import { products } from '../db/schema/products'
import type { Transaction } from '../db/transactions'

export type KnownCustomer = typeof customers.$inferSelect
export type KnownOffer = typeof offers.$inferSelect
export type KnownProduct = typeof products.$inferSelect

/** What decides about an order, and the rows that it copies from. But for the campaign all of it stays as it is. */
export interface LockedFacts extends SellingFacts {
  terms: TaxTerms
  customerRow: KnownCustomer | undefined
  offerRows: ReadonlyMap<string, KnownOffer>
  productRows: ReadonlyMap<string, KnownProduct>
}

/**
 * Reads and locks what an order needs. Everybody locks in the same order (customer, offers and products by their ids, the
 * organization's number, the campaign), so that nobody waits for somebody who waits for them.
 */
export async function lockFacts(
  tx: Transaction,
  orgId: string,
  placement: OrderPlace,
  now: Date,
): Promise<LockedFacts> {
  const [organization] = await tx
    .select({
      currency: organizations.currency,
      timeZone: organizations.timeZone,
      taxRate: organizations.taxRate,
      pricesIncludeTax: organizations.pricesIncludeTax,
    })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  // Whoever places belongs to it.
  if (!organization) throw new Error(`no organization ${orgId}`)
  const { timeZone, ...terms } = organization
  const [campaign] = isId(placement.campaignId)
    ? await tx
        .select()
        .from(campaigns)
        .where(hasKey(campaigns, orgId, placement.campaignId))
    : []
  const [customerRow] = isId(placement.customerId)
    ? await tx
        .select()
        .from(customers)
        .where(hasKey(customers, orgId, placement.customerId))
        .for('no key update')
    : []
  const offerRows = await lockOffers(
    tx,
    orgId,
    placement.lines.map(({ offerId }) => offerId),
  )
  const productRows = await lockProducts(
    tx,
    orgId,
    [...offerRows.values()].map(({ productId }) => productId),
  )
  return {
    today: dayIn(timeZone, now),
    terms,
    campaign,
    customer: customerStateOf(customerRow),
    mergedInto: await nameAfterMerges(tx, orgId, customerRow),
    customerRow,
    offerRows,
    productRows,
    offers: new Map([...offerRows].map(([id, offer]) => [id, offerForSale(offer, productRows.get(offer.productId))])),
  }
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
    .for('update')
  return byId(rows)
}

/** The products with these ids, locked in the order of the ids. */
export async function lockProducts(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(products)
    .where(and(eq(products.orgId, orgId), inArray(products.id, [...ids])))
    .orderBy(asc(products.id))
    .for('no key update')
  return byId(rows)
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

const offerForSale = (offer: KnownOffer, product: KnownProduct | undefined): OfferForSale => ({
  campaignId: offer.campaignId,
  isDeleted: offer.deletedAt !== null,
  listPrice: offer.basePriceCents,
  shipPrice: offer.shipPriceCents ?? 0,
  minPrice: offer.minPriceCents,
  maxPrice: offer.maxPriceCents,
  maxQuantity: offer.maxQuantity,
  quantity: offer.quantity,
  quantityPerOrder: offer.quantityPerOrder,
  productId: offer.productId,
  productName: product?.name ?? offer.displayName,
  productStock: product?.stock ?? 0,
  isProductArchived: product?.status === 'archived',
})
