import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '../../../contract/extensions/dashboard'
import { waitingIn } from '../../../contract/rules/workQueue'
import { paymentAttempts } from '../../../server/db/schema/payments'
import { memberships, organizations } from '../../../server/db/schema/organizations'
import { openShop, type TestShop } from '../shop'
import { demo, type Started, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const agentEmail = 'miles.carter@offerdesk.example'

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database, login } = server
  let shop: TestShop
  let agent = ''

  const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data
  const read = async (token: string, orgId = shop.orgId): Promise<Dashboard> => {
    const answer = await call('GET', `/dashboard?organizationId=${orgId}`, { token })
    expect(answer).toMatchObject({ status: 200 })
    return dataOf(answer)
  }
  const countOf = ({ queue }: Dashboard, of: string) => queue.find((entry) => entry.of === of)?.count ?? 0
  const found = async (of: keyof typeof waitingIn, token: string, more: object = {}) => {
    const body = {
      organizationId: shop.orgId,
      resource: waitingIn[of].list,
      filters: waitingIn[of].filters,
      limit: 100,
      ...more,
    }
    const answer = await call('POST', '/search', { token, body })
    expect(answer.status).toBe(200)
    return {
      ids: dataOf<{ id: string }[]>(answer).map(({ id }) => id),
      total: (answer.body as { meta: { total: number } }).meta.total,
    }
  }
  const sell = async (token: string) => {
    const offerId = await shop.addOffer(await shop.addProduct(5))
    return dataOf<{ id: string; number: string }>(
      await call('POST', '/orders', { token, body: shop.placement([{ offerId }]) }),
    )
  }
  const addLink = async (orderId: string, endsIn: string) => {
    await call('POST', `/orders/${orderId}/payment-links`, { token: shop.token, body: { mail: false } })
    await database.tenant(shop.orgId, (tx) =>
      tx.execute(
        sql`update payment_links set expires_at = now() + ${endsIn}::interval where order_id = ${orderId} and ended_at is null`,
      ),
    )
  }
  const decline = (orderId: string, state: 'declined' | 'created' = 'declined') =>
    database.tenant(shop.orgId, async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`select id from payment_links where order_id = ${orderId} order by created_at desc limit 1`,
      )
      const attempt = { id: uuidv7(), orderId, linkId: rows[0]?.id ?? '', gatewayInstanceId: shop.gatewayId }
      await tx
        .insert(paymentAttempts)
        .values({ orgId: shop.orgId, ...attempt, state, amountCents: 2_000, currency: 'USD' })
    })

  beforeAll(async () => {
    shop = await openShop(server, demo)
    agent = await login(agentEmail)
  })

  test('DB-01 what waits is as many as its list shows, of all orders or of the own alone', async () => {
    const [ending, later, declined, tried] = [
      await sell(agent),
      await sell(shop.token),
      await sell(shop.token),
      await sell(agent),
    ]
    await addLink(ending.id, '20 minutes')
    await addLink(later.id, '3 hours')
    await addLink(declined.id, '50 minutes')
    await addLink(tried.id, '3 hours')
    await decline(declined.id)
    await decline(tried.id)
    await decline(tried.id, 'created')
    const settle = (seesAllOrders: boolean) =>
      call('PUT', `/organizations/${shop.orgId}/permissions`, { token: shop.token, body: { seesAllOrders } })
    await settle(false)
    const [all, own] = [await read(shop.token), await read(agent)]
    for (const of of ['linksEnding', 'declined', 'toPack', 'lowStock'] as const) {
      expect([of, countOf(all, of)]).toEqual([of, (await found(of, shop.token)).total])
      expect([of, countOf(own, of)]).toEqual([of, (await found(of, agent)).total])
    }
    expect((await found('linksEnding', shop.token)).ids).toEqual(expect.arrayContaining([ending.id, declined.id]))
    expect((await found('linksEnding', shop.token)).ids).not.toContain(later.id)
    expect((await found('linksEnding', agent)).ids).toContain(ending.id)
    expect((await found('linksEnding', agent)).ids).not.toContain(declined.id)
    expect((await found('declined', shop.token)).ids).toContain(declined.id)
    expect((await found('declined', shop.token)).ids).not.toContain(tried.id)
    expect(await found('declined', shop.token, { q: `#${declined.number}` })).toEqual({ ids: [declined.id], total: 1 })
    expect(own.steps).toBeNull()
    await settle(true)
    const [row] = dataOf<Record<string, unknown>[]>(
      await call('POST', '/search', {
        token: shop.token,
        body: { organizationId: shop.orgId, resource: 'orders', filters: { ids: [declined.id] } },
      }),
    )
    expect(row).toMatchObject({ linkEnds: 'soon', lastAttempt: 'declined' })
    const first = all.queue.find(({ of }) => of === 'linksEnding')?.firstAt ?? ''
    expect(Date.parse(first) - Date.now()).toBeLessThanOrEqual(20 * 60_000)
  })

  test('DB-01 CA-02 call-backs are counted once they are due, and only the own', async () => {
    const before = await read(agent)
    const answer = await call('POST', '/calls', {
      token: agent,
      body: { organizationId: shop.orgId, phone: '+15550100' },
    })
    const { id } = dataOf<{ id: string }>(answer)
    await call('POST', `/calls/${id}/end`, { token: agent, body: {} })
    const body = { disposition: 'call_back', callBackAt: new Date(Date.now() - 60_000).toISOString() }
    expect((await call('POST', `/calls/${id}/close`, { token: agent, body })).status).toBe(200)
    const after = await read(agent)
    expect(countOf(after, 'callBacks')).toBe(countOf(before, 'callBacks') + 1)
    expect(countOf(await read(shop.token), 'callBacks')).toBe(0)
    expect(after.own).toMatchObject({ calls: before.own.calls + 1, counted: before.own.counted + 1 })
  })

  test('DB-03 a new organization is told what to do first, by what exists', async () => {
    const orgId = uuidv7()
    const me = dataOf<{ id: string }>(await call('GET', '/users/me', { token: shop.token })).id
    await database.system(async (tx) => {
      await tx.insert(organizations).values({ id: orgId, name: 'New' })
      await tx.insert(memberships).values({ orgId, userId: me, role: 'owner' })
    })
    const done = async () => {
      const { steps, next } = await read(shop.token, orgId)
      return { steps: steps?.filter(({ isDone }) => isDone).map(({ step }) => step), next }
    }
    const create = async (path: string, body: object) =>
      dataOf<{ id: string }>(await call('POST', path, { token: shop.token, body: { organizationId: orgId, ...body } }))
        .id
    expect(await done()).toEqual({ steps: [], next: { campaignId: null, orderId: null } })
    const productId = await create('/products', { name: 'Lamp', sku: 'LAMP', price: 5, stock: 50 })
    const campaignId = await create('/campaigns', { name: 'First' })
    expect(await done()).toEqual({ steps: ['product', 'campaign'], next: { campaignId, orderId: null } })
    await create(`/campaigns/${campaignId}/offers`, { productId, displayName: 'Lamp', quantity: 5, basePrice: 5 })
    await create('/gateways', { displayName: 'Sandbox', kind: 'sandbox' })
    expect((await done()).steps).toEqual(['product', 'campaign', 'offer', 'gateway'])
    expect((await read(shop.token)).steps).toBeNull()
  })
})
