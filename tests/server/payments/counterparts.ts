import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Driver } from '../../../server/payments/drivers/driver'
import { sandboxDriver, sandboxSignature } from '../../../server/payments/drivers/sandbox'
import { stripeDriver } from '../../../server/payments/drivers/stripe'
import { sealedSecrets } from '../../../server/payments/gateways'
import type { Answer, Started } from '../http/start'
import { StripeStandIn } from '../stripe/standIn'
import { cards, type Sum, Till } from './world'

/** What becomes of a call of the gateway. */
export type Fate = 'done' | 'answer lost' | 'request lost' | 'request late'

/** A line to gateways that loses and delays what goes over it, as it is told. */
export class BadLine {
  fates: Fate[] = []
  readonly late: (() => Promise<unknown>)[] = []

  to(real: Driver): Driver {
    const over =
      <Asked extends unknown[], Told>(call: (...asked: Asked) => Promise<Told>) =>
      async (...asked: Asked): Promise<Told> => {
        const fate = this.fates.shift() ?? 'done'
        if (fate === 'done') return call(...asked)
        if (fate === 'request late') this.late.push(() => call(...asked))
        if (fate === 'answer lost') await call(...asked)
        throw new Error(`the line: ${fate}`)
      }
    return {
      ...real,
      createSession: over((...asked: Parameters<Driver['createSession']>) => real.createSession(...asked)),
      expireSession: over((...asked: Parameters<Driver['expireSession']>) => real.expireSession(...asked)),
      fetchStatus: over((...asked: Parameters<Driver['fetchStatus']>) => real.fetchStatus(...asked)),
      refund: over((...asked: Parameters<Driver['refund']>) => real.refund(...asked)),
      listBookings: over((...asked: Parameters<Driver['listBookings']>) => real.listBookings(...asked)),
      ...(real.answerBank && {
        answerBank: over(
          async (...asked: Parameters<NonNullable<Driver['answerBank']>>) =>
            (await real.answerBank?.(...asked)) ?? Promise.reject(new Error('no such call')),
        ),
      }),
    }
  }

  /** What was held up comes in at last. */
  async arrive(): Promise<void> {
    for (const call of this.late.splice(0)) await call().catch(() => undefined)
  }
}

/** An attempt in the books of a gateway that took money for it. */
export interface Taken {
  attemptId: string
  cents: number
  currency: string
  given: number
  /** What was to be given back and could not be, or came back. */
  bounced: number
}

/** What happens on the side of a gateway, and of the customer who is there. */
export interface Counterpart {
  readonly gatewayId: string
  begin(): void
  pay(token: string, attemptId: string, card: keyof typeof cards): Promise<Answer>
  answer(token: string, attemptId: string, isApproved: boolean): Promise<Answer | undefined>
  /** Takes money for what has not been paid, whatever was said of it; not what was asked for, when it is told. */
  take(attemptId: string, instead?: Sum): Promise<void>
  /** Delivers a signed message, so many times at once: the newest but so many. */
  tell(orderId: string, age: number, times: number): Promise<Answer[]>
  /** A refund, the newest but so many, ends otherwise than it did, as far as the gateway can do so. */
  endRefund(age: number, state: 'succeeded' | 'failed'): void
  /** Whether refunds take their time from now on. */
  setSlow(isSlow: boolean): void
  /** What was under way there is done. */
  rest(): void
  taken(orderId: string): Promise<Taken[]>
}

const webhookSecret = 'whsec_of_a_schedule'

class SandboxCounterpart implements Counterpart {
  readonly gatewayId: string
  readonly #till: Till

  constructor(till: Till) {
    this.#till = till
    this.gatewayId = till.gatewayId
  }

  begin(): void {}

  pay(token: string, attemptId: string, card: keyof typeof cards): Promise<Answer> {
    return this.#till.pay(token, cards[card], attemptId)
  }

  answer(token: string, attemptId: string, isApproved: boolean): Promise<Answer> {
    return this.#till.answer(token, attemptId, isApproved)
  }

  take(attemptId: string, instead?: Sum): Promise<void> {
    return this.#till.take(attemptId, instead)
  }

  async tell(orderId: string, age: number, times: number): Promise<Answer[]> {
    const [about] = await this.#till.rows(sql`
      select id, kind from (
        select id, created_at, 'payment' as kind from payment_attempts where order_id = ${orderId}
        union all select id, created_at, 'refund' from refunds where order_id = ${orderId}
      ) as told order by created_at desc, id desc offset ${age} limit 1`)
    if (!about) return []
    const key = String(about['id'])
    const concerned = about['kind'] === 'refund' ? { refund: { key, reference: key } } : { payment: { key } }
    const body = JSON.stringify({ id: `evt_${uuidv7()}`, type: 'changed', account: this.gatewayId, ...concerned })
    const headers = { 'sandbox-signature': sandboxSignature(webhookSecret, body, this.#till.time) }
    const path = `/webhooks/sandbox/${this.gatewayId}`
    return Promise.all(Array.from({ length: times }, () => this.#till.server.call('POST', path, { body, headers })))
  }

  endRefund(): void {}
  setSlow(): void {}
  rest(): void {}

  async taken(orderId: string): Promise<Taken[]> {
    const rows = await this.#till.rows(sql`
      select idempotency_key as id, amount_cents::int as cents, currency, (
        select coalesce(sum(amount_cents), 0)::int from sandbox_refunds
        where org_id = payment.org_id and gateway_instance_id = payment.gateway_instance_id
          and payment_reference = payment.reference
      ) as given from sandbox_payments as payment
      where gateway_instance_id = ${this.gatewayId} and state = 'succeeded'
        and idempotency_key in (select id::text from payment_attempts where order_id = ${orderId})`)
    return rows.map(({ id, cents, currency, given }) => ({
      attemptId: String(id),
      cents: Number(cents),
      currency: String(currency),
      given: Number(given),
      bounced: 0,
    }))
  }
}

class StripeCounterpart implements Counterpart {
  readonly gatewayId: string
  readonly #till: Till
  readonly #stripe: StripeStandIn
  /** Refunds that the gateway could not make, or that came back. */
  readonly #bounced = new Set<string>()

  constructor(till: Till, gatewayId: string, stripe: StripeStandIn) {
    this.#till = till
    this.gatewayId = gatewayId
    this.#stripe = stripe
  }

  /** Forgets what earlier schedules have left. */
  begin(): void {
    const { sessions, intents, refunds, messages } = this.#stripe
    for (const all of [sessions, intents, refunds, this.#bounced]) all.clear()
    messages.length = 0
    this.rest()
  }

  async pay(token: string, attemptId: string, card: keyof typeof cards): Promise<Answer> {
    const answer = await this.#till.server.call('POST', `/payments/${token}/attempts`, { body: { attemptId } })
    if (card !== 'asks') this.#onPage(attemptId, card !== 'declined')
    return answer
  }

  answer(_token: string, attemptId: string, isApproved: boolean): Promise<undefined> {
    this.#onPage(attemptId, isApproved)
    return Promise.resolve(undefined)
  }

  take(attemptId: string, instead?: Sum): Promise<void> {
    this.#onPage(attemptId, true, instead)
    return Promise.resolve()
  }

  /** What the customer does on the page of an attempt, where there is one. */
  #onPage(attemptId: string, isPaid: boolean, instead?: Sum): void {
    this.#stripe.clock()
    const session = [...this.#stripe.sessions.values()].find(
      ({ clientReference, status }) => clientReference === attemptId && status === 'open',
    )
    if (!session) return
    if (instead) Object.assign(session, { amount: instead.cents, currency: instead.currency.toLowerCase() })
    if (isPaid) this.#stripe.customerPays(session.id)
    else this.#stripe.customerIsDeclined(session.id, 'insufficient_funds')
  }

  async tell(_orderId: string, age: number, times: number): Promise<Answer[]> {
    const message = this.#stripe.messages.at(-1 - age)
    if (!message) return []
    // Each delivery is signed anew, however late it comes.
    const { payload: body, signature } = this.#stripe.signed(message.payload)
    const headers = { 'stripe-signature': signature }
    const path = `/webhooks/stripe/${this.gatewayId}`
    return Promise.all(Array.from({ length: times }, () => this.#till.server.call('POST', path, { body, headers })))
  }

  endRefund(age: number, state: 'succeeded' | 'failed'): void {
    const refund = [...this.#stripe.refunds.values()].at(-1 - age)
    const isPossible = refund?.status === 'pending' || (refund?.status === 'succeeded' && state === 'failed')
    if (!refund || !isPossible) return
    if (state === 'failed') this.#bounced.add(refund.id)
    this.#stripe.endRefund(refund.id, state)
  }

  setSlow(isSlow: boolean): void {
    this.#stripe.refundsArePending = isSlow
  }

  rest(): void {
    this.setSlow(false)
    for (const { id, status } of this.#stripe.refunds.values()) {
      if (status === 'pending') this.#stripe.endRefund(id, 'succeeded')
    }
  }

  taken(orderId: string): Promise<Taken[]> {
    const { sessions, refunds } = this.#stripe
    const paid = [...sessions.values()].filter(
      ({ metadata, status }) => metadata['orderId'] === orderId && status === 'complete',
    )
    return Promise.resolve(
      paid.map(({ clientReference, amount, currency, intent }) => {
        const own = [...refunds.values()].filter((refund) => refund.intent === intent)
        const sumOf = (some: typeof own) => some.reduce((sum, refund) => sum + refund.amount, 0)
        return {
          attemptId: clientReference ?? '',
          cents: amount,
          currency: currency.toUpperCase(),
          given: sumOf(own.filter(({ status }) => status !== 'failed')),
          bounced: sumOf(own.filter(({ id }) => this.#bounced.has(id))),
        }
      }),
    )
  }
}

/** A till with a gateway of each kind, behind a bad line. */
export async function openCounterparts(base: Started) {
  const line = new BadLine()
  const holder: { till?: Till } = {}
  const stripe = new StripeStandIn(() => holder.till?.time ?? new Date())
  await stripe.start()
  const till = await Till.open(base, {
    sealed: (secrets) => sealedSecrets(secrets, { webhookSecret }),
    drivers: (now) => ({
      sandbox: line.to(sandboxDriver({ database: base.database, now, pause: async () => undefined })),
      stripe: line.to(stripeDriver(stripe.url)),
    }),
  })
  holder.till = till
  // Those of the demo have nothing to compare, each day again.
  await till.rows(sql`update gateway_instances set enabled = false where id <> ${till.gatewayId}`)
  const { secretKey } = stripe
  const stripeId = await till.addGateway('stripe', { secretKey, webhookSecret: stripe.webhookSecret })
  return {
    till,
    line,
    counterparts: { sandbox: new SandboxCounterpart(till), stripe: new StripeCounterpart(till, stripeId, stripe) },
    stop: () => stripe.stop(),
  }
}
export type Counterparts = Awaited<ReturnType<typeof openCounterparts>>
