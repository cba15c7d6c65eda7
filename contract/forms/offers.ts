import * as z from 'zod/mini'
import { isMaxBelowMin, maxBelowMin, type Offer, type OfferCreate, type OfferUpdate } from '../offers'
import { changedFields, type Typed, unclearedFields } from './changedFields'
import {
  type FieldErrors,
  isCount,
  optionalNumber,
  readNumber,
  requiredLine,
  requiredNumber,
  shownNumber,
} from './fields'

const isTypedNumber = (value: unknown) => typeof value === 'number' && !Number.isNaN(value)

/** The specification has one text for what is no number and for one that is refused (AO-05, EO-07). */
const required = (message: string, check: (value: number) => boolean) => requiredNumber(message, check, message)
const optional = (message: string, check: (value: number) => boolean) => optionalNumber(message, check, message)

/** Max price is judged against min price whenever both are numbers, whatever else is still wrong. */
const maxNotBelowMin = z.refine<{ minPrice?: number | undefined; maxPrice?: number | undefined }>(
  ({ minPrice, maxPrice }) => !isMaxBelowMin(minPrice, maxPrice),
  {
    error: maxBelowMin,
    path: ['maxPrice'],
    when: ({ value }) =>
      typeof value === 'object' &&
      value !== null &&
      'minPrice' in value &&
      'maxPrice' in value &&
      isTypedNumber(value.minPrice) &&
      isTypedNumber(value.maxPrice),
  },
)

/** The Add Offer dialog (AO-04, AO-05). */
export const offerCreateForm = z
  .object({
    product: z.object({ id: z.string(), name: z.string() }, 'A product must be chosen'),
    gatewayInstanceId: z.string(),
    quantity: required('Quantity is required and must be greater than zero', (value) => isCount(value) && value > 0),
    basePrice: required('Base price is required and must be greater than zero', (value) => value > 0),
    shipPrice: optional('Shipping price must be zero or greater', (value) => value >= 0),
    minPrice: optional('Min price must be zero or greater', (value) => value >= 0),
    maxPrice: optional(maxBelowMin, (value) => value >= 0),
    maxQuantity: optional('Max quantity must be a non-negative integer', isCount),
  })
  .check(maxNotBelowMin)

/** What is typed into the Add Offer dialog. */
export type OfferCreateValues = Omit<z.input<typeof offerCreateForm>, 'product'> & {
  product: { id: string; name: string } | undefined
}

/** What the Add Offer dialog begins with: nothing, or all that a copy of an offer has of it (CP-03). */
export function offerCreateValues(source: Offer | null): OfferCreateValues {
  if (!source) return emptyOffer
  const { productId, displayName, gatewayInstanceId, quantity } = source
  const { displayName: _, ...numbers } = offerEditValues(source)
  return {
    ...numbers,
    product: productId ? { id: productId, name: displayName } : undefined,
    gatewayInstanceId: gatewayInstanceId ?? '',
    // One that is sold out leads to one of which there is something to sell.
    quantity: quantity ? numbers.quantity : '',
  }
}

const emptyOffer: OfferCreateValues = {
  product: undefined,
  gatewayInstanceId: '',
  quantity: '',
  basePrice: '',
  shipPrice: '',
  minPrice: '',
  maxPrice: '',
  maxQuantity: '',
}

/** The Edit Offer dialog (EO-02). An empty field means: leave it as it is. */
export const offerEditForm = z
  .object({
    displayName: requiredLine('Name is required', 200),
    quantity: optional('Quantity must be a non-negative integer', isCount),
    basePrice: optional('Base price must be greater than zero', (value) => value > 0),
    minPrice: optional('Min price must be zero or greater', (value) => value >= 0),
    maxPrice: optional('Max price must be at least 1', (value) => value >= 1),
    maxQuantity: optional('Max quantity must be a non-negative integer', isCount),
    shipPrice: optional('Shipping price must be zero or greater', (value) => value >= 0),
  })
  .check(maxNotBelowMin)

/** What is typed into the Edit Offer dialog. */
export type OfferEditValues = z.input<typeof offerEditForm>

/** What the Edit Offer dialog begins with. */
export const offerEditValues = (offer: Offer): OfferEditValues => ({
  displayName: offer.displayName,
  quantity: shownNumber(offer.quantity, 'count'),
  basePrice: shownNumber(offer.basePrice, 'amount'),
  minPrice: shownNumber(offer.minPrice, 'amount'),
  maxPrice: shownNumber(offer.maxPrice, 'amount'),
  maxQuantity: shownNumber(offer.maxQuantity, 'count'),
  shipPrice: shownNumber(offer.shipPrice, 'amount'),
})

/** The fields that differ from the offer; empty ones are dropped (EO-08). */
export const changedOfferFields = (offer: Offer, values: OfferEditValues): OfferUpdate =>
  changedFields(offerEditForm, offer, values)

interface Prices {
  basePrice: string
  minPrice: string
  maxPrice: string
}

/**
 * A base price outside of the range in which an agent may set the price is allowed, but seldom meant. Nothing is said as
 * long as one of the three is still being typed.
 */
export function priceWarnings({ initial, values, touched }: Typed<Prices>): FieldErrors<Prices> {
  const isTyping = prices.some((field) => values[field] !== initial[field] && !touched[field])
  const [base, min, max] = prices.map((field) => readNumber(values[field]))
  if (isTyping || typeof base !== 'number') return {}
  if (typeof min === 'number' && base < min) return { basePrice: 'Lower than the min price' }
  if (typeof max === 'number' && base > max) return { basePrice: 'Higher than the max price' }
  return {}
}
const prices = ['basePrice', 'minPrice', 'maxPrice'] as const

/** What a person should know of the Add Offer dialog before they press Save. */
export const offerCreateWarnings = (form: Typed<OfferCreateValues>): FieldErrors<OfferCreateValues> =>
  priceWarnings(form)

/** What a person should know of the Edit Offer dialog before they press Update. */
export const offerEditWarnings = (form: Typed<OfferEditValues>): FieldErrors<OfferEditValues> => ({
  ...priceWarnings(form),
  ...unclearedFields(form),
})

/** The request that the Add Offer dialog makes (AO-08). The product's name becomes the offer's. Throws when not valid. */
export function offerCreateRequest(values: OfferCreateValues): Omit<OfferCreate, 'organizationId'> {
  const { product, gatewayInstanceId, ...numbers } = z.parse(offerCreateForm, values)
  return {
    productId: product.id,
    displayName: product.name,
    ...(gatewayInstanceId === '' ? {} : { gatewayInstanceId }),
    ...numbers,
  }
}
