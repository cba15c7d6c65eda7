import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderSums } from '../../../contract/extensions/orders'
import type { OrderLineSums } from '../../../contract/extensions/orderLines'
import type { Report } from '../../../contract/extensions/reports'
import { openShop } from '../shop'
import { demo, type Started, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))
const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data

describe.each(servers)('reports on $kind', (server: Started) => {
  const { call, login } = server
  let [token, organizationId] = ['', '']
  beforeAll(async () => {
    token = await login(demo)
    organizationId = dataOf<{ id: string }[]>(await call('GET', '/organizations', { token }))[0]?.id ?? ''
  })
  const ask = (more: object, path = '/reports') =>
    call('POST', path, {
      token,
      body: { organizationId, measures: ['sales'], from: '2026-01-01', to: '2026-12-31', ...more },
    })

  test.each<[asked: object, sentence: string]>([
    [{ to: '2025-12-31' }, 'The period ends before it begins'],
    [{ from: '2026-03-01T10:00:00Z', to: '2026-03-01T09:00:00Z' }, 'The period ends before it begins'],
    [
      { from: '1926-01-01', to: '2025-12-31', dimensions: ['day'] },
      'By day that would be 36,525 lines. Choose months, or a shorter period.',
    ],
    [{ from: '0001-01-01' }, 'Choose days from 1900 to 2999'],
    [{ dimensions: ['offer'] }, "Sales can't be split by offer"],
    [{ measures: ['units'], filters: { gatewayInstanceId: ['none'] } }, "Units can't be narrowed by gateway"],
    [{ dimensions: ['agent', 'agent'] }, 'Agent is chosen twice'],
    [{ dimensions: ['day', 'month'] }, 'Choose either day or month'],
    [{ measures: [] }, 'Choose at least one figure'],
  ])('RP-01 %o is refused with its own sentence', async (asked, sentence) => {
    expect(await ask(asked)).toMatchObject({ status: 422, body: { error: { details: [{ message: sentence }] } } })
  })

  test('RP-01 of nothing sold there are zeros and no ratios', async () => {
    const asked = { measures: ['sales', 'averageOrder', 'approvalRate'], from: '2001-01-01', to: '2001-01-02' }
    const report = dataOf<Report>(await ask({ ...asked, dimensions: ['day'], compare: 'previous' }))
    const nothing = { sales: 0, averageOrder: null, approvalRate: null }
    expect(report).toMatchObject({ totals: { values: nothing, before: nothing } })
    expect(report.lines.map(({ values, keys }) => [keys[0]?.id, values])).toEqual([
      ['2001-01-01', nothing],
      ['2001-01-02', nothing],
    ])
  })

  test('RP-01 a thousand years are what was sold in them, and no more work', async () => {
    const asked = { measures: ['orders', 'revenue', 'charged'], compare: 'year' }
    const all = dataOf<Report>(await ask({ ...asked, from: '1900-01-01', to: '2999-12-31' }))
    const [own, before] = await Promise.all(
      ['none', 'year'].map(async (compare) =>
        dataOf<Report>(await ask({ ...asked, from: '2020-01-01', to: '2030-12-31', compare })),
      ),
    )
    expect(all.totals).toEqual({ values: own?.totals.values, before: own?.totals.values })
    expect(before?.totals).toEqual(all.totals)
    expect(all.totals.values.orders).toBeGreaterThan(100)
  })

  test('RP-02 the lines of orders add up to the totals of the orders', async () => {
    const shop = await openShop(server, demo)
    const products = [await shop.addProduct(10), await shop.addProduct(10)]
    const offers = await Promise.all(products.map((product) => shop.addOffer(product, { shipPriceCents: 495 })))
    const lines = offers.map((offerId, place) => ({ offerId, quantity: place + 1 }))
    expect((await call('POST', '/orders', { token, body: shop.placement(lines) })).status).toBe(200)
    const body = { organizationId, filters: { campaignId: shop.campaignId } }
    const orders = dataOf<OrderSums>(await call('POST', '/orders/sums', { token, body }))
    const sold = dataOf<OrderLineSums>(await call('POST', '/order-lines/sums', { token, body }))
    expect([orders.rows, sold.rows, sold.units]).toEqual([1, 2, 3])
    expect(sold.total).toBe(orders.total)
    // A report of them says what it is narrowed to; of what is nobody's it has no name.
    const nobodys = organizationId.replace(/^.{8}/, '00000000')
    const narrowed = { campaignId: [shop.campaignId.toUpperCase(), nobodys, 'x'], offerId: [offers[0], 'none'] }
    const report = dataOf<Report>(await ask({ measures: ['units'], filters: narrowed }))
    expect(report.narrowedTo).toMatchObject([
      { dimension: 'campaign', id: shop.campaignId.toUpperCase(), name: expect.stringMatching(/\S/) },
      { dimension: 'campaign', id: nobodys, name: nobodys },
      { dimension: 'campaign', id: 'x', name: 'x' },
      { dimension: 'offer', id: offers[0] },
      { dimension: 'offer', id: 'none', name: 'No offer' },
    ])
    expect(report.narrowedTo[0]?.name).not.toBe(shop.campaignId)
    expect(orders.net).toBeCloseTo(orders.paid - orders.refunded, 6)
  })

  test('RP-01 the same figures are taken along as CSV, with their units and the zone', async () => {
    const asked = { measures: ['sales', 'orders'], dimensions: ['month'] }
    const { zone, lines, currency } = dataOf<Report>(await ask(asked))
    const { text } = (await ask(asked, '/reports/csv')).body as { text: string }
    const [head, ...rows] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(head).toBe(`Month (${zone}),Sales (${currency}),Orders`)
    expect(rows).toEqual(lines.map(({ keys, values }) => [keys[0]?.id, values.sales, values.orders].join(',')))
  })
})
