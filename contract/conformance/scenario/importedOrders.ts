import { dayAt } from '../../rules/reportPeriods'
import { cents } from '../engine/amounts'
import { difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Place, Shop } from '../engine/world'
import { notRefusedFor, numbered, Sheet } from './importSheet'
import { checkSummerTime } from './listExports'
import { readCampaign } from './campaignBasics'
import { readCustomer } from './customerBasics'
import { makeOffer } from './offerBasics'
import { listOf } from './paying'
import { makeOne, notNow, readOrder, unitsOf } from './sellingBasics'
import { ordersOf, type Told, wrongOf } from './toldOrders'

const rule = 'sheetImports.orders'

/** Orders that were placed elsewhere are added as their spreadsheet tells of them, each once, and are gone when that is undone. */
export async function checkImportedOrders(run: Run, place: Place, shop: Shop, word: string): Promise<void> {
  const { tenant, zone } = place
  const { organizationId } = tenant
  const name = `${word} elsewhere`
  const [campaign] = await makeOne(run, tenant, 'campaigns', rule, { organizationId, name })
  const campaignId = campaign.id
  const own = { ...shop, tenant: { ...shop.tenant, workplace: campaign } }
  const { row: offer } = await makeOffer(run, own.tenant, `${word} kettle set`, { quantity: 30 })
  const customer = await readCustomer(run, tenant, shop.customer.id)
  const sku = textOf(shop.product['sku'] ?? '')
  const orders = ordersOf(word, { offer, sku, customer, phone: run.phones.next() })
  const selling = { ...own, offer }
  const units = await unitsOf(run, selling)

  const wrong = wrongOf(word)
  const sent = [...orders, ...wrong.map(([, cells]) => ({ cells })), { cells: orders[0]?.cells ?? {} }]
  const sheet = new Sheet(run, word, shop, { resource: 'orders', campaignId }, rule)
  const importId = await sheet.begin()
  // In whatever order they are sent, lines are read in theirs; the one that says the same again comes last.
  const inOrder = numbered(sent)
  const begun = await sheet.send(importId, [...inOrder.slice(0, -1).toReversed(), ...inOrder.slice(-1)])
  const money = orders.reduce((sum, { cells }) => sum + Number(cells['total']), 0)
  const counts = { lines: sent.length, create: orders.length, update: 0, refused: wrong.length + 1 }
  const items = orders.reduce((sum, { cells }) => sum + (cells['itemName'] ?? '').split('\n').length, 0)
  verify(run, begun, difference({ ...counts, items, money }, recordOf(begun)), 'what orders come to')
  const [lines, told] = await sheet.allLines(importId)
  for (const [index, [column]] of [...wrong, ['order'] as const].entries()) {
    const wrongly = notRefusedFor(column, lines[orders.length + index])
    verify(run, told, wrongly, `line ${index + orders.length + 2} refused for its ${column}`)
  }

  const ask = { params: { importId }, body: {} }
  const committed = await run.succeed(rule, 'sheetImports.commit', ask)
  await run.succeed(rule, 'sheetImports.commit', ask)
  const added = await addedTo(run, organizationId, campaignId)
  verify(run, committed, added.length === orders.length ? undefined : `${added.length}`, `${orders.length} orders`)
  for (const { id } of added) run.journal.made('orders', id, tenant.account.name, '')
  const records = await Promise.all(added.map(({ id }) => readOrder(run, tenant, id, rule)))
  for (const { cells, due, day } of orders) {
    const record = records.find((one) => one['importedNumber'] === cells['order'])
    const told = {
      total: Number(cells['total']),
      customerName: cells['customerName'],
      importedFrom: 'other',
      agentId: '',
    }
    const whole = { ...told, campaignId, ...due }
    const isOn = dayAt(new Date(textOf(record?.['createdAt'] ?? 0)), zone)
    const off = record === undefined ? 'it is not there' : difference(whole, record)
    const otherDay = day === undefined || isOn === day ? undefined : `it is of ${isOn}`
    verify(run, committed, off ?? otherDay, `the order ${cells['order']} as it was told`)
  }
  const elsewhere = records
    .flatMap((one) => listOf(one['transactions']))
    .find((one) => (one['taken'] ?? 'elsewhere') !== 'elsewhere')
  verify(run, committed, elsewhere && textOf(elsewhere), 'money that was taken elsewhere')
  const whose = { place, campaignId, email: textOf(orders[0]?.cells['email'] ?? '') }
  await checkFigures(run, whose, records, committed)
  await checkCustomers(run, whose, { before: customer, orders: records }, committed)
  const one = records.find((record) => Number(record['paidTotal']) > Number(record['refundedTotal']))
  // Where it was paid, nobody here can give it back.
  const back = { params: { orderId: one?.id ?? '' }, body: { amount: 1 }, isValid: true }
  if (one !== undefined) await run.refuse(rule, 'orders.refund', back, notNow)
  const [is, was] = [await unitsOf(run, selling), units]
  verify(run, committed, difference({ ...was }, { ...is }), 'nothing taken from stock by what was sold elsewhere')

  await checkNumbers(sheet, campaignId, orders)
  if (!run.lacks('listExports.csv')) await attempt(run, 'lists.csv', () => checkSummerTime(run, place, campaignId))

  const [isListed, listed] = await sheet.isListed(importId)
  verify(run, listed, isListed ? undefined : 'it is not listed', 'the import among those of orders')
  const undone = await run.succeed(rule, 'sheetImports.undo', ask)
  verify(
    run,
    undone,
    difference({ state: 'undone', kept: 0 }, recordOf(undone)),
    'an import that was undone, all of it',
  )
  const left = await addedTo(run, organizationId, campaignId)
  verify(run, undone, left.length === 0 ? undefined : `${left.length}`, 'none of the orders that were added')
  await checkFigures(run, whose, [], undone)
  await checkCustomers(run, whose, { before: customer, orders: [] }, undone)
}

/** Where the orders of an import are, and whose they are. */
interface Whose {
  place: Place
  campaignId: string
  email: string
}

/** What campaign and customer show of the orders; whoever came with them is gone with them. */
async function checkFigures(
  run: Run,
  { place: { tenant }, campaignId, email }: Whose,
  orders: readonly Row[],
  exchange: Exchange,
): Promise<void> {
  const { organizationId, account } = tenant
  const { count, kept } = figuresOf(orders)
  const ofCampaign = disagreement({ ordersCount: count, revenue: kept }, await readCampaign(run, campaignId))
  verify(run, exchange, ofCampaign, 'the figures of the campaign by its orders')
  const query = { organizationId, resource: 'customers' as const, q: email, limit: 10, page: 1 }
  const { rows } = await searchPage(run, query, account, rule)
  for (const { id, firstName } of rows) run.journal.made('customers', id, account.name, textOf(firstName ?? ''))
  const most = orders.length === 0 ? 0 : 1
  verify(
    run,
    exchange,
    rows.length === most ? undefined : `${rows.length}`,
    `${most} customers who came with the orders`,
  )
  const [customer] = rows
  if (customer === undefined || most === 0) return
  const theirs = figuresOf(orders.filter(({ customerId }) => customerId === customer.id))
  const due = { ordersCount: theirs.count, totalSpent: theirs.kept, lastOrderAt: theirs.last }
  verify(run, exchange, difference(due, customer), 'the figures of the customer by their orders')
}

/** How many of them count, what was kept of all, and when the last of those that count was placed. */
function figuresOf(orders: readonly Row[]) {
  const counted = orders.filter(({ status }) => status !== 'cancelled')
  const kept = orders.reduce((sum, order) => sum + cents(order['paidTotal']) - cents(order['refundedTotal']), 0) / 100
  const moments = counted.map(({ createdAt }) => new Date(textOf(createdAt ?? '')).toISOString())
  return { count: counted.length, kept, last: moments.toSorted().at(-1) ?? '' }
}

/** Who was there before has what was imported beside what they had, and is known by nobody else's; who rang twice is one. */
async function checkCustomers(
  run: Run,
  { place: { tenant } }: Whose,
  { before, orders }: { before: Row; orders: readonly Row[] },
  exchange: Exchange,
): Promise<void> {
  const { count, kept, last } = figuresOf(orders.filter(({ customerId }) => customerId === before.id))
  const lastOrderAt = [textOf(before['lastOrderAt'] ?? ''), last].toSorted().at(-1)
  const due = {
    ordersCount: Number(before['ordersCount']) + count,
    totalSpent: (cents(before['totalSpent']) + cents(kept)) / 100,
    lastOrderAt,
    firstName: before['firstName'],
    lastName: before['lastName'],
    email: before['email'],
    phone: before['phone'],
  }
  const now = await readCustomer(run, tenant, before.id)
  verify(run, exchange, difference(due, now), 'who was a customer before, with their orders of before and these')
  const rang = orders.filter(({ importedNumber }) => textOf(importedNumber).includes('-18-'))
  const people = new Set(rang.map(({ customerId }) => customerId))
  const isOne = orders.length === 0 || people.size === 1
  verify(run, exchange, isOne ? undefined : `${people.size}`, 'one customer by one number, however it is typed')
  for (const id of people) run.journal.made('customers', textOf(id), tenant.account.name, '')
}

const verify = (run: Run, exchange: Exchange, wrong: string | undefined, expected: string) =>
  run.verify(rule, exchange, wrong === undefined, expected, wrong)

/** An order that is there already is not added again; one of the same number from another place is another. */
async function checkNumbers({ run, word, shop }: Sheet, campaignId: string, orders: readonly Told[]): Promise<void> {
  const [first, second] = orders.map(({ cells }) => cells)
  const lines = numbered([{ cells: first ?? {} }, { cells: { ...second, total: '11', itemPrice: '11' } }])
  for (const [source, due] of [
    ['other', { create: 0, same: 1, refused: 1 }],
    ['shopify', { create: 2, same: 0, refused: 0 }],
  ] as const) {
    const sheet = new Sheet(run, word, shop, { resource: 'orders', campaignId, source }, rule)
    const importId = await sheet.begin()
    const exchange = await sheet.send(importId, lines)
    const wrong = difference({ ...due }, recordOf(exchange))
    verify(run, exchange, wrong, `orders that ${source} has numbered like those before`)
    await run.succeed(rule, 'sheetImports.withdraw', { params: { importId }, body: {} })
  }
}

async function addedTo(run: Run, organizationId: string, campaignId: string): Promise<Row[]> {
  const query = { organizationId, resource: 'orders', filters: { campaignId }, limit: 50, page: 1 } as const
  return (await searchPage(run, query, run.first, rule)).rows
}
