import type { IncomingHttpHeaders } from 'node:http'
import type { SandboxCard } from '../../../contract/extensions/payments'

/** A gateway that an organization has set up, with its secrets in the clear. */
export interface GatewayAccount {
  orgId: string
  id: string
  kind: 'sandbox' | 'stripe'
  displayName: string
  settings: Readonly<Record<string, unknown>>
  /** Such as `secretKey`; they go to the gateway and nowhere else. */
  secrets: Readonly<Record<string, string>>
}

/** An attempt to pay, as a gateway is told of it. The same attempt is always told alike, under the same id. */
export interface AskedAttempt {
  attemptId: string
  orderId: string
  orderNumber: number
  amountCents: number
  currency: string
  customerEmail: string
  /** Where the customer comes back to from a page of the gateway's own. */
  returnUrl: string
  createdAt: Date
  /** When its link ends. */
  expiresAt: Date
  /** What the gateway called it, where its answer came. */
  session: string | null
  reference: string | null
}

/** Of a card that was paid by. */
export interface PaidCard {
  /** As people call it. */
  brand: string | null
  last4: string
}

/** What has become of an attempt, as the gateway tells. */
export type AttemptStatus =
  | {
      state: 'action_required'
      session: string
      /** `bank`, or the address of a page of the gateway's own. */
      action: string
      /** Why the customer's last try there was declined. */
      reasonCode?: string
    }
  | {
      state: 'succeeded'
      session: string | null
      reference: string
      amountCents: number
      currency: string
      /** What the gateway keeps of it. */
      feeCents?: number
      card?: PaidCard
    }
  | { state: 'declined'; session: string | null; reference: string | null; reasonCode: string }
  | { state: 'expired'; session: string | null }
  /** The gateway itself does not know yet. */
  | { state: 'processing'; session: string | null }

/** A refund as a gateway is told of it. */
export interface AskedRefund {
  refundId: string
  /** What the gateway calls the charge. */
  chargeReference: string
  amountCents: number
  currency: string
  reference: string | null
}

export type RefundStatus =
  | { state: 'succeeded' | 'pending'; reference: string }
  | { state: 'failed'; reference: string | null; reason: string }

/** What a gateway tells by itself, as far as it concerns us: about what to ask it. */
export interface GatewayEvent {
  id: string
  kind: string
  concerns:
    | { attemptId: string | undefined; session: string | undefined; reference: string | undefined }
    | { refundId: string | undefined; refundReference: string }
    | undefined
}

/** A payment or a refund in a gateway's own books. */
export interface GatewayBooking {
  type: 'charge' | 'refund'
  /** Our id of the attempt or of the refund, where the gateway has kept it. */
  ownId: string | null
  reference: string
  amountCents: number
  currency: string
  state: 'succeeded' | 'pending' | 'failed'
}

/** One thing that a rehearsal tried (GW-02). */
export interface RehearsalStep {
  name: 'pay' | 'decline' | 'asked_by_bank' | 'webhook' | 'refund'
  isPassed: boolean
  /** What failed, and how to mend it. */
  text: string
}

/**
 * A kind of gateway (GW-04). A new kind is one file. Whatever is asked twice under one id is done once. Each call rejects
 * with {@link GatewayRefused} when the gateway has said that it did not do it, and with anything else when it is not
 * known what it did.
 */
export interface Driver {
  readonly kind: GatewayAccount['kind']
  /** Tries the account's key, and changes nothing by it. What is wrong with a key is the message of its refusal (GW-01). */
  tryKey(account: GatewayAccount): Promise<void>
  createSession(account: GatewayAccount, attempt: AskedAttempt, card?: SandboxCard): Promise<AttemptStatus>
  /** Ends what can still be ended, so that nothing can be paid through it any more, and tells what has become of it. */
  expireSession(account: GatewayAccount, attempt: AskedAttempt): Promise<AttemptStatus>
  /** Tells what has become of an attempt. One that the gateway never heard of is told so that it can't come later. */
  fetchStatus(account: GatewayAccount, attempt: AskedAttempt): Promise<AttemptStatus>
  /** Tells how the customer has answered the bank's question, where that is asked on our page. */
  answerBank?(account: GatewayAccount, attempt: AskedAttempt, isApproved: boolean): Promise<AttemptStatus>
  refund(account: GatewayAccount, refund: AskedRefund): Promise<RefundStatus>
  /** Rejects with {@link WebhookRefused} what is not the gateway's own, or is old. */
  parseWebhook(account: GatewayAccount, body: string, headers: IncomingHttpHeaders, now: Date): Promise<GatewayEvent>
  /** What the gateway has in its books since a moment, the oldest first. */
  listBookings(account: GatewayAccount, since: Date): Promise<GatewayBooking[]>
  rehearse(account: GatewayAccount): Promise<RehearsalStep[]>
}

/** The gateway has said that it did not do what was asked. */
export class GatewayRefused extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A message that claims to be a gateway's and is not, or not now. */
export class WebhookRefused extends Error {}

/** Said of a message from the future: with its signature it could be kept, and sent when it suits. */
export const signedLater = 'The message is signed at a later time than now'
