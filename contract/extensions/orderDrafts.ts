import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { acknowledged, extension, id, manyLines, moment, noControls, oneLine } from '../schemas'
import { ifMatch } from '../versions'

/** Most characters of a field that are kept; nobody types more. */
export const mostTyped = 5_000

/** As it was typed, right or wrong: nothing that somebody types is refused before the order is placed. */
const typed = z.string().check(z.maxLength(mostTyped), z.regex(oneLine, noControls))
const typedAddress = z.partial(
  z.object({ address1: typed, address2: typed, city: typed, state: typed, postalCode: typed, country: typed }),
)

/** An offer of a new order, with what was typed for it. */
export const draftLine = z.object({ offerId: id, quantity: typed, unitPrice: typed })
export type DraftLine = z.infer<typeof draftLine>

/** All that has been typed of a new order (NO-01). What is absent has not been chosen or typed yet. */
export const draftContent = z.partial(
  z.object({
    campaignId: id,
    customerId: id,
    /** Of a customer who is new, as far as typed. */
    newCustomer: z.partial(z.object({ firstName: typed, lastName: typed, email: typed, phone: typed })),
    lines: z.array(draftLine).check(z.maxLength(100, 'At most 100 lines')),
    address: typedAddress,
    agreedToTermsAt: moment,
    note: z.string().check(z.maxLength(5_000), z.regex(manyLines, noControls)),
  }),
)
export type DraftContent = z.infer<typeof draftContent>

/** A draft as the list of one's own drafts shows it. */
export const orderDraftRow = z.object({
  id,
  /** What it is called: the customer's name, or what was typed of it. */
  title: z.string(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type OrderDraftRow = z.infer<typeof orderDraftRow>

/** A new order that its agent is typing (NO-03). */
export const orderDraft = z.extend(orderDraftRow, { organizationId: id, content: draftContent })
export type OrderDraft = z.infer<typeof orderDraft>

/** A draft as it is kept. */
export const orderDraftKeep = z.object({
  organizationId: id,
  title: z.string().check(z.trim(), z.maxLength(200), z.regex(oneLine, noControls)),
  content: draftContent,
})
export type OrderDraftKeep = z.infer<typeof orderDraftKeep>

/** Made where the draft begins, by whoever types it; placing the order is idempotent by it (NO-04). */
const pathParams = z.object({ draftId: z.uuid() })
const responses = { 200: z.object({ data: orderDraft }) }

/** One's own new orders that have not been placed yet: nobody else sees them. */
export const orderDrafts = routes({
  list: {
    method: 'GET',
    path: '/order-drafts',
    summary: 'List your own drafts of orders, the one that was changed last first',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(orderDraftRow) }) },
  },
  get: {
    method: 'GET',
    path: '/order-drafts/:draftId',
    summary: 'Read a draft of an order',
    metadata: extension,
    pathParams,
    responses,
  },
  keep: {
    method: 'PUT',
    path: '/order-drafts/:draftId',
    summary: 'Keep a draft of an order as it is typed; the first time makes it',
    metadata: extension,
    pathParams,
    headers: ifMatch,
    body: orderDraftKeep,
    responses,
  },
  discard: {
    method: 'DELETE',
    path: '/order-drafts/:draftId',
    summary: 'Discard a draft of an order',
    metadata: extension,
    pathParams,
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
})
