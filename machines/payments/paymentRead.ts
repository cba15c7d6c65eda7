import { errorMessage, isRefusedForGood, RequestError, serverCode } from '../../contract/client/errors'
import type { Payment } from '../../contract/extensions/payments'

/** What a payment link opens, and whether its backend lets anybody pay at all. */
export interface PaymentRead {
  payment: Payment
  isOffered: boolean
}

/** Whether whoever refused it for good knows nothing of payments, or of this one. */
export const isOfNoPayment = (error: unknown): boolean =>
  isRefusedForGood(error) && !serverCode(error)?.startsWith('payment_')

/** What is told of a link that opens nothing. What a backend says of an address that it does not know is not for customers. */
export const linkMessage = (error: unknown): string =>
  serverCode(error) === 'not_found' ? 'This payment link opens no order. Check the address.' : errorMessage(error)

/** Whether the link itself opens nothing (any more), whatever was asked of it. */
export const isLinkGone = (error: unknown): boolean =>
  isRefusedForGood(error) &&
  error instanceof RequestError &&
  (error.status === 404 || error.status === 410 || (serverCode(error) ?? '').startsWith('payment_link_'))
