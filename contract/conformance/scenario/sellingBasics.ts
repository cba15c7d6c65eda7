import { randomUUID } from 'node:crypto'
import { change, difference } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Ask, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { detailsOf, recordOf, type Row, searchPage } from '../engine/listing'
import { type Made, makings } from '../engine/made'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import type { Shop, World } from '../engine/world'
import type { RuleId } from '../rules'
import { makeCustomer } from './customerBasics'
import { secretOf } from './foreign'
import { findOffer, makeOffer } from './offerBasics'

/** What is refused because of how things are, and not because the request breaks its schema. */
export const notNow = [400, 404, 409, 422]

/** Makes something that the run can take back, and proves that it is what was sent. Throws Blocked when it is another. */
export async function makeOne(
  run: Run,
  { account }: Tenant,
  made: Made,
  rule: RuleId,
  body: Fields,
  ask: Ask = {},
): Promise<[Row, Exchange]> {
  const { creates, name } = makings[made]
  const exchange = await run.succeed(rule, creates, { as: account, body, ...ask })
  const row = recordOf(exchange)
  const shown = Object.fromEntries(Object.entries(body).filter(([field]) => field in row))
  const wrong = difference(shown, row)
  run.verify(rule, exchange, wrong === undefined, 'what was sent', wrong)
  // What is another's must not be taken back.
  const own = ['customerId', name].filter((field) => field in row && field in body)
  if (difference(Object.fromEntries(own.map((field) => [field, body[field]])), row) !== undefined) {
    throw new Blocked(`${creates} made another`)
  }
  const known = body[name]
  run.journal.made(made, row.id, account.name, typeof known === 'string' ? known : '')
  return [row, exchange]
}

export const read = async (
  run: Run,
  { account }: Pick<Tenant, 'account'>,
  rule: RuleId,
  name: string,
  params: Record<string, string>,
) => recordOf(await run.succeed(rule, name, { as: account, params }))

export const readProduct = (run: Run, tenant: Tenant, productId: string, rule: RuleId = 'products.update') =>
  read(run, tenant, rule, 'products.get', { productId })
export const readOrder = (run: Run, tenant: Tenant, orderId: string, rule: RuleId = 'orders.place') =>
  read(run, tenant, rule, 'orders.get', { orderId })

export const makeProduct = (run: Run, tenant: Tenant, sku: string, fields: Fields = {}) =>
  makeOne(run, tenant, 'products', 'products.create', {
    organizationId: tenant.organizationId,
    name: `${sku} kettle`,
    sku,
    price: 49.99,
    stock: 40,
    ...fields,
  })

/** The calendar day some days from now. */
export const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** With signs that mean something in HTML. */
export const address = {
  address1: '1 “Long” Road',
  address2: 'c/o <i>Moss</i> & Sons',
  city: 'Göteborg',
  postalCode: '411 01',
  country: 'SE',
}

export const customerOf = ({ phones }: Run, { organizationId }: Tenant, word: string) => ({
  organizationId,
  firstName: `${word} Åsa`,
  lastName: 'O’Neil',
  email: `${word}-buys@unknown.offerdesk.example`,
  phone: phones.next(),
  shippingAddress: { address1: '9 Home Street', city: 'Oslo', postalCode: '0150', country: 'NO' },
})

/** The run's own shop in an organization, made when it is asked for first. */
export async function shopOf(run: Run, world: World, tenant: Tenant): Promise<Shop> {
  const known = world.shops.get(tenant.organizationId)
  if (known) return known
  const { organizationId, account } = tenant
  const word = account.name === 'first' ? world.marker : secretOf(world, tenant)
  const days = { startDate: dayFromNow(-30), endDate: dayFromNow(30) }
  const campaignBody = { organizationId, name: `${word} shop`, ...days }
  const [campaign] = await makeOne(run, tenant, 'campaigns', 'campaigns.create', campaignBody)
  const [product] = await makeProduct(run, tenant, `${word}-k1`)
  const own = { ...tenant, workplace: campaign, products: [product] }
  const [customer] = await makeCustomer(run, tenant, customerOf(run, tenant, word))
  const { row: offer } = await makeOffer(run, own, `${word} kettles`, {
    quantity: 30,
    basePrice: 20,
    minPrice: 5,
    maxPrice: 60,
    maxQuantity: 6,
    shipPrice: 4.95,
  })
  const shop = { tenant: own, campaign, product, customer, offer }
  world.shops.set(organizationId, shop)
  return shop
}

export type Line = { offerId: string; quantity: number; unitPrice: number }

/** What a shop sells, in an order that can be placed. */
export const placement = ({ tenant, campaign, customer }: Shop, lines: Line[], more: Fields = {}): Fields => ({
  organizationId: tenant.organizationId,
  draftId: randomUUID(),
  campaignId: campaign.id,
  customerId: customer.id,
  lines,
  address,
  ...more,
})

export const place = (run: Run, { tenant }: Shop, body: Fields, rule: RuleId = 'orders.place') =>
  makeOne(run, tenant, 'orders', rule, body)

/** How many units there are, of a product and of an offer. */
export async function unitsOf(run: Run, { tenant, product, offer }: Shop): Promise<{ stock: unknown; left: unknown }> {
  const { stock } = await readProduct(run, tenant, product.id, 'orders.stock')
  return { stock, left: (await findOffer(run, tenant, offer.id))?.['quantity'] }
}

export const movementsOf = (run: Run, { account }: Tenant, productId: string, query: Record<string, string> = {}) =>
  run.succeed('products.movements', 'products.movements', { as: account, params: { productId }, query })

/**
 * A change that names a version which is not the newest is refused, tells the record as it is, and changes nothing. A
 * backend that counts no versions is not asked.
 */
export async function refuseOutdated(run: Run, name: string, ask: Ask, now: () => Promise<Row>): Promise<void> {
  const before = await now()
  const version = Number(before['version'])
  if (!Number.isInteger(before['version'])) return run.recorder.skip('change.outdated', `${name}: there is no version`)
  const headers = { 'if-match': `"${version + 1_000}"` }
  const exchange = await run.refuse('change.outdated', name, { ...ask, headers, isValid: true }, [409, 412])
  const isTold = exchange.status < 400 || (detailsOf(exchange)['current'] as Row | undefined)?.id === before.id
  run.verify('change.outdated', exchange, isTold, 'the record as it is now, in error.details.current')
  const moved = change(before, await now())
  run.verify('change.outdated', exchange, moved === undefined, 'the record as it was', moved)
}

/** The same creation with its key once more answers the same record; another one with it is refused. */
export async function checkKey(run: Run, name: string, ask: Ask, first: Exchange, other: Fields): Promise<void> {
  const again = await run.succeed('create.once', name, ask)
  const isSame = recordOf(again).id === recordOf(first).id
  run.verify('create.once', again, isSame, 'the record that the first request made', recordOf(again).id)
  await run.refuse('create.once', name, { ...ask, body: other, isValid: true }, [409, 422])
}

/** The rows of a list that are called so. */
export const namesakes = (
  run: Run,
  { organizationId, account }: Tenant,
  resource: 'products' | 'offers' | 'orders' | 'campaigns',
  q: string,
) => searchPage(run, { organizationId, resource, q, limit: 100, page: 1 }, account)

/** An order of one unit. */
export const placeOne = (run: Run, shop: Shop, more: Fields = {}) =>
  place(run, shop, placement(shop, [{ offerId: shop.offer.id, quantity: 1, unitPrice: 20 }], more))

/** Registers a product that a copy has made, unless it is another's. */
export function keepCopy(run: Run, { account }: Tenant, copy: Row): void {
  const { marker } = run.journal.head ?? {}
  const isOurs =
    marker !== undefined && [marker, `yw${marker.slice(2)}`].some((word) => String(copy['name']).includes(word))
  if (!isOurs) throw new Blocked('the copy is not of the product')
  run.journal.made('products', copy.id, account.name, String(copy['sku']))
}
