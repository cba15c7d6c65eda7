import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { payableOrder } from '../orders'
import { paymentLinkMade, paymentLinkOut } from '../paymentLinks'
import {
  acknowledged,
  count,
  extension,
  extensionPublic,
  id,
  money,
  secret,
  shownNumber,
  shownText,
  text,
  token,
} from '../schemas'
import { idempotencyKey, ifMatch } from '../versions'
import { refundedLine } from './orders'

/** The states of an attempt to pay (LI-03). `unknown` is left by reconciliation with the gateway alone. */
export const attemptStates = ['created', 'action_required', 'succeeded', 'declined', 'expired', 'unknown'] as const

/** One attempt to pay an order. Amounts are major units of `currency`. */
export const attempt = z.object({
  id,
  state: z.enum(attemptStates),
  amount: shownNumber,
  currency: shownText,
  gatewayName: shownText,
  /** What the processor calls it. */
  reference: shownText,
  /** Why it was declined: a code such as `insufficient_funds`, and in plain words. */
  reasonCode: shownText,
  reason: shownText,
  createdAt: shownText,
  endedAt: shownText,
})
export type Attempt = z.infer<typeof attempt>

/** The bank asks the customer, on the payment page. */
export const bankQuestion = z.object({ kind: z.literal('bank') })
/** The customer pays on a page of the gateway's own. */
export const gatewayPage = z.object({ kind: z.literal('redirect'), url: z.string() })

/** Of a card no more than this is kept, for the receipt. */
export const paidCard = z.object({ brand: shownText, last4: shownText })

/** What a customer sees of their order, with who sells, what it was taxed and what of it was paid, by what, and given back. */
export const taxedOrder = z.extend(payableOrder, {
  seller: z.nullish(
    z.object({
      name: shownText,
      supportEmail: shownText,
      /** Lines of it, as they are printed. */
      address: shownText,
      taxNumber: shownText,
    }),
  ),
  taxTotal: shownNumber,
  /** In percent, with up to three decimals. */
  taxRate: shownNumber,
  pricesIncludeTax: z.nullish(z.boolean()),
  paidTotal: shownNumber,
  refundedTotal: shownNumber,
  /** Of the newest payment; none where it was not by card, or is not known. */
  paidBy: z.nullish(paidCard),
  /** What was given back, the oldest first. Amounts are major units. */
  refunds: z.nullish(z.array(z.object({ amount: shownNumber, at: shownText }))),
})
export type TaxedOrder = z.infer<typeof taxedOrder>

/** What the payment page shows beside the order itself (PY-01). */
export const payment = z.object({
  order: taxedOrder,
  /** What is left to be paid, in major units. */
  due: z.number(),
  /** Whether it can be paid here; else `whyNot` says why, for the customer. */
  canPay: z.boolean(),
  whyNot: shownText,
  gateway: z.nullish(z.object({ kind: z.enum(['sandbox', 'stripe']), displayName: shownText })),
  /** When something of it was given back last. */
  refundedAt: shownText,
  /** The newest attempt through this link. */
  attempt: z.nullish(
    z.extend(attempt, {
      /** Where the customer goes on: the bank's question on this page, or the gateway's own page. */
      action: z.nullish(z.union([bankQuestion, gatewayPage])),
    }),
  ),
})
export type Payment = z.infer<typeof payment>

/**
 * A card of the sandbox gateway. The page lets no number through that is not one of the test numbers, and so does the
 * server (PY-02).
 */
export const sandboxCard = z.object({
  cardNumber: secret(z.string().check(z.trim(), z.regex(/^[\d ]{12,23}$/, 'Card number must have 12 to 19 digits'))),
  expiry: z.string().check(z.trim(), z.regex(/^(?:0[1-9]|1[0-2])\/\d{2}$/, 'Expiry must be a month and a year: MM/YY')),
  securityCode: secret(z.string().check(z.trim(), z.regex(/^\d{3,4}$/, 'Security code must have 3 or 4 digits'))),
})
export type SandboxCard = z.infer<typeof sandboxCard>

/** The attempt's id is made by the page, so that one that is sent twice is one attempt (PY-04). */
const attemptStart = z.object({ attemptId: z.uuid(), card: z.optional(sandboxCard) })

const ofToken = z.object({ token })
const ofAttempt = z.object({ token, attemptId: z.uuid() })
const paymentAnswer = { 200: z.object({ data: payment }) }

/** What a customer does with a payment link (PY). Each answers the payment as it is then. */
export const payments = routes({
  get: {
    method: 'GET',
    path: '/payments/:token',
    summary: 'Read what a payment token opens, with how it can be paid and how far that is',
    metadata: extensionPublic,
    pathParams: ofToken,
    responses: paymentAnswer,
  },
  pay: {
    method: 'POST',
    path: '/payments/:token/attempts',
    summary: 'Attempt to pay an order; the same attempt again is answered as it is then, and charged once',
    metadata: extensionPublic,
    pathParams: ofToken,
    body: attemptStart,
    responses: paymentAnswer,
  },
  answerBank: {
    method: 'POST',
    path: '/payments/:token/attempts/:attemptId/answer',
    summary: "Answer the bank's question of an attempt through the sandbox gateway",
    metadata: extensionPublic,
    pathParams: ofAttempt,
    body: z.object({ approved: z.boolean() }),
    responses: paymentAnswer,
  },
  askForLink: {
    method: 'POST',
    path: '/payments/:token/renewal',
    summary: 'Tell the seller that a link which has ended is still wanted',
    metadata: extensionPublic,
    pathParams: ofToken,
    body: z.object({}),
    responses: { 200: acknowledged },
  },
  openCode: {
    method: 'POST',
    path: '/payments/codes',
    summary: 'Open a payment link by the code that was read out and the last four digits of the phone number',
    metadata: extensionPublic,
    body: z.object({
      payCode: secret(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))),
      phoneDigits: secret(
        z.string().check(z.trim(), z.regex(/^\d{4}$/, 'Type the last four digits of your phone number')),
      ),
    }),
    responses: { 200: z.object({ data: z.object({ token: secret(z.string()) }) }) },
  },
})

/** A refund by lines of the order, or of an amount; capped by what was kept (OR-03). */
export const refundRequest = z
  .object({
    amount: z.optional(money.check(z.gt(0, 'Refund something'))),
    lines: z.optional(
      z
        .array(z.object({ itemId: id, quantity: count.check(z.gt(0, 'Quantity must be at least 1')) }))
        .check(z.minLength(1), z.maxLength(100)),
    ),
    /** Whether as much of the lines' shipping is refunded as of their units. */
    shipping: z.optional(z.boolean()),
    /** So much of the lines' shipping instead, at most what is left of it. */
    shippingAmount: z.optional(money.check(z.gt(0, 'Refund something'))),
    reason: z.optional(text(1_000)),
    /** Whether what the lines hold goes back into stock; of a refund by lines only. */
    restock: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ amount, lines }) => (amount === undefined) !== (lines === undefined), {
      error: 'Refund lines or an amount',
      path: ['amount'],
    }),
  )
export type RefundRequest = z.infer<typeof refundRequest>

/** The states of a refund (LI-04). */
export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const

/** Money that goes back, of one charge. Amounts are major units. */
export const refund = z.object({
  id,
  state: z.enum(refundStates),
  amount: shownNumber,
  currency: shownText,
  reference: shownText,
  reason: shownText,
  failure: shownText,
  createdAt: shownText,
  endedAt: shownText,
})
export type Refund = z.infer<typeof refund>

const ofOrder = z.object({ orderId: id })

/** What an order's payments are made of, as staff see it (OR-02, LV-02). */
export const orderPayments = z.object({
  /** The newest link; none when none was made. */
  link: z.nullish(paymentLinkOut),
  /** The oldest first. */
  attempts: z.array(attempt),
  refunds: z.array(refund),
  /** What of the order's lines has been refunded by lines; where it isn't told, the refund itself is judged by the server. */
  refundedLines: z.nullish(z.array(refundedLine)),
  /** What may still be refunded, in major units. */
  refundable: z.number(),
  due: z.number(),
  currency: shownText,
  /** The gateways that are enabled, that of a new link first, each with why it takes no such amount now (GW-01). */
  gateways: z.nullish(z.array(z.object({ id, displayName: z.string(), whyNot: shownText }))),
})
export type OrderPayments = z.infer<typeof orderPayments>

/** Links, refunds and payments of one order, by staff. */
export const orderPaymentCalls = routes({
  payments: {
    method: 'GET',
    path: '/orders/:orderId/payments',
    summary: "Read an order's newest payment link, its attempts to pay and its refunds",
    metadata: extension,
    pathParams: ofOrder,
    responses: { 200: z.object({ data: orderPayments }) },
  },
  createPaymentLink: {
    method: 'POST',
    path: '/orders/:orderId/payment-links',
    summary: 'Make a payment link, which ends the one before, and mail it if wanted',
    description: 'The same key is answered what has become of its link, and its code while the link is out alone.',
    metadata: extension,
    pathParams: ofOrder,
    headers: idempotencyKey,
    body: z.object({ mail: z.boolean(), gatewayInstanceId: z.optional(id) }),
    responses: { 200: z.object({ data: paymentLinkMade }) },
  },
  endPaymentLink: {
    method: 'POST',
    path: '/orders/:orderId/payment-links/end',
    summary: 'End the payment link that is out',
    metadata: extension,
    pathParams: ofOrder,
    body: z.object({}),
    responses: { 200: z.object({ data: orderPayments }) },
  },
  refund: {
    method: 'POST',
    path: '/orders/:orderId/refunds',
    summary: 'Refund lines or an amount of an order, over its charges; the same key again refunds nothing more',
    metadata: extension,
    pathParams: ofOrder,
    headers: { ...idempotencyKey, ...ifMatch },
    body: refundRequest,
    responses: { 200: z.object({ data: orderPayments }) },
  },
})
