import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Customer } from '../../../contract/customers'
import type { OrderRecord, OrderSums } from '../../../contract/extensions/orders'
import type { Report } from '../../../contract/extensions/reports'
import { type ImportCells, importOutdated } from '../../../contract/extensions/sheetImports'
import type { Order } from '../../../contract/orders'
import { paidElsewhere } from '../../../contract/rules/importedOrders'
import { prove, rollUp } from '../../../server/reports/rollUp'
import { wrongSums } from '../payments/sales'
import { signedInPeople } from '../signedInPeople'
import { sheetsOf } from './sheets'
import { demo, type Known, knownOf, type Started, startSomewhere } from './start'

/** How many orders the large one has; a file may have ten thousand. */
const large = Number(process.env['IMPORTED_ORDERS'] ?? 600)

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind', (server: Started) => {
  let token = ''
  let known: Known
  let campaignId = ''
  let offerId = ''

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
    campaignId = await add('/campaigns', { name: 'Imported' })
    const productId = await add('/products', { sku: 'IM-1', name: 'Lamp', price: 9, stock: 50 })
    offerId = await add(`/campaigns/${campaignId}/offers`, {
      productId,
      displayName: 'Lamp at night',
      quantity: 5,
      basePrice: 9,
    })
  })

  const { send, shown, begin, linesOf, commit, undo, listed } = sheetsOf(server, () => ({
    token,
    scope: { organizationId: known.orgId, resource: 'orders', campaignId },
  }))
  const add = async (path: string, fields: object) => {
    const { body, status } = await send('POST', path, { organizationId: known.orgId, ...fields })
    expect(status).toBe(200)
    return (body as { data: { id: string } }).data.id
  }
  const found = async <Row>(resource: string, q: string) =>
    ((await send('POST', '/search', { organizationId: known.orgId, resource, q, limit: 100 })).body as { data: Row[] })
      .data
  const recordOf = async (id: string) => ((await send('GET', `/orders/${id}`)).body as { data: OrderRecord }).data
  const sums = async () =>
    (
      (await send('POST', '/orders/sums', { organizationId: known.orgId, filters: { campaignId } })).body as {
        data: OrderSums
      }
    ).data
  const whole = async () => ({
    wrong: await wrongSums(server.database, known.orgId, []),
    figures: await prove(server.database, known.orgId),
  })
  const counted = async (what: string, condition: ReturnType<typeof sql>) => {
    const { rows } = await server.database.tenant(known.orgId, (tx) =>
      tx.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(what)} where ${condition}`),
    )
    return rows[0]?.count
  }

  const paid: ImportCells = {
    order: '#IM5001',
    orderedAt: '2026-03-01 10:00:00 -0500',
    paymentStatus: 'paid',
    paidAt: '2026-03-01 10:05:00 -0500',
    fulfillmentStatus: 'fulfilled',
    currency: 'USD',
    subtotal: '26.00',
    discount: '2.00',
    shippingTotal: '5.00',
    taxTotal: '2.15',
    total: '33.15',
    itemSku: 'IM-1\nZZ-9',
    itemName: 'Lamp\nOld bag',
    itemQuantity: '2\n1',
    itemPrice: '9.00\n10.00',
    email: 'Ada@imported.example',
    customerName: 'Ada van Lovelace',
    address1: '1 Old Road',
    city: 'Austin',
    state: 'TX',
    postalCode: "'78701",
    country: 'US',
  }
  const plain = (order: string, fields: ImportCells = {}): ImportCells => ({
    order,
    orderedAt: '2026-03-02',
    paymentStatus: 'paid',
    fulfillmentStatus: 'fulfilled',
    total: '10',
    itemName: 'Lamp at night',
    itemPrice: '10',
    email: 'ada@imported.example',
    customerName: 'Ada Lovelace',
    ...fields,
  })

  test('OR-01 orders of elsewhere are told, added with their customers and money, and taken away again', async () => {
    await rollUp(server.database, known.orgId)
    const before = { ...(await whole()), sums: await sums() }
    const approvals = async () => {
      const question = { organizationId: known.orgId, from: '2026-03-01', to: '2026-03-31', compare: 'none' }
      const asked = { ...question, measures: ['approvalRate', 'declines'], dimensions: [] }
      const { body } = await send('POST', '/reports', asked)
      return (body as { data: Report }).data.totals.values
    }
    const approved = await approvals()
    const mailed = await counted('mails', sql`true`)
    const begun = await begin([
      paid,
      plain('#IM5002', { paymentStatus: 'refunded', refundedTotal: '10' }),
      plain('#IM5003', { paymentStatus: 'partially_refunded', refundedTotal: '4', fulfillmentStatus: '' }),
      plain('#IM5004', {
        paymentStatus: 'pending',
        fulfillmentStatus: '',
        email: 'bo@imported.example',
        customerName: 'Bo',
      }),
      plain('#IM5005', { paymentStatus: 'voided', cancelledAt: '2026-03-03T00:00:00Z' }),
    ])
    expect(begun).toMatchObject({
      lines: 5,
      create: 5,
      refused: 0,
      items: 6,
      money: 73.15,
      currency: 'USD',
      source: 'other',
    })
    const [first] = await linesOf(begun.id)
    expect(first).toMatchObject({ sku: '#IM5001', name: 'Ada van Lovelace', verdict: 'create' })
    expect(first?.changes.map(({ to }) => to)).toEqual([
      '2026-03-01',
      'Ada@imported.example, who is new',
      '2 × Lamp, 1 × Old bag',
      'ZZ-9: no offer of this campaign, kept as it is told',
      '$33.15',
      'paid, completed',
    ])
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed', create: 5 })
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed' })

    const [order] = await found<Order>('orders', '#IM5001')
    expect(order).toMatchObject({
      foundBy: { field: 'importedNumber', text: '#IM5001' },
      total: 33.15,
      paidTotal: 33.15,
      paymentStatus: 'paid',
      fulfillmentStatus: 'delivered',
      status: 'completed',
      createdAt: '2026-03-01T15:00:00.000Z',
      agentId: null,
      gatewayInstanceId: null,
    })
    const record = await recordOf(order?.id ?? '')
    expect(record).toMatchObject({
      importedFrom: 'other',
      importedNumber: '#IM5001',
      subtotal: 26,
      shippingTotal: 5,
      taxTotal: 2.15,
      refundable: 0,
      customer: { firstName: 'Ada', lastName: 'van Lovelace', email: 'Ada@imported.example' },
      shippingAddress: { address1: '1 Old Road', postalCode: '78701', country: 'US' },
      transactions: [
        {
          type: 'charge',
          status: 'succeeded',
          amount: 33.15,
          gatewayInstanceId: null,
          createdAt: '2026-03-01T15:05:00.000Z',
        },
      ],
      timeline: [{ kind: 'import', from: 'draft', to: 'completed', text: '#IM5001 of a spreadsheet' }],
    })
    expect(
      record.items.map(({ name, offerId: of, quantity, total, tax, shippingTotal }) => [
        name,
        of,
        quantity,
        total,
        tax,
        shippingTotal,
      ]),
    ).toEqual([
      ['Lamp', offerId, 2, 16.71, 1.38, 3.21],
      ['Old bag', null, 1, 9.29, 0.77, 1.79],
    ])
    const states = await Promise.all(
      ['#IM5002', '#IM5003', '#IM5004', '#IM5005'].map(async (number) => (await found<Order>('orders', number))[0]),
    )
    expect(states.map((one) => [one?.status, one?.paymentStatus, one?.paidTotal, one?.refundedTotal])).toEqual([
      ['completed', 'refunded', 10, 10],
      ['open', 'partially_refunded', 10, 4],
      ['open', 'unpaid', 0, 0],
      ['cancelled', 'unpaid', 0, 0],
    ])

    // Every sum that is kept beside its rows, whatever day it is of.
    await rollUp(server.database, known.orgId)
    expect(await whole()).toEqual({ wrong: before.wrong, figures: [] })
    expect(await sums()).toMatchObject({ rows: 5, total: 73.15, paid: 53.15, refunded: 14, net: 39.15 })
    // What was approved elsewhere says nothing of how many payments gateways approve.
    expect(await approvals()).toEqual(approved)
    const [ada] = await found<Customer>('customers', 'ada@imported.example')
    expect(ada).toMatchObject({ ordersCount: 3, totalSpent: 39.15, lastOrderAt: '2026-03-02T06:00:00.000Z' })
    // Nobody is mailed, and nothing is sold out.
    expect(await counted('mails', sql`true`)).toBe(mailed)
    expect(await counted('offers', sql`id = ${offerId} and quantity = 5`)).toBe(1)
    expect(await counted('products', sql`sku = 'IM-1' and stock = 50`)).toBe(1)
    expect((await send('POST', `/orders/${order?.id}/refunds`, { amount: 1 })).body).toMatchObject({
      message: paidElsewhere,
    })

    const again = await begin([paid, plain('#IM5004', { total: '11', itemPrice: '11' })])
    expect(again).toMatchObject({ create: 0, same: 1, refused: 1 })
    expect((await linesOf(again.id))[1]?.problems[0]?.message).toMatch(
      /^Order #\d+ was imported under this number before, with a total of \$10.00$/,
    )

    // What it held of offers and stock was nothing, so that nothing comes back.
    expect((await send('POST', `/orders/${states[2]?.id}/cancel`, {})).status).toBe(200)
    expect(await counted('offers', sql`id = ${offerId} and quantity = 5`)).toBe(1)
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 1 })
    const kept = (await linesOf(begun.id)).filter((line) => line.kept)
    expect(kept.map(({ sku, kept: why }) => [sku, why])).toEqual([['#IM5004', 'It has been changed since.']])
    expect(await found<Order>('orders', '#IM5001')).toEqual([])
    expect(await found<Customer>('customers', 'ada@imported.example')).toEqual([])
    expect(await found<Customer>('customers', 'bo@imported.example')).toHaveLength(1)
    await rollUp(server.database, known.orgId)
    const { wrong, figures } = await whole()
    expect(figures).toEqual([])
    expect(wrong.filter(({ what }) => what !== 'numbers')).toEqual(before.wrong)
    expect(await counted('ledger_entries', sql`order_id = ${order?.id}`)).toBe(4)
    expect((await listed()).map(({ id }) => id)).not.toContain(begun.id)
  })

  test('OR-02 LV-02 an open order that was paid elsewhere is cancelled, and what was kept of it is given back there', async () => {
    const open = { paymentStatus: 'partially_refunded', refundedTotal: '4', fulfillmentStatus: '' }
    const begun = await begin([plain('#IM7001', open)])
    await commit(begun.id)
    const [order] = await found<Order>('orders', '#IM7001')
    const before = await whole()
    const cancel = (fields: object) => send('POST', `/orders/${order?.id}/cancel`, fields)
    expect(await cancel({})).toMatchObject({ status: 409, body: { message: 'Refund what has been paid first.' } })
    // An agent gives back no more than owners let them, wherever it was paid (ST-02).
    const [agent] = await signedInPeople(server.database, known.orgId, 1, 'agent')
    const settle = (refundLimit: number) => send('PUT', `/organizations/${known.orgId}/permissions`, { refundLimit })
    await settle(9.99)
    const cancelled = server.call('POST', `/orders/${order?.id}/cancel`, { token: agent, body: { refund: true } })
    expect(await cancelled).toMatchObject({
      status: 403,
      body: { message: 'You can refund $9.99 of an order at most. An owner can refund more.' },
    })
    await settle(0)
    expect((await cancel({ refund: true })).status).toBe(200)
    const record = await recordOf(order?.id ?? '')
    expect(record).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded', paidTotal: 10, refundedTotal: 10 })
    expect(record.transactions?.map(({ type, amount }) => [type, amount])).toEqual([
      ['charge', 10],
      ['refund', 4],
      ['refund', 6],
    ])
    expect(record.timeline.map(({ kind, text }) => [kind, text])).toContainEqual([
      'refund_elsewhere',
      '$6.00 to be given back where it was paid',
    ])
    const booked = sql`order_id = ${order?.id} and account = 'elsewhere'`
    expect(await counted('ledger_entries', booked)).toBe(3)
    expect(await counted('refunds', sql`order_id = ${order?.id}`)).toBe(0)
    expect((await whole()).wrong).toEqual(before.wrong)
    // It has been changed since, and stays.
    await undo(begun.id)
  })

  test('OR-01 what is wrong with an order is told line by line, and the others can be added', async () => {
    const wrong: [ImportCells, ...string[]][] = [
      [plain(''), 'Order is required'],
      [
        plain('#6001', { orderedAt: '03/04/2026' }),
        'Must be a date with the year first, such as 2024-03-31 14:05:00 +0100',
      ],
      [plain('#6002', { orderedAt: '2126-01-01' }), 'This is still to come'],
      [plain('#6003', { currency: 'EUR' }), 'This order is in EUR, and this organization sells in USD'],
      [plain('#6004', { total: '12,00' }), '$10.00, $0.00 for shipping and $0.00 of tax do not come to $12.00'],
      [plain('#6005', { total: '1,234' }), 'Leave out the thousands sign, as in 1234'],
      [plain('#6006', { total: '=SUM(A1)' }), 'This is a formula. Only its result can be read: paste the values.'],
      [plain('#6007', { itemQuantity: '-2' }), "Must be a whole number of at least 1, and is '-2'"],
      [plain('#6008', { itemPrice: '' }), 'Must be zero or greater'],
      [
        plain('#6009', { subtotal: '9', discount: '2' }),
        'The lines come to $10.00, less a discount of $2.00, and not to $9.00',
      ],
      [plain('#6010', { paymentStatus: 'maybe' }), "What 'maybe' means is not known"],
      [plain('#6011', { paymentStatus: 'declined' }), 'This was no sale: declined'],
      [plain('#6012', { email: '', customerName: '' }), 'Email or phone is required'],
      [plain('#6013', { email: 'newer@imported.example', customerName: '' }), 'A new customer needs a first name'],
      [
        plain('#6014', { cancelledAt: '2026-03-04' }),
        'This order was cancelled, and $10.00 of it was kept. Refund it first.',
      ],
      [
        plain('#6015', { paymentStatus: 'partially_refunded' }),
        'Of what is partially refunded it must be told how much',
      ],
    ]
    const begun = await begin([...wrong.map(([cells]) => cells), plain('=6016'), plain('=6016')])
    const lines = await linesOf(begun.id)
    expect(lines.slice(0, wrong.length).map(({ problems }) => problems[0]?.message)).toEqual(
      wrong.map(([, message]) => message),
    )
    expect(lines.at(-1)?.problems).toEqual([
      { field: 'order', message: 'Line 18 begins an order with this number already' },
    ])
    expect(begun).toMatchObject({ create: 1, refused: wrong.length + 1 })
    expect(shown(await commit(begun.id))).toMatchObject({ state: 'committed', create: 1 })
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 0 })
  })

  test('OR-01 GE-09 of one file that is taken over twice at once, each order is added once', async () => {
    const lines = Array.from({ length: 20 }, (_, place) => plain(`#7${place}`, { email: 'once@imported.example' }))
    const begun = await Promise.all(Array.from({ length: 4 }, () => begin(lines)))
    const answers = await Promise.all(begun.map(({ id }) => commit(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ message: importOutdated })
    expect(await found<Order>('orders', 'once@imported.example')).toHaveLength(20)
    expect(await found<Customer>('customers', 'once@imported.example')).toHaveLength(1)
  })

  test('OR-01 orders without a campaign, and into one of others, are refused', async () => {
    const body = { organizationId: known.orgId, resource: 'orders', name: 'orders.csv' }
    expect((await send('POST', '/sheet-imports', body)).status).toBe(422)
    const stranger = await server.login('rival@offerdesk.example')
    const theirs = await knownOf(server, stranger)
    expect((await send('POST', '/sheet-imports', { ...body, campaignId: theirs.campaignId })).status).toBe(404)
    const foreign = { token: stranger, body: { ...body, campaignId } }
    expect((await server.call('POST', '/sheet-imports', foreign)).status).toBe(404)
  })

  test(`OR-01 ${large} orders are taken over and undone`, async () => {
    const lines = Array.from({ length: large }, (_, index) =>
      plain(`L${index}`, {
        email: `large${index}@imported.example`,
        itemName: 'Lamp at night\nBag',
        itemPrice: '4\n6',
        itemQuantity: '1\n1',
      }),
    )
    const times = [performance.now()]
    const begun = await begin(lines)
    times.push(performance.now())
    expect(begun).toMatchObject({ create: large, items: 2 * large, money: 10 * large })
    expect((await commit(begun.id)).body).toMatchObject({ data: { state: 'committed' } })
    times.push(performance.now())
    await rollUp(server.database, known.orgId)
    expect((await whole()).figures).toEqual([])
    times.push(performance.now())
    expect(shown(await undo(begun.id))).toMatchObject({ state: 'undone', kept: 0 })
    times.push(performance.now())
    console.log(
      times
        .slice(1)
        .map((time, index) => `${((time - (times[index] ?? 0)) / 1000).toFixed(1)} s`)
        .join(', '),
    )
  })
})
