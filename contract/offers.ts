import * as z from 'zod/mini'
import { acknowledged, core, count, id, line, money, price, shownNumber, shownText, someField } from './schemas'
import { routes } from './client/tsRest'
import { idempotencyKey, ifMatch, version } from './versions'

/** A product sold at a price within a campaign. Prices are major units, quantities whole units. */
export const offer = z.object({
  id,
  /** Whose it is, where it is answered alone. */
  organizationId: shownText,
  displayName: z.string(),
  basePrice: shownNumber,
  shipPrice: shownNumber,
  quantityPerOrder: shownNumber,
  minPrice: shownNumber,
  maxPrice: shownNumber,
  maxQuantity: shownNumber,
  /** Units still available. */
  quantity: shownNumber,
  /** Units of its product in stock, of which several offers may sell. */
  productStock: shownNumber,
  /** The number of its product, which customers read from a catalogue. */
  productSku: shownText,
  /** Whether its product is `active`, or `archived`, so that nothing of it is sold. */
  productStatus: shownText,
  campaignId: shownText,
  campaignName: shownText,
  productId: shownText,
  gatewayInstanceId: shownText,
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Offer = z.infer<typeof offer>

/** What is wrong with a max price that is below zero or below min price (AO-05). */
export const maxBelowMin = 'Max price must be zero or greater and not less than min price'

/** Whether both limits are there and contradict each other; in whatever unit, if it is the same. */
export const isMaxBelowMin = (min: number | null | undefined, max: number | null | undefined): boolean =>
  typeof min === 'number' && typeof max === 'number' && max < min

export const offerCreate = z
  .object({
    organizationId: id,
    productId: id,
    gatewayInstanceId: z.optional(id),
    displayName: line(200),
    quantity: count.check(z.gt(0)),
    basePrice: price,
    shipPrice: z.optional(money),
    minPrice: z.optional(money),
    maxPrice: z.optional(money),
    maxQuantity: z.optional(count),
  })
  .check(
    z.refine(({ minPrice, maxPrice }) => !isMaxBelowMin(minPrice, maxPrice), {
      error: maxBelowMin,
      path: ['maxPrice'],
    }),
  )
export type OfferCreate = z.infer<typeof offerCreate>

export const offerUpdate = z
  .object({
    displayName: z.optional(line(200)),
    quantity: z.optional(count),
    basePrice: z.optional(price),
    minPrice: z.optional(money),
    maxPrice: z.optional(money),
    maxQuantity: z.optional(count),
    shipPrice: z.optional(money),
  })
  .check(someField)
export type OfferUpdate = z.infer<typeof offerUpdate>

/** Adding, changing and deleting offers (AO-08, EO-08, OT-09); lists come from search. */
export const offers = routes({
  create: {
    method: 'POST',
    path: '/campaigns/:campaignId/offers',
    summary: 'Add an offer to a campaign',
    metadata: core,
    pathParams: z.object({ campaignId: id }),
    headers: idempotencyKey,
    body: offerCreate,
    responses: { 200: z.object({ data: offer }) },
    validateResponseOnClient: false,
  },
  update: {
    method: 'PUT',
    path: '/offers/:offerId',
    summary: 'Change fields of an offer',
    metadata: core,
    pathParams: z.object({ offerId: id }),
    headers: ifMatch,
    body: offerUpdate,
    responses: { 200: z.object({ data: offer }) },
    validateResponseOnClient: false,
  },
  delete: {
    method: 'DELETE',
    path: '/offers/:offerId',
    summary: 'Delete an offer',
    metadata: core,
    pathParams: z.object({ offerId: id }),
    headers: ifMatch,
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
    validateResponseOnClient: false,
  },
})
