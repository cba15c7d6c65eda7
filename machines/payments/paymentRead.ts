import { errorMessage, isRefusedForGood, RequestError, serverCode } from '../../contract/client/errors'
import type { Payment } from '../../contract/extensions/payments'

/** What a payment link opens, and whether its backend lets anybody pay at all. */
export interface PaymentRead {
  payment: Payment
  isOffered: boolean
}

/**
 * Whether whoever refused it knows nothing of payments, or of this one. A backend of the twenty calls may answer so for any
 * address that it does not have: its guard asks everybody to sign in, or the call is not implemented (501).
 */
export const isOfNoPayment = (error: unknown): boolean =>
  (isRefusedForGood(error) || (error instanceof RequestError && error.status === 501)) &&
  !serverCode(error)?.startsWith('payment_')

/** What is told of a link that opens nothing. What a backend says to those who sign in, or of an address, is not for customers. */
export const linkMessage = (error: unknown): string =>
  serverCode(error) === 'not_found' || isForStaff(error)
    ? 'This payment link opens no order. Check the address.'
    : errorMessage(error)

const isForStaff = (error: unknown) => error instanceof RequestError && (error.status === 401 || error.status === 403)

/** Whether the link itself opens nothing (any more), whatever was asked of it. */
export const isLinkGone = (error: unknown): boolean =>
  isRefusedForGood(error) &&
  error instanceof RequestError &&
  (error.status === 404 || error.status === 410 || (serverCode(error) ?? '').startsWith('payment_link_'))
