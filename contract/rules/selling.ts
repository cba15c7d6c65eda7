import type { Campaign } from '../campaigns'
import { whyUndeliverable } from '../forms/addresses'
import type { Offer } from '../offers'
import type { OrderPlace } from '../extensions/orders'
import type { Product } from '../products'
import { maxAmount } from '../schemas'
import { daysBetween } from './days'
import {
  type Amount,
  amountOf,
  type OrderAmounts,
  orderAmounts,
  shownAmount,
  smallestOf,
  type TaxTerms,
} from './amounts'

/** What is asked for: a placement as it is sent, or as far as it has been typed. Prices are major units. */
export type Placement = Pick<OrderPlace, 'campaignId' | 'lines' | 'address' | 'agreedToTermsAt'>

/** What is known of a campaign, from a row of a list or from the database. Days are `yyyy-MM-dd`. */
export type CampaignForSale = Pick<Campaign, 'status' | 'startDate' | 'endDate' | 'mustAgreeToTerms'> & {
  archivedAt?: string | Date | null | undefined
}

/** An offer and its product, as far as they decide. */
export interface OfferForSale {
  campaignId: string
  isDeleted: boolean
  listPrice: Amount
  shipPrice: Amount
  minPrice: Amount | null
  maxPrice: Amount | null
  /** Most units in one order. */
  maxQuantity: number | null
  /** Units still to be sold. */
  quantity: number
  /** Units of the product in one unit of the offer. */
  quantityPerOrder: number
  productId: string
  productName: string
  productStock: number
  isProductArchived: boolean
}

/** What decides whether a placement is possible. Server and app find it each in their own way. */
export interface SellingFacts {
  /** The day in the organization's zone, by {@link dayIn}. */
  today: string
  terms: TaxTerms
  /** Undefined when the organization has no such campaign. */
  campaign: CampaignForSale | undefined
  /** `unknown` also for another organization's; `merged` when it has become part of another customer. */
  customer: 'known' | 'unknown' | 'deleted' | 'merged'
  /** The name of whom they are a part of now, when they were merged; absent when that one is no more. */
  mergedInto?: string | undefined
  /** By id; an offer that is absent is unknown. */
  offers: ReadonlyMap<string, OfferForSale>
}

/** Why a placement is not possible: the field of the request, such as `lines.0.unitPrice`, and what people read. */
export interface SellingRefusal {
  path: string
  message: string
}

/** What rows of lists tell of an offer and its product. */
export const offerForSale = (offer: Offer, product: Product | undefined): OfferForSale => ({
  campaignId: offer.campaignId ?? '',
  isDeleted: false,
  listPrice: amountOf(offer.basePrice ?? 0),
  shipPrice: amountOf(offer.shipPrice ?? 0),
  minPrice: optionalAmount(offer.minPrice),
  maxPrice: optionalAmount(offer.maxPrice),
  maxQuantity: offer.maxQuantity ?? null,
  quantity: offer.quantity ?? 0,
  quantityPerOrder: offer.quantityPerOrder ?? 1,
  productId: offer.productId ?? '',
  productName: product?.name ?? offer.displayName,
  // A product that is not known yet holds nothing up: the server looks again.
  productStock: product?.stock ?? offer.productStock ?? Number.POSITIVE_INFINITY,
  isProductArchived: (product?.status ?? offer.productStatus) === 'archived',
})
const optionalAmount = (majorUnits: number | null | undefined) =>
  majorUnits === null || majorUnits === undefined ? null : amountOf(majorUnits)

/** The range in which an agent may set the price of a unit: a limit that is not set is the offer's own price. */
export function priceRange({ listPrice, minPrice, maxPrice }: OfferForSale): { min: Amount; max: Amount } {
  return {
    min: minPrice ?? Math.min(listPrice, maxPrice ?? listPrice),
    max: maxPrice ?? Math.max(listPrice, minPrice ?? listPrice),
  }
}

/** Why a unit can't be sold at the price. */
export function whyNotPrice(offer: OfferForSale, unitPrice: Amount, currency: string): string | undefined {
  if (unitPrice % smallestOf(currency) !== 0) return `Prices in ${currency} have no decimals.`
  const { min, max } = priceRange(offer)
  if (unitPrice >= min && unitPrice <= max) return undefined
  if (min === max) return `The price of this offer is ${shownAmount(min, currency)}.`
  return `The price must be between ${shownAmount(min, currency)} and ${shownAmount(max, currency)}.`
}

/** What other lines of the same order take of an offer and of its product. */
export interface Taken {
  ofOffer: number
  ofProduct: number
}

/** How many units of the offer one more line can have. */
export const mostUnits = (
  offer: Pick<OfferForSale, 'maxQuantity' | 'quantity' | 'quantityPerOrder' | 'productStock'>,
  taken: Taken = { ofOffer: 0, ofProduct: 0 },
): number =>
  Math.max(
    0,
    Math.min(
      (offer.maxQuantity ?? Number.POSITIVE_INFINITY) - taken.ofOffer,
      offer.quantity - taken.ofOffer,
      Math.floor((offer.productStock - taken.ofProduct) / offer.quantityPerOrder),
    ),
  )

/** Why so many units can't be sold. */
export function whyNotQuantity(offer: OfferForSale, quantity: number, taken: Taken): string | undefined {
  const { maxQuantity, productName } = offer
  if (maxQuantity !== null && taken.ofOffer + quantity > maxQuantity) {
    return `At most ${maxQuantity} of this offer in one order.`
  }
  if (taken.ofOffer + quantity > offer.quantity) {
    return offer.quantity === 0 ? 'This offer is sold out.' : `Only ${offer.quantity} of this offer left.`
  }
  const inStock = Math.floor((offer.productStock - taken.ofProduct) / offer.quantityPerOrder)
  if (quantity > inStock) {
    return inStock <= 0
      ? `${productName} is out of stock.`
      : `${productName} is in stock for ${inStock} of this offer only.`
  }
  return undefined
}

/** Why not even one unit can be sold now. */
export function whyNoneSold(offer: Offer): string | undefined {
  const known = offerForSale(offer, undefined)
  return whyNotOffer(known, known.campaignId) ?? whyNotQuantity(known, 1, { ofOffer: 0, ofProduct: 0 })
}

/** What an agent has to know of an offer before it is chosen: its SKU, prices, shipping, and how many there are. */
export function offerTold(offer: Offer, currency: string): string {
  const sold = offerForSale(offer, undefined)
  const { listPrice, shipPrice, maxQuantity } = sold
  const { min, max } = priceRange(sold)
  const shown = (amount: Amount) => shownAmount(amount, currency)
  const left = mostUnits({ ...sold, maxQuantity: null })
  return [
    offer.productSku ?? '',
    min === max ? shown(listPrice) : `${shown(listPrice)} (${shown(min)} to ${shown(max)})`,
    shipPrice > 0 ? `shipping ${shown(shipPrice)}` : 'ships for nothing',
    Number.isFinite(left) ? `${left} left` : '',
    maxQuantity === null ? '' : `at most ${maxQuantity}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Why nothing can be sold in the campaign today. */
export function whyNotCampaign(campaign: CampaignForSale | undefined, today: string): string | undefined {
  if (!campaign) return 'There is no such campaign in this organization.'
  if (campaign.archivedAt) return 'This campaign has been archived.'
  if (campaign.status === 'completed') return 'This campaign is completed.'
  const [start, end] = [campaign.startDate?.slice(0, 10), campaign.endDate?.slice(0, 10)]
  if (start && today < start) return `This campaign begins on ${start}.`
  if (end && today > end) return `This campaign ended on ${end}.`
  return undefined
}

/** Why an offer can't be sold at all. */
export function whyNotOffer(offer: OfferForSale | undefined, campaignId: string): string | undefined {
  if (!offer) return 'There is no such offer in this organization.'
  if (offer.isDeleted) return 'This offer has been deleted.'
  if (offer.campaignId !== campaignId) return 'This offer belongs to another campaign.'
  if (offer.isProductArchived) return `${offer.productName} has been archived.`
  return undefined
}

/** Why a customer can't be chosen. */
export function whyNotCustomer({
  customer,
  mergedInto = 'another one, who has been deleted',
}: Pick<SellingFacts, 'customer' | 'mergedInto'>): string | undefined {
  if (customer === 'unknown') return 'There is no such customer in this organization.'
  if (customer === 'deleted') return 'This customer has been deleted.'
  return customer === 'merged' ? `This customer was merged into ${mergedInto}.` : undefined
}

/** Days for which what a customer has agreed to holds, until their order is placed. */
const daysOfAgreement = 30

/** Why an order can't be placed like this: every reason, at the field that it concerns (NO-02). */
export function whyNotPlaced(placement: Placement, facts: SellingFacts): SellingRefusal[] {
  const { campaignId, lines, address, agreedToTermsAt } = placement
  const refusals: SellingRefusal[] = []
  const refuse = (path: string, message: string | undefined) => {
    if (message !== undefined) refusals.push({ path, message })
  }
  const campaign = whyNotCampaign(facts.campaign, facts.today)
  refuse('campaignId', campaign)
  refuse('customerId', whyNotCustomer(facts))
  if (lines.length === 0) refuse('lines', 'Add at least one offer')
  for (const [index, line] of lines.entries()) {
    const offer = facts.offers.get(line.offerId)
    const gone = whyNotOffer(offer, campaignId)
    refuse(`lines.${index}.offerId`, gone)
    if (!offer || gone !== undefined) continue
    refuse(
      `lines.${index}.quantity`,
      whyNotQuantity(offer, line.quantity, takenBy(lines.slice(0, index), line.offerId, facts)),
    )
    refuse(`lines.${index}.unitPrice`, whyNotPrice(offer, amountOf(line.unitPrice), facts.terms.currency))
  }
  for (const { line, message } of whyUndeliverable(address)) refuse(`address.${line}`, message)
  if (facts.campaign?.mustAgreeToTerms && !agreedToTermsAt) {
    refuse('agreedToTermsAt', 'The customer has to agree to the terms first.')
  }
  if (agreedToTermsAt && daysBetween(agreedToTermsAt.slice(0, 10), facts.today) > daysOfAgreement + 1) {
    const last = `more than ${daysOfAgreement} days ago`
    refuse('agreedToTermsAt', `The customer agreed to the terms ${last}. Ask them to agree again.`)
  }
  const most = amountOf(maxAmount)
  if (refusals.length === 0 && amountsOf(lines, facts).total > most) {
    refuse('lines', `An order is at most ${shownAmount(most, facts.terms.currency)}.`)
  }
  return refusals
}

/** What lines take of the offer and of its product. */
export function takenBy(lines: Placement['lines'], offerId: string, { offers }: Pick<SellingFacts, 'offers'>): Taken {
  const productId = offers.get(offerId)?.productId
  const taken: Taken = { ofOffer: 0, ofProduct: 0 }
  for (const line of lines) {
    const offer = offers.get(line.offerId)
    if (line.offerId === offerId) taken.ofOffer += line.quantity
    if (offer && offer.productId === productId) taken.ofProduct += line.quantity * offer.quantityPerOrder
  }
  return taken
}

/** What the lines cost (NO-01); a line whose offer is unknown ships for nothing. */
export const amountsOf = (
  lines: Placement['lines'],
  { offers, terms }: Pick<SellingFacts, 'offers' | 'terms'>,
): OrderAmounts =>
  orderAmounts(
    lines.map(({ offerId, quantity, unitPrice }) => ({
      quantity,
      unitPrice: amountOf(unitPrice),
      shipPrice: offers.get(offerId)?.shipPrice ?? 0,
    })),
    terms,
  )
