import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { fold } from '../../../machines/rules/life'
import { orderLife } from '../../../machines/rules/orderLife'
import { paymentOf } from '../../../machines/rules/paymentStatus'
import { sandboxPayments } from '../../../server/db/schema/sandbox'
import type { Driver } from '../../../server/payments/drivers/driver'
import { sandboxDriver, type SandboxOptions } from '../../../server/payments/drivers/sandbox'
import { stripeDriver } from '../../../server/payments/drivers/stripe'
import { reconcile } from '../../../server/payments/reconcile'
import { lifeOf } from '../shop'
import { cards, Till } from './world'

/** What becomes of a call of the gateway. */
type Fate = 'done' | 'answer lost' | 'request lost' | 'request late'

const fates = fc.array(fc.constantFrom<Fate>('done', 'done', 'done', 'answer lost', 'request lost', 'request late'), {
  maxLength: 3,
})
const tab = fc.nat({ max: 1 })
const attempt = fc.nat({ max: 2 })
const card = fc.constantFrom(...(['good', 'good', 'declined', 'asks', 'asks', 'lost'] as const))

/** One thing that happens. Attempts are the newest ones, by how many came after them. */
export const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('link' as const) }) },
  fc.record({ kind: fc.constant('endLink' as const) }),
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pay' as const), tab, card, fates }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('twoTabs' as const), card, fates }) },
  fc.record({ kind: fc.constant('payAgain' as const), tab, attempt, fates }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), attempt, approved: fc.boolean(), fates }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), percent: fc.integer({ min: 1, max: 120 }), fates }),
  },
  fc.record({ kind: fc.constant('refundsAtOnce' as const), percent: fc.integer({ min: 1, max: 100 }), fates }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      attempt,
      times: fc.integer({ min: 1, max: 3 }),
      fates,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('round' as const), fates }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(3, 61, 3_600, 86_401) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lateRequests' as const) }) },
  fc.record({ kind: fc.constant('takeAnyway' as const), attempt }),
  fc.record({ kind: fc.constant('cancel' as const) }),
  fc.record({ kind: fc.constant('reconcile' as const), fates }),
)
export type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** A sandbox gateway behind a line that loses and delays what goes over it, as it is told. */
export class BadLine {
  fates: Fate[] = []
  readonly late: (() => Promise<unknown>)[] = []

  driver(options: SandboxOptions): Driver {
    const real = sandboxDriver(options)
    const over =
      <Asked extends unknown[], Answer>(call: (...asked: Asked) => Promise<Answer>) =>
      async (...asked: Asked): Promise<Answer> => {
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
      answerBank: over((...asked: Parameters<NonNullable<Driver['answerBank']>>) =>
        real.answerBank ? real.answerBank(...asked) : Promise.reject(new Error('no such call')),
      ),
      refund: over((...asked: Parameters<Driver['refund']>) => real.refund(...asked)),
      listBookings: over((...asked: Parameters<Driver['listBookings']>) => real.listBookings(...asked)),
    }
  }

  /** What was held up comes in at last. */
  async arrive(): Promise<void> {
    for (const call of this.late.splice(0)) await call().catch(() => undefined)
  }
}

export const openTill = (base: Parameters<typeof Till.open>[0], line: BadLine): Promise<Till> =>
  Till.open(base, {
    drivers: (now) => ({
      sandbox: line.driver({ database: base.database, now, pause: async () => undefined }),
      stripe: stripeDriver(),
    }),
  })

const price = 4_000

/** One order, and what is done about it. */
export class Schedule {
  readonly till: Till
  readonly line: BadLine
  readonly orderId: string
  /** The newest first. */
  readonly attempts: { id: string; card: string; token: string }[] = []
  readonly tokens: string[] = []

  constructor(till: Till, line: BadLine, orderId: string) {
    this.till = till
    this.line = line
    this.orderId = orderId
  }

  static async begin(till: Till, line: BadLine, offerId: string): Promise<Schedule> {
    line.fates = []
    line.late.length = 0
    const placed = await till.staff('POST', '/orders', till.shop.placement([{ offerId, quantity: 2 }]))
    expect(placed.status).toBe(200)
    return new Schedule(till, line, (placed.body as { data: { id: string } }).data.id)
  }

  async take(one: Step): Promise<void> {
    if ('fates' in one) this.line.fates = [...one.fates]
    await this.do(one)
    this.line.fates = []
  }

  private async do(one: Step): Promise<void> {
    const { till, orderId } = this
    switch (one.kind) {
      case 'link': {
        const body = { mail: false, gatewayInstanceId: till.gatewayId }
        const made = await till.staff('POST', `/orders/${orderId}/payment-links`, body)
        expect([200, 409]).toContain(made.status)
        if (made.status !== 200) return
        const { linkUrl } = (made.body as { data: { linkUrl: string } }).data
        this.tokens.unshift(linkUrl.slice(linkUrl.lastIndexOf('/') + 1))
        return
      }
      case 'endLink':
        return this.fine(till.staff('POST', `/orders/${orderId}/payment-links/end`, {}))
      case 'pay':
        return this.pay(this.tokens[one.tab], cards[one.card])
      case 'twoTabs':
        await Promise.all([this.pay(this.tokens[0], cards[one.card]), this.pay(this.tokens[0], cards.good)])
        return
      case 'payAgain': {
        const known = this.attempts[one.attempt]
        return known && this.fine(till.pay(known.token, known.card, known.id))
      }
      case 'answer': {
        const known = this.attempts[one.attempt]
        return known && this.fine(till.answer(known.token, known.id, one.approved))
      }
      case 'refund':
        return this.fine(till.refund(orderId, { amount: Math.round((price * one.percent) / 100) / 100 }))
      case 'refundsAtOnce': {
        const amount = Math.round((price * one.percent) / 100) / 100
        await Promise.all([1, 2].map(() => this.fine(till.refund(orderId, { amount }))))
        return
      }
      case 'message': {
        const known = this.attempts[one.attempt]
        if (!known) return
        await Promise.all(Array.from({ length: one.times }, () => till.paying.ask(till.shop.orgId, known.id)))
        return
      }
      case 'round':
        await till.round()
        return
      case 'time':
        return till.later(one.seconds)
      case 'lateRequests':
        return this.line.arrive()
      case 'takeAnyway':
        return this.takeAnyway(this.attempts[one.attempt]?.id)
      case 'cancel':
        return this.fine(till.staff('POST', `/orders/${orderId}/cancel`, {}))
      case 'reconcile':
        await this.reconcile().catch((error: unknown) => expect(String(error)).toContain('the line'))
    }
  }

  /** A refusal is an answer, a fault of ours is none. */
  private async fine(answer: Promise<{ status: number; body: object }>): Promise<void> {
    const { status, body } = await answer
    if (status >= 500) throw new Error(JSON.stringify(body))
  }

  private async pay(token: string | undefined, number: string): Promise<void> {
    if (token === undefined) return
    const id = uuidv7()
    this.attempts.unshift({ id, card: number, token })
    await this.fine(this.till.pay(token, number, id))
  }

  /** A gateway that takes money for what it has said has ended. */
  private async takeAnyway(id: string | undefined): Promise<void> {
    if (id === undefined) return
    const { orgId } = this.till.shop
    await this.till.server.database.tenant(orgId, (tx) =>
      tx
        .update(sandboxPayments)
        .set({ state: 'succeeded' })
        .where(sql`org_id = ${orgId} and idempotency_key = ${id} and state in ('expired', 'declined')`),
    )
  }

  private reconcile() {
    const { till } = this
    const { database } = till.server
    const comparing = { database, paying: till.paying, now: () => till.time, log: () => undefined }
    return reconcile(comparing, { orgId: till.shop.orgId, gatewayInstanceId: till.gatewayId })
  }

  /** Time goes by with a good line, until nothing is left to be done. */
  async rest(): Promise<void> {
    const { till, orderId } = this
    await this.line.arrive()
    for (let rounds = 0; rounds < 12; rounds += 1) {
      till.later(3_700)
      await till.round()
      const [left] = await till.rows(sql`
        select (select count(*) from payment_attempts where order_id = ${orderId} and state in ('created', 'action_required', 'unknown'))
          + (select count(*) from refunds where order_id = ${orderId} and state in ('requested', 'pending')) as n`)
      if (Number(left?.['n']) === 0 && rounds > 1) break
      // What waits for its customer ends with its link.
      if (rounds > 2) till.later(86_401)
    }
    const compared = await this.reconcile()
    await till.round()
    const own = compared?.differences.filter((difference) => difference.orderId === orderId)
    expect(own ?? []).toEqual([])
  }

  /** What must hold once all is at rest; answers what the order came to. */
  async judge(): Promise<string> {
    const { till, orderId } = this
    const [found] = await till.rows(sql`
      select orders.*,
        (select count(*)::int from payment_attempts where order_id = orders.id and state in ('created', 'action_required', 'unknown')) as live,
        (select count(*)::int from refunds where order_id = orders.id and state in ('requested', 'pending')) as asked,
        (select coalesce(sum(amount_cents), 0)::int from sandbox_payments where state = 'succeeded'
          and idempotency_key in (select id::text from payment_attempts where order_id = orders.id)) as taken,
        (select coalesce(sum(amount_cents), 0)::int from sandbox_refunds
          where idempotency_key in (select id::text from refunds where order_id = orders.id)) as given
      from orders where id = ${orderId}`)
    const moved = await till.rows(sql`select type, status, amount_cents from transactions where order_id = ${orderId}`)
    expect(found).toMatchObject({ live: 0, asked: 0 })
    const [taken, given, total] = [Number(found?.['taken']), Number(found?.['given']), Number(found?.['total_cents'])]
    // Two truths, to the cent.
    expect([Number(found?.['paid_cents']), Number(found?.['refunded_cents'])]).toEqual([taken, given])
    const ledger = await till.ledger(orderId)
    expect(Object.values(ledger).reduce((sum, cents) => sum + cents, 0)).toBe(0)
    expect([ledger['customer'] ?? 0, ledger['gateway'] ?? 0, ledger['refund'] ?? 0]).toEqual([
      given - taken,
      taken - given,
      0,
    ])
    const kept = taken - given
    expect(kept).toBeGreaterThanOrEqual(0)
    expect(kept).toBeLessThanOrEqual(total)
    const status = String(found?.['status'])
    if (status === 'cancelled' || status === 'expired') expect(kept).toBe(0)
    const said = paymentOf(
      total,
      // Written by the code under test, in its own words.
      moved.map(
        (one) =>
          ({ ...one, amount: Number(one['amount_cents']) }) as unknown as Parameters<typeof paymentOf>[1][number],
      ),
    )
    expect(found?.['payment_status']).toBe(said.status)
    const happened = await lifeOf(till.server.database, till.shop.orgId, orderId)
    // What the server has kept of the life's own events.
    expect(fold(orderLife, happened as unknown as Parameters<typeof fold<typeof orderLife>>[1])).toBe(status)
    return `${status} ${said.status}`
  }
}
