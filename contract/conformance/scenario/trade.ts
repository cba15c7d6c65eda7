import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Place, Shop, World } from '../engine/world'
import { Books, wrongRow } from '../predict/books'
import { makeCustomer } from './customerBasics'
import { makeOffer } from './offerBasics'
import { placeOf } from './ownPlace'
import { dayFromNow, makeOne, makeProduct } from './sellingBasics'
import { twiceAtOnce } from './twiceAtOnce'

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
