import { cents } from '../engine/amounts'
import { randomUUID } from 'node:crypto'
import { Blocked } from '../engine/errors'
import type { Ask, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import type { RuleId } from '../rules'
import { makeOne, readOrder, shopOf } from './sellingBasics'

/** Test cards of the sandbox gateway: nobody's, and the only ones that it takes (PY-02). */
export const cards = {
  paid: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  asked: '4000 0025 0000 3155',
  lost: '4000 0000 0000 0119',
  real: '4111 1111 1111 1111',
} as const

export const card = (cardNumber: string): Fields => ({ cardNumber, expiry: '12/39', securityCode: '123' })

/** The shop of the first account with a gateway of the run's own, which takes test cards. */
export async function payingShop(run: Run, world: World): Promise<Shop & { till: Row }> {
  const shop = await shopOf(run, world, world.first)
  const { tenant } = shop
  const { organizationId } = tenant
  const body = { organizationId, displayName: `${world.marker} till`, kind: 'sandbox', monthlyCap: null }
  const till = shop.till ?? (await makeOne(run, tenant, 'gateways', 'gateways.list', body))[0]
  shop.till = till
  return Object.assign(shop, { till })
}

/** What an answer holds that is no record of its own. */
export function dataOf({ call, json }: Exchange): Fields {
  const { data } = (json ?? {}) as { data?: unknown }
  if (typeof data !== 'object' || data === null) throw new Blocked(`${call.name} answers nothing`)
  return data as Fields
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
export const listOf = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : [])
export interface MadeLink {
  token: string
  code: string
  link: Row
  exchange: Exchange
}

/** What is told of a link that was just made. Throws Blocked when it has no token. */
export function linkIn(run: Run, exchange: Exchange): MadeLink {
  const link = recordOf(exchange)
  const address = typeof link['linkUrl'] === 'string' ? link['linkUrl'] : ''
  const token = /\/([\w.~-]+)$/.exec(address)?.[1] ?? ''
  const code = typeof link['payCode'] === 'string' ? link['payCode'] : ''
  const isThere = run.verify('payments.link', exchange, token !== '', 'an address that ends with the token')
  if (!isThere) throw new Blocked('there is no link to pay')
  run.secrets.add(token, 'PAYMENT_TOKEN')
  run.secrets.add(code, 'PAYMENT_CODE')
  const lasts = Date.parse(String(link['expiresAt'])) - Date.parse(String(link['createdAt']))
  // The mail promises a day (KO-02); a repeated request is answered what has become of its link.
  const isWithin = typeof link['expiresAt'] !== 'string' || (lasts > 0 && lasts <= 86_400_000 + toleranceMs)
  run.verify('payment.expiry', exchange, isWithin, 'a link that ends within a day', String(link['expiresAt']))
  return { token, code, link, exchange }
}

/** Moments of one request may be taken by two clocks. */
const toleranceMs = 300_000

/** Makes a link to pay an order through the run's own gateway. */
export async function linkTo(run: Run, shop: Shop, orderId: string, more: Fields = {}, ask: Ask = {}) {
  const body = { mail: false, gatewayInstanceId: shop.till?.id, ...more }
  const params = { orderId }
  return linkIn(run, await run.succeed('payments.link', 'orders.createPaymentLink', { params, body, ...ask }))
}

export const payAsk = (token: string, cardNumber: string, attemptId: string = randomUUID()): Ask => ({
  as: null,
  params: { token },
  body: { attemptId, card: card(cardNumber) },
})

/** Pays through a link as its customer does. */
export async function payBy(run: Run, rule: RuleId, token: string, cardNumber: string, attemptId?: string) {
  const exchange = await run.succeed(rule, 'payments.pay', payAsk(token, cardNumber, attemptId))
  if (fieldsOf(dataOf(exchange)['attempt'])['state'] === 'succeeded') verifyCard(run, exchange, cardNumber)
  return exchange
}

/** A page of a paid order tells of the card that paid it, where it tells of one. */
export function verifyCard(run: Run, exchange: Exchange, cardNumber: string): void {
  const paidBy = fieldsOf(dataOf(exchange)['order'])['paidBy']
  const { last4 = null } = fieldsOf(paidBy)
  const due = cardNumber.slice(-4)
  const expected = `${due} as the last digits of the card that paid, in order.paidBy.last4`
  run.verify('payments.card', exchange, last4 === null || last4 === due, expected, String(last4))
}

/** The page that a link opens. */
export const openLink = (run: Run, rule: RuleId, token: string) =>
  run.succeed(rule, 'payments.get', { as: null, params: { token } })

export const paymentsOf = (run: Run, rule: RuleId, orderId: string) =>
  run.succeed(rule, 'orders.payments', { params: { orderId } })

const succeeded = (rows: readonly Row[], type: string) =>
  rows.filter((row) => row['type'] === type && row['status'] === 'succeeded')
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { amount }) => sum + cents(amount), 0)

/** The transactions of an order, as their list has them. */
export async function transactionsOf(run: Run, { tenant }: Shop, filters: Record<string, string>): Promise<Row[]> {
  const { organizationId, account } = tenant
  return (await searchPage(run, { organizationId, resource: 'transactions', filters, limit: 100, page: 1 }, account))
    .rows
}

export const chargesOf = async (run: Run, shop: Shop, orderId: string) =>
  succeeded(await transactionsOf(run, shop, { orderId }), 'charge')

/** Order, payments and transactions tell the same sums, to the cent. */
export async function checkSums(run: Run, shop: Shop, orderId: string, paid: number, refunded: number): Promise<void> {
  const order = await readOrder(run, shop.tenant, orderId, 'payments.sums')
  const exchange = await paymentsOf(run, 'payments.sums', orderId)
  const told = dataOf(exchange)
  const due = order['status'] === 'cancelled' ? 0 : Math.max(0, cents(order['total']) - paid)
  const listed = await transactionsOf(run, shop, { orderId })
  const own = listOf(order['transactions'])
  const sums = (rows: readonly Row[]) => [sumOf(succeeded(rows, 'charge')), sumOf(succeeded(rows, 'refund'))]
  const is = {
    order: [cents(order['paidTotal']), cents(order['refundedTotal'])],
    payments: [cents(told['due']), cents(told['refundable'])],
    transactions: sums(listed),
    'transactions of the order': sums(own),
  }
  const expected = {
    order: [paid, refunded],
    payments: [due, paid - refunded],
    transactions: [paid, refunded],
    'transactions of the order': [paid, refunded],
  }
  const [one, other] = [JSON.stringify(expected), JSON.stringify(is)]
  run.verify('payments.sums', exchange, one === other, one, other)
  const status = paid === 0 ? 'unpaid' : refunded === 0 ? 'paid' : refunded < paid ? 'partially_refunded' : 'refunded'
  // While the bank is asked, it may be told.
  const isTold = order['paymentStatus'] === status || (paid === 0 && order['paymentStatus'] === 'pending')
  run.verify('payments.sums', exchange, isTold, `the payment status ${status}`, String(order['paymentStatus']))
  const last = listOf(told['attempts']).at(-1)?.['state']
  if (order['status'] !== 'open' || last === 'action_required') return
  const outcome = paid === 0 && last === 'declined' ? 'declined' : null
  const { lastAttempt = null } = order
  run.verify(
    'payments.declined',
    exchange,
    lastAttempt === outcome,
    `lastAttempt ${String(outcome)}`,
    textOf(lastAttempt),
  )
}

/** Gives back what was paid, and what was sold. */
export async function putAway(run: Run, orderId: string): Promise<void> {
  const params = { orderId }
  const { refundable } = dataOf(await paymentsOf(run, 'refunds.amount', orderId))
  if (Number(refundable) > 0)
    await run.succeed('refunds.amount', 'orders.refund', { params, body: { amount: refundable } })
  await run.succeed('orders.cancel', 'orders.cancel', { params, body: {} })
}
