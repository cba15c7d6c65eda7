import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticate } from '../../../server/auth/sessions'
import { createChangeFeed } from '../../../server/events/changeFeed'
import { orders } from '../../../server/db/schema/orders'
import { openShop, type TestShop } from '../shop'
import { demo, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const email = 'miles.carter@offerdesk.example'
interface Row extends Record<string, unknown> {
  id: string
}
const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let shop: TestShop
  let agent = ''
  let me = ''
  let own: Row
  let others: Row

  const settle = async (seesAllOrders: boolean) => {
    const path = `/organizations/${shop.orgId}/permissions`
    expect(await call('PUT', path, { token: shop.token, body: { seesAllOrders } })).toMatchObject({
      status: 200,
      body: { data: { seesAllOrders } },
    })
  }
  const find = async (resource: string, more: object = {}, token = agent) => {
    const body = { organizationId: shop.orgId, resource, limit: 100, ...more }
    const answer = await call('POST', '/search', { token, body })
    expect(answer.status).toBe(200)
    return { rows: dataOf<Row[]>(answer), total: (answer.body as { meta: { total: number } }).meta.total }
  }
  /** An order of two units, one of them in a parcel, with a payment link. */
  const sell = async (token: string): Promise<Row> => {
    const offerId = await shop.addOffer(await shop.addProduct(10))
    const placed = await call('POST', '/orders', { token, body: shop.placement([{ offerId, quantity: 2 }]) })
    expect(placed.status).toBe(200)
    const order = dataOf<Row>(placed)
    const [item] = (dataOf<Row>(await call('GET', `/orders/${order.id}`, { token }))['items'] as Row[]) ?? []
    const body = { items: [{ orderItemId: item?.id, quantity: 1 }] }
    const { id: fulfilmentId } = dataOf<Row>(await call('POST', `/orders/${order.id}/fulfilments`, { token, body }))
    return { ...order, fulfilmentId }
  }

  beforeAll(async () => {
    shop = await openShop(server, demo)
    agent = await server.login(email)
    me = dataOf<Row>(await call('GET', '/users/me', { token: agent })).id
    ;[own, others] = [await sell(agent), await sell(shop.token)]
    await settle(false)
  })

  test('ST-02 an agent finds their own orders alone, in every list, however they look for them', async () => {
    const counted = await database.tenant(shop.orgId, (tx) => tx.$count(orders, eq(orders.agentId, me)))
    const { rows, total } = await find('orders')
    expect(new Set(rows.map(({ agentId }) => agentId))).toEqual(new Set([me]))
    expect(total).toBe(counted)
    const everybody = await find('orders', {}, shop.token)
    expect(everybody.total).toBeGreaterThan(total)
    const number = (of: Row) => ({ q: `#${String(of['number'])}` })
    expect(await find('orders', number(own))).toMatchObject({ rows: [{ id: own.id }], total: 1 })
    expect(await find('orders', number(others))).toEqual({ rows: [], total: 0 })
    expect((await find('orders', number(others), shop.token)).rows.map(({ id }) => id)).toContain(others.id)
    for (const filters of [
      { customerId: shop.customerId },
      { campaignId: shop.campaignId },
      { ids: [own.id, others.id] },
    ])
      expect(await find('orders', { filters })).toMatchObject({ rows: [{ id: own.id }], total: 1 })
    for (const filters of [{ status: 'open' }, { paymentStatus: 'unpaid' }, { paymentStatus: ['paid', 'unpaid'] }]) {
      const some = await find('orders', { filters, limit: 1 })
      expect(some.total).toBeLessThanOrEqual(counted)
      expect(some.rows.map(({ agentId }) => agentId)).toEqual([me])
    }
    const mine = new Set((await find('orders', { limit: 100 })).rows.map(({ id }) => id))
    for (const resource of ['fulfillments', 'transactions']) {
      const found = await find(resource)
      if (total <= 100) expect(found.rows.filter(({ orderId }) => !mine.has(String(orderId)))).toEqual([])
      expect(found.total).toBeLessThan((await find(resource, {}, shop.token)).total)
      const far = await find(resource, { page: 1_000 })
      expect(far).toEqual({ rows: [], total: found.total })
    }
    const sums = async (token: string) =>
      dataOf<{ charged: number }>(
        await call('POST', '/transactions/sums', { token, body: { organizationId: shop.orgId } }),
      ).charged
    expect(await sums(agent)).toBeLessThan(await sums(shop.token))
  })

  test('ST-02 an order of somebody else is not found by its number, on a sheet or in the mails, and nothing of it is changed', async () => {
    const { id } = others
    const organizationId = shop.orgId
    // Its number and its seller are not told by what only has to do with it.
    const given = { trackingNumber: '1Z999AA10987654321' }
    const track = (of: Row, token: string) =>
      call('PUT', `/fulfilments/${String(of['fulfilmentId'])}/tracking`, { token, body: given })
    expect(await track(others, shop.token)).toMatchObject({ status: 200 })
    expect(await track(own, agent)).toMatchObject({
      status: 422,
      body: { error: { details: [{ message: 'This number is on a parcel of another order already' }] } },
    })
    const moved = async (of: Row, token: string) => {
      const [item] = dataOf<Row>(await call('GET', `/orders/${of.id}`, { token: shop.token }))['items'] as Row[]
      return dataOf<Row[]>(await call('GET', `/products/${String(item?.['productId'])}/movements`, { token }))
    }
    const nobody = { kind: 'sale', quantity: -2, orderId: null, orderNumber: null, userName: null }
    expect((await moved(others, agent))[0]).toMatchObject(nobody)
    expect((await moved(others, shop.token))[0]).toMatchObject({ orderNumber: others['number'] })
    expect((await moved(own, agent))[0]).toMatchObject({ orderNumber: own['number'] })
    const before = dataOf<Row>(await call('GET', `/orders/${id}`, { token: shop.token }))
    const scanned = { organizationId, orderNumber: String(others['number']), trackingNumber: '1Z999AA10123456784' }
    expect(await call('POST', '/fulfilments/scan', { token: agent, body: scanned })).toMatchObject({
      status: 422,
      body: { error: { details: [{ message: `There is no order #${String(others['number'])}` }] } },
    })
    const begun = { organizationId, name: 'tracking.csv', resource: 'fulfilments' }
    const { id: importId } = dataOf<Row>(await call('POST', '/sheet-imports', { token: agent, body: begun }))
    const lines = [own, others].map((order, line) => ({
      line: line + 2,
      cells: { order: String(order['number']), trackingNumber: `1Z999AA1012345678${line}` },
    }))
    await call('PUT', `/sheet-imports/${importId}/lines`, { token: agent, body: { lines } })
    const judged = dataOf<Row[]>(await call('GET', `/sheet-imports/${importId}/lines`, { token: agent }))
    expect(judged.map(({ verdict }) => verdict)).toEqual(['update', 'refused'])
    expect(dataOf<Row>(await call('GET', `/orders/${id}`, { token: shop.token }))).toEqual(before)
    const mailed = dataOf<Row[]>(
      await call('GET', `/mails?organizationId=${organizationId}&orderId=${id}`, { token: agent }),
    )
    expect(mailed).toEqual([])
    // What is theirs goes on.
    expect(await call('GET', `/orders/${own.id}`, { token: agent })).toMatchObject({ status: 200 })
    expect(await call('POST', `/orders/${own.id}/notes`, { token: agent, body: { text: 'Mine' } })).toMatchObject({
      status: 200,
    })
  })

  test('ST-02 LV-01 an agent hears of their own orders alone, from when that is settled until it is not', async () => {
    const feed = createChangeFeed(database, () => new Date(), 60_000)
    const request = { headers: { authorization: `Bearer ${agent}` }, ip: '127.0.0.1' }
    await settle(true)
    const stream = await feed.open(await authenticate(database, request as never), shop.orgId, undefined)
    let heard = ''
    stream.setEncoding('utf8').on('data', (text: string) => (heard += text))
    const note = async (order: Row, text: string) => {
      heard = ''
      await call('POST', `/orders/${order.id}/notes`, { token: shop.token, body: { text } })
      // Told in their order: somebody new comes behind, so what was before them has been told or is not.
      const body = {
        organizationId: shop.orgId,
        firstName: 'Behind',
        lastName: text,
        email: `${randomUUID()}@new.example`,
      }
      const behind = dataOf<Row>(await call('POST', '/customers', { token: shop.token, body }))
      await expect.poll(() => heard).toContain(behind.id)
      return heard
    }
    await note(others, 'Seen')
    await expect.poll(() => heard).toContain(others.id)
    await settle(false)
    expect(await note(others, 'Not seen')).not.toContain(others.id)
    // That the leaderboard has changed is heard, without what has changed it.
    expect(heard).toContain('{"resource":"leaderboard","id":null,"version":null,"kind":"updated"}')
    await settle(true)
    await note(others, 'Seen again')
    await expect.poll(() => heard).toContain(others.id)
    feed.close()
    await settle(false)
  })

  test('ST-02 owners see all orders, and so do agents again as soon as it is settled', async () => {
    expect(await call('GET', `/orders/${own.id}`, { token: shop.token })).toMatchObject({ status: 200 })
    const figures = async () => {
      const { data } = (await call('GET', `/customers/${shop.customerId}`, { token: shop.token })).body as { data: Row }
      return [data['ordersCount'], data['totalSpent']]
    }
    // What is kept of a customer is made of all orders, whoever changes one.
    const before = await figures()
    expect(await call('POST', `/orders/${own.id}/cancel`, { token: agent, body: {} })).toMatchObject({ status: 200 })
    expect(await figures()).toEqual([Number(before[0]) - 1, before[1]])
    await settle(true)
    expect(await call('GET', `/orders/${others.id}`, { token: agent })).toMatchObject({ status: 200 })
    expect((await find('orders')).total).toBe((await find('orders', {}, shop.token)).total)
  })
})
