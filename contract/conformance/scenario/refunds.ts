import { cents } from '../engine/amounts'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Shop } from '../engine/world'
import { filled } from '../generate/limits'
import { checkSums, dataOf, fieldsOf, listOf, openLink, paymentsOf } from './paying'
import { verifyPage } from './paymentPage'
import { movementsOf, notNow, readOrder, refuseOutdated, unitsOf } from './sellingBasics'
import { oneOfTwo } from './twiceAtOnce'

/** Gives back a paid order of two units: an amount, a line, and the rest (OR-03). */
export async function checkRefunds(run: Run, shop: Shop, orderId: string, token: string): Promise<void> {
  const params = { orderId }
  const order = await readOrder(run, shop.tenant, orderId, 'refunds.amount')
  const paid = cents(order['paidTotal'])
  const [item] = listOf(order['items'])
  if (item === undefined) return
  const now = () => readOrder(run, shop.tenant, orderId, 'refunds.amount')
  await refuseOutdated(run, 'orders.refund', { params, body: { amount: 1 } }, now)
  await refuseTooMuch(run, orderId, paid)
  const reason = filled('late “twice” ', 1_000)
  const ask = {
    params,
    body: { amount: 1.23, reason },
    headers: { 'idempotency-key': `back-${orderId}` },
  }
  const exchange = await run.succeed('refunds.amount', 'orders.refund', ask)
  const refunds = listOf(dataOf(exchange)['refunds'])
  const [given] = refunds
  const isGiven = refunds.length === 1 && given?.['amount'] === 1.23 && given['reason'] === reason
  run.verify('refunds.amount', exchange, isGiven, 'one refund of 1.23 and why', JSON.stringify(refunds))
  const again = await run.succeed('refunds.once', 'orders.refund', ask)
  const count = listOf(dataOf(again)['refunds']).length
  run.verify('refunds.once', again, count === 1, 'one refund', `${count}`)
  await run.refuse('refunds.once', 'orders.refund', { ...ask, body: { amount: 2 }, isValid: true }, [409, 422])
  await settled(run, orderId)
  await checkSums(run, shop, orderId, paid, 123)
  await refuseTooMuch(run, orderId, paid - 123)
  const line = await refundLine(run, shop, orderId, item, order)
  await checkSums(run, shop, orderId, paid, 123 + line)
  const rest = paid - 123 - line
  await refuseTooMuch(run, orderId, rest)
  const all = { params, body: { amount: rest / 100 } }
  await oneOfTwo(run, 'refunds.cap', 'orders.refund', [all, all], 'one of two refunds at once of all that is left')
  await settled(run, orderId)
  await checkSums(run, shop, orderId, paid, paid)
  await refuseTooMuch(run, orderId, 0)
  // A unit that was not refunded by itself is given back with all the money.
  const unit = { lines: [{ itemId: item.id, quantity: 1 }] }
  await run.refuse('refunds.cap', 'orders.refund', { params, body: unit, isValid: true }, notNow)
  verifyPage(run, await openLink(run, 'payments.link', token), await now())
  await checkCancelled(run, shop, orderId)
}

/** More than what was paid and not given back is refused, and so is nothing. */
async function refuseTooMuch(run: Run, orderId: string, left: number): Promise<void> {
  const ask = { params: { orderId }, isValid: true }
  await run.refuse('refunds.cap', 'orders.refund', { ...ask, body: { amount: (left + 1) / 100 } }, notNow)
  const none = { params: { orderId }, body: { amount: 0 } }
  await run.refuse('refunds.cap', 'orders.refund', none, notNow)
}

/** A gateway may need a moment to give money back. */
export async function settled(run: Run, orderId: string): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const { refunds } = dataOf(await paymentsOf(run, 'refunds.amount', orderId))
    if (listOf(refunds).every(({ state }) => state === 'succeeded' || state === 'failed')) return
    await run.sender.pause(300)
  }
}

/** One of the two units, which goes back into stock; in cents. */
async function refundLine(run: Run, shop: Shop, orderId: string, item: Row, order: Row): Promise<number> {
  const params = { orderId }
  const lines = (quantity: number) => ({ lines: [{ itemId: item.id, quantity }], restock: true })
  const rule = 'refunds.lines'
  // A line is as much as it is, however often it is named, and was shipped for no more than was paid for that.
  const one = { itemId: item.id, quantity: 1 }
  for (const body of [
    lines(3),
    { lines: [one, { ...one, quantity: 2 }] },
    // Nor is it one of another order.
    ...listOf(shop.order?.['items'])
      .slice(0, 1)
      .map(({ id }) => ({ lines: [one, { itemId: id, quantity: 1 }] })),
    { lines: [one], shippingAmount: (cents(item['shippingTotal']) + 1) / 100 },
  ]) {
    await run.refuse(rule, 'orders.refund', { params, body, isValid: true }, notNow)
  }
  const before = await unitsOf(run, shop)
  const was = listOf(dataOf(await paymentsOf(run, rule, orderId))['refunds']).length
  const exchange = await run.succeed(rule, 'orders.refund', { params, body: lines(1) })
  await settled(run, orderId)
  const told = dataOf(exchange)
  const due = costOf(order, item, 1)
  const refunds = listOf(told['refunds']).slice(was)
  const amount = refunds.reduce((sum, one) => sum + cents(one['amount']), 0)
  run.verify(rule, exchange, Math.abs(amount - due) <= 1, `${due / 100} for one of two units`, `${amount / 100}`)
  const [line] = listOf(told['refundedLines'])
  const isTold = fieldsOf(line)['itemId'] === item.id && fieldsOf(line)['units'] === 1
  run.verify(rule, exchange, isTold, 'one unit of the line as refunded', JSON.stringify(line))
  const after = await unitsOf(run, shop)
  isOneBack(run, exchange, before, after)
  const movements = await movementsOf(run, shop.tenant, shop.product.id, { limit: '100' })
  const back = rowsOf(movements).find((row) => row['orderId'] === orderId && Number(row['quantity']) > 0)
  const isMoved = back?.['quantity'] === 1
  run.verify('products.movements', movements, isMoved, 'the unit that came back, with its order', JSON.stringify(back))
  await run.refuse(rule, 'orders.refund', { params, body: lines(2), isValid: true }, notNow)
  return amount
}

/** What so many units of a line cost without their shipping, in cents. */
function costOf({ pricesIncludeTax }: Row, item: Row, units: number): number {
  const tax = pricesIncludeTax === true ? 0 : cents(item['tax'])
  return Math.floor(((cents(item['total']) + tax) * units) / Number(item['quantity']))
}

/** A unit of each line of an order at once, of which neither shipping nor goods come back; then the rest, and its end. */
export async function refundSeveral(run: Run, shop: Shop, orderId: string): Promise<void> {
  const rule = 'refunds.lines'
  const params = { orderId }
  const order = await readOrder(run, shop.tenant, orderId, rule)
  const paid = cents(order['paidTotal'])
  const ending = { params, body: { refund: false, reason: '' } }
  // Money goes back to nobody unasked.
  await run.refuse('orders.cancel', 'orders.cancel', { ...ending, isValid: true }, notNow)
  await checkSums(run, shop, orderId, paid, 0)
  const items = listOf(order['items'])
  const before = await unitsOf(run, shop)
  const lines = items.map(({ id: itemId }) => ({ itemId, quantity: 1 }))
  const body = { lines, restock: false, shipping: false, reason: '' }
  const exchange = await run.succeed(rule, 'orders.refund', { params, body })
  await settled(run, orderId)
  const due = items.reduce((sum, item) => sum + costOf(order, item, 1), 0)
  const { refunds, refundedLines, refundable } = dataOf(exchange)
  const amount = listOf(refunds).reduce((sum, one) => sum + cents(one['amount']), 0)
  const isDue = Math.abs(amount - due) <= items.length
  run.verify(rule, exchange, isDue, `${due / 100} for a unit of each line, without shipping`, `${amount / 100}`)
  const told = listOf(refundedLines)
  const isTold = ({ id }: Row) =>
    told.some(({ itemId, units, hasShipping }) => itemId === id && units === 1 && hasShipping === false)
  const missing = items.find((item) => !isTold(item))
  const expected = 'a unit of each line as refunded, without shipping'
  run.verify(rule, exchange, missing === undefined, expected, JSON.stringify(told))
  const wrong = difference({ ...before }, { ...(await unitsOf(run, shop)) })
  run.verify(rule, exchange, wrong === undefined, 'the units that there were, as none came back', wrong)
  await checkSums(run, shop, orderId, paid, amount)
  await run.succeed('refunds.amount', 'orders.refund', { params, body: { amount: refundable } })
  await settled(run, orderId)
  const { status } = recordOf(await run.succeed('orders.cancel', 'orders.cancel', ending))
  run.verify('orders.cancel', exchange, status === 'cancelled', 'a cancelled order', textOf(status))
}

/** What was given back is not given back once more when the order is cancelled. */
async function checkCancelled(run: Run, shop: Shop, orderId: string): Promise<void> {
  const before = await unitsOf(run, shop)
  const exchange = await run.succeed('refunds.lines', 'orders.cancel', { params: { orderId }, body: {} })
  const after = await unitsOf(run, shop)
  isOneBack(run, exchange, before, after)
  const { status } = recordOf(exchange)
  run.verify('refunds.lines', exchange, status === 'cancelled', 'a cancelled order', textOf(status))
}

type Units = Awaited<ReturnType<typeof unitsOf>>

/** One unit is in stock again, and can be sold again. */
function isOneBack(run: Run, exchange: Exchange, before: Units, after: Units): void {
  const due = { stock: Number(before.stock) + 1, left: Number(before.left) + 1 }
  const wrong = difference(due, { ...after })
  const expected = `${due.stock} in stock, and ${due.left} of the offer`
  run.verify('refunds.lines', exchange, wrong === undefined, expected, wrong)
}
