import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Found } from '../../../contract/extensions/search'
import { openShop, type TestShop } from '../shop'
import { demo, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const agentEmail = 'miles.carter@offerdesk.example'

describe.each(servers)('on $kind', (server: Started) => {
  const { call } = server
  const mark = `q${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const tracking = `ZZ${mark.toUpperCase()}-1`
  let shop: TestShop
  let agent = ''
  let customerId = ''
  let orderId = ''
  let number = ''

  const ask = (q: string, token = shop.token, organizationId = shop.orgId) =>
    call('GET', `/search?organizationId=${organizationId}&q=${encodeURIComponent(q)}`, { token })
  const find = async (q: string, token = shop.token) => {
    const answer = await ask(q, token)
    expect(answer.status).toBe(200)
    return (answer.body as { data: Found }).data
  }
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const made = async (path: string, body: object) => {
    const answer = await call('POST', path, { token: shop.token, body })
    expect(answer.status).toBe(200)
    return (answer.body as { data: { id: string; number: number } }).data
  }

  beforeAll(async () => {
    shop = await openShop(server, demo)
    agent = await server.login(agentEmail)
    const organizationId = shop.orgId
    const customer = { firstName: `Zoë${mark}`, lastName: 'van Dijk', email: `z_${mark}@found.example` }
    customerId = (await made('/customers', { organizationId, ...customer, phone: '(212) 555-0187' })).id
    const offerId = await shop.addOffer(await shop.addProduct(10))
    const order = await made('/orders', shop.placement([{ offerId, quantity: 1 }]))
    ;[orderId, number] = [order.id, `${order.number}`]
    const details = await call('GET', `/orders/${orderId}`, { token: shop.token })
    const [item] = (details.body as { data: { items: { id: string }[] } }).data.items
    const { id } = await made(`/orders/${orderId}/fulfilments`, { items: [{ orderItemId: item?.id, quantity: 1 }] })
    const body = { trackingNumber: tracking }
    expect(await call('PUT', `/fulfilments/${id}/tracking`, { token: shop.token, body })).toMatchObject({ status: 200 })
  })

  test('WF-01 an order is found by its number, with its sign and its name and without, and by no part of it', async () => {
    for (const q of [number, `#${number}`, ` #0${number} `, `# ${number}`, `order ${number}`, `Order #${number}`]) {
      expect({ q, found: idsOf((await find(q)).orders) }).toEqual({ q, found: [orderId] })
    }
    expect(idsOf((await find(`${number}9`)).orders)).not.toContain(orderId)
    expect((await find('99999999999999999999')).orders).toEqual([])
  })

  test('WF-01 a customer is found by words of the name in any order, by email and by every spelling of the phone', async () => {
    for (const q of [`zoë${mark}`, `DIJK ${mark}`, `z_${mark}@FOUND`, `Zoë${mark} van`]) {
      expect({ q, found: idsOf((await find(q)).customers) }).toEqual({ q, found: [customerId] })
    }
    for (const q of ['212 555 0187', '+1 (212) 555-0187', '00 1 212 555 0187', '2125550187']) {
      expect({ q, found: idsOf((await find(q)).customers).includes(customerId) }).toEqual({ q, found: true })
    }
    // Who is called so comes before who lives there.
    const there = {
      firstName: 'Ann',
      email: `a_${mark}@found.example`,
      shippingAddress: { city: `zoë${mark}`, country: 'US' },
    }
    const { id } = await made('/customers', { organizationId: shop.orgId, ...there })
    expect(idsOf((await find(`zoë${mark}`)).customers)).toEqual([customerId, id])
    // Of little that was typed names begin with it, and nothing of it is a wildcard.
    expect((await find('zo')).customers.every(({ name }) => /\bzo/i.test(`${name}`))).toBe(true)
    for (const q of ['%', '_', '%%%', '\\', `z%${mark}`, `z__${mark}`, '...']) {
      expect({ q, found: idsOf((await find(q)).customers).includes(customerId) }).toEqual({ q, found: false })
    }
  })

  test('WF-01 a parcel is found by how its tracking number begins, and campaigns and products by their names', async () => {
    const [parcel] = (await find(tracking.slice(0, 10).toLowerCase())).fulfillments
    expect(parcel).toMatchObject({ orderId, trackingNumber: tracking, orderNumber: Number(number) })
    expect((await find('garden hose')).products.length).toBeGreaterThan(0)
    const { campaigns } = await find('test')
    expect(campaigns.length).toBeGreaterThan(0)
    expect(campaigns.length).toBeLessThan(6)
  })

  test('WF-01 ST-02 who sees their own orders alone finds those, and no parcels of others', async () => {
    const settle = async (seesAllOrders: boolean) => {
      const ask = { token: shop.token, body: { seesAllOrders } }
      expect((await call('PUT', `/organizations/${shop.orgId}/permissions`, ask)).status).toBe(200)
    }
    await settle(false)
    expect((await find(number, agent)).orders).toEqual([])
    expect((await find(tracking, agent)).fulfillments).toEqual([])
    expect(idsOf((await find(mark, agent)).customers)).toContain(customerId)
    await settle(true)
    expect(idsOf((await find(number, agent)).orders)).toEqual([orderId])
  })

  test('PM-01 WF-01 nothing is found in an organization of others, and each bad question says what is wrong', async () => {
    for (const organizationId of [crypto.randomUUID(), 'nonsense', '%']) {
      expect(await ask(mark, shop.token, organizationId)).toMatchObject({ status: 404 })
    }
    expect(await ask(mark, '')).toMatchObject({ status: 401 })
    for (const q of ['', '   ', 'a\u0000b', 'a'.repeat(201), 'a'.repeat(10_000)]) {
      const { status, body } = await ask(q)
      expect({ q: q.slice(0, 5), status }).toEqual({ q: q.slice(0, 5), status: 422 })
      expect(JSON.stringify(body)).toContain('query.q')
    }
  })
})
