import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, asc, eq, gte, like, not } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import type { SandboxCard } from '../../../contract/extensions/payments'
import { outcomeOf } from '../../../contract/rules/testCards'
import type { Database } from '../../db/database'
import { ofGateway } from '../../db/keys'
import { sandboxPayments, sandboxRefunds } from '../../db/schema/sandbox'
import type { Transaction } from '../../db/transactions'
import {
  type AskedAttempt,
  type AttemptStatus,
  type Driver,
  type GatewayAccount,
  GatewayRefused,
  type RehearsalStep,
  signedLater,
  WebhookRefused,
} from './driver'

type Payment = typeof sandboxPayments.$inferSelect

export interface SandboxOptions {
  database: Pick<Database, 'tenant'>
  now: () => Date
  /** Lets so many milliseconds go by. */
  pause: (milliseconds: number) => Promise<void>
}

const slowness = 4_000
const webhookSeconds = 300

/** What the keys of a rehearsal begin with: it is of no order, so nobody compares it with what is booked here. */
const rehearsed = 'rehearsal:'

const inBooks = (table: typeof sandboxPayments | typeof sandboxRefunds, { orgId, id }: GatewayAccount) =>
  ofGateway(table, orgId, id)
const byKey = (account: GatewayAccount, key: string) =>
  and(inBooks(sandboxPayments, account), eq(sandboxPayments.idempotencyKey, key))

/** How a sandbox gateway signs what it tells, as Stripe does: the moment and the body, by the secret of the endpoint. */
export const sandboxSignature = (secret: string, body: string, at: Date): string => {
  const time = Math.floor(at.getTime() / 1_000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

const told = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  type: z.string().check(z.minLength(1), z.maxLength(200)),
  account: z.string(),
  payment: z.optional(z.object({ key: z.optional(z.string()), reference: z.optional(z.string()) })),
  refund: z.optional(z.object({ key: z.optional(z.string()), reference: z.string() })),
})

/** The gateway that pays with test cards (PY-02). Its books are tables of their own, which only this file looks into. */
export function sandboxDriver({ database, now, pause }: SandboxOptions): Driver {
  const within = <T>({ orgId }: GatewayAccount, work: (tx: Transaction) => Promise<T>) => database.tenant(orgId, work)

  /** Books the attempt under its id, unless there is one; answers what is booked. */
  async function booked(
    account: GatewayAccount,
    attempt: AskedAttempt,
    state: Payment['state'],
    { reasonCode = null, card }: { reasonCode?: string | null; card?: SandboxCard | undefined } = {},
  ): Promise<Payment> {
    return within(account, async (tx) => {
      await tx
        .insert(sandboxPayments)
        .values({
          orgId: account.orgId,
          gatewayInstanceId: account.id,
          reference: `sb_${uuidv7().replaceAll('-', '')}`,
          idempotencyKey: attempt.attemptId,
          state,
          amountCents: attempt.amountCents,
          currency: attempt.currency,
          reasonCode,
          cardLast4: card?.cardNumber.replaceAll(/\D/g, '').slice(-4) ?? null,
          createdAt: now(),
          updatedAt: now(),
        })
        .onConflictDoNothing()
      const [payment] = await tx.select().from(sandboxPayments).where(byKey(account, attempt.attemptId))
      if (!payment) throw new Error('a sandbox payment was not booked')
      return payment
    })
  }

  /** Ends what waits for the bank's answer; what has ended stays as it is. */
  const ended = (account: GatewayAccount, { attemptId }: AskedAttempt, state: Payment['state'], reasonCode?: string) =>
    within(account, async (tx) => {
      await tx
        .update(sandboxPayments)
        .set({ state, reasonCode: reasonCode ?? null, updatedAt: now() })
        .where(and(byKey(account, attemptId), eq(sandboxPayments.state, 'requires_action')))
      const [payment] = await tx.select().from(sandboxPayments).where(byKey(account, attemptId))
      return payment
    })

  async function refundOnce(account: GatewayAccount, asked: Parameters<Driver['refund']>[1]) {
    return within(account, async (tx) => {
      const ofKey = and(inBooks(sandboxRefunds, account), eq(sandboxRefunds.idempotencyKey, asked.refundId))
      // Two refunds of a payment wait for one another here.
      const [payment] = await tx
        .select()
        .from(sandboxPayments)
        .where(and(inBooks(sandboxPayments, account), eq(sandboxPayments.reference, asked.chargeReference)))
        .for('update')
      const [earlier] = await tx.select().from(sandboxRefunds).where(ofKey)
      if (earlier) return { state: 'succeeded' as const, reference: earlier.reference }
      if (payment?.state !== 'succeeded') {
        return { state: 'failed' as const, reference: null, reason: 'The gateway knows no such charge.' }
      }
      const given = await tx
        .select()
        .from(sandboxRefunds)
        .where(and(inBooks(sandboxRefunds, account), eq(sandboxRefunds.paymentReference, payment.reference)))
      const left = given.reduce((sum, { amountCents }) => sum - amountCents, payment.amountCents)
      if (asked.amountCents > left) {
        return { state: 'failed' as const, reference: null, reason: 'The charge has been refunded already.' }
      }
      const reference = `sbr_${uuidv7().replaceAll('-', '')}`
      await tx.insert(sandboxRefunds).values({
        orgId: account.orgId,
        gatewayInstanceId: account.id,
        reference,
        idempotencyKey: asked.refundId,
        paymentReference: payment.reference,
        amountCents: asked.amountCents,
        currency: asked.currency,
        createdAt: now(),
      })
      return { state: 'succeeded' as const, reference }
    })
  }

  const driver: Driver = {
    kind: 'sandbox',

    // It has none.
    tryKey: async () => undefined,

    async createSession(account, attempt, card) {
      const outcome = outcomeOf(card?.cardNumber ?? '')
      // Nothing but a test number comes into these books either.
      if (outcome === undefined) throw new GatewayRefused('incorrect_number', 'This is not a test card')
      if (outcome === 'slow') await pause(slowness)
      switch (outcome) {
        case 'declined':
          return statusOf(await booked(account, attempt, 'declined', { reasonCode: 'card_declined' }))
        case 'insufficient_funds':
          return statusOf(await booked(account, attempt, 'declined', { reasonCode: 'insufficient_funds' }))
        case 'asks':
          return statusOf(await booked(account, attempt, 'requires_action', { card }))
        case 'answer_lost':
          await booked(account, attempt, 'succeeded', { card })
          throw new Error('the answer was lost, as this card asks for')
        case 'succeeds':
        case 'slow':
          return statusOf(await booked(account, attempt, 'succeeded', { card }))
      }
    },

    async expireSession(account, attempt) {
      // An attempt that has not come yet finds that it has ended.
      return statusOf((await ended(account, attempt, 'expired')) ?? (await booked(account, attempt, 'expired')))
    },

    async fetchStatus(account, attempt) {
      return statusOf(await booked(account, attempt, 'expired'))
    },

    async answerBank(account, attempt, isApproved) {
      const payment = isApproved
        ? await ended(account, attempt, 'succeeded')
        : await ended(account, attempt, 'declined', 'authentication_failed')
      if (!payment) throw new GatewayRefused('not_found', 'The gateway knows no such payment')
      return statusOf(payment)
    },

    refund: refundOnce,

    async parseWebhook(account, body, headers, at) {
      const secret = account.secrets['webhookSecret'] ?? ''
      if (secret === '') throw new WebhookRefused('This gateway has no signing secret')
      verifySignature(String(headers['sandbox-signature'] ?? ''), secret, body, at)
      const { success, data } = z.safeParse(told, jsonOf(body))
      if (!success) throw new WebhookRefused('The message can not be read')
      if (data.account !== account.id) throw new WebhookRefused('The message is of another account')
      const { id, type, payment, refund } = data
      if (payment) {
        const { key, reference } = payment
        return { id, kind: type, concerns: { attemptId: key, session: reference, reference } }
      }
      if (refund) return { id, kind: type, concerns: { refundId: refund.key, refundReference: refund.reference } }
      return { id, kind: type, concerns: undefined }
    },

    async listBookings(account, since) {
      return within(account, async (tx) => {
        const payments = await tx
          .select()
          .from(sandboxPayments)
          .where(
            and(
              inBooks(sandboxPayments, account),
              // When it ended: a bank may be asked for days.
              gte(sandboxPayments.updatedAt, since),
              not(like(sandboxPayments.idempotencyKey, `${rehearsed}%`)),
            ),
          )
          .orderBy(asc(sandboxPayments.updatedAt), asc(sandboxPayments.id))
        const given = await tx
          .select()
          .from(sandboxRefunds)
          .where(
            and(
              inBooks(sandboxRefunds, account),
              gte(sandboxRefunds.createdAt, since),
              not(like(sandboxRefunds.idempotencyKey, `${rehearsed}%`)),
            ),
          )
          .orderBy(asc(sandboxRefunds.createdAt), asc(sandboxRefunds.id))
        return [
          ...payments.flatMap(({ state, idempotencyKey, reference, amountCents, currency }) =>
            state === 'succeeded'
              ? [{ type: 'charge' as const, ownId: idempotencyKey, reference, amountCents, currency, state }]
              : [],
          ),
          ...given.map(({ idempotencyKey, reference, amountCents, currency }) => ({
            type: 'refund' as const,
            ownId: idempotencyKey,
            reference,
            amountCents,
            currency,
            state: 'succeeded' as const,
          })),
        ]
      })
    },

    rehearse: (account) => rehearsal(driver, account, now()),
  }
  return driver
}

function statusOf(payment: Payment): AttemptStatus {
  const { state, reference, amountCents, currency, reasonCode, cardLast4: last4 } = payment
  switch (state) {
    case 'requires_action':
      return { state: 'action_required', session: reference, action: 'bank' }
    case 'succeeded':
      // Every test card is a Visa.
      return {
        state,
        session: reference,
        reference,
        amountCents,
        currency,
        ...(last4 !== null && { card: { brand: 'Visa', last4 } }),
      }
    case 'declined':
      return { state, session: reference, reference, reasonCode: reasonCode ?? 'card_declined' }
    case 'expired':
      return { state, session: reference }
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Throws unless the header signs the body by the secret, lately. */
function verifySignature(header: string, secret: string, body: string, at: Date): void {
  const [, time = ''] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header) ?? []
  const [, given = ''] = /(?:^|,)v1=([\da-f]{64})(?:,|$)/.exec(header) ?? []
  const moment = new Date(Number(time) * 1_000)
  const [, expected = ''] = /v1=(.*)$/.exec(sandboxSignature(secret, body, moment)) ?? []
  const isSigned = given !== '' && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  if (!isSigned) throw new WebhookRefused('The signature is wrong')
  const seconds = (at.getTime() - moment.getTime()) / 1_000
  if (seconds > webhookSeconds) throw new WebhookRefused('The message is too old')
  if (seconds < -webhookSeconds) throw new WebhookRefused(signedLater)
}

/** Pays, is declined, is asked, tells and refunds, for one unit of money that nobody has. */
async function rehearsal(driver: Driver, account: GatewayAccount, now: Date): Promise<RehearsalStep[]> {
  const attemptOf = () => ({
    attemptId: `${rehearsed}${uuidv7()}`,
    orderId: uuidv7(),
    orderNumber: 0,
    amountCents: 100,
    currency: 'USD',
    customerEmail: 'rehearsal@offerdesk.example',
    returnUrl: 'http://localhost/',
    createdAt: now,
    expiresAt: now,
    session: null,
    reference: null,
  })
  const card = (cardNumber: string) => ({ cardNumber, expiry: '12/99', securityCode: '123' })
  let paid: AttemptStatus | undefined
  const steps: [RehearsalStep['name'], string, () => Promise<boolean>][] = [
    [
      'pay',
      'A test card was paid.',
      async () => {
        paid = await driver.createSession(account, attemptOf(), card('4242424242424242'))
        return paid.state === 'succeeded'
      },
    ],
    [
      'decline',
      'A declined card was declined.',
      async () => {
        const { state } = await driver.createSession(account, attemptOf(), card('4000000000000002'))
        return state === 'declined'
      },
    ],
    [
      'asked_by_bank',
      "The bank's question was asked and answered.",
      async () => {
        const attempt = attemptOf()
        const asked = await driver.createSession(account, attempt, card('4000002500003155'))
        const answered = await driver.answerBank?.(account, attempt, true)
        return asked.state === 'action_required' && answered?.state === 'succeeded'
      },
    ],
    [
      'webhook',
      'A signed message was understood.',
      async () => {
        const secret = account.secrets['webhookSecret'] ?? 'rehearsal'
        const body = JSON.stringify({ id: `evt_${uuidv7()}`, type: 'rehearsal', account: account.id })
        const signed = { 'sandbox-signature': sandboxSignature(secret, body, now) }
        const rehearsing = { ...account, secrets: { ...account.secrets, webhookSecret: secret } }
        return (await driver.parseWebhook(rehearsing, body, signed, now)).kind === 'rehearsal'
      },
    ],
    [
      'refund',
      'What was paid was refunded.',
      async () => {
        if (paid?.state !== 'succeeded') return false
        const asked = { refundId: `${rehearsed}${uuidv7()}`, chargeReference: paid.reference, reference: null }
        return (await driver.refund(account, { ...asked, amountCents: 100, currency: 'USD' })).state === 'succeeded'
      },
    ],
  ]
  const done: RehearsalStep[] = []
  for (const [name, text, attempt] of steps) {
    const isPassed = await attempt().catch(() => false)
    done.push({ name, isPassed, text: isPassed ? text : 'The sandbox gateway did not do this. Look into the log.' })
  }
  return done
}
