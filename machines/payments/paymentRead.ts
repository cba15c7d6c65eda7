import { isRefusedForGood, RequestError, serverCode } from '../../contract/client/errors'
import type { Payment } from '../../contract/extensions/payments'

/** What a payment link opens, and whether its backend lets anybody pay at all. */
export interface PaymentRead {
  payment: Payment
  isOffered: boolean
}

/** Whether the link itself opens nothing (any more), whatever was asked of it. */
export const isLinkGone = (error: unknown): boolean =>
  isRefusedForGood(error) &&
  error instanceof RequestError &&
  (error.status === 404 || error.status === 410 || (serverCode(error) ?? '').startsWith('payment_link_'))
