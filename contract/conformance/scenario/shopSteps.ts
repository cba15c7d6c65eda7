import { refundParts, sumOfParts } from '../../rules/refunds'
import { change as moveOf, difference } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Place, Shop, World } from '../engine/world'
import { Books, type Sale, wrongRow } from '../predict/books'
import { makeCustomer } from './customerBasics'
import { makeOffer } from './offerBasics'
import { placeOf } from './ownPlace'
import { cards, cents, dataOf, fieldsOf, linkTo, listOf, payBy, paymentsOf } from './paying'
import { settled } from './refunds'
import { amountsDue, type Priced, wrongAmount } from './sellingAmounts'
import { twiceAtOnce } from './twiceAtOnce'
import {
  dayFromNow,
  type Line,
  makeOne,
  makeProduct,
  place as placeOrder,
  notNow,
  placement,
  readOrder,
} from './sellingBasics'

const rule = 'shop.figures'

/** What is sold in an organization whose books the run keeps. */
export interface Trade {
  run: Run
  world: World
  place: Place
  books: Books
  till: Row
  campaigns: Row[]
  products: Row[]
  offers: Row[]
  customers: Row[]
}

const names = [
  ['Ada', 'Quill'],
  ['Bo', 'Ångström'],
  ['Cleo', 'Under_score'],
  ['Dov', 'Per%cent'],
] as const

/** Opens a shop with a few of everything, some of it without what may be left out. */
export async function openTrade(run: Run, world: World): Promise<Trade> {
  const place = await placeOf(run, world)
  const { tenant } = place
  const { organizationId } = tenant
  const { marker } = world
  const books = new Books()
  const tillBody = { organizationId, displayName: `${marker} books`, kind: 'sandbox' }
  const [till] = await makeOne(run, tenant, 'gateways', 'gateways.list', tillBody)
  const days = { startDate: dayFromNow(-30), endDate: dayFromNow(30) }
  const campaigns: Row[] = []
  for (const [index, more] of [{ category: 'Home', type: 'Inbound', ...days }, { category: 'Garden' }, {}].entries()) {
    const body = { organizationId, name: `${marker} ${'ABC'[index]} books`, ...more }
    campaigns.push((await makeOne(run, tenant, 'campaigns', 'campaigns.create', body))[0])
  }
  const products: Row[] = []
  for (const [index, [stock, category]] of (
    [
      [40, 'Tea'],
      [14, 'Tea'],
      [3, undefined],
    ] as const
  ).entries()) {
    const more = { stock, price: 10.5 + index, ...(category && { category }) }
    const [product] = await makeProduct(run, tenant, `${marker}-b${index + 1}`, more)
    products.push(product)
    books.products.set(product.id, stock)
  }
  const customers: Row[] = []
  for (const [index, [firstName, lastName]] of names.entries()) {
    // The last one has none, nor an address.
    const phone = index < 3 ? run.phones.next() : ''
    const country = ['US', 'SE', 'US', ''][index] ?? ''
    const home = {
      address1: `${index + 1} Books Road`,
      city: 'Salem',
      state: 'OR',
      postalCode: `9730${index}`,
      country,
    }
    const body = {
      organizationId,
      firstName: `${marker} ${firstName}`,
      lastName,
      ...(phone && { phone }),
      ...(index < 3 && { email: `${marker}-book${index}@unknown.offerdesk.example` }),
      ...(country && { shippingAddress: home }),
    }
    // The first is added twice at once, and is one.
    if (index === 0) customers.push(recordOf(await twiceAtOnce(run, rule, 'customers.create', { body })))
    else customers.push((await makeCustomer(run, tenant, body))[0])
  }
  const trade: Trade = { run, world, place, books, till, campaigns, products, offers: [], customers }
  const limits = [
    { minPrice: 5, maxPrice: 60, maxQuantity: 6, shipPrice: 4.95 },
    {},
    { shipPrice: 1.1 },
    { minPrice: 3 },
  ]
  for (const [index, more] of limits.entries()) {
    const campaign = campaigns[index % 2]
    const product = products[index % 2]
    if (campaign === undefined || product === undefined) continue
    const inIt = { ...tenant, workplace: campaign, products: [product], gateways: [till] }
    const fields = { quantity: 20 + index, basePrice: 20 + index / 4, ...more }
    const { row } = await makeOffer(run, inIt, `${marker} books ${'KLMN'[index]}`, fields)
    trade.offers.push(row)
    const pieces = Number(row['quantityPerOrder'] ?? 1)
    books.offers.set(row.id, {
      id: row.id,
      campaign: campaign.id,
      product: product.id,
      quantity: fields.quantity,
      pieces,
    })
  }
  for (const { id } of customers) books.customers.add(id)
  for (const { id } of campaigns) books.campaigns.add(id)
  return trade
}

export function nth(rows: readonly Row[], index: number): Row {
  const row = rows[index]
  if (row === undefined) throw new Blocked('the shop could not be opened')
  return row
}

export const shopOf = ({ place, campaigns, products, offers, customers, till }: Trade, campaign = 0): Shop => ({
  tenant: place.tenant,
  campaign: nth(campaigns, campaign),
  product: nth(products, 0),
  customer: nth(customers, 0),
  offer: nth(offers, 0),
  till,
})

/** Every figure is what the books come to; a difference counts only when it is there twice. */
export async function balance(
  trade: Trade,
  exchange: Exchange,
  after: string,
  lists?: readonly string[],
): Promise<void> {
  const wrong = (await imbalance(trade, lists)) && (await later(trade, lists))
  trade.run.verify(rule, exchange, wrong === undefined, `every figure as it follows, once ${after}`, wrong)
}

async function later(trade: Trade, lists?: readonly string[]): Promise<string | undefined> {
  await trade.run.sender.pause(300)
  return imbalance(trade, lists)
}

async function imbalance({ run, place, books }: Trade, lists?: readonly string[]): Promise<string | undefined> {
  const { organizationId } = place.tenant
  for (const [resource, due] of Object.entries(books.due())) {
    if (due.size === 0 || lists?.includes(resource) === false) continue
    const filters = { ids: [...due.keys()] }
    // The books are of these lists alone.
    const query = { organizationId, resource: resource as 'orders', filters, limit: 100, page: 1 }
    const wrong = wrongRow(due, (await searchPage(run, query)).rows)
    if (wrong !== undefined) return `${resource}: ${wrong}`
  }
  return undefined
}

/** A customer and a campaign that are read alone have the figures that their lists show. */
export async function readAlone({ run, books }: Trade): Promise<void> {
  const due = books.due()
  for (const [call, param, of] of [
    ['customers.get', 'customerId', due.customers],
    ['campaigns.get', 'campaignId', due.campaigns],
  ] as const) {
    for (const id of of.keys()) {
      const exchange = await run.succeed(rule, call, { params: { [param]: id } })
      const row = recordOf(exchange)
      const shown = new Map([
        [id, Object.fromEntries(Object.entries(of.get(id) ?? {}).filter(([name]) => name in row))],
      ])
      const wrong = wrongRow(shown, [row])
      run.verify(rule, exchange, wrong === undefined, 'the figures of a record, read alone', wrong)
    }
  }
}

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

const place = ({ place: { tenant } }: Trade) => tenant

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
  const item = listOf(order['items']).find(isShippedFor(back))
  if (item === undefined) throw new Blocked('no line of the order is shipped for money')
  const asked = back === 'share' ? { shipping: true } : back !== undefined && { shippingAmount: back }
  const body = { lines: [{ itemId: item.id, quantity: 1 }], ...asked }
  const before = await paymentsOf(run, 'refunds.lines', id)
  const ofLine = (exchange: Exchange) => {
    const own = listOf(dataOf(exchange)['refundedLines']).filter((one) => fieldsOf(one)['itemId'] === item.id)
    const sumOf = (name: string) => own.reduce((sum, one) => sum + cents(fieldsOf(one)[name]), 0)
    return { units: sumOf('units') / 100, shipping: sumOf('shipping') }
  }
  const was = ofLine(before)
  if (was.units >= Number(item['quantity'])) return
  const known = new Set(listOf(dataOf(before)['refunds']).map((one) => one.id))
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
  const isTold = now.units === was.units + 1 && now.shipping === was.shipping + due.shipping
  const told = `${was.units + 1} of its units as refunded, with ${(was.shipping + due.shipping) / 100} of shipping`
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
  const body = paid > 0 ? { refund: true } : {}
  const exchange = await twiceAtOnce(run, rule, 'orders.cancel', { params, body })
  if (paid > 0) await settled(run, id)
  books.changed(id, { isCancelled: true, refunded: paid })
  await balance(trade, exchange, paid > 0 ? 'a paid order is cancelled and given back' : 'an order is cancelled')
}

/** Counts a stock anew. */
export async function count(trade: Trade, index: number, by: number): Promise<void> {
  const { run, books, products } = trade
  const { id } = nth(products, index)
  const body = { by, reason: 'counted' }
  const exchange = await twiceAtOnce(run, rule, 'products.adjustStock', { params: { productId: id }, body })
  books.products.set(id, (books.products.get(id) ?? 0) + by)
  await balance(trade, exchange, 'a stock is counted')
}

/** What a customer is read with: their calls, and how many there are. */
export const callsOf = async ({ run }: Trade, customerId: string) => {
  const row = recordOf(await run.succeed(rule, 'customers.get', { params: { customerId } }))
  return { count: row['callsCount'], ids: listOf(row['calls']).map(({ id }) => id) }
}

/** Two customers become one and two again: orders and calls go along. */
export async function mergeAndBack(
  trade: Trade,
  keptIndex: number,
  otherIndex: number,
  calls: readonly string[],
): Promise<void> {
  const { run, books, customers } = trade
  const [kept, other] = [nth(customers, keptIndex), nth(customers, otherIndex)]
  const before = await callsOf(trade, kept.id)
  const merged = await twiceAtOnce(run, rule, 'customers.merge', {
    params: { customerId: kept.id },
    body: { otherId: other.id, keep: {} },
  })
  const shop = { ...shopOf(trade), customer: other }
  const line = { offerId: nth(trade.offers, 0).id, quantity: 1, unitPrice: 20 }
  const late = { body: placement(shop, [line]), isValid: true }
  await run.refuse('orders.refused', 'orders.place', late, notNow)
  const moved = books.moved(other.id, kept.id)
  books.customers.delete(other.id)
  await balance(trade, merged, 'two customers are one')
  await hasCalls(trade, merged, kept.id, [...before.ids, ...calls])
  const back = await run.succeed(rule, 'customers.unmerge', { params: { customerId: other.id }, body: {} })
  for (const id of moved) books.changed(id, { customer: other.id })
  books.customers.add(other.id)
  await balance(trade, back, 'they are two again')
  await hasCalls(trade, back, kept.id, before.ids)
  await hasCalls(trade, back, other.id, calls)
}

/** Whoever of two wants no calls, the one that they become wants none; they are two again as they were. */
export async function mergeUnwanted({ run, customers }: Trade, keptIndex: number, otherIndex: number): Promise<void> {
  const [kept, other] = [nth(customers, keptIndex), nth(customers, otherIndex)]
  const wants = async ({ id }: Row) =>
    recordOf(await run.succeed(rule, 'customers.get', { params: { customerId: id } }))['doNotCall'] === true
  if ((await wants(kept)) || !(await wants(other))) return
  const ask = { params: { customerId: kept.id }, body: { otherId: other.id, keep: {} } }
  const merged = await run.succeed(rule, 'customers.merge', ask)
  run.verify(rule, merged, recordOf(merged)['doNotCall'] === true, 'one who is not to be called, as one of both is not')
  const back = await run.succeed(rule, 'customers.unmerge', { params: { customerId: other.id }, body: {} })
  const isBefore = recordOf(back)['doNotCall'] === true && !(await wants(kept))
  run.verify(rule, back, isBefore, 'the one not to be called, and the other to be called')
}

async function hasCalls(trade: Trade, exchange: Exchange, customerId: string, due: readonly string[]): Promise<void> {
  const {
    run,
    place: { tenant },
  } = trade
  const { ids, count } = await callsOf(trade, customerId)
  const isSame = ids.toSorted().join() === due.toSorted().join() && count === due.length
  const said = `${ids.length} calls, callsCount ${String(count)}`
  run.verify(rule, exchange, isSame, `the ${due.length} calls with their customer`, said)
  if (due.length === 0) return
  const { organizationId } = tenant
  const { rows } = await searchPage(run, { organizationId, resource: 'calls', filters: { ids: due } })
  const strange = rows.find((row) => row['customerId'] !== customerId)
  run.verify(
    rule,
    exchange,
    strange === undefined && rows.length === due.length,
    'the calls in their list, too',
    strange?.id,
  )
}

/** A deleted offer is no more of its campaign's, and what was sold of it stays. */
export async function dropOffer(trade: Trade, index: number): Promise<void> {
  const { run, books, offers, place: where } = trade
  const offer = nth(offers, index)
  const exchange = await run.succeed(rule, 'offers.delete', { params: { offerId: offer.id } })
  const known = books.offers.get(offer.id)
  if (known !== undefined) books.offers.set(offer.id, { ...known, isGone: true })
  await balance(trade, exchange, 'an offer is deleted')
  const orderId = [...books.sales.values()]
    .filter(({ lines }) => lines.some((line) => line.offer === offer.id))
    .map(({ id }) => id)
  if (orderId.length === 0) return
  const query = { organizationId: where.tenant.organizationId, resource: 'orderLines' as const, filters: { orderId } }
  const { rows } = await searchPage(run, { ...query, limit: 100, page: 1 })
  const isLeft = orderId.every((id) =>
    rows.some((row) => row['orderId'] === id && row['name'] === offer['displayName']),
  )
  run.verify(rule, exchange, isLeft, 'what was sold of it among the lines of orders', `${rows.length} lines`)
}

/** A copy begins with what its campaign has, auto-responders among it, and sells on its own. */
export async function copy(trade: Trade): Promise<void> {
  const {
    run,
    world,
    place: { tenant },
    books,
    campaigns,
  } = trade
  const { organizationId } = tenant
  const campaign = nth(campaigns, 0)
  const pluginBody = {
    organizationId,
    name: `${world.marker} books`,
    kind: 'outbox',
    from: 'checker@offerdesk.example',
  }
  const [plugin] = await makeOne(run, tenant, 'plugins', 'plugins.list', pluginBody)
  const params = { campaignId: campaign.id }
  const mails = ['order.completed', 'order.tracking_number.assigned'].map((event, index) => ({
    subject: `${world.marker} books {{order_id}}`,
    body: `<p>${index}</p>`,
    pluginInstanceId: plugin.id,
    event,
    from: `checker${index}@offerdesk.example`,
  }))
  for (const body of mails) await run.succeed(rule, 'autoresponders.createEmail', { params, body })
  const respondersOf = async (campaignId: string) =>
    rowsOf(await run.succeed(rule, 'autoresponders.listEmail', { params: { campaignId } }))
  const told = (rows: readonly Row[]) =>
    rows
      .map(({ subject, body, event, from, pluginInstanceId }) =>
        JSON.stringify([subject, body, event, from, pluginInstanceId]),
      )
      .toSorted()
      .join('\n')
  const body = { organizationId, name: `${world.marker} D books`, copiedFrom: campaign.id }
  const [made, exchange] = await makeOne(run, tenant, 'campaigns', 'campaigns.copy', body)
  const [due, copied] = [await respondersOf(campaign.id), await respondersOf(made.id)]
  const expected = `the ${due.length} auto-responders of its campaign`
  run.verify('campaigns.copy', exchange, told(due) === told(copied), expected, `${copied.length}: ${told(copied)}`)
  const filters = { campaignId: made.id }
  const { rows } = await searchPage(run, { organizationId, resource: 'offers', filters, limit: 100, page: 1 })
  const originals = [...books.offers.values()].filter(({ campaign: of, isGone }) => of === campaign.id && !isGone)
  run.verify(
    'campaigns.copy',
    exchange,
    rows.length === originals.length,
    `${originals.length} offers`,
    `${rows.length}`,
  )
  for (const row of rows) {
    run.journal.made('offers', row.id, tenant.account.name, String(row['displayName']))
    const [product, quantity] = [String(row['productId']), Number(row['quantity'])]
    books.offers.set(row.id, {
      id: row.id,
      campaign: made.id,
      product,
      quantity,
      pieces: Number(row['quantityPerOrder'] ?? 1),
    })
  }
  books.campaigns.add(made.id)
  await balance(trade, exchange, 'a campaign is copied')
  for (const { id } of [...due, ...copied]) {
    await run.succeed(rule, 'autoresponders.delete', { params: { autoresponderId: id } })
  }
}

/** Mails of an order and one event, once they are as many as are due, and a moment longer. */
export async function mailsOf(
  { run, place: { tenant } }: Trade,
  orderId: string,
  event: string,
  due: number,
): Promise<Row[]> {
  const query = { organizationId: tenant.organizationId, orderId, limit: '100' }
  let found: Row[] = []
  for (let looks = 0; looks < 12; looks += 1) {
    const listed = rowsOf(await run.succeed('mails.counted', 'mails.list', { query }))
    found = listed.filter((mail) => mail['event'] === event)
    if (found.length >= due) break
    await run.sender.pause(250)
  }
  await run.sender.pause(250)
  const listed = rowsOf(await run.succeed('mails.counted', 'mails.list', { query }))
  return listed.filter((mail) => mail['event'] === event)
}

/** A link is mailed once by every auto-responder of its campaign, however often the request comes; and once more as the next link is. */
export async function mailLinks(trade: Trade, { id }: Sale): Promise<void> {
  const {
    run,
    world,
    place: { tenant },
    campaigns,
  } = trade
  const { organizationId } = tenant
  const event = 'order.payment_link.created'
  const from = 'checker@offerdesk.example'
  const pluginBody = { organizationId, name: `${world.marker} links`, kind: 'outbox', from }
  const [plugin] = await makeOne(run, tenant, 'plugins', 'plugins.list', pluginBody)
  const params = { campaignId: nth(campaigns, 0).id }
  const made: Row[] = []
  for (const word of ['one', 'two']) {
    const body = {
      subject: `${world.marker} ${word}`,
      body: '<p>{{payment_link}}</p>',
      pluginInstanceId: plugin.id,
      event,
      from,
    }
    made.push(recordOf(await run.succeed('mails.counted', 'autoresponders.createEmail', { params, body })))
  }
  const send = () =>
    twiceAtOnce(run, 'mails.counted', 'orders.createPaymentLink', {
      params: { orderId: id },
      body: { mail: true, gatewayInstanceId: trade.till.id },
    })
  for (const due of [2, 4]) {
    const exchange = await send()
    const mails = await mailsOf(trade, id, event, due)
    if (due === 2) await foundByNumber(trade, exchange, mails)
    const to = new Set(mails.map((mail) => String(mail['to'])))
    run.verify(
      'mails.counted',
      exchange,
      mails.length === due && to.size === 1,
      `${due} mails to the customer`,
      `${mails.length}`,
    )
  }
  for (const { id: autoresponderId } of made) {
    await run.succeed('mails.counted', 'autoresponders.delete', { params: { autoresponderId } })
  }
  await run.succeed('mails.counted', 'orders.endPaymentLink', { params: { orderId: id }, body: {} })
}

/** What stands nowhere in a mail finds it all the same, as it is of that order. */
async function foundByNumber({ run, place: { tenant } }: Trade, exchange: Exchange, mails: Row[]): Promise<void> {
  const [mail] = mails
  const { number } = fieldsOf(mail?.['order'])
  if (typeof number !== 'number' || textOf(mail?.['subject']).includes(String(number))) return
  const query = { organizationId: tenant.organizationId, q: String(number), limit: '100' }
  const found = new Set(rowsOf(await run.succeed('mails.list', 'mails.list', { query })).map(({ id }) => id))
  const lost = mails.find(({ id }) => !found.has(id))
  run.verify('mails.list', exchange, lost === undefined, `the mails of order ${number} by its number`, lost?.id)
}

/** Names that other lists show are the new ones everywhere, and prices that were paid stay. */
export async function rename(trade: Trade): Promise<void> {
  const {
    run,
    world,
    place: { tenant },
    campaigns,
    products,
    offers,
  } = trade
  const { organizationId } = tenant
  const [campaign, product] = [nth(campaigns, 0), nth(products, 0)]
  const name = `${world.marker} A renamed`
  const sku = `${world.marker}-renamed`
  const ofCampaign = await run.succeed(rule, 'campaigns.update', {
    params: { campaignId: campaign.id },
    body: { name },
  })
  const ofProduct = await run.succeed(rule, 'products.update', { params: { productId: product.id }, body: { sku } })
  const filters = { campaignId: campaign.id }
  const offered = (await searchPage(run, { organizationId, resource: 'offers', filters, limit: 100, page: 1 })).rows
  const sold = (await searchPage(run, { organizationId, resource: 'orders', filters, limit: 100, page: 1 })).rows
  const old = [...offered, ...sold].find((row) => row['campaignName'] !== name)
  run.verify(
    rule,
    ofCampaign,
    old === undefined,
    `${name} as the name of the campaign in other lists`,
    String(old?.['campaignName']),
  )
  const numbered = offered.filter((row) => row['productId'] === product.id)
  const other = numbered.find((row) => row['productSku'] !== sku)
  run.verify(
    rule,
    ofProduct,
    other === undefined,
    `${sku} as the number of its offers' product`,
    String(other?.['productSku']),
  )
  const back = { params: { productId: product.id }, body: { sku: product['sku'] } }
  await run.succeed(rule, 'products.update', back)
  await balance(trade, ofProduct, `names are changed, of ${offers.length} offers`)
}

/** What is put away is left out of its list, and found by its id still. */
export async function putAway(trade: Trade): Promise<void> {
  const { run, campaigns } = trade
  const params = { campaignId: nth(campaigns, 2).id }
  const exchange = await run.succeed(rule, 'campaigns.archive', { params, body: {} })
  await balance(trade, exchange, 'a campaign is put away')
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
  const exchange = await change({ pricesIncludeTax: true, taxRate: 19 })
  const moved = before && moveOf(before, (await sold()) ?? before)
  run.verify('orders.amounts', exchange, moved === undefined, 'an earlier order as it was', moved)
  const due = { pricesIncludeTax: true, taxRate: 19 }
  const wrong = difference(due, recordOf(exchange)) ?? difference(due, await settingsOf(trade))
  run.verify('organization.change', exchange, wrong === undefined, 'the tax as it was sent', wrong)
  await balance(trade, exchange, 'the tax is another')
  await sell(trade, {
    customer: 2,
    campaign: 1,
    lines: [
      [1, 1, 20.25],
      [3, 2, 3.33],
    ],
  })
  await change({ pricesIncludeTax: false, taxRate: 8.25 })
}
