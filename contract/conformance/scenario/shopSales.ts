import { refundParts, sumOfParts } from '../../rules/refunds'
import { cents } from '../engine/amounts'
import { change as moveOf, difference } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row } from '../engine/listing'
import { attempt } from '../engine/steps'
import type { Sale } from '../predict/books'
import { verifyPage } from './paymentPage'
import { cards, dataOf, fieldsOf, linkTo, listOf, payBy, paymentsOf } from './paying'
import { settled } from './refunds'
import { amountsDue, type Priced, wrongAmount } from './sellingAmounts'
import { type Line, notNow, place as placeOrder, placement, readOrder } from './sellingBasics'
import { balance, nth, shopOf, type Trade } from './trade'
import { twiceAtOnce } from './twiceAtOnce'

const rule = 'shop.figures'

const place = ({ place: { tenant } }: Trade) => tenant

/** Where what is sold is sent: it needs a state there. */
const inOregon = {
  address1: '5 Trade Row',
  address2: 'Back door',
  city: 'Salem',
  state: 'OR',
  postalCode: '97301',
  country: 'US',
}

/** Places an order, whose amounts follow from its lines and the tax, and enters it. */
export async function sell(
  trade: Trade,
  {
    customer,
    campaign,
    lines,
  }: { customer: number; campaign: number; lines: readonly [offer: number, quantity: number, unitPrice: number][] },
): Promise<Sale> {
  const { run, books, customers, offers } = trade
  const shop = { ...shopOf(trade, campaign), customer: nth(customers, customer) }
  const sent: Line[] = lines.map(([offer, quantity, unitPrice]) => ({
    offerId: nth(offers, offer).id,
    quantity,
    unitPrice,
  }))
  const [made, exchange] = await placeOrder(run, shop, placement(shop, sent, { address: inOregon }), rule)
  const priced: Priced[] = lines.map(([offer, quantity, unitPrice]) => ({
    quantity,
    unitPrice,
    shipPrice: Number(nth(offers, offer)['shipPrice'] ?? 0),
  }))
  const order = await readOrder(run, place(trade), made.id, rule)
  const settings = await settingsOf(trade)
  for (const shown of [made, order]) {
    // The tax is what the organization has now, whatever the order says of it.
    const wrong = difference(taxOf(settings), shown) ?? wrongAmount({ ...shown, ...taxOf(settings) }, priced)
    run.verify('orders.amounts', exchange, wrong === undefined, 'amounts with the tax of the organization', wrong)
    const { currency } = settings
    const foreign = difference({ currency }, shown)
    run.verify(
      'orders.amounts',
      exchange,
      foreign === undefined,
      'amounts in the currency of the organization',
      foreign,
    )
    const elsewhere = difference(inOregon, fieldsOf(shown['shippingAddress']))
    run.verify('orders.place', exchange, elsewhere === undefined, 'each line of the address that was sent', elsewhere)
  }
  const { total } = amountsDue({ ...order, ...taxOf(settings) }, priced).sums
  books.sold({
    id: made.id,
    createdAt: String(order['createdAt']),
    customer: shop.customer.id,
    campaign: shop.campaign.id,
    lines: lines.map(([offer, quantity]) => ({ offer: nth(offers, offer).id, quantity })),
    total,
  })
  await balance(trade, exchange, 'an order is placed')
  return saleOf(trade, made.id)
}

export function saleOf({ books }: Trade, id: string): Sale {
  const sale = books.sales.get(id)
  if (sale === undefined) throw new Blocked('the order is not in the books')
  return sale
}

const settingsOf = async ({ run, place: { tenant } }: Trade) => {
  const params = { organizationId: tenant.organizationId }
  return recordOf(await run.succeed('organization.change', 'organizations.settings', { params }))
}

const taxOf = ({ taxRate, pricesIncludeTax }: Row): Fields => ({
  taxRate: taxRate ?? 0,
  pricesIncludeTax: pricesIncludeTax === true,
})

export async function pay(trade: Trade, { id, total }: Sale): Promise<void> {
  const { run, books } = trade
  const { token } = await linkTo(run, shopOf(trade), id)
  const exchange = await payBy(run, rule, token, cards.paid)
  verifyPage(run, exchange, await readOrder(run, place(trade), id, rule))
  books.changed(id, { paid: total })
  await balance(trade, exchange, 'an order is paid')
}

export async function refund(trade: Trade, { id, refunded }: Sale, amount: number): Promise<void> {
  const { run, books } = trade
  const ask = { params: { orderId: id }, body: { amount: amount / 100 } }
  const exchange = await twiceAtOnce(run, rule, 'orders.refund', ask)
  await settled(run, id)
  books.changed(id, { refunded: refunded + amount })
  await balance(trade, exchange, 'some of it is given back')
}

/** What of a line's shipping goes back with one of its units: nothing, so much, or its share. */
type ShippingBack = number | 'share' | undefined

const isShippedFor = (back: ShippingBack) => (item: Row) =>
  back === 'share'
    ? cents(item['shippingTotal']) > 0 && Number(item['quantity']) > 2
    : cents(item['shippingTotal']) >= 200

/** Gives back one unit of a line, and of its shipping so much as was asked for and no more: none where none was. */
export async function refundUnit(trade: Trade, { id, refunded }: Sale, back?: ShippingBack): Promise<void> {
  const { run, books } = trade
  const order = await readOrder(run, place(trade), id, 'refunds.lines')
  const items = listOf(order['items'])
  const item = items.find(isShippedFor(back)) ?? (back === undefined ? items[0] : undefined)
  if (item === undefined) throw new Blocked('no line of the order is shipped for money')
  const asked = back === 'share' ? { shipping: true } : back !== undefined && { shippingAmount: back }
  const body = { lines: [{ itemId: item.id, quantity: 1 }], ...asked }
  const before = await paymentsOf(run, 'refunds.lines', id)
  const ofLine = (exchange: Exchange) => {
    const own = listOf(dataOf(exchange)['refundedLines']).filter((one) => fieldsOf(one)['itemId'] === item.id)
    const sumOf = (name: string) => own.reduce((sum, one) => sum + cents(fieldsOf(one)[name]), 0)
    const isShipped = own.some((one) => fieldsOf(one)['hasShipping'] === true)
    return { units: sumOf('units') / 100, shipping: sumOf('shipping'), isShipped }
  }
  const was = ofLine(before)
  if (was.units >= Number(item['quantity'])) return
  const known = new Set(listOf(dataOf(before)['refunds']).map((one) => one.id))
  if (back === undefined && was.shipping > 0) {
    // Of its shipping no more comes back than is left.
    const most = { ...body, shippingAmount: (cents(item['shippingTotal']) - was.shipping + 1) / 100 }
    await run.refuse('refunds.lines', 'orders.refund', { params: { orderId: id }, body: most, isValid: true }, notNow)
  }
  const exchange = await run.succeed('refunds.lines', 'orders.refund', { params: { orderId: id }, body })
  const tax = order['pricesIncludeTax'] === true ? 0 : cents(item['tax'])
  const line = {
    id: item.id,
    quantity: Number(item['quantity']),
    refundedQuantity: was.units,
    goods: cents(item['total']),
    tax,
    shipping: cents(item['shippingTotal']),
    refundedShipping: 0,
    smallest: 1,
  }
  const due = sumOfParts(refundParts([{ line, units: 1 }], back === 'share' ? back : cents(back ?? 0)))
  const given = listOf(dataOf(exchange)['refunds']).filter((one) => !known.has(one.id))
  const amount = given.reduce((sum, one) => sum + cents(one['amount']), 0)
  const shipped = `${back ?? 'nothing'} of the ${String(item['shippingTotal'])} for shipping`
  const expected = `${due.total / 100} for one of ${String(item['quantity'])} units with ${shipped}`
  run.verify('refunds.lines', exchange, amount === due.total, expected, `${amount / 100}`)
  const now = ofLine(exchange)
  const shipping = was.shipping + due.shipping
  const isTold = now.units === was.units + 1 && now.shipping === shipping && now.isShipped === shipping > 0
  const told = `${was.units + 1} of its units as refunded, with ${shipping / 100} of shipping`
  run.verify('refunds.lines', exchange, isTold, told, `${now.units} with ${now.shipping / 100}`)
  await settled(run, id)
  books.changed(id, { refunded: refunded + amount })
  await balance(trade, exchange, 'a unit is given back with some of its shipping')
}

/** Cancels an order, with what was paid for it given back. */
export async function cancel(trade: Trade, { id, paid }: Sale): Promise<void> {
  const { run, books } = trade
  const params = { orderId: id }
  // Money goes back to nobody unasked.
  if (paid > 0) await run.refuse('orders.cancel', 'orders.cancel', { params, body: {}, isValid: true }, notNow)
  const body = paid > 0 ? { refund: true, reason: 'not wanted any more' } : {}
  const exchange = await twiceAtOnce(run, rule, 'orders.cancel', { params, body })
  if (paid > 0) await settled(run, id)
  books.changed(id, { isCancelled: true, refunded: paid })
  await balance(trade, exchange, paid > 0 ? 'a paid order is cancelled and given back' : 'an order is cancelled')
}

/** A customer who moves has what was ordered before sent to where it was to go. */
export async function moveAway(trade: Trade, { id, customer }: Sale): Promise<void> {
  const { run } = trade
  const sentTo = async () => fieldsOf((await readOrder(run, place(trade), id, 'orders.address'))['shippingAddress'])
  const before = await sentTo()
  const body = { shippingAddress: { ...inOregon, address1: '6 Trade Row' } }
  const moved = await run.succeed('orders.address', 'customers.update', { params: { customerId: customer }, body })
  const wrong = difference(before, await sentTo())
  run.verify('orders.address', moved, wrong === undefined, 'the address of the order as it was placed', wrong)
}

/** What is sold once prices include the tax is taxed within them; what was sold before stays as it was. */
export async function taxWithin(trade: Trade): Promise<void> {
  const {
    run,
    place: { tenant, isOwn },
  } = trade
  if (!isOwn)
    return run.recorder.skip('orders.amounts', 'the tax of an organization that is not the check’s own is left alone')
  const params = { organizationId: tenant.organizationId }
  const change = async (body: Fields) => run.succeed('organization.change', 'organizations.update', { params, body })
  const [sale] = trade.books.sales.values()
  const sold = () => (sale === undefined ? undefined : readOrder(run, tenant, sale.id, 'orders.amounts'))
  const before = await sold()
  const exchange = await change({ pricesIncludeTax: true, taxRate: 19.125 })
  const moved = before && moveOf(before, (await sold()) ?? before)
  run.verify('orders.amounts', exchange, moved === undefined, 'an earlier order as it was', moved)
  const due = { pricesIncludeTax: true, taxRate: 19.125 }
  const wrong = difference(due, recordOf(exchange)) ?? difference(due, await settingsOf(trade))
  run.verify('organization.change', exchange, wrong === undefined, 'the tax as it was sent', wrong)
  await balance(trade, exchange, 'the tax is another')
  const within = await sell(trade, {
    customer: 2,
    campaign: 1,
    lines: [
      [1, 1, 20.25],
      [3, 2, 3.33],
    ],
  })
  await attempt(run, 'refunds.lines', async () => {
    await pay(trade, within)
    await refundUnit(trade, saleOf(trade, within.id))
  })
  await change({ pricesIncludeTax: false, taxRate: 8.25 })
}
