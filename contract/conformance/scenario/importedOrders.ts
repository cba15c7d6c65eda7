import { dayAt } from '../../rules/reportPeriods'
import { cents } from '../engine/amounts'
import { difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Place, Shop } from '../engine/world'
import { notRefusedFor, numbered, Sheet } from './importSheet'
import { checkSummerTime } from './listExports'
import { readCampaign } from './campaignBasics'
import { listOf } from './paying'
import { makeOne, notNow, readOrder, unitsOf } from './sellingBasics'

const rule = 'sheetImports.orders'

type Cells = Readonly<Record<string, string>>

/** An order as a spreadsheet tells of it, and what it is once it is added. */
interface Told {
  cells: Cells
  due: Fields
  /** The day that it was placed on, where the organization is. */
  day?: string
}

/** What refers to nothing but itself: ten in all, paid and long delivered. */
function plainly(word: string, number: string, more: Cells = {}): Cells {
  return {
    order: `${word}-${number}`,
    orderedAt: '2024-03-02 10:00:00 -0500',
    paymentStatus: 'paid',
    fulfillmentStatus: 'fulfilled',
    total: '10',
    itemName: 'Lamp at night',
    itemPrice: '10',
    email: `${word}-elsewhere@unknown.offerdesk.example`,
    customerName: `${word} van Lovelace`,
    ...more,
  }
}

/** Where an order goes, line by line. */
const there = { address1: '4 Older Road', address2: 'Flat 2', city: 'Salem', state: 'OR', postalCode: '97302' }

const paid = { status: 'completed', fulfillmentStatus: 'delivered', paymentStatus: 'paid', paidTotal: 10 }
const open = { status: 'open', fulfillmentStatus: 'unfulfilled' }

/** One of each way that an order can have gone. */
const ordersOf = (word: string, sku: string): Told[] => [
  {
    cells: plainly(word, '1', {
      orderedAt: '2024-03-01 22:30:00 -0500',
      paidAt: '2024-03-01 22:35:00 -0500',
      subtotal: '26.00',
      discount: '2.00',
      shippingTotal: '5.00',
      taxTotal: '2.15',
      total: '33.15',
      itemSku: `${sku}\n${word}-none`,
      itemName: 'Kettle\nOld bag',
      itemQuantity: '2\n1',
      itemPrice: '9.00\n10.00',
      ...there,
      country: 'United States',
    }),
    due: {
      ...paid,
      createdAt: '2024-03-02T03:30:00.000Z',
      subtotal: 26,
      shippingTotal: 5,
      taxTotal: 2.15,
      total: 33.15,
      paidTotal: 33.15,
      refundedTotal: 0,
      shippingAddress: { ...there, country: 'US' },
      items: [
        { name: 'Kettle', sku, quantity: 2, offerId: '' },
        { name: 'Old bag', sku: `${word}-none`, quantity: 1, offerId: '' },
      ],
      transactions: [{ type: 'charge', amount: 33.15, createdAt: '2024-03-02T03:35:00.000Z' }],
    },
  },
  // Early and late on a day, wherever the organization is.
  ...['00:30:00', '23:30:00'].map((time, index) => ({
    cells: plainly(word, `2-${index}`, { orderedAt: `2024-03-02 ${time}` }),
    due: { ...paid, refundedTotal: 0 },
    day: '2024-03-02',
  })),
  {
    cells: plainly(word, '3', { paymentStatus: 'refunded', refundedTotal: '10' }),
    due: {
      ...paid,
      paymentStatus: 'refunded',
      refundedTotal: 10,
      transactions: [
        { type: 'charge', amount: 10 },
        { type: 'refund', amount: 10 },
      ],
    },
  },
  {
    cells: plainly(word, '4', {
      paymentStatus: 'partially_refunded',
      refundedTotal: '4',
      fulfillmentStatus: 'unfulfilled',
    }),
    due: { ...open, paymentStatus: 'partially_refunded', paidTotal: 10, refundedTotal: 4 },
  },
  {
    cells: plainly(word, '5', { paymentStatus: 'pending', fulfillmentStatus: '' }),
    due: { ...open, paymentStatus: 'unpaid', paidTotal: 0, refundedTotal: 0, transactions: [] },
  },
  {
    cells: plainly(word, '8', { paymentStatus: 'partially_paid', outstanding: '4', fulfillmentStatus: 'unfulfilled' }),
    due: { ...open, paidTotal: 6, refundedTotal: 0, transactions: [{ type: 'charge', amount: 6 }] },
  },
  {
    cells: plainly(word, '6', { paymentStatus: 'voided', cancelledAt: '2024-03-03T00:00:00Z' }),
    due: { status: 'cancelled', paymentStatus: 'unpaid', paidTotal: 0, refundedTotal: 0 },
  },
  // The others are of winter.
  {
    cells: plainly(word, '7', { orderedAt: '2024-07-02 10:00:00 -0400' }),
    due: { ...paid, createdAt: '2024-07-02T14:00:00.000Z' },
  },
]

/** What is wrong with an order, by the column that says so. */
const wrongOf = (word: string): [column: string, cells: Cells][] =>
  (
    [
      ['orderedAt', { orderedAt: '' }],
      ['orderedAt', { orderedAt: 'long ago' }],
      ['orderedAt', { orderedAt: '2126-01-01' }],
      ['currency', { currency: 'XTS' }],
      ['total', { total: '12' }],
      ['total', { total: '=5+5' }],
      ['subtotal', { subtotal: '9', discount: '2' }],
      ['itemQuantity', { itemQuantity: '0' }],
      ['itemQuantity', { itemQuantity: '-2' }],
      ['itemPrice', { itemPrice: 'much' }],
      ['paymentStatus', { paymentStatus: 'perhaps' }],
      ['refundedTotal', { paymentStatus: 'partially_refunded', refundedTotal: '11' }],
      ['cancelledAt', { cancelledAt: '2024-03-04' }],
      ['email', { email: '' }],
      ['country', { country: 'Atlantis' }],
    ] as [string, Cells][]
  ).map(([column, cells], index) => [column, plainly(word, `w${index}`, cells)])

/** Orders that were placed elsewhere are added as their spreadsheet tells of them, each once, and are gone when that is undone. */
export async function checkImportedOrders(run: Run, place: Place, shop: Shop, word: string): Promise<void> {
  const { tenant, zone } = place
  const { organizationId } = tenant
  const name = `${word} elsewhere`
  const [{ id: campaignId }] = await makeOne(run, tenant, 'campaigns', rule, { organizationId, name })
  const orders = ordersOf(word, textOf(shop.product['sku'] ?? ''))
  const units = await unitsOf(run, shop)

  const wrong = wrongOf(word)
  const sent = [...orders, ...wrong.map(([, cells]) => ({ cells })), { cells: orders[0]?.cells ?? {} }]
  const sheet = new Sheet(run, word, shop, { resource: 'orders', campaignId }, rule)
  const importId = await sheet.begin()
  // In whatever order they are sent, lines are read in theirs; the one that says the same again comes last.
  const inOrder = numbered(sent)
  const begun = await sheet.send(importId, [...inOrder.slice(0, -1).toReversed(), ...inOrder.slice(-1)])
  const money = orders.reduce((sum, { cells }) => sum + Number(cells['total']), 0)
  const counts = { lines: sent.length, create: orders.length, update: 0, refused: wrong.length + 1 }
  verify(run, begun, difference({ ...counts, items: orders.length + 1, money }, recordOf(begun)), 'what orders come to')
  const [lines, told] = await sheet.lines(importId)
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
  const one = records.find((record) => Number(record['paidTotal']) > Number(record['refundedTotal']))
  // Where it was paid, nobody here can give it back.
  const back = { params: { orderId: one?.id ?? '' }, body: { amount: 1 }, isValid: true }
  if (one !== undefined) await run.refuse(rule, 'orders.refund', back, notNow)
  const [is, was] = [await unitsOf(run, shop), units]
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
  const counted = orders.filter(({ status }) => status !== 'cancelled')
  const kept = orders.reduce((sum, order) => sum + cents(order['paidTotal']) - cents(order['refundedTotal']), 0) / 100
  const due = { ordersCount: counted.length, revenue: kept }
  const ofCampaign = disagreement(due, await readCampaign(run, campaignId))
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
  const last = Math.max(...counted.map(({ createdAt }) => Date.parse(textOf(createdAt ?? ''))))
  const theirs = { ordersCount: counted.length, totalSpent: kept, lastOrderAt: new Date(last).toISOString() }
  verify(run, exchange, difference(theirs, customer), 'the figures of the customer by their orders')
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
