import type { OrderPlace } from '../../contract/extensions/orders'
import type { TaxTerms } from '../../contract/rules/amounts'
import { dayIn } from '../../contract/rules/days'
import { type OfferForSale, type SellingFacts } from '../../contract/rules/selling'
import { customerStateOf } from '../customers/columns'
import { nameAfterMerges } from '../customers/record'
import type { customers } from '../db/schema/customers'
import type { Transaction } from '../db/transactions'
import { type KnownOffer, type KnownProduct, lockSale } from './lock'

/** What is placed, of a customer who is there. */
export type Placement = Pick<OrderPlace, 'draftId' | 'campaignId' | 'lines' | 'address' | 'agreedToTermsAt'> & {
  customerId: string
}

export type KnownCustomer = typeof customers.$inferSelect

/** What decides about an order, and the rows that it copies from. All of it stays as it is. */
export interface LockedFacts extends SellingFacts {
  /** The number that the order has when it is placed. */
  number: number
  terms: TaxTerms
  customerRow: KnownCustomer | undefined
  offerRows: ReadonlyMap<string, KnownOffer>
  productRows: ReadonlyMap<string, KnownProduct>
}

/** Reads and locks what an order needs. From here on everybody else who sells in this organization waits. */
export async function lockFacts(
  tx: Transaction,
  orgId: string,
  { lines, campaignId, customerId }: Placement,
  now: Date,
): Promise<LockedFacts> {
  const offerIds = lines.map(({ offerId }) => offerId)
  const locked = await lockSale(tx, orgId, { offerIds, campaignId, customerId })
  const { offerRows, productRows, organization, campaign, customer: customerRow } = locked
  const { number, timeZone, ...terms } = organization
  return {
    today: dayIn(timeZone, now),
    number,
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
