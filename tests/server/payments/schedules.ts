import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { fold } from '../../../machines/lives/life'
import { orderLife } from '../../../machines/lives/orderLife'
import { paymentOf } from '../../../contract/rules/paymentStatus'
import type { Difference } from '../../../server/payments/reconcile'
import type { Answer } from '../http/start'
import { lifeOf } from '../shop'
import type { BadLine, Counterpart, Counterparts, Fate, Taken } from './counterparts'
import type { cards, Till } from './world'

const price = 4_000
const currency = 'USD'

const fates = fc.array(fc.constantFrom<Fate>('done', 'done', 'done', 'answer lost', 'request lost', 'request late'), {
  maxLength: 3,
})
const tab = fc.nat({ max: 1 })
const attempt = fc.nat({ max: 2 })
const card = fc.constantFrom(...(['good', 'good', 'declined', 'asks', 'asks', 'lost'] as const))

/** One thing that happens. Attempts, messages and refunds are the newest ones, by how many came after them. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('link' as const) }) },
  fc.record({ kind: fc.constant('endLink' as const) }),
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pay' as const), tab, card, fates }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('twoTabs' as const), card, fates }) },
  fc.record({ kind: fc.constant('payAgain' as const), tab, attempt, fates }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), attempt, approved: fc.boolean(), fates }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      percent: fc.integer({ min: 1, max: 120 }),
      isSlow: fc.boolean(),
      fates,
    }),
  },
  fc.record({ kind: fc.constant('refundsAtOnce' as const), percent: fc.integer({ min: 1, max: 100 }), fates }),
  fc.record({
    kind: fc.constant('endRefund' as const),
    age: fc.nat({ max: 1 }),
    state: fc.constantFrom('succeeded' as const, 'failed' as const),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      age: fc.nat({ max: 4 }),
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
  fc.record({
    kind: fc.constant('takeWrong' as const),
    attempt,
    instead: fc.constantFrom(
      { cents: price - 1, currency },
      { cents: price * 3, currency },
      { cents: price, currency: 'EUR' },
    ),
  }),
  fc.record({ kind: fc.constant('cancel' as const) }),
  fc.record({ kind: fc.constant('reconcile' as const), fates }),
)
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** What happens to one order, and through which kind of gateway. */
const schedule = fc.record({
  kind: fc.constantFrom('sandbox' as const, 'sandbox' as const, 'stripe' as const),
  steps: fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }),
})

/** So many orders have their schedules side by side, at one till and in one time. */
export const atOnce = 5
export const schedules = fc.array(schedule, { minLength: atOnce, maxLength: atOnce })

type Planned = typeof schedules extends fc.Arbitrary<(infer Of)[]> ? Of : never

/** Takes the steps of the schedules in turns, until all is at rest; answers what each order came to. */
export async function play(world: Counterparts, offerId: string, planned: readonly Planned[]): Promise<string[]> {
  const { till, line, counterparts } = world
  line.fates = []
  line.late.length = 0
  for (const counterpart of Object.values(counterparts)) counterpart.begin()
  const played: { one: Schedule; steps: readonly Step[] }[] = []
  for (const { kind, steps } of planned) {
    const one = await Schedule.begin(world, counterparts[kind], offerId)
    played.push({ one, steps: [{ kind: 'link' }, ...steps] })
  }
  const longest = Math.max(...played.map(({ steps }) => steps.length))
  for (let turn = 0; turn < longest; turn += 1) {
    for (const { one, steps } of played) {
      const next = steps[turn]
      if (next) await one.take(next)
    }
  }
  await line.arrive()
  // Time goes by with a good line, until nothing is left to be done.
  for (let rounds = 0; rounds < 12; rounds += 1) {
    for (const counterpart of Object.values(counterparts)) counterpart.rest()
    till.later(3_700)
    await till.round()
    const left = await Promise.all(played.map(({ one }) => one.isLeft()))
    if (!left.includes(true)) break
    // What waits for its customer ends with its link.
    if (rounds > 2) till.later(86_401)
  }
  const differences: Difference[] = []
  for (const { gatewayId } of Object.values(counterparts))
    differences.push(...((await till.reconcile(gatewayId))?.differences ?? []))
  await till.round()
  const ends: string[] = []
  for (const { one } of played) {
    expect(differences.filter(({ orderId }) => orderId === one.orderId)).toEqual([])
    ends.push(await one.judge())
  }
  return ends
}

/** One order, and what is done about it. */
class Schedule {
  readonly till: Till
  readonly line: BadLine
  readonly gateway: Counterpart
  readonly orderId: string
  /** The newest first. */
  readonly attempts: { id: string; card: keyof typeof cards; token: string }[] = []
  readonly tokens: string[] = []

  private constructor({ till, line }: Counterparts, gateway: Counterpart, orderId: string) {
    this.till = till
    this.line = line
    this.gateway = gateway
    this.orderId = orderId
  }

  static async begin(world: Counterparts, gateway: Counterpart, offerId: string): Promise<Schedule> {
    const { till } = world
    const placed = await till.staff('POST', '/orders', till.shop.placement([{ offerId, quantity: 2 }]))
    expect(placed.status).toBe(200)
    return new Schedule(world, gateway, (placed.body as { data: { id: string } }).data.id)
  }

  async take(one: Step): Promise<void> {
    if ('fates' in one) this.line.fates = [...one.fates]
    await this.do(one)
    this.line.fates = []
  }

  private async do(one: Step): Promise<void> {
    const { till, orderId, gateway } = this
    switch (one.kind) {
      case 'link': {
        const body = { mail: false, gatewayInstanceId: gateway.gatewayId }
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
        return this.pay(this.tokens[one.tab], one.card)
      case 'twoTabs':
        await Promise.all([this.pay(this.tokens[0], one.card), this.pay(this.tokens[0], 'good')])
        return
      case 'payAgain': {
        const known = this.attempts[one.attempt]
        return known && this.fine(gateway.pay(known.token, known.id, known.card))
      }
      case 'answer': {
        const known = this.attempts[one.attempt]
        return known && this.fine(gateway.answer(known.token, known.id, one.approved))
      }
      case 'refund':
        gateway.setSlow(one.isSlow)
        return this.fine(till.refund(orderId, { amount: Math.round((price * one.percent) / 100) / 100 }))
      case 'refundsAtOnce': {
        const amount = Math.round((price * one.percent) / 100) / 100
        await Promise.all([1, 2].map(() => this.fine(till.refund(orderId, { amount }))))
        return
      }
      case 'endRefund':
        return gateway.endRefund(one.age, one.state)
      case 'message': {
        const answers = await gateway.tell(orderId, one.age, one.times)
        for (const answer of answers) expect(answer).toMatchObject({ status: 200 })
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
        return this.takeAnyway(one.attempt)
      case 'takeWrong':
        return this.takeAnyway(one.attempt, one.instead)
      case 'cancel':
        return this.fine(till.staff('POST', `/orders/${orderId}/cancel`, {}))
      case 'reconcile':
        await till.reconcile(gateway.gatewayId).catch((error: unknown) => expect(String(error)).toContain('the line'))
    }
  }

  /** A refusal is an answer, a fault of ours is none. */
  private async fine(answer: Promise<Answer | undefined>): Promise<void> {
    const { status = 200, body } = (await answer) ?? {}
    if (status >= 500) throw new Error(JSON.stringify(body))
  }

  private async pay(token: string | undefined, typed: keyof typeof cards): Promise<void> {
    if (token === undefined) return
    const id = uuidv7()
    this.attempts.unshift({ id, card: typed, token })
    await this.fine(this.gateway.pay(token, id, typed))
  }

  /** A gateway that takes money for what it has said has ended, or other money than was asked for. */
  private async takeAnyway(age: number, instead?: { cents: number; currency: string }): Promise<void> {
    const known = this.attempts[age]
    if (known) await this.gateway.take(known.id, instead)
  }

  /** Whether something of the order is still to come. */
  async isLeft(): Promise<boolean> {
    const [left] = await this.till.rows(sql`
      select (select count(*) from payment_attempts where order_id = ${this.orderId} and state in ('created', 'action_required', 'unknown'))
        + (select count(*) from refunds where order_id = ${this.orderId} and state in ('requested', 'pending')) as n`)
    return Number(left?.['n']) > 0
  }

  /** What must hold once all is at rest; answers what the order came to. */
  async judge(): Promise<string> {
    const { till, orderId } = this
    const taken = await this.gateway.taken(orderId)
    const [found] = await till.rows(sql`
      select orders.*,
        (select count(*)::int from payment_attempts where order_id = orders.id and state in ('created', 'action_required', 'unknown')) as live,
        (select count(*)::int from refunds where order_id = orders.id and state in ('requested', 'pending')) as asked
      from orders where id = ${orderId}`)
    expect(found).toMatchObject({ live: 0, asked: 0 })
    const total = Number(found?.['total_cents'])
    // Two truths, to the cent. What was taken wrongly is none of the order's, and was given back.
    const isRight = (one: Taken) => one.cents === total && one.currency === currency
    const [right, wrong] = [taken.filter(isRight), taken.filter((one) => !isRight(one))]
    const paid = [Number(found?.['paid_cents']), Number(found?.['refunded_cents'])]
    expect(paid).toEqual([sumOf(right, 'cents'), sumOf(right, 'given')])
    for (const one of wrong) expect(one.given + one.bounced).toBe(one.cents)
    const kept = sumOf(taken, 'cents') - sumOf(taken, 'given')
    const ledger = await till.ledger(orderId)
    expect(Object.values(ledger).reduce((sum, cents) => sum + cents, 0)).toBe(0)
    const { customer = 0, gateway = 0, refund = 0 } = ledger
    expect({ customer, gateway, refund }).toEqual({ customer: kept === 0 ? 0 : -kept, gateway: kept, refund: 0 })
    // What the gateway could not give back, or what came back, is nobody's doing here; people see it.
    const meant = kept - sumOf(taken, 'bounced')
    expect(kept).toBeGreaterThanOrEqual(0)
    expect(meant).toBeLessThanOrEqual(total)
    const status = String(found?.['status'])
    if (status === 'cancelled' || status === 'expired') expect(meant).toBeLessThanOrEqual(0)
    const moved = await till.rows(sql`select type, status, amount_cents from transactions where order_id = ${orderId}`)
    const said = paymentOf(
      total,
      // Written by the code under test, in its own words.
      moved.map(
        (one) =>
          ({ ...one, amount: Number(one['amount_cents']) }) as unknown as Parameters<typeof paymentOf>[1][number],
      ),
    )
    expect(found?.['payment_status']).toBe(said.status)
    const happened = await lifeOf(till.server.database, till.shop.orgId, orderId, 'orders')
    // What the server has kept of the life's own events.
    expect(fold(orderLife, happened as unknown as Parameters<typeof fold<typeof orderLife>>[1])).toBe(status)
    if (wrong.length > 0) return `${status} ${said.status} after another sum was taken`
    return sumOf(taken, 'bounced') > 0
      ? `${status} ${said.status} after a refund came back`
      : `${status} ${said.status}`
  }
}

const sumOf = (taken: readonly Taken[], what: 'cents' | 'given' | 'bounced') =>
  taken.reduce((sum, one) => sum + one[what], 0)
