import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { shownAmount } from '../../contract/rules/amounts'
import { attemptLife } from '../../machines/lives/attemptLife'
import { stepOf } from '../../machines/lives/life'
import { reasonText } from '../../contract/rules/declineReasons'
import { hasKey } from '../db/keys'
import { gatewayInstances } from '../db/schema/gateways'
import { paymentAttempts } from '../db/schema/payments'
import { paymentLinks, paymentLinkTokens } from '../db/schema/paymentLinks'
import { transactions } from '../db/schema/transactions'
import type { Transaction } from '../db/transactions'
import { takenInMonth } from '../gateways/taken'
import { Refusal } from '../http/errors'
import { lockGateway, lockOrder } from '../orders/lock'
import { type Booking, followPayment, post, retotal, tell } from './booking'
import type { AttemptStatus } from './drivers/driver'
import {
  endedLink,
  endOf,
  hasReceipt,
  type KnownOrder,
  type Link,
  newestLink,
  unknownLink,
} from '../paymentLinks/record'
import {
  dueOf,
  isLive,
  isTakenWrongly,
  type KnownAttempt,
  liveStates,
  paidElsewhere,
  refundableCharges,
  takenWrongly,
} from './record'
import { storeRefunds } from './refunding'

const second = 1_000

/**
 * Seconds after which the gateway is asked about an attempt whose answer never came: the node that waited for it may
 * be gone.
 */
const lostAfter = 60
/** Seconds between looks at what waits for the customer; what a gateway tells by itself comes sooner. */
const waitingBetween = 300
const mostBetween = 3_600

/** When a gateway is asked next what it did not say: after 2, 4, 8 … seconds, at most an hour. */
export const nextAsk = (asks: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(2 ** Math.min(asks + 1, 12), mostBetween) * second)

/** Why an attempt can't begin, with what is under way instead. */
export class InProgress extends Refusal {
  readonly unwanted: readonly string[]

  constructor(unwanted: readonly string[]) {
    super(409, 'payment_in_progress', paidElsewhere)
    this.unwanted = unwanted
  }
}

/**
 * Stores an attempt before the gateway is called; its id is what the gateway charges once by. One that was stored before
 * is returned as it is. Throws a refusal when the link or the order can't be paid, and {@link InProgress} when another
 * attempt is under way (PY-04).
 */
export async function storeAttempt(
  tx: Transaction,
  link: Link,
  attemptId: string,
  now: Date,
  returning?: { hash: string; sealed: string },
): Promise<{ attempt: KnownAttempt; order: KnownOrder; isNew: boolean }> {
  const { orgId, orderId } = link
  const order = await lockOrder(tx, link)
  if (!order) throw unknownLink()
  const known = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orgId, orgId), eq(paymentAttempts.orderId, orderId)))
  const own = known.find(({ id }) => id === attemptId)
  if (own?.linkId === link.id) return { attempt: own, order, isNew: false }
  // Read again, as it was looked up before the order was locked.
  const [current] = await tx
    .select()
    .from(paymentLinks)
    .where(hasKey(paymentLinks, orgId, link.id))
  const newest = await newestLink(tx, orgId, orderId)
  if (hasReceipt(order) || dueOf(order) === 0) throw new Refusal(409, 'already_paid', 'This order has been paid.')
  const end = endOf(current ?? link, newest?.id, now)
  if (end !== undefined) throw endedLink(end)
  if (order.status !== 'open') throw new Refusal(409, 'not_possible', 'This order can not be paid any more.')
  const live = known.filter(isLive)
  if (live.length > 0) {
    throw new InProgress(live.every(({ isUnwanted }) => isUnwanted) ? live.map(({ id }) => id) : [])
  }
  if (link.gatewayInstanceId === null) throw noGateway()
  if (await isOverCap(tx, orgId, link.gatewayInstanceId, dueOf(order), now, lockGateway)) throw noGateway()
  const [attempt] = await tx
    .insert(paymentAttempts)
    .values({
      orgId,
      id: attemptId,
      orderId,
      linkId: link.id,
      gatewayInstanceId: link.gatewayInstanceId,
      amountCents: dueOf(order),
      currency: order.currency,
      returnToken: returning?.sealed ?? null,
      askAt: new Date(now.getTime() + lostAfter * second),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!attempt) throw new Refusal(409, 'conflict', 'This attempt is of another order.')
  if (returning) {
    await tx.insert(paymentLinkTokens).values({ orgId, linkId: link.id, tokenHash: returning.hash, createdAt: now })
  }
  return { attempt, order, isNew: true }
}

export const noGateway = () =>
  new Refusal(409, 'not_possible', 'The seller takes no payments here just now. Ask them for another link.')

/** What a gateway may take in a month, in cents; null for as much as there is. */
async function capOf(tx: Transaction, orgId: string, gatewayInstanceId: string): Promise<number | null> {
  const [gateway] = await tx
    .select({ cap: gatewayInstances.monthlyCapCents })
    .from(gatewayInstances)
    .where(hasKey(gatewayInstances, orgId, gatewayInstanceId))
  return gateway?.cap ?? null
}

/**
 * Whether a gateway would take more than it may in a month of the organization's (GW-01), with what is under way. Whoever
 * adds to what is under way says by `lock` that it must stay so meanwhile; of a gateway without a cap nobody waits for it.
 */
export async function isOverCap(
  tx: Transaction,
  orgId: string,
  gatewayInstanceId: string,
  amountCents: number,
  now: Date,
  lock?: typeof lockGateway,
): Promise<boolean> {
  const known = await capOf(tx, orgId, gatewayInstanceId)
  if (known === null) return false
  const [cap, { rows }] = await Promise.all([
    lock ? lock(tx, orgId, gatewayInstanceId) : known,
    tx.execute<{ cents: number }>(sql`select ${takenInMonth(gatewayInstanceId, now)}::float8 as cents`),
  ])
  return cap !== null && (rows[0]?.cents ?? 0) + amountCents > cap
}

/** Says that what is under way for an order is to be ended; the next job that asks the gateways does so. */
export async function unwant(tx: Transaction, orgId: string, orderId: string, now: Date): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ isUnwanted: true, askAt: now, updatedAt: now })
    .where(
      and(
        eq(paymentAttempts.orgId, orgId),
        eq(paymentAttempts.orderId, orderId),
        inArray(paymentAttempts.state, [...liveStates]),
      ),
    )
}

export interface Settling {
  orgId: string
  attemptId: string
  now: Date
  publicUrl: string
  /** Tells whoever runs the server of what must not happen. */
  shout: (message: string) => void
}

export interface Settled {
  attempt: KnownAttempt
  /** Refunds that are to be asked for, as more was paid than is owed. */
  refundIds: string[]
  isChanged: boolean
}

/**
 * Keeps and books what a gateway has told of an attempt, once, however often and in whatever order it is told. An
 * attempt that the gateway itself does not know (`undefined`) becomes unknown. Returns undefined when there is no
 * such attempt.
 */
export async function settle(
  tx: Transaction,
  settling: Settling,
  told: AttemptStatus | undefined,
): Promise<Settled | undefined> {
  const { orgId, attemptId, now, publicUrl } = settling
  const [known] = await tx
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(hasKey(paymentAttempts, orgId, attemptId))
  const order = known && (await lockOrder(tx, { orgId, orderId: known.orderId }))
  if (!order) return undefined
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(hasKey(paymentAttempts, orgId, attemptId))
    .for('update')
  if (!attempt) return undefined
  const same = { attempt, refundIds: [], isChanged: false }
  if (attempt.state === 'succeeded' || isTakenWrongly(attempt)) return same
  const booking = { order, now, publicUrl }
  if (told?.state === 'succeeded' && !isAsAsked(attempt, told)) {
    return giveBackWrong(tx, booking, attempt, told, settling)
  }
  const fields = fieldsOf(attempt, told, now)
  const event = eventOf(attempt, told)
  const step = event && stepOf(attemptLife, attempt.state, event)
  // Whatever comes late does not begin an attempt again that has ended.
  if (step?.refusal !== undefined) return same
  const state = step?.to ?? attempt.state
  const [changed] = await tx
    .update(paymentAttempts)
    .set({ ...fields, state, updatedAt: now, ...(isLive({ state }) ? {} : { endedAt: now, returnToken: null }) })
    .where(hasKey(paymentAttempts, orgId, attemptId))
    .returning()
  if (!changed) throw new Error('an attempt was not stored')
  if (state === attempt.state) return { ...same, attempt: changed }
  const refundIds = await follow(tx, booking, changed, told)
  return { attempt: changed, refundIds, isChanged: true }
}

const isAsAsked = (
  { amountCents, currency }: KnownAttempt,
  told: Extract<AttemptStatus, { state: 'succeeded' }>,
): boolean => told.amountCents === amountCents && told.currency.toUpperCase() === currency.toUpperCase()

/** What is told, as an event of the attempt's life; undefined when it changes nothing. */
function eventOf({ state }: KnownAttempt, told: AttemptStatus | undefined) {
  const outcome = told?.state
  if (outcome === undefined || outcome === 'processing') {
    return state === 'unknown' || !isLive({ state }) ? undefined : { type: 'lose' as const }
  }
  // An attempt that has ended here and was paid there is found, too: money is never left unbooked.
  if (state === 'unknown' || !isLive({ state })) return { type: 'find' as const, outcome }
  if (outcome === state) return undefined
  const types = { action_required: 'ask', succeeded: 'succeed', declined: 'decline', expired: 'expire' } as const
  return { type: types[outcome] }
}

function fieldsOf(
  attempt: KnownAttempt,
  told: AttemptStatus | undefined,
  now: Date,
): Partial<typeof paymentAttempts.$inferInsert> {
  const session = told?.session ?? attempt.session
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * second)
  switch (told?.state) {
    case undefined:
    case 'processing':
      return { session, askAt: nextAsk(attempt.asks, now) }
    case 'action_required': {
      const { action, reasonCode = null } = told
      const reason = reasonCode === null ? null : reasonText(reasonCode)
      return { session, action, reasonCode, reason, asks: 0, askAt: inSeconds(attempt.isUnwanted ? 2 : waitingBetween) }
    }
    case 'succeeded':
      return {
        session,
        reference: told.reference,
        reasonCode: null,
        reason: null,
        action: null,
        askAt: null,
        cardBrand: told.card?.brand ?? null,
        cardLast4: told.card?.last4 ?? null,
      }
    case 'declined': {
      const { reference, reasonCode } = told
      return { session, reference, reasonCode, reason: reasonText(reasonCode), action: null, askAt: null }
    }
    case 'expired':
      return { session, action: null, askAt: null }
  }
}

/**
 * Money that is not what was asked for pays no order: it is given back in full, and the order can be paid again. The ledger
 * knows of it, as the gateway holds it until then; the sums of the order do not.
 */
async function giveBackWrong(
  tx: Transaction,
  booking: Booking,
  attempt: KnownAttempt,
  told: Extract<AttemptStatus, { state: 'succeeded' }>,
  { shout }: Settling,
): Promise<Settled> {
  const { order, now } = booking
  const { orgId, id, gatewayInstanceId } = attempt
  const { session, reference, amountCents, feeCents = 0 } = told
  const currency = told.currency.toUpperCase()
  const taken = shownAmount(amountCents, currency)
  const reason = `The gateway took ${taken} where ${shownAmount(attempt.amountCents, attempt.currency)} was asked for`
  const declined = { state: 'declined' as const, session, reference, reasonCode: takenWrongly }
  const event = eventOf(attempt, declined)
  // An attempt that had ended already stays as it has ended.
  const state = (event && stepOf(attemptLife, attempt.state, event).to) ?? attempt.state
  const [ended] = await tx
    .update(paymentAttempts)
    .set({
      ...fieldsOf(attempt, declined, now),
      reason: `${reason}; it is given back.`,
      state,
      updatedAt: now,
      endedAt: now,
      returnToken: null,
    })
    .where(hasKey(paymentAttempts, orgId, id))
    .returning()
  if (!ended) throw new Error('an attempt was not stored')
  shout(`Order ${order.number}, attempt ${id}: ${reason} (${reference})`)
  await tell(tx, booking, 'payment_mismatch', `${ended.reason} (${reference})`, { attemptId: id })
  await writeCharge(tx, booking, ended, 'failed')
  await retotal(tx, booking)
  if (amountCents <= 0) return { attempt: ended, refundIds: [], isChanged: true }
  const of = { transactionId: id, gatewayInstanceId, currency }
  await post(tx, booking, of, { gateway: amountCents - feeCents, fee: feeCents, customer: -amountCents })
  const part = { chargeId: id, gatewayInstanceId, amountCents, currency }
  const refundIds = await storeRefunds(tx, booking, [part], {
    requestId: uuidv7(),
    reason,
    caller: undefined,
    isOfOrder: false,
  })
  return { attempt: ended, refundIds, isChanged: true }
}

/** What follows from the state that an attempt has come to. Returns the refunds that are to be asked for. */
async function follow(
  tx: Transaction,
  booking: Booking,
  attempt: KnownAttempt,
  told: AttemptStatus | undefined,
): Promise<string[]> {
  const { order } = booking
  const facts = { attemptId: attempt.id }
  switch (attempt.state) {
    case 'action_required':
      if (attempt.action === 'bank') await tell(tx, booking, 'payment_asked', 'The bank asks the customer', facts)
      return []
    case 'unknown':
      await writeCharge(tx, booking, attempt, 'pending')
      await retotal(tx, booking)
      await tell(tx, booking, 'payment_unknown', 'The gateway has not said what became of a payment', facts)
      return []
    case 'declined':
      await writeCharge(tx, booking, attempt, 'failed')
      await retotal(tx, booking)
      await tell(tx, booking, 'payment_declined', attempt.reason ?? 'Declined', facts)
      return []
    case 'expired':
      // Money that was never asked for has left no line, unless it was not known whether it had moved.
      await tx
        .update(transactions)
        .set({ status: 'failed', failureCode: 'expired', failureMessage: 'Nothing was paid.', updatedAt: booking.now })
        .where(hasKey(transactions, order.orgId, attempt.id))
      await retotal(tx, booking)
      return []
    case 'succeeded':
      return book(tx, booking, attempt, told?.state === 'succeeded' ? (told.feeCents ?? 0) : 0)
    case 'created':
      return []
  }
}

/** Books a charge, and gives back by itself what is more than is owed (PY-04). */
async function book(tx: Transaction, booking: Booking, attempt: KnownAttempt, feeCents: number): Promise<string[]> {
  const { order: before, now } = booking
  const { orgId, id, gatewayInstanceId, amountCents, currency, linkId } = attempt
  await writeCharge(tx, booking, attempt, 'succeeded')
  const of = { transactionId: id, gatewayInstanceId, currency }
  await post(tx, booking, of, { gateway: amountCents - feeCents, fee: feeCents, customer: -amountCents })
  await Promise.all([
    // Nor is the code of a newer link read out any more.
    tx
      .update(paymentLinks)
      .set({ sealedCode: null })
      .where(
        and(eq(paymentLinks.orgId, orgId), eq(paymentLinks.orderId, before.id), isNotNull(paymentLinks.sealedCode)),
      ),
    tx
      .update(paymentLinks)
      .set({ usedAt: now })
      .where(hasKey(paymentLinks, orgId, linkId)),
  ])
  await tell(tx, booking, 'paid', `${shownAmount(amountCents, currency)} paid`, { attemptId: id, amount: amountCents })
  const paid = await retotal(tx, booking)
  // An attempt that is under way elsewhere would pay the order twice.
  if (hasReceipt(paid)) await unwant(tx, orgId, paid.id, now)
  const order = await followPayment(tx, before, { ...booking, order: paid })
  const isOver = order.status === 'cancelled' || order.status === 'expired'
  const charges = await refundableCharges(tx, orgId, order.id)
  const kept = charges.reduce((sum, charge) => sum + charge.refundable, 0)
  // Nothing was owed for an order that was paid before, whatever has been given back since.
  const excess = isOver || hasReceipt(before) ? amountCents : Math.min(kept - order.totalCents, amountCents)
  if (excess <= 0) return []
  const reason = isOver ? `The order was ${order.status} before it was paid` : 'The order was paid twice'
  return storeRefunds(tx, { order, now }, [{ chargeId: id, gatewayInstanceId, amountCents: excess, currency }], {
    requestId: uuidv7(),
    reason,
    caller: undefined,
  })
}

/** The line of an attempt among the transactions, which has its id. */
async function writeCharge(
  tx: Transaction,
  { order, now }: Booking,
  attempt: KnownAttempt,
  status: 'pending' | 'succeeded' | 'failed',
): Promise<void> {
  const fields = {
    status,
    reference: attempt.reference ?? attempt.session,
    failureCode: status === 'failed' ? attempt.reasonCode : null,
    failureMessage: status === 'failed' ? attempt.reason : null,
    updatedAt: now,
  }
  await tx
    .insert(transactions)
    .values({
      orgId: order.orgId,
      id: attempt.id,
      orderId: order.id,
      orderNumber: order.number,
      gatewayInstanceId: attempt.gatewayInstanceId,
      type: 'charge',
      amountCents: attempt.amountCents,
      currency: attempt.currency,
      createdAt: now,
      ...fields,
    })
    .onConflictDoUpdate({ target: [transactions.orgId, transactions.id], set: fields })
}
