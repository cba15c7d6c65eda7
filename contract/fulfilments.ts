import * as z from 'zod/mini'
import { count, id, shownNumber, shownText } from './schemas'
import { version } from './versions'

/** Pieces of a line of an order in a parcel: of an offer of several, as many as it has of its product (FU-04). */
export const fulfilmentItem = z.object({
  orderItemId: id,
  /** Of the line, or of its product where the line is of several of it. */
  name: z.string(),
  sku: shownText,
  /** In this parcel. */
  quantity: count,
})
export type FulfilmentItem = z.infer<typeof fulfilmentItem>

/** Most parcels that are taken a step further, or printed, at once. */
export const maxFulfilmentsAtOnce = 100

/** A parcel of an order on its way. Only the id is demanded of a backend (AP-03). */
export const fulfilment = z.object({
  id,
  orderId: shownText,
  orderNumber: z.nullish(z.union([z.string(), z.number()])),
  customerName: shownText,
  /** Whether there is an address to mail the customer at. */
  customerHasEmail: z.nullish(z.boolean()),
  /** What is in it, in words, and how many pieces that are. */
  items: shownText,
  units: shownNumber,
  contents: z.nullish(z.array(fulfilmentItem)),
  carrier: shownText,
  trackingNumber: shownText,
  status: shownText,
  /** Of its order, which may be over. */
  orderStatus: shownText,
  /** When its order was placed. */
  orderedAt: shownText,
  createdAt: shownText,
  shippedAt: shownText,
  deliveredAt: shownText,
  updatedAt: shownText,
  version,
})
export type Fulfilment = z.infer<typeof fulfilment>

/** The same with what is in it, which a list of a backend of the twenty calls need not tell. */
export const packedFulfilment = z.extend(fulfilment, { contents: z.array(fulfilmentItem) })
export type PackedFulfilment = z.infer<typeof packedFulfilment>

/** What a parcel is called, wherever one is shown. */
export const fulfilmentName = ({ id: fulfilmentId, orderNumber }: Pick<Fulfilment, 'id' | 'orderNumber'>): string =>
  orderNumber === null || orderNumber === undefined || orderNumber === '' ? fulfilmentId : `parcel of #${orderNumber}`
