import { and, asc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Attempt, OrderPayments, Payment, Refund } from '../../contract/extensions/payments'
import type { LinkState, PaymentLink } from '../../contract/paymentLinks'
import { hasKey } from '../db/keys'
import { gatewayInstances } from '../db/schema/gateways'
import { orders } from '../db/schema/orders'
import { paymentAttempts, refundLines, refunds } from '../db/schema/payments'
import { transactions } from '../db/schema/transactions'
import type { Transaction } from '../db/transactions'
import { type Secrets, Unsealable } from '../secrets'
import { gatewaysFor } from '../paymentLinks/gateways'
import {
  endOf,
  hasReceipt,
  type KnownOrder,
  type Link,
  newestLink,
  openedOrder,
  payableOrder,
} from '../paymentLinks/record'

export type KnownAttempt = typeof paymentAttempts.$inferSelect
export type KnownRefund = typeof refunds.$inferSelect

/** The states of an attempt that something may still come of. */
export const liveStates = ['created', 'action_required', 'unknown'] as const
export const isLive = ({ state }: Pick<KnownAttempt, 'state'>): boolean => liveStates.some((live) => live === state)

/** The reason of an attempt for which the gateway took something else than was asked for; that is given back in full. */
export const takenWrongly = 'amount_mismatch'
export const isTakenWrongly = ({ state, reasonCode }: Pick<KnownAttempt, 'state' | 'reasonCode'>): boolean =>
  !isLive({ state }) && reasonCode === takenWrongly

/** What is left to be paid, in cents. */
export const dueOf = ({ totalCents, paidCents }: KnownOrder): number => Math.max(0, totalCents - paidCents)

/** The attempts to pay an order, the oldest first, each with its gateway's name. */
async function attemptsOf(tx: Transaction, orgId: string, orderId: string) {
  return tx
    .select({ attempt: paymentAttempts, gatewayName: gatewayInstances.displayName })
    .from(paymentAttempts)
    .innerJoin(gatewayInstances, hasKeyOfGateway)
    .where(and(eq(paymentAttempts.orgId, orgId), eq(paymentAttempts.orderId, orderId)))
    .orderBy(asc(paymentAttempts.createdAt), asc(paymentAttempts.id))
}
const hasKeyOfGateway = and(
  eq(gatewayInstances.orgId, paymentAttempts.orgId),
  eq(gatewayInstances.id, paymentAttempts.gatewayInstanceId),
)

const shownAttempt = (attempt: KnownAttempt, gatewayName: string): Attempt => ({
  id: attempt.id,
  state: attempt.state,
  amount: attempt.amountCents / 100,
  currency: attempt.currency,
  gatewayName,
  reference: attempt.reference ?? attempt.session,
  reasonCode: attempt.reasonCode,
  reason: attempt.reason,
  createdAt: attempt.createdAt.toISOString(),
  endedAt: attempt.endedAt?.toISOString() ?? null,
})

const shownRefund = (refund: KnownRefund): Refund => ({
  id: refund.id,
  state: refund.state,
  amount: refund.amountCents / 100,
  currency: refund.currency,
  reference: refund.reference,
  reason: refund.reason,
  failure: refund.failure,
  createdAt: refund.createdAt.toISOString(),
  endedAt: refund.endedAt?.toISOString() ?? null,
})

/** One attempt to pay; undefined when there is none. */
export async function readAttempt(tx: Transaction, orgId: string, id: string): Promise<Attempt | undefined> {
  const [found] = await tx
    .select({ attempt: paymentAttempts, gatewayName: gatewayInstances.displayName })
    .from(paymentAttempts)
    .innerJoin(gatewayInstances, hasKeyOfGateway)
    .where(hasKey(paymentAttempts, orgId, id))
  return found && shownAttempt(found.attempt, found.gatewayName)
}

/** One refund; undefined when there is none. */
export async function readRefund(tx: Transaction, orgId: string, id: string): Promise<Refund | undefined> {
  const [found] = await tx
    .select()
    .from(refunds)
    .where(hasKey(refunds, orgId, id))
  return found && shownRefund(found)
}

/** How far a link has come (LV-02); the attempt is the newest through it. */
function stateOf(link: Link, order: KnownOrder, attempt: KnownAttempt | undefined, now: Date): LinkState {
  if (hasReceipt(order)) return 'paid'
  const end = endOf(link, undefined, now)
  if (end !== undefined) return end
  if (attempt?.state === 'declined') return 'declined'
  if (attempt?.state === 'action_required') {
    // On a page of the gateway's own the customer tries again by themselves.
    if (attempt.reasonCode !== null) return 'declined'
    return attempt.action === 'bank' ? 'action_required' : 'paying'
  }
  if (attempt?.state === 'created' || attempt?.state === 'unknown') return 'paying'
  if (link.openedAt !== null) return 'opened'
  return link.mailedTo === null ? 'created' : 'mailed'
}

/** A link as the agent follows it. */
export function shownLink(link: Link, order: KnownOrder, attempts: readonly KnownAttempt[], now: Date): PaymentLink {
  const attempt = attempts.findLast(({ linkId }) => linkId === link.id)
  const state = stateOf(link, order, attempt, now)
  return {
    id: link.id,
    state,
    mailedTo: link.mailedTo,
    reason: state === 'declined' ? (attempt?.reason ?? null) : null,
    createdAt: link.createdAt.toISOString(),
    openedAt: link.openedAt?.toISOString() ?? null,
    expiresAt: link.expiresAt.toISOString(),
  }
}

interface Telling {
  secrets: Secrets
  publicUrl: string
}

/** The code opens what is paid, so it is told to whoever may make links alone. */
interface TellingWho extends Telling {
  mayLink: boolean
}

export const untoldCode = { payCode: null, payCodePage: null }

/** The code of a link to be read out (NO-06); nothing of a link that is not out, or whose code can't be opened any more. */
export function codeOf(link: Link, order: KnownOrder, now: Date, { secrets, publicUrl }: Telling) {
  const payCodePage = `${publicUrl}/pay`
  if (hasReceipt(order) || endOf(link, undefined, now) !== undefined) return untoldCode
  if (link.codeHash === null) return { payCode: null, payCodePage }
  if (link.sealedCode === null) return untoldCode
  try {
    return { payCode: secrets.unseal(link.sealedCode), payCodePage }
  } catch (error) {
    if (error instanceof Unsealable) return untoldCode
    throw error
  }
}

/** What has moved of an order's money, through whatever gateway or elsewhere. */
export const succeededOf = (orgId: string, orderId: string) =>
  and(eq(transactions.orgId, orgId), eq(transactions.orderId, orderId), eq(transactions.status, 'succeeded'))

/** What may still be refunded of each charge of an order, the oldest first, in cents; nothing of what was taken elsewhere. */
export async function refundableCharges(tx: Transaction, orgId: string, orderId: string) {
  const charges = await tx
    .select()
    .from(transactions)
    .where(and(succeededOf(orgId, orderId), eq(transactions.type, 'charge'), isNotNull(transactions.gatewayInstanceId)))
    .orderBy(asc(transactions.createdAt), asc(transactions.id))
  const given = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.orgId, orgId),
        eq(refunds.orderId, orderId),
        inArray(refunds.state, ['requested', 'pending', 'succeeded']),
      ),
    )
  return charges.map((charge) => ({
    ...charge,
    refundable:
      charge.amountCents -
      given.reduce((sum, { chargeId, amountCents }) => (chargeId === charge.id ? sum + amountCents : sum), 0),
  }))
}

/** What may still be refunded of an order, in major units, and what of its lines has been. */
export async function refundableOf(tx: Transaction, orgId: string, orderId: string) {
  const [charges, lines] = await Promise.all([
    refundableCharges(tx, orgId, orderId),
    tx
      .selectDistinct({
        itemId: refundLines.itemId,
        units: refundLines.units,
        shippingCents: refundLines.shippingCents,
        id: refundLines.id,
      })
      .from(refundLines)
      .innerJoin(refunds, and(eq(refunds.orgId, refundLines.orgId), eq(refunds.requestId, refundLines.requestId)))
      .where(and(eq(refundLines.orgId, orgId), eq(refundLines.orderId, orderId), ne(refunds.state, 'failed')))
      .orderBy(asc(refundLines.id)),
  ])
  return {
    refundable: charges.reduce((sum, { refundable }) => sum + refundable, 0) / 100,
    refundedLines: lines.map(({ itemId, units, shippingCents }) => ({
      itemId,
      units,
      hasShipping: shippingCents > 0,
      shipping: shippingCents / 100,
    })),
  }
}

/** What an order's payments are made of; undefined when there is no such order. */
export async function readOrderPayments(
  tx: Transaction,
  orgId: string,
  orderId: string,
  { now, mayLink, ...telling }: TellingWho & { now: Date },
): Promise<OrderPayments | undefined> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(hasKey(orders, orgId, orderId))
  if (!order) return undefined
  const due = order.status === 'cancelled' ? 0 : dueOf(order)
  const [attempts, given, link, refundable, gateways] = await Promise.all([
    attemptsOf(tx, orgId, orderId),
    tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.orgId, orgId), eq(refunds.orderId, orderId)))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    newestLink(tx, orgId, orderId),
    refundableOf(tx, orgId, orderId),
    gatewaysFor(tx, { orgId, orderId }, due, now),
  ])
  const known = attempts.map(({ attempt }) => attempt)
  return {
    link: link
      ? { ...shownLink(link, order, known, now), ...(mayLink ? codeOf(link, order, now, telling) : untoldCode) }
      : null,
    attempts: attempts.map(({ attempt, gatewayName }) => shownAttempt(attempt, gatewayName)),
    refunds: given.map(shownRefund),
    ...refundable,
    due: due / 100,
    currency: order.currency,
    gateways,
  }
}

/** What the payment page shows of a link (PY-01). Throws a 404 that says how the link has ended. */
export async function readPayment(tx: Transaction, link: Link, now: Date): Promise<Payment> {
  const { orgId, orderId } = link
  const order = await openedOrder(tx, link, now)
  const [shown, attempts, [gateway]] = await Promise.all([
    payableOrder(tx, order, link.expiresAt),
    attemptsOf(tx, orgId, orderId),
    link.gatewayInstanceId === null
      ? []
      : tx
          .select()
          .from(gatewayInstances)
          .where(hasKey(gatewayInstances, orgId, link.gatewayInstanceId)),
  ])
  const own = attempts.findLast(({ attempt }) => attempt.linkId === link.id)
  const whyNot = whyNotPaid(
    order,
    attempts.map(({ attempt }) => attempt),
    { linkId: link.id, isEnabled: gateway?.enabled === true },
  )
  return {
    order: shown,
    due: dueOf(order) / 100,
    canPay: whyNot === null,
    whyNot,
    gateway: gateway ? { kind: gateway.kind, displayName: gateway.displayName } : null,
    refundedAt: shown.refunds?.at(-1)?.at ?? null,
    attempt: own ? { ...shownAttempt(own.attempt, own.gatewayName), action: actionOf(own.attempt) } : null,
  }
}

function actionOf({ state, action }: KnownAttempt) {
  if (state !== 'action_required' || action === null) return null
  return action === 'bank' ? { kind: 'bank' as const } : { kind: 'redirect' as const, url: action }
}

/** Said of a second attempt while the first is under way (PY-04). */
export const paidElsewhere = 'This is being paid in another tab.'

function whyNotPaid(
  order: KnownOrder,
  attempts: readonly KnownAttempt[],
  { linkId, isEnabled }: { linkId: string; isEnabled: boolean },
): string | null {
  if (order.status === 'cancelled' && order.paymentStatus === 'refunded') {
    return 'This order has been cancelled, and what was paid is given back.'
  }
  if (hasReceipt(order) || dueOf(order) === 0) return 'This order has been paid.'
  if (order.status !== 'open') return 'This order can not be paid any more.'
  const live = attempts.filter(isLive)
  const isAsked = live.some((attempt) => attempt.linkId === linkId && actionOf(attempt)?.kind === 'bank')
  if (isAsked) return 'The bank has a question about this payment. Answer it first.'
  if (live.length > 0) return paidElsewhere
  return isEnabled ? null : 'The seller takes no payments here just now. Ask them for another link.'
}
