import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { PaymentLinkMade } from '../../../contract/paymentLinks'
import { type Database, openDatabase } from '../../../server/db/database'
import { customers } from '../../../server/db/schema/customers'
import { settleLink } from '../../../server/payments/jobs'
import { demo, type Started, startOn } from '../http/start'
import { scratchPostgres } from '../postgres'
import { home, openShop, type TestShop } from '../shop'
import { type Floor, openFloor, wrongSums } from './sales'
import { cards, dataOf } from './world'

const scratch = await scratchPostgres('demo')

/** Half of them do one thing, half another. */
const atOnce = 16
/** What is done all day long, beside whatever else is done; `npm run figures -- sales` tries every pair. */
const oftenest = new Set(['place', 'pay'])
const hasAllPairs = process.env['SALES_PAIRS'] === 'all'
const longAfter = () => new Date(Date.now() + 400 * 86_400_000)

/** Makes ready for a write, and returns what does it: its status, or 200 for what no request does. */
type Prepare = () => Promise<() => Promise<number>>

// PGlite has one connection: nobody waits for anybody there.
describe.skipIf(scratch === undefined)('on PostgreSQL', () => {
  let database: Database
  let server: Started
  let shop: TestShop
  let floor: Floor
  let turn = 0

  beforeAll(async () => {
    if (!scratch) return
    database = await openDatabase(scratch)
    server = await startOn(database)
    shop = await openShop(server, demo)
    floor = await openFloor(database, shop, { agents: atOnce, buyers: 1 })
  })
  afterAll(async () => {
    await server.stop()
    await database.close()
    await scratch?.stop()
  })

  const staff = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    server.call(method, path, { token: floor.tokens[turn++ % atOnce], body, headers })

  /** Of two offers in turns, so that each half of the orders has them the other way round. */
  const placement = () => {
    const [first = '', second = ''] = turn % 2 === 0 ? floor.offerIds : floor.offerIds.toReversed()
    const lines = [
      { offerId: first, quantity: 1 },
      { offerId: second, quantity: 2 },
    ]
    return shop.placement(lines, { customerId: floor.customerIds[0] })
  }
  const placed = async () => dataOf<OrderRecord>(await staff('POST', '/orders', placement()))
  const linked = async (order: OrderRecord) => {
    const body = { mail: false, gatewayInstanceId: floor.gatewayId }
    const made = dataOf<PaymentLinkMade>(await staff('POST', `/orders/${order.id}/payment-links`, body))
    return { id: made.id, token: made.linkUrl.slice(made.linkUrl.lastIndexOf('/') + 1) }
  }
  const paid = async (token: string) => {
    const card = { cardNumber: cards.good, expiry: '12/99', securityCode: '123' }
    return (await server.call('POST', `/payments/${token}/attempts`, { body: { attemptId: uuidv7(), card } })).status
  }
  const expired = (order: OrderRecord, linkId: string) =>
    database.tenant(shop.orgId, (tx) =>
      settleLink(tx, { orgId: shop.orgId, linkId, orderId: order.id, now: longAfter() }),
    )
  const edited =
    (method: string, path: () => string, body: () => object): Prepare =>
    async () => {
      const asked = [method, path(), body()] as const
      return async () => (await staff(...asked)).status
    }
  const named = () => ({ name: `Named ${turn}`, displayName: `Named ${turn}`, firstName: `Named ${turn}` })

  const writes: Record<string, Prepare> = {
    place: edited('POST', () => '/orders', placement),
    cancel: async () => {
      const order = await placed()
      return async () => (await staff('POST', `/orders/${order.id}/cancel`, { reason: '' })).status
    },
    link: async () => {
      const order = await placed()
      const body = { mail: false, gatewayInstanceId: floor.gatewayId }
      return async () => (await staff('POST', `/orders/${order.id}/payment-links`, body)).status
    },
    pay: async () => {
      const { token } = await linked(await placed())
      return () => paid(token)
    },
    refund: async () => {
      const order = await placed()
      await paid((await linked(order)).token)
      const lines = order.items.map(({ id, quantity }) => ({ itemId: id, quantity }))
      return async () => (await staff('POST', `/orders/${order.id}/refunds`, { lines, restock: true })).status
    },
    expire: async () => {
      const order = await placed()
      const { id } = await linked(order)
      return async () => {
        await expired(order, id)
        return 200
      }
    },
    renew: async () => {
      const order = await placed()
      await expired(order, (await linked(order)).id)
      const body = { mail: false, gatewayInstanceId: floor.gatewayId }
      return async () => (await staff('POST', `/orders/${order.id}/payment-links`, body)).status
    },
    'edit the campaign': edited('PUT', () => `/campaigns/${shop.campaignId}`, named),
    'edit the customer': edited('PUT', () => `/customers/${floor.customerIds[0]}`, named),
    'edit an offer': edited('PUT', () => `/offers/${floor.offerIds[turn % 2]}`, named),
    'add an offer': edited(
      'POST',
      () => `/campaigns/${shop.campaignId}/offers`,
      () => ({
        ...named(),
        organizationId: shop.orgId,
        productId: floor.productIds[turn % 2],
        gatewayInstanceId: floor.gatewayId,
        quantity: 1,
        basePrice: 1,
      }),
    ),
    'count a product': edited(
      'POST',
      () => `/products/${floor.productIds[turn % 2]}/stock`,
      () => ({
        by: 1,
        reason: 'Found',
      }),
    ),
    'number a product': edited(
      'PUT',
      () => `/products/${floor.productIds[turn % 2]}`,
      () => ({ sku: `N-${turn}` }),
    ),
    'edit the gateway': edited('PUT', () => `/gateways/${floor.gatewayId}`, named),
    merge: async () => {
      const otherId = uuidv7()
      const name = { firstName: 'Ada', lastName: 'Twin', email: `${otherId}@moss.example`, ...home }
      await database.tenant(shop.orgId, (tx) =>
        tx.insert(customers).values({ orgId: shop.orgId, id: otherId, ...name }),
      )
      await staff('POST', '/orders', { ...placement(), customerId: otherId })
      const path = `/customers/${floor.customerIds[0]}/merge`
      return async () => (await staff('POST', path, { otherId, keep: { firstName: 'kept', email: 'kept' } })).status
    },
  }
  const names = Object.keys(writes)
  const pairs = names
    .flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))
    .filter(([one]) => hasAllPairs || oftenest.has(one))

  test('AP-02 every two writes that meet at a customer, a campaign, a gateway or offers go through, 16 at once', async () => {
    const deadlocks = async () => {
      const asked = sql`select pg_stat_clear_snapshot(), deadlocks::int from pg_stat_database where datname = current_database()`
      return Number((await database.system((tx) => tx.execute<{ deadlocks: number }>(asked))).rows[0]?.deadlocks)
    }
    const wrong: object[] = []
    for (const pair of pairs) {
      const ready: (() => Promise<number>)[] = []
      for (let one = 0; one < atOnce; one += 1) ready.push(await (writes[pair[one % 2] ?? ''] as Prepare)())
      const before = await deadlocks()
      const statuses = await Promise.all(ready.map((write) => write()))
      const refused = statuses.filter((status) => status !== 200)
      const locked = (await deadlocks()) - before
      if (refused.length > 0 || locked > 0) wrong.push({ pair, refused, deadlocks: locked })
    }
    if (hasAllPairs)
      console.log(`${pairs.length} pairs of writes, ${atOnce} at once: ${wrong.length} refused or deadlocked`)
    expect(wrong).toEqual([])
    expect(await wrongSums(database, shop.orgId, floor.offerIds)).toEqual([])
  })
})
