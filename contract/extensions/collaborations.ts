import * as z from 'zod/mini'
import { campaignStatus } from '../campaigns'
import { routes } from '../client/tsRest'
import { collaboration, collaborationSorts, collaborationStates } from '../lists/collaborations'
import { receivedCampaign, receivedSorts } from '../lists/receivedCampaigns'
import { paymentLinkMade, paymentLinkOut } from '../paymentLinks'
import { mostCampaigns, mostShare, rights, statementRounding, wrongShare } from '../rules/collaborations'
import {
  acknowledged,
  countInAddress,
  email,
  extension,
  extensionRead,
  id,
  line,
  moment,
  oneLine,
  shownNumber,
  shownText,
  token,
} from '../schemas'
import { idempotencyKey, ifMatch, version } from '../versions'
import { sentAddress } from './addresses'
import { newCustomer } from './customers'
import { placedLines } from './placedLines'

const right = z.enum(rights)

/** A campaign and what the partner may do with it. */
export const sharing = z.object({ campaignId: id, right })
export type Sharing = z.infer<typeof sharing>

const sharings = z.array(sharing).check(
  z.minLength(1, 'Share at least one campaign'),
  z.maxLength(mostCampaigns),
  z.refine(
    (given) => new Set(given.map(({ campaignId }) => campaignId.toLowerCase())).size === given.length,
    'Each campaign is shared once',
  ),
)

/** A campaign that is shared, as both organizations see it. */
export const sharedCampaign = z.object({
  campaignId: id,
  name: shownText,
  right: z.nullish(right),
  /** Whether it is on sale: one that is completed or archived stays shared and sells nothing. */
  isOnSale: z.nullish(z.boolean()),
  mustAgreeToTerms: z.nullish(z.boolean()),
  /** What whoever buys agrees to there. */
  termsOfService: shownText,
})
export type SharedCampaign = z.infer<typeof sharedCampaign>

/** A collaboration with what is shared (CO-01). */
export const collaborationRecord = z.extend(collaboration, { campaigns: z.nullish(z.array(sharedCampaign)) })
export type CollaborationRecord = z.infer<typeof collaborationRecord>

export const collaborationCreate = z.object({
  organizationId: id,
  email,
  share: z.number().check(z.minimum(0, wrongShare), z.maximum(mostShare, wrongShare), z.multipleOf(0.01)),
  campaigns: sharings,
})
export type CollaborationCreate = z.infer<typeof collaborationCreate>

/** What somebody is invited to, for whoever has the link and the address. */
export const invitation = z.object({
  id,
  organizationName: shownText,
  inviterName: shownText,
  inviterEmail: shownText,
  share: shownNumber,
  state: z.nullish(z.enum(collaborationStates)),
  expiresAt: shownText,
  isExpired: z.nullish(z.boolean()),
  version,
  campaigns: z.nullish(z.array(sharedCampaign)),
})
export type Invitation = z.infer<typeof invitation>

export const collaborationsAsked = z.object({
  organizationId: id,
  state: z.optional(z.enum(collaborationStates)),
  side: z.optional(z.enum(['given', 'received'])),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200), z.regex(oneLine))),
  sortBy: z.optional(z.enum(collaborationSorts)),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  limit: countInAddress(10, 100),
  page: countInAddress(1, 1_000_000),
})
export type CollaborationsAsked = z.infer<typeof collaborationsAsked>

const asked = z.object({ organizationId: z.optional(id), as: z.optional(z.literal('partner')) })

/** What is sold in a campaign that is shared, as far as a partner needs to know it. */
export const sharedOffer = z.object({
  id,
  campaignId: shownText,
  campaignName: shownText,
  displayName: shownText,
  /** Of whoever shares. */
  currency: shownText,
  basePrice: shownNumber,
  minPrice: shownNumber,
  maxPrice: shownNumber,
  shipPrice: shownNumber,
  quantityPerOrder: shownNumber,
  /** How many can be sold now, by the offer and by the stock of its product. */
  quantity: shownNumber,
})
export type SharedOffer = z.infer<typeof sharedOffer>

/** Narrowed by the same as the organization's own campaigns. */
export const receivedAsked = z.object({
  organizationId: id,
  status: z.optional(campaignStatus),
  category: z.optional(line(100)),
  type: z.optional(line(100)),
  archived: z.optional(z.enum(['true', 'false'])),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200), z.regex(oneLine))),
  sortBy: z.optional(z.enum(receivedSorts)),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  limit: countInAddress(10, 100),
  page: countInAddress(1, 1_000_000),
})
export type ReceivedAsked = z.infer<typeof receivedAsked>

/** What orders that partners sell are sorted by. */
export const soldSorts = [
  'number',
  'campaignName',
  'customerName',
  'agentName',
  'paymentStatus',
  'total',
  'createdAt',
] as const

/**
 * An order that a partner sold, as both organizations see it here: of its customer there is what the partner’s agent has
 * typed. The order itself is one of whoever shares.
 */
export const soldOrder = z.object({
  id,
  number: shownNumber,
  campaignId: shownText,
  /** As it was called when it was sold. */
  campaignName: shownText,
  customerName: shownText,
  customerEmail: shownText,
  agentName: shownText,
  status: shownText,
  paymentStatus: shownText,
  fulfillmentStatus: shownText,
  currency: shownText,
  total: shownNumber,
  paidTotal: shownNumber,
  refundedTotal: shownNumber,
  items: z.nullish(
    z.array(z.object({ name: shownText, quantity: shownNumber, unitPrice: shownNumber, total: shownNumber })),
  ),
  createdAt: shownText,
})
export type SoldOrder = z.infer<typeof soldOrder>

export const soldAsked = z.object({
  organizationId: z.optional(id),
  as: z.optional(z.literal('partner')),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200), z.regex(oneLine))),
  sortBy: z.optional(z.enum(soldSorts)),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  limit: countInAddress(10, 100),
  page: countInAddress(1, 1_000_000),
})
export type SoldAsked = z.infer<typeof soldAsked>

const sums = { currency: shownText, paid: shownNumber, refunded: shownNumber, share: shownNumber }

/** What whoever shares owes the partner, in major units of each currency (CO-01). */
export const statement = z.object({
  /** In percent, as it was agreed upon. */
  share: shownNumber,
  /** The newest first; `month` is `yyyy-MM` in the zone of whoever shares. */
  months: z.array(z.object({ month: shownText, ...sums })),
  totals: z.array(z.object(sums)),
})
export type Statement = z.infer<typeof statement>

/** An order that a partner places: by the rules of every order, of somebody whom the partner’s agent has typed. */
export const partnerSale = z.object({
  /** The organization that sells, which is the partner. */
  organizationId: id,
  /** Made by whoever sells, if they like: however often the same is placed, it becomes one order, as by a key of the request. */
  draftId: z.optional(z.uuid()),
  campaignId: id,
  customer: newCustomer,
  lines: placedLines,
  address: sentAddress,
  agreedToTermsAt: z.nullish(moment),
})
export type PartnerSale = z.infer<typeof partnerSale>

/** How far the payment of an order is that a partner has sold, as the partner sees it. */
export const salePayment = z.object({
  /** The newest link; none when none was made. */
  link: z.nullish(paymentLinkOut),
  /** What is left to be paid, in major units of `currency`. */
  due: z.number(),
  currency: shownText,
  /** Why the partner can make, send and end no link now, in one sentence; none when they can. */
  whyNot: shownText,
})
export type SalePayment = z.infer<typeof salePayment>

const ofSale = z.object({ collaborationId: id, orderId: id })
const bySeller = {
  /** The organization that has sold it, which is the partner. */
  organizationId: id,
}

const ofOne = { metadata: extension, pathParams: z.object({ collaborationId: id }) }
const answered = { responses: { 200: z.object({ data: collaborationRecord }) } }
const step = { method: 'POST', ...ofOne, body: z.object({}), ...answered } as const

/** What organizations share with one another. */
export const collaborations = routes({
  list: {
    method: 'GET',
    path: '/collaborations',
    summary:
      'List the collaborations of an organization, given and received; `q` finds by partner, collaborator and email',
    metadata: extension,
    query: collaborationsAsked,
    responses: {
      200: z.object({ data: z.array(collaboration), meta: z.object({ total: z.int().check(z.minimum(0)) }) }),
    },
  },
  received: {
    method: 'GET',
    path: '/shared-campaigns',
    summary: 'List the campaigns that other organizations share with this one; `q` finds by name, category and partner',
    description:
      'A collaboration that is paused, or has ended within a month, is one row without a campaign: nothing of it is seen.',
    metadata: extension,
    query: receivedAsked,
    responses: {
      200: z.object({ data: z.array(receivedCampaign), meta: z.object({ total: z.int().check(z.minimum(0)) }) }),
    },
  },
  get: {
    method: 'GET',
    path: '/collaborations/:collaborationId',
    summary: 'Read a collaboration with the campaigns that are shared',
    description:
      'Whoever belongs to both organizations says as which of them they ask. Whoever shares sees by `as` what the partner ' +
      'sees. What only another organization of theirs has a part in is answered as that one, which `organizationId` ' +
      'names; its offers, orders and statement are answered to the one that asks alone.',
    ...ofOne,
    query: asked,
    ...answered,
  },
  offers: {
    method: 'GET',
    path: '/collaborations/:collaborationId/offers',
    summary: 'List what is sold in the campaigns that are shared, 500 at most',
    ...ofOne,
    query: asked,
    responses: { 200: z.object({ data: z.array(sharedOffer) }) },
  },
  orders: {
    method: 'GET',
    path: '/collaborations/:collaborationId/orders',
    summary: 'List what the partner has sold by it; `q` finds by number, customer, campaign and who sold',
    ...ofOne,
    query: soldAsked,
    responses: {
      200: z.object({ data: z.array(soldOrder), meta: z.object({ total: z.int().check(z.minimum(0)) }) }),
    },
  },
  statement: {
    method: 'GET',
    path: '/collaborations/:collaborationId/statement',
    summary: 'Reckon what whoever shares owes the partner, month by month',
    description: statementRounding,
    ...ofOne,
    query: asked,
    responses: { 200: z.object({ data: statement }) },
  },
  sell: {
    method: 'POST',
    path: '/collaborations/:collaborationId/orders',
    summary: 'Place an order in a campaign that is shared to be sold; the order is one of whoever shares',
    ...ofOne,
    headers: idempotencyKey,
    body: partnerSale,
    responses: { 200: z.object({ data: soldOrder }) },
  },
  payment: {
    method: 'GET',
    path: '/collaborations/:collaborationId/orders/:orderId/payment',
    summary: 'Read how far the payment is of an order that the partner has sold; for the partner',
    metadata: extension,
    pathParams: ofSale,
    query: z.object(bySeller),
    responses: { 200: z.object({ data: salePayment }) },
  },
  createPaymentLink: {
    method: 'POST',
    path: '/collaborations/:collaborationId/orders/:orderId/payment-links',
    summary: 'Make a payment link for an order that the partner has sold, and mail it if wanted; for the partner',
    description:
      'It ends the one before. The link, and what is paid by it, are of whoever shares. It can be made as long as the ' +
      'collaboration lets the partner sell in the order’s campaign, also once that campaign itself is over: what was sold is ' +
      'still paid. The same key is answered what has become of its link, and is refused once none can be made.',
    metadata: extension,
    pathParams: ofSale,
    headers: idempotencyKey,
    body: z.object({ ...bySeller, mail: z.boolean() }),
    responses: { 200: z.object({ data: paymentLinkMade }) },
  },
  endPaymentLink: {
    method: 'POST',
    path: '/collaborations/:collaborationId/orders/:orderId/payment-links/end',
    summary: 'End the payment link that is out for an order that the partner has sold; for the partner',
    metadata: extension,
    pathParams: ofSale,
    body: z.object(bySeller),
    responses: { 200: z.object({ data: salePayment }) },
  },
  create: {
    method: 'POST',
    path: '/collaborations',
    summary: 'Share campaigns with another organization, by inviting somebody of it',
    description:
      'The person is mailed a link that they alone can accept, for an organization that they own. The share is what the ' +
      'partner gets of each of their sales, in percent; it stays as it was agreed upon.',
    metadata: extension,
    headers: idempotencyKey,
    body: collaborationCreate,
    ...answered,
  },
  share: {
    method: 'PUT',
    path: '/collaborations/:collaborationId',
    summary: 'Settle which campaigns are shared, and which of them the partner sells',
    ...ofOne,
    headers: ifMatch,
    body: z.object({ campaigns: sharings }),
    ...answered,
  },
  renew: {
    path: '/collaborations/:collaborationId/renew',
    summary: 'Mail the invitation again, with a new link',
    ...step,
  },
  pause: {
    path: '/collaborations/:collaborationId/pause',
    summary: 'Let the partner see and sell nothing for a while',
    ...step,
  },
  resume: { path: '/collaborations/:collaborationId/resume', summary: 'End the pause', ...step },
  end: {
    path: '/collaborations/:collaborationId/end',
    summary: 'End a collaboration, or withdraw its invitation; either organization may',
    ...step,
  },
  invitation: {
    method: 'POST',
    path: '/collaborations/invitation',
    summary: 'Read what a link invites to; it is for the person alone that it was sent to',
    metadata: extensionRead,
    body: z.object({ token }),
    responses: { 200: z.object({ data: invitation }) },
  },
  accept: {
    method: 'POST',
    path: '/collaborations/accept',
    summary: 'Accept an invitation for an organization; less than what is offered may be taken',
    description:
      'What is offered may change until then: whoever has read an older version of the invitation is told so.',
    metadata: extension,
    headers: ifMatch,
    body: z.object({ organizationId: id, token, campaigns: sharings }),
    ...answered,
  },
  decline: {
    method: 'POST',
    path: '/collaborations/decline',
    summary: 'Decline an invitation',
    metadata: extension,
    body: z.object({ organizationId: id, token }),
    responses: { 200: acknowledged },
  },
})
