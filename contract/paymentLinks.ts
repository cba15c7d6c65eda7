import * as z from 'zod/mini'
import { id, secret, shownText } from './schemas'

/** How far a payment link has come, as the agent follows it (LV-02). */
export const linkStates = [
  'created',
  'mailed',
  'opened',
  'paying',
  'action_required',
  'declined',
  'paid',
  'expired',
  'replaced',
  'cancelled',
] as const
export type LinkState = (typeof linkStates)[number]

/** A link to pay an order, without the token that opens it. */
const paymentLink = z.object({
  id,
  state: z.enum(linkStates),
  mailedTo: shownText,
  /** Of the newest attempt, in plain words, when the state is `declined`. */
  reason: shownText,
  createdAt: shownText,
  openedAt: shownText,
  expiresAt: shownText,
})
export type PaymentLink = z.infer<typeof paymentLink>

/** A link as whoever speaks with the customer sees it: while it is out, with the code to read out (NO-06). */
export const paymentLinkOut = z.extend(paymentLink, {
  /**
   * Null when there is none, as the order has no phone number, and when it is not told: who may make no link, such as an API
   * token that only reads, is not told what opens one.
   */
  payCode: secret(z.nullish(z.string())),
  /** Where it is typed; null when no code is told, as of a link that has ended. */
  payCodePage: shownText,
})
export type PaymentLinkOut = z.infer<typeof paymentLinkOut>

/** A link that was just made: the only time that its address is told. */
export const paymentLinkMade = z.extend(paymentLink, {
  linkUrl: secret(z.string()),
  /**
   * Read out, and typed by the customer at `/pay` with the last four digits of their phone (NO-06); null when the order
   * has no phone number.
   */
  payCode: secret(z.nullable(z.string())),
})
export type PaymentLinkMade = z.infer<typeof paymentLinkMade>
