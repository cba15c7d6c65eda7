import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standardPermissions } from '../../../contract/agentPermissions'
import { openSession } from '../../../server/auth/sessions'
import { readConfig } from '../../../server/config'
import { demoPassword, demoPaymentTokens } from '../../../server/db/demo'
import { memberships } from '../../../server/db/schema/organizations'
import { users } from '../../../server/db/schema/users'
import { tokenHash } from '../../../server/db/tokens'
import { demo, type Known, knownOf, type Started, startSomewhere, startOn } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind', (server: Started) => {
  const { call } = server
  let token = ''
  let known: Known

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
  })

  const search = async (body: object) => {
    const answer = await call('POST', '/search', { token, body: { organizationId: known.orgId, ...body } })
    expect(answer.status).toBe(200)
    return answer.body as { data: Record<string, unknown>[]; meta: { total: number } }
  }

  test('health answers', async () => {
    expect(await call('GET', '/api/health')).toMatchObject({ status: 200, body: { status: 'ok', version: 'test' } })
  })

  test.each([
    [{}, { email: demo, organizationName: 'Northwind Supply' }],
    [{ NODE_ENV: 'production' }, undefined],
    [{ SEED: 'none' }, undefined],
    [{ API_HOST: 'https://api.example.com' }, undefined],
  ])('LP-01 with the settings %j who may look around is %j', async (env, visitor) => {
    const node = await startOn(server.database, { config: readConfig({ NODE_ENV: 'test', ...env }) })
    const told = (await node.app.inject('/config.json')).json<{ demo?: object }>()
    await node.stop()
    if (visitor) expect(told.demo).toMatchObject(visitor)
    else expect(told).not.toHaveProperty('demo')
  })

  test('SE-11 SE-12 what a person is to each of their organizations comes with the session, the first joined first', async () => {
    const { database } = server
    const email = 'fresh@elsewhere.example'
    const [userId, hash] = await database.system(async (tx) => {
      const [user] = await tx.insert(users).values({ email, name: email, passwordHash: '' }).returning({ id: users.id })
      const id = user?.id ?? expect.fail('no user was inserted')
      await tx.insert(memberships).values({ orgId: known.orgId, userId: id })
      return [id, tokenHash(await openSession(tx, id))]
    })
    expect((await database.ownerOf(hash))?.memberships).toEqual([
      { orgId: known.orgId, role: 'agent', agents: standardPermissions, needsSecondStep: false },
    ])
    const owners = await database.ownersOf([hash, tokenHash(token), tokenHash('unknown')])
    expect([...owners].map(([of, owner]) => [of, owner.memberships.map(({ role }) => role)]).toSorted()).toEqual(
      [
        [hash, ['agent']],
        [tokenHash(token), ['owner', 'owner']],
      ].toSorted(),
    )
    expect(owners.get(tokenHash(token))?.memberships[0]).toEqual({
      orgId: known.orgId,
      role: 'owner',
      agents: standardPermissions,
      needsSecondStep: false,
    })
    // Others are shown the members of this organization.
    await database.system((tx) => tx.delete(memberships).where(eq(memberships.userId, userId)))
  })

  test('AP-01 SE-06 login, the user, the organizations and the ongoing call', async () => {
    const login = await call('POST', '/users/login', {
      body: { email: ` ${demo.toUpperCase()} `, password: demoPassword },
    })
    expect(login).toMatchObject({ status: 200, body: { success: true, data: { user: { email: demo } } } })
    expect(await call('GET', '/users/me', { token })).toMatchObject({ status: 200, body: { data: { email: demo } } })
    const organizations = await call('GET', '/organizations', { token })
    expect(organizations.body).toMatchObject({
      data: [
        {
          name: 'Northwind Supply',
          currency: 'USD',
          timeZone: 'America/Chicago',
          taxRate: 0,
          pricesIncludeTax: false,
          role: 'owner',
        },
        { name: 'Harbor Goods', currency: 'CAD', role: 'owner' },
      ],
    })
    expect(await call('GET', '/calls/ongoing/me', { token })).toMatchObject({ body: { data: { endedAt: null } } })
    expect(await call('GET', `/organizations/${known.orgId}/members`, { token })).toMatchObject({
      status: 200,
      body: { data: [{ name: 'Dana Reyes', email: demo }, { name: 'Miles Carter' }, { name: 'Saoirse Ní Bhriain' }] },
    })
  })

  test('ST-02 GE-09 owners settle what agents may do; it is told at once to everybody, and an outdated change is refused', async () => {
    const path = `/organizations/${known.orgId}/permissions`
    const agent = await server.login('miles.carter@offerdesk.example')
    expect(await call('GET', path, { token: agent })).toMatchObject({
      status: 200,
      body: { data: { id: known.orgId, ...standardPermissions, version: 1 } },
    })
    const upon = (version: number) => ({ 'if-match': `"${version}"` })
    const changed = await call('PUT', path, { token, headers: upon(1), body: { refundLimit: 25.5 } })
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { refundLimit: 25.5, changesOffers: false, version: 2 } },
    })
    expect(await call('GET', '/organizations', { token: agent })).toMatchObject({
      body: {
        data: [
          {
            id: known.orgId,
            role: 'agent',
            agents: {
              refundLimit: 25.5,
              changesOffers: false,
              seesAllOrders: true,
              exports: false,
              sharesViews: false,
            },
          },
        ],
      },
    })
    expect(await call('PUT', path, { token, headers: upon(1), body: { changesOffers: true } })).toMatchObject({
      status: 409,
      body: { error: { code: 'outdated', details: { current: { refundLimit: 25.5, version: 2 } } } },
    })
    for (const body of [{}, { refundLimit: -1 }, { refundLimit: 0.001 }, { changesOffers: 'yes' }])
      expect(await call('PUT', path, { token, body })).toMatchObject({ status: 422 })
    const { rows } = await server.database.tenant(known.orgId, (tx) =>
      tx.execute(sql`
        select actor_name, action, before, after from audit_entries where table_name = 'agent_permissions' and kind = 'updated'`),
    )
    expect(rows).toEqual([
      {
        actor_name: 'Dana Reyes',
        action: 'organizations.setPermissions',
        before: { refund_limit_cents: 0 },
        after: { refund_limit_cents: 2_550 },
      },
    ])
    expect(await call('PUT', path, { token, body: standardPermissions })).toMatchObject({ status: 200 })
  })

  test('SE-06 a wrong password and an unknown account are told alike', async () => {
    const wrong = await call('POST', '/users/login', { body: { email: demo, password: 'wrong' } })
    const unknown = await call('POST', '/users/login', { body: { email: 'nobody@x.example', password: 'wrong' } })
    expect(wrong.status).toBe(401)
    expect(unknown.body).toEqual(wrong.body)
  })

  test('SE-03 logging out ends the session at once', async () => {
    const gone = await server.login(demo)
    expect(await call('POST', '/users/logout', { token: gone, body: {} })).toMatchObject({ status: 200 })
    expect(await call('GET', '/users/me', { token: gone })).toMatchObject({ status: 401 })
  })

  test('CD-07 GE-04 a campaign with its organization and its members, unless they are not wanted', async () => {
    const full = await call('GET', `/campaigns/${known.campaignId}`, { token })
    expect(full.body).toMatchObject({
      data: { id: known.campaignId, organizationId: known.orgId, members: expect.any(Array) },
    })
    const bare = await call('GET', `/campaigns/${known.campaignId}?withMembers=false`, { token })
    expect(Object.keys((bare.body as { data: object }).data)).not.toContain('members')
  })

  test('AP-02 UC-03 UC-04 a campaign is updated in the given fields only', async () => {
    const path = `/campaigns/${known.campaignId}`
    const { data: before } = (await call('GET', path, { token })).body as { data: Record<string, unknown> }
    const changed = await call('PUT', path, { token, body: { status: 'completed', internalNote: 'Zażółć 🎁' } })
    expect(changed).toMatchObject({ status: 200, body: { data: { status: 'completed', internalNote: 'Zażółć 🎁' } } })
    const { data: after } = (await call('GET', path, { token })).body as { data: Record<string, unknown> }
    const { updatedAt, version } = after
    expect(after).toEqual({ ...before, status: 'completed', internalNote: 'Zażółć 🎁', updatedAt, version })
    expect(await call('PUT', path, { token, body: { status: 'active' } })).toMatchObject({ status: 200 })
    const dates = await call('PUT', path, { token, body: { startDate: '2026-02-01', endDate: '2026-01-01' } })
    expect(dates).toMatchObject({ status: 422, body: { error: { details: [{ path: 'body.endDate' }] } } })
  })

  test('AO-08 EO-08 OT-09 an offer is created, changed, found and deleted, and no other is touched', async () => {
    const others = await search({ resource: 'offers', filters: { campaignId: known.campaignId }, limit: 100 })
    const created = await call('POST', `/campaigns/${known.campaignId}/offers`, {
      token,
      body: {
        organizationId: known.orgId,
        productId: known.productId,
        gatewayInstanceId: known.gatewayId,
        displayName: 'Quite New 100% Offer_',
        quantity: 5,
        basePrice: 19.99,
        minPrice: 0,
        maxPrice: 25.5,
      },
    })
    expect(created).toMatchObject({ status: 200, body: { data: { basePrice: 19.99, minPrice: 0, shipPrice: null } } })
    const { id } = (created.body as { data: { id: string } }).data
    const found = await search({ resource: 'offers', q: 'new 100% offer_' })
    expect(found.data.map((row) => row['id'])).toEqual([id])
    const [a, b] = await Promise.all([
      call('PUT', `/offers/${id}`, { token, body: { basePrice: 0.07 } }),
      call('PUT', `/offers/${id}`, { token, body: { quantity: 0 } }),
    ])
    expect([a.status, b.status]).toEqual([200, 200])
    const [row] = (await search({ resource: 'offers', q: 'Quite New' })).data
    expect(row).toMatchObject({ basePrice: 0.07, quantity: 0, displayName: 'Quite New 100% Offer_', maxPrice: 25.5 })
    expect(await call('PUT', `/offers/${id}`, { token, body: { minPrice: 30 } })).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.minPrice' }] } },
    })
    // SE-05 defaults to JSON, also where there is no body.
    const headers = { 'content-type': 'application/json' }
    expect(await call('DELETE', `/offers/${id}`, { token, headers })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    for (const again of [
      await call('DELETE', `/offers/${id}`, { token }),
      await call('PUT', `/offers/${id}`, { token, body: { quantity: 1 } }),
    ]) {
      expect(again).toMatchObject({ status: 404, body: { success: false, error: { code: 'not_found' } } })
    }
    expect(await search({ resource: 'offers', filters: { campaignId: known.campaignId }, limit: 100 })).toEqual(others)
  })

  test('CU-01 CU-03 a customer is added, read, changed, found by any spelling of the phone, and cleared', async () => {
    const created = await call('POST', '/customers', {
      token,
      body: {
        organizationId: known.orgId,
        firstName: 'Wilhelmina',
        lastName: 'Quist',
        email: 'Quist@Customers.example',
        phone: '+1 (777) 011 72 977',
        shippingAddress: { address1: '9 Heron Wharf', city: 'Åmål', country: 'se' },
      },
    })
    expect(created).toMatchObject({
      status: 200,
      body: { data: { name: 'Wilhelmina Quist', email: 'quist@customers.example', ordersCount: 0, note: null } },
    })
    const { organizationId, ...customer } = (created.body as { data: { id: string; organizationId: string } }).data
    const path = `/customers/${customer.id}`
    // Read alone it says whose it is; a list is of the organization that was asked for.
    expect(organizationId).toBe(known.orgId)
    expect((await call('GET', path, { token })).body).toMatchObject({ data: { ...customer, organizationId } })
    for (const q of ['mina quist', 'HERON wharf', '777-0117', '(7770) 117.29', 'quist@', 'åmÅl']) {
      expect({ q, found: (await search({ resource: 'customers', q })).data }).toEqual({ q, found: [customer] })
    }
    const swedes = await search({ resource: 'customers', filters: { country: 'SE' }, limit: 100 })
    expect(swedes.data).toContainEqual(customer)
    const changed = await call('PUT', path, {
      token,
      body: { lastName: '', phone: '', note: 'Calls back', shippingAddress: { address1: '' } },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        data: {
          name: 'Wilhelmina',
          lastName: '',
          phone: null,
          note: 'Calls back',
          email: 'quist@customers.example',
          shippingAddress: { address1: null, city: 'Åmål', country: 'SE' },
        },
      },
    })
  })

  test('WF-05 a deleted customer is gone, and can be restored for a day', async () => {
    const { body } = await call('POST', '/customers', {
      token,
      body: { organizationId: known.orgId, firstName: 'Shortlived', email: 'gone@customers.example' },
    })
    const { data: customer } = body as { data: { id: string } }
    const path = `/customers/${customer.id}`
    const found = async () => (await search({ resource: 'customers', q: 'shortlived' })).meta.total
    expect(await call('POST', `${path}/restore`, { token, body: {} })).toMatchObject({ status: 404 })
    expect(await call('DELETE', path, { token })).toMatchObject({ status: 200, body: { success: true } })
    for (const gone of [
      await call('GET', path, { token }),
      await call('PUT', path, { token, body: { note: 'x' } }),
      await call('DELETE', path, { token }),
    ]) {
      expect(gone).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    }
    expect(await found()).toBe(0)
    const restored = await call('POST', `${path}/restore`, { token, body: {} })
    expect(restored).toMatchObject({ status: 200, body: { data: { id: customer.id, note: null } } })
    expect(await found()).toBe(1)
    expect(await call('DELETE', path, { token })).toMatchObject({ status: 200 })
    const tomorrow = await startOn(server.database, { now: () => new Date(Date.now() + 24 * 3_600_000) })
    expect(await tomorrow.call('POST', `${path}/restore`, { token, body: {} })).toMatchObject({ status: 404 })
    await tomorrow.stop()
  })

  test('EM-01 EM-06 an auto-responder is added and listed', async () => {
    const path = `/campaigns/${known.campaignId}/autoresponders/email`
    const body = {
      subject: 'Hi',
      body: '<p>Hi</p>',
      pluginInstanceId: known.pluginId,
      event: 'order.completed',
      from: 'A@B.example',
    }
    expect(await call('POST', path, { token, body })).toMatchObject({
      status: 200,
      body: { data: { from: 'a@b.example' } },
    })
    const { data } = (await call('GET', path, { token })).body as { data: Record<string, unknown>[] }
    expect(data.at(-1)).toMatchObject({ subject: 'Hi', pluginInstance: { name: expect.any(String) } })
  })

  test('RT-03 KO-02 a payment token opens its order until it expires', async () => {
    expect(await call('GET', `/orders/token/${demoPaymentTokens.open}`)).toMatchObject({
      status: 200,
      body: { id: expect.any(String), items: expect.any(Array), currency: 'USD' },
    })
    expect(await call('GET', `/orders/token/${demoPaymentTokens.expired}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'payment_link_expired' } },
    })
    expect(await call('GET', '/orders/token/no-such-token')).toMatchObject({ status: 404 })
  })

  test('PY-02 LV-02 OR-03 an order is paid through its link, followed by staff, and refunded', async () => {
    const opened = await call('GET', `/payments/${demoPaymentTokens.open}`)
    const { order, due } = (opened.body as { data: { order: { id: string }; due: number } }).data
    const path = `/orders/${order.id}`
    expect(await call('GET', `${path}/payments`, { token })).toMatchObject({
      status: 200,
      body: { data: { due, refundable: 0, link: { state: 'opened' }, attempts: [] } },
    })
    const made = await call('POST', `${path}/payment-links`, { token, body: { mail: true } })
    const { linkUrl, payCode } = (made.body as { data: { linkUrl: string; payCode: string | null } }).data
    const pay = `/payments/${linkUrl.slice(linkUrl.lastIndexOf('/') + 1)}`
    expect(payCode).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}$/)
    const card = { cardNumber: '4000 0025 0000 3155', expiry: '12/30', securityCode: '123' }
    const attemptId = '01a098c6-0000-7000-8000-0000000000ac'
    expect(await call('POST', `${pay}/attempts`, { body: { attemptId, card } })).toMatchObject({
      status: 200,
      body: { data: { canPay: false, attempt: { state: 'action_required', action: { kind: 'bank' } } } },
    })
    expect(await call('POST', `${pay}/attempts/${attemptId}/answer`, { body: { approved: true } })).toMatchObject({
      status: 200,
      body: { data: { due: 0, order: { paymentStatus: 'paid' } } },
    })
    expect(await call('POST', `${path}/refunds`, { token, body: { amount: 1, reason: 'Late' } })).toMatchObject({
      status: 200,
      body: { data: { refunds: [{ state: 'succeeded', amount: 1 }], link: { state: 'paid' } } },
    })
    expect(await call('POST', `${path}/payment-links/end`, { token, body: {} })).toMatchObject({ status: 409 })
  })

  test('OT-06 DT-08 KO-02 search pages do not overlap, totals are exact, defaults hold', async () => {
    const all = await search({ resource: 'offers', limit: 100, sortBy: 'displayName', sortOrder: 'asc' })
    const pages = await Promise.all(
      [1, 2, 3].map((page) => search({ resource: 'offers', limit: 30, page, sortBy: 'displayName', sortOrder: 'asc' })),
    )
    const ids = pages.flatMap(({ data }) => data.map((row) => row['id']))
    expect(ids).toEqual(all.data.slice(0, 90).map((row) => row['id']))
    expect(new Set(pages.map(({ meta }) => meta.total))).toEqual(new Set([all.meta.total]))
    expect((await search({ resource: 'offers' })).data).toHaveLength(10)
    for (const resource of ['offers', 'products', 'campaigns', 'customers', 'orders', 'fulfillments', 'transactions']) {
      expect((await search({ resource })).meta.total).toBeGreaterThan(0)
    }
    const active = await search({ resource: 'campaigns', filters: { status: 'active' }, limit: 100 })
    expect(new Set(active.data.map((row) => row['status']))).toEqual(new Set(['active']))
  })
})
