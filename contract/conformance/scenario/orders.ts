import { change, difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Shop, World } from '../engine/world'
import { readCampaign } from './campaignBasics'
import { readCustomer } from './customerBasics'
import { linkTo, listOf, openLink, payingShop } from './paying'
import { verifyPage } from './paymentPage'
import { checkLeast, checkNewCustomers } from './newCustomers'
import { checkOrderChanges } from './orderChanges'
import { checkOrderRefusals } from './orderRefusals'
import { tellingPrices, wrongAmount } from './sellingAmounts'
import { address, movementsOf, namesakes, place, placement, readOrder, shopOf, unitsOf } from './sellingBasics'

/** Orders are placed once, take what they sell, cost what they say, and keep what was true then (NO-02, NO-04). */
export async function checkOrders(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'orders.place', async () => {
    const shop = await shopOf(run, world, world.first)
    const first = await checkPlaced(run, shop)
    shop.order = first
    await attempt(run, 'orders.refused', () => checkOrderRefusals(run, world, shop))
    await attempt(run, 'orders.place', () => checkNewCustomers(run, world, shop))
    await attempt(run, 'orders.place', () => checkLeast(run, world, shop))
    await attempt(run, 'orders.number', () => checkNumbers(run, world, shop, first))
    await attempt(run, 'orders.copies', () => checkCopies(run, shop, first))
    await attempt(run, 'orders.cancel', () => checkOrderChanges(run, shop))
  })
}

const line = ({ offer }: Shop, quantity: number, unitPrice: number) => ({ offerId: offer.id, quantity, unitPrice })

async function checkPlaced(run: Run, shop: Shop): Promise<Row> {
  const { tenant, campaign, customer } = shop
  const before = await unitsOf(run, shop)
  const campaignBefore = await readCampaign(run, campaign.id)
  const customerBefore = await readCustomer(run, tenant, customer.id)
  const body = placement(shop, [line(shop, 2, 12.5)])
  const [made, exchange] = await place(run, shop, body)
  const read = await readOrder(run, tenant, made.id)
  for (const shown of [made, read])
    checkRecord(run, shop, exchange, shown, [{ quantity: 2, unitPrice: 12.5, shipPrice: 4.95 }])
  const me = (await run.ask('users.me')).json as { data?: { id?: unknown; name?: unknown } }
  const isOwn = read['agentId'] === me.data?.id
  run.verify('orders.place', exchange, isOwn, 'whoever has placed it as its agent', String(read['agentId']))
  const [begun] = listOf(read['timeline'])
  const named = { agentName: read['agentName'], userName: begun?.['userName'] }
  const stranger = difference({ agentName: me.data?.name, userName: me.data?.name }, named)
  run.verify('orders.timeline', exchange, stranger === undefined, 'whoever has placed it by their name', stranger)
  await checkTaken(run, shop, exchange, before, read)
  const { rows } = await namesakes(run, tenant, 'orders', String(customer['firstName']))
  const listed = rows.find(({ id }) => id === made.id)
  const differs = listed === undefined ? 'it is not found' : disagreement(listed, read)
  run.verify('orders.place', exchange, differs === undefined, 'the order in its list, as it reads', differs)
  const counts = [await readCustomer(run, tenant, customer.id), await readCampaign(run, campaign.id)]
  for (const [index, was] of [customerBefore, campaignBefore].entries()) {
    const due = Number(was['ordersCount']) + 1
    const shown = counts[index]?.['ordersCount']
    run.verify('orders.place', exchange, shown === due, `${due} orders of its customer and its campaign`, String(shown))
  }
  const again = await run.succeed('orders.once', 'orders.place', { body })
  run.verify(
    'orders.once',
    again,
    recordOf(again).id === made.id,
    'the order that the draft became',
    recordOf(again).id,
  )
  const isOurs = recordOf(again)['customerId'] === customer.id
  if (isOurs) run.journal.made('orders', recordOf(again).id, tenant.account.name, '')
  const after = await unitsOf(run, shop)
  const isOnce = after.stock === Number(before.stock) - 2 && after.left === Number(before.left) - 2
  run.verify('orders.once', again, isOnce, 'units taken once', JSON.stringify(after))
  return read
}

/** All that an order copies and comes to. */
function checkRecord(
  run: Run,
  shop: Shop,
  exchange: Exchange,
  order: Row,
  lines: { quantity: number; unitPrice: number; shipPrice: number }[],
): void {
  const { campaign, customer, offer, product } = shop
  const verify = (wrong: string | undefined, expected: string) =>
    run.verify('orders.place', exchange, wrong === undefined, expected, wrong)
  const own = { campaignId: campaign.id, customerId: customer.id, status: 'open', agreedToTermsAt: null }
  verify(
    change(own, Object.fromEntries(Object.keys(own).map((name) => [name, order[name]]))),
    'an open order of its customer',
  )
  verify(difference(address, (order['shippingAddress'] ?? {}) as Fields), 'the address that was sent')
  const { firstName, lastName, email, phone } = customer
  const shown = (order['customer'] ?? {}) as Fields
  verify(difference({ id: customer.id, firstName, lastName, email, phone }, shown), 'its customer')
  const items = Array.isArray(order['items']) ? (order['items'] as Fields[]) : []
  const { displayName: name, basePrice: listPrice } = offer
  for (const [index, { quantity, unitPrice }] of lines.entries()) {
    const due = { offerId: offer.id, productId: product.id, sku: product['sku'], name, listPrice, quantity, unitPrice }
    verify(difference(due, items[index] ?? {}), 'what was sold, in the order that it was sent in')
  }
  verify(items.length === lines.length ? undefined : `${items.length} lines`, `${lines.length} lines`)
  const wrong = wrongAmount(order, lines)
  run.verify('orders.amounts', exchange, wrong === undefined, 'amounts rounded half up by line, then summed', wrong)
  const isNamed = typeof order['currency'] === 'string' && order['currency'].length === 3
  run.verify('orders.amounts', exchange, isNamed, 'amounts of a currency', String(order['currency']))
}

async function checkTaken(
  run: Run,
  shop: Shop,
  exchange: Exchange,
  before: Awaited<ReturnType<typeof unitsOf>>,
  { id, number }: Row,
) {
  const after = await unitsOf(run, shop)
  const isTaken = after.stock === Number(before.stock) - 2 && after.left === Number(before.left) - 2
  const due = `${Number(before.stock) - 2} in stock and ${Number(before.left) - 2} of the offer left`
  run.verify('orders.stock', exchange, isTaken, due, `${String(after.stock)} and ${String(after.left)}`)
  const movements = await movementsOf(run, shop.tenant, shop.product.id)
  const sale = rowsOf(movements).find(({ orderId }) => orderId === id)
  const isSale = sale?.['kind'] === 'sale' && sale['quantity'] === -2
  run.verify('orders.stock', movements, isSale, 'the sale among the movements, with its order', JSON.stringify(sale))
  const isNumbered = typeof number !== 'number' || String(sale?.['orderNumber']) === String(number)
  run.verify(
    'orders.stock',
    movements,
    isNumbered,
    `order ${String(number)} of the sale`,
    String(sale?.['orderNumber']),
  )
}

/** Numbers follow each other, whatever was refused in between and whatever others have sold elsewhere. */
async function checkNumbers(run: Run, world: World, shop: Shop, first: Row): Promise<void> {
  const { second } = world
  if (second !== undefined) {
    await attempt(run, 'orders.number', async () => {
      const theirs = await shopOf(run, world, second)
      const [theirOrder] = await place(run, theirs, placement(theirs, [line(theirs, 1, 20)]))
      theirs.order = theirOrder
    })
  }
  const shipPrice = 4.95
  const [one, other] = tellingPrices(first, shipPrice)
  const [next, exchange] = await place(run, shop, placement(shop, [line(shop, 1, other), line(shop, 1, one)]))
  const priced = [other, one].map((unitPrice) => ({ quantity: 1, unitPrice, shipPrice }))
  const read = await readOrder(run, shop.tenant, next.id)
  checkRecord(run, shop, exchange, read, priced)
  await attempt(run, 'payments.link', async () => {
    const { token } = await linkTo(run, await payingShop(run, world), next.id)
    verifyPage(run, await openLink(run, 'payments.link', token), read)
  })
  const { organizationId } = shop.tenant
  const body = { organizationId, resource: 'orders', sortBy: 'createdAt', sortOrder: 'desc', limit: 100, page: 1 }
  const rows = rowsOf(await run.succeed('orders.number', 'search.search', { body }))
  const [from, to] = [Number(first['number']), Number(next['number'])]
  // Others may be selling in between.
  const others = rows.filter(({ id }) => id !== first.id && id !== next.id)
  const between = new Set(others.map(({ number }) => Number(number)))
  const missing = Array.from({ length: Math.min(Math.max(0, to - from - 1), 100) }, (_, index) => from + 1 + index)
  const gap = missing.find((number) => !between.has(number))
  const isNext = to > from && gap === undefined && !between.has(to)
  run.verify('orders.number', exchange, isNext, `the number after ${from}`, `${to}`)
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: next.id }, body: {} })
}

/** What was sold is called in the list of lines as it was called then. */
async function checkLines(run: Run, { organizationId }: Shop['tenant'], order: Row): Promise<void> {
  const filters = { orderId: order.id }
  const { rows, exchange } = await searchPage(run, {
    organizationId,
    resource: 'orderLines',
    filters,
    limit: 100,
    page: 1,
  })
  const wrong = listOf(order['items']).map(({ id, name, sku, quantity, unitPrice, offerId }) => {
    const line = rows.find((row) => row.id === id)
    return line === undefined ? `${id} is not there` : difference({ name, sku, quantity, unitPrice, offerId }, line)
  })
  const first = wrong.find((one) => one !== undefined)
  run.verify('orders.copies', exchange, first === undefined, 'the lines of the order as they were then', first)
}

/** What was sold stays as it was sold, and what is sold since is as it is now. */
async function checkCopies(run: Run, shop: Shop, order: Row): Promise<void> {
  const { tenant, offer, customer, product } = shop
  const word = String(customer['firstName'])
  const changed = { displayName: `${word} other name`, basePrice: 21, shipPrice: 3.35 }
  await run.succeed('offers.update', 'offers.update', { params: { offerId: offer.id }, body: changed })
  const customerId = customer.id
  const named = { lastName: 'Renamed', shippingAddress: { city: 'Bergen' } }
  await run.succeed('customers.update', 'customers.update', { params: { customerId }, body: named })
  const params = { productId: product.id }
  const sku = `${String(product['sku'])}-new`
  await run.succeed('products.update', 'products.update', { params, body: { sku } })
  const present = {
    ...shop,
    offer: { ...offer, ...changed },
    customer: { ...customer, ...named },
    product: { ...product, sku },
  }
  const [newer, placed] = await place(run, present, placement(present, [line(present, 1, 20)]), 'orders.copies')
  checkRecord(run, present, placed, newer, [{ quantity: 1, unitPrice: 20, shipPrice: 3.35 }])
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: newer.id }, body: {} })
  const now = await readOrder(run, tenant, order.id, 'orders.copies')
  const seen = await run.ask('orders.get', { params: { orderId: order.id } })
  const copied = ['items', 'customer', 'shippingAddress', 'subtotal', 'total'] as const
  const pick = (row: Row) => Object.fromEntries(copied.map((name) => [name, row[name]]))
  const moved = change(pick(order), pick(now))
  run.verify('orders.copies', seen, moved === undefined, 'what was sold as it was then', moved)
  await checkLines(run, tenant, order)
  await run.succeed('products.update', 'products.update', { params, body: { sku: product['sku'] } })
  const back = { lastName: customer['lastName'], shippingAddress: { city: 'Oslo' } }
  await run.succeed('customers.update', 'customers.update', { params: { customerId }, body: back })
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, offer[name]]))
  await run.succeed('offers.update', 'offers.update', { params: { offerId: offer.id }, body: before })
}
