import { change } from '../engine/compare'
import type { Ask, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { otherCaseBy, textOf, withOtherCase } from '../engine/text'
import type { World } from '../engine/world'
import type { RuleId } from '../rules'

const dayMs = 86_400_000
/** How a server may say that a link opens nothing. */
const refused = [400, 401, 403, 404, 410, 422]
/** Clocks that differ a little are nobody's fault. */
const toleranceMs = 300_000

/** The payment page's order, by the token that was given and by tokens that nobody was given. */
export async function checkPayment(run: Run, world: World): Promise<void> {
  const { orderToken, expiredOrderToken } = run.options
  if (expiredOrderToken === undefined) {
    run.recorder.skip('payment.expired', 'no token of an expired link was given (--expired-order-token)')
  } else await attempt(run, 'payment.expired', () => checkExpired(run, expiredOrderToken))
  if (orderToken === undefined) {
    run.recorder.skip('payment.order', 'no payment token was given (--order-token)')
    run.recorder.skip('payment.expiry', 'no payment token was given (--order-token)')
  } else {
    await attempt(run, 'payment.order', () => checkOrder(run, world, orderToken))
  }
  // After an order was opened, as what was answered once may be kept.
  await attempt(run, 'payment.unknown', () => checkUnknown(run, world))
}

async function checkUnknown(run: Run, { marker }: World): Promise<void> {
  const ask = (token: string) => ({ as: null, params: { token }, isValid: true })
  await run.refuse('payment.unknown', 'orders.getByToken', ask(`${marker}-never-given-out-0000000000000`), refused)
  const { orderToken } = run.options
  if (orderToken === undefined) return
  // Near misses: a token is compared whole.
  const nearly: [near: string, name: string, by: string][] = [
    [`${orderToken}x`, 'LONGER_ORDER_TOKEN', 'it + "x"'],
    [orderToken.slice(0, -1), 'CUT_ORDER_TOKEN', 'it.slice(0, -1)'],
    [flipped(orderToken), 'ALTERED_ORDER_TOKEN', '(it.startsWith("a") ? "b" : "a") + it.slice(1)'],
  ]
  // The specification does not say that the case of letters counts in a token.
  if (run.isFull) nearly.push([withOtherCase(orderToken), 'OTHER_CASE_ORDER_TOKEN', otherCaseBy])
  for (const [near, name, by] of nearly) {
    if (near === '' || near === orderToken) continue
    run.secrets.add(near, name, { of: 'ORDER_TOKEN', by })
    await run.refuse('payment.unknown', 'orders.getByToken', ask(near), refused)
  }
}

async function checkExpired(run: Run, token: string): Promise<void> {
  const ask = { as: null, params: { token }, isValid: true }
  await run.refuse('payment.expired', 'orders.getByToken', ask, refused)
}

const flipped = (text: string) => `${text.startsWith('a') ? 'b' : 'a'}${text.slice(1)}`

async function checkOrder(run: Run, world: World, token: string): Promise<void> {
  const ask = { as: null, params: { token } }
  const exchange = await run.ask('orders.getByToken', ask)
  if (exchange.status >= 400 && exchange.status < 500 && /expired/i.test(exchange.text)) {
    const why = `the payment token that was given (--order-token) has expired: it was answered ${exchange.status}; give one of a newer link`
    for (const rule of ['payment.order', 'payment.expiry'] as const) run.recorder.skip(rule, why)
    return
  }
  if (!run.isSuccess('payment.order', exchange)) return
  const order = exchange.json as Fields
  const again = await run.succeed('payment.order', 'orders.getByToken', ask)
  const moved = change(order, again.json as Fields, new Set(['expiresAt']))
  run.verify('payment.order', again, moved === undefined, 'the same order again', moved)
  await checkAnyone(run, order, token)
  checkExpiry(run, exchange, order['expiresAt'])
  if (run.isFull) await checkAgainstList(run, world, exchange, order)
}

/** The app sends the token of its session with every call: a page for anyone is for whoever is signed in, too. */
async function checkAnyone(run: Run, order: Fields, token: string): Promise<void> {
  const visitors: Ask[] = [{ as: run.first }, ...(run.second === undefined ? [] : [{ as: run.second }])]
  if (run.isFull) visitors.push({ as: null, headers: { authorization: 'Bearer of-a-session-that-has-ended' } })
  for (const visitor of visitors) {
    const exchange = await run.succeed('payment.order', 'orders.getByToken', { ...visitor, params: { token } })
    const moved = change(order, exchange.json as Fields, new Set(['expiresAt']))
    run.verify('payment.order', exchange, moved === undefined, 'the same order for whoever has the link', moved)
  }
}

function checkExpiry(run: Run, exchange: Exchange, expiresAt: unknown): void {
  if (typeof expiresAt !== 'string') {
    run.recorder.skip('payment.expiry', 'the order does not say when its link ends (expiresAt)')
    return
  }
  const served = Date.parse(textOf(exchange.headers['date'] ?? ''))
  const left = Date.parse(expiresAt) - (Number.isNaN(served) ? Date.now() : served)
  run.verify(
    'payment.expiry',
    exchange,
    left > -toleranceMs,
    'no order for a link that has ended',
    `expiresAt ${expiresAt}`,
  )
  run.verify('payment.expiry', exchange, left <= dayMs + toleranceMs, 'an end within one day', `expiresAt ${expiresAt}`)
}

/** The order as the seller's own list shows it, where the account may see it. */
async function checkAgainstList(run: Run, { first }: World, exchange: Exchange, order: Fields): Promise<void> {
  const q = textOf(order['number'] ?? '')
  const found: Fields[] = []
  for (const { id } of first.organizations.slice(0, 5)) {
    found.push(...(await searchPage(run, { organizationId: id, resource: 'orders', q, limit: 100 })).rows)
  }
  const listed = found.find(({ id }) => id === order['id'])
  if (listed === undefined) return
  verifyShown(run, 'payment.order', exchange, listed, order)
  const items = Array.isArray(order['items']) ? (order['items'] as Fields[]) : []
  if (items.length === 0) return
  const sum = items.reduce((total, { total: part }) => total + Number(part), 0)
  const adds = Math.abs(sum - Number(order['subtotal'])) < 0.005
  run.verify(
    'payment.order',
    exchange,
    adds,
    `items that make up the subtotal of ${textOf(order['subtotal'])}`,
    `${sum}`,
  )
}

/** What a page tells of an order is what its seller reads of it. */
export function verifyShown(run: Run, rule: RuleId, exchange: Exchange, listed: Fields, order: Fields): void {
  for (const name of ['number', 'total', 'subtotal', 'shippingTotal', 'currency', 'status', 'paymentStatus']) {
    // A field that one of them leaves out is asked for where everything has to be sent.
    if (!(name in listed) || !(name in order)) continue
    const isSame = (listed[name] ?? null) === (order[name] ?? null)
    const expected = `${name} ${textOf(listed[name])}, as the list of orders has it`
    run.verify(rule, exchange, isSame, expected, textOf(order[name]))
  }
}
