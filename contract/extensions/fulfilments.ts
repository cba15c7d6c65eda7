import * as z from 'zod/mini'
import { address } from '../addresses'
import { routes } from '../client/tsRest'
import { maxFulfilmentsAtOnce, packedFulfilment } from '../fulfilments'
import { count, extension, extensionRead, id, line, optionalLine, shownText } from '../schemas'
import { timelineEvent } from '../timeline'
import { idempotencyKey, ifMatch } from '../versions'

/** A parcel with all that its packing list and its page show (FU-01, FU-02). */
export const fulfilmentRecord = z.extend(packedFulfilment, {
  /** Whose it is, as it is read alone (GE-04). */
  organizationId: shownText,
  shippingAddress: address,
  /** The oldest first. */
  timeline: z.array(timelineEvent),
})
export type FulfilmentRecord = z.infer<typeof fulfilmentRecord>

/** Which carrier has the parcel, and by which number. Without a carrier it is guessed from the shape of the number. */
export const tracking = z.object({
  carrier: z.optional(optionalLine(60)),
  trackingNumber: line(100),
})
export type Tracking = z.infer<typeof tracking>

const items = z
  .array(z.object({ orderItemId: id, quantity: count.check(z.gt(0, 'Quantity must be at least 1')) }))
  .check(z.minLength(1, 'Choose what goes into the parcel'), z.maxLength(100, 'At most 100 lines'))

export const fulfilmentSteps = ['ship', 'deliver', 'cancel'] as const
export const fulfilmentStep = z.enum(fulfilmentSteps)
export type FulfilmentStep = z.infer<typeof fulfilmentStep>
/** What is asked about before it is done to a parcel. */
export type AskedStep = FulfilmentStep | 'unassign'

/** The number of an order, as it is read by a scanner or typed: with or without its sign. */
const orderNumber = z.string().check(z.trim(), z.regex(/^#?\d{1,9}$/, 'Must be the number of an order'))

/** What is said of an order whose parcels all have their numbers, or are on their way. */
export const nothingWaits = 'No parcel of this order is waiting for a number.'

const pathParams = z.object({ fulfilmentId: id })
const responses = { 200: z.object({ data: fulfilmentRecord }) }
const step = { metadata: extension, pathParams, headers: ifMatch, body: z.object({}), responses } as const

/** Parcels (FU-01 to FU-03): what is in them, how they are found on their way, and how far they are; lists come from search. */
export const fulfilments = routes({
  get: {
    method: 'GET',
    path: '/fulfilments/:fulfilmentId',
    summary: 'Read a parcel with its contents, address and timeline',
    metadata: extension,
    pathParams,
    responses,
  },
  packingList: {
    method: 'POST',
    path: '/fulfilments/packing-list',
    summary: 'Read some parcels with their contents and addresses, in the order that they are asked for',
    metadata: extensionRead,
    body: z.object({
      organizationId: id,
      fulfilmentIds: z.array(id).check(z.minLength(1), z.maxLength(maxFulfilmentsAtOnce)),
    }),
    responses: { 200: z.object({ data: z.array(fulfilmentRecord) }) },
  },
  pack: {
    method: 'POST',
    path: '/orders/:orderId/fulfilments',
    summary: 'Make a parcel of an order: of some of what is in none, or of all of it',
    metadata: extension,
    pathParams: z.object({ orderId: id }),
    headers: idempotencyKey,
    body: z.object({ items: z.optional(items) }),
    responses,
  },
  split: {
    method: 'POST',
    path: '/fulfilments/:fulfilmentId/split',
    summary: 'Take some units out of a parcel that has not been sent, into one of their own, which is answered',
    metadata: extension,
    pathParams,
    headers: idempotencyKey,
    body: z.object({ items }),
    responses,
  },
  assign: {
    method: 'PUT',
    path: '/fulfilments/:fulfilmentId/tracking',
    summary: 'Give a parcel its carrier and its tracking number',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: tracking,
    responses,
  },
  unassign: {
    method: 'POST',
    path: '/fulfilments/:fulfilmentId/unassign',
    summary: 'Take back the tracking number of a parcel that has not been sent, and the mail about it while it waits',
    ...step,
  },
  scan: {
    method: 'POST',
    path: '/fulfilments/scan',
    summary: 'Give the parcel of an order that waits longest its tracking number; the same again is answered again',
    metadata: extension,
    body: z.extend(tracking, { organizationId: id, orderNumber }),
    responses,
  },
  ship: { method: 'POST', path: '/fulfilments/:fulfilmentId/ship', summary: 'Note that a parcel was sent', ...step },
  deliver: {
    method: 'POST',
    path: '/fulfilments/:fulfilmentId/deliver',
    summary: 'Note that a parcel has arrived; an order that is paid and has all of it is completed',
    ...step,
  },
  cancel: {
    method: 'POST',
    path: '/fulfilments/:fulfilmentId/cancel',
    summary: 'Give up a parcel that has not been sent; what was in it can go into another',
    ...step,
  },
  takeSteps: {
    method: 'POST',
    path: '/fulfilments/steps',
    summary: 'Take several parcels a step further, all of them or none',
    metadata: extension,
    body: z.object({
      organizationId: id,
      step: fulfilmentStep,
      fulfilmentIds: z.array(id).check(z.minLength(1), z.maxLength(maxFulfilmentsAtOnce)),
    }),
    responses: { 200: z.object({ data: z.object({ changed: count }) }) },
  },
})
