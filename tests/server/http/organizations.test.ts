import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrganizationSettings } from '../../../contract/extensions/organizations'
import { whyCurrencyStays } from '../../../contract/rules/organizations'
import { memberships, organizations } from '../../../server/db/schema/organizations'
import { demo, knownOf, rival, type Started, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const agent = 'miles.carter@offerdesk.example'

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database, login } = server
  let token = ''
  let orgId = ''
  const path = () => `/organizations/${orgId}/settings`
  const read = async (as = token) =>
    ((await call('GET', path(), { token: as })).body as { data: OrganizationSettings }).data
  const change = (body: object, headers: Record<string, string> = {}) => call('PUT', path(), { token, body, headers })

  beforeAll(async () => {
    token = await login(demo)
    orgId = (await knownOf(server, token)).orgId
  })

  test('ST-01 owners change what an organization is; it is told in the audit and to whoever looks, and kept where it is used', async () => {
    const before = await read()
    expect(before).toMatchObject({ name: 'Northwind Supply', currency: 'USD', taxRate: 0, hasOrders: true })
    const fields = {
      name: 'Northwind',
      timeZone: 'Europe/Berlin',
      supportEmail: '',
      liveUrl: 'https://northwind.example/shop',
      taxRate: 8.875,
      pricesIncludeTax: true,
    }
    expect(await change(fields)).toMatchObject({
      status: 200,
      body: {
        data: {
          ...before,
          ...fields,
          supportEmail: null,
          version: (before.version ?? 0) + 1,
          updatedAt: expect.any(String) as string,
        },
      },
    })
    expect(await read(await login(agent))).toEqual(await read())
    const { supportEmail: _, liveUrl: __, ...told } = fields
    const listed = (await call('GET', '/organizations', { token })).body as { data: { id: string }[] }
    expect(listed.data.find(({ id }) => id === orgId)).toMatchObject(told)
    expect((await call('GET', `/sellers?organizationId=${orgId}`, { token })).body).toMatchObject({
      data: [{ name: 'Northwind', supportEmail: null }],
    })
    const [entries, changes] = await database.tenant(orgId, async (tx) => [
      (
        await tx.execute(
          sql`select actor_name, action, after from audit_entries where table_name = 'organizations' order by id desc limit 1`,
        )
      ).rows,
      (await tx.execute(sql`select kind from changes where resource = 'organizations' and record_id = ${orgId}`)).rows,
    ])
    expect(entries).toMatchObject([
      {
        actor_name: 'Dana Reyes',
        action: 'organizations.update',
        after: { tax_rate: 8_875, live_url: fields.liveUrl },
      },
    ])
    expect(changes).toEqual([{ kind: 'updated' }])
    const { id: _id, version: _version, updatedAt: _at, hasOrders: _has, currency: _currency, ...back } = before
    expect(await change({ ...back, liveUrl: back.liveUrl ?? '', supportEmail: back.supportEmail ?? '' })).toMatchObject(
      { status: 200 },
    )
  })

  test('GE-09 of two owners who change it at once one is told of the other; an order in between is no change', async () => {
    const { version } = await read()
    const upon = { 'if-match': `"${version}"` }
    // As an order does that is placed.
    const lastOrderNumber = sql`${organizations.lastOrderNumber} + 1`
    await database.tenant(orgId, (tx) => tx.update(organizations).set({ lastOrderNumber }))
    expect((await read()).version).toBe(version)
    const answers = await Promise.all([
      change({ liveUrl: 'https://one.example' }, upon),
      change({ liveUrl: 'https://two.example' }, upon),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ error: { code: 'outdated', details: { current: await read() } } })
  })

  test('ST-01 the currency is changed until the first order, and what is no currency, zone, rate or address never', async () => {
    const before = await read()
    const why = whyCurrencyStays(true)
    expect(await change({ currency: 'EUR' })).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.currency', message: why }] } },
    })
    // What it is already is no change.
    expect(await change({ currency: 'USD', taxRate: 0 })).toMatchObject({ status: 200 })
    const wrong = [
      {},
      { name: ' ' },
      ...['usd', 'XYZ', 'KWD'].map((currency) => ({ currency })),
      ...['Mars/Olympus', '+02:00', 'europe', 'Etc/../x'].map((timeZone) => ({ timeZone })),
      ...[-1, 100.001, 1.0001, '7'].map((taxRate) => ({ taxRate })),
      ...['javascript:alert(1)', 'northwind.example', 'https://'].map((liveUrl) => ({ liveUrl })),
      { supportEmail: 'nobody' },
    ]
    for (const body of wrong) expect([body, (await change(body)).status]).toEqual([body, 422])
    expect(await read()).toMatchObject({
      ...before,
      version: expect.any(Number) as number,
      updatedAt: expect.any(String) as string,
    })
    const fresh = uuidv7()
    await database.system(async (tx) => {
      const { rows } = await tx.execute(sql`select id from users where email = ${demo}`)
      await tx.insert(organizations).values({ id: fresh, name: 'Fresh' })
      await tx.insert(memberships).values({ orgId: fresh, userId: String(rows[0]?.['id']), role: 'owner' })
    })
    const first = await call('PUT', `/organizations/${fresh}/settings`, { token, body: { currency: 'JPY' } })
    expect(first).toMatchObject({ status: 200, body: { data: { currency: 'JPY', hasOrders: false } } })
  })

  test('GE-05 PM-01 an agent is told why not, and a stranger of no such organization', async () => {
    const sentence = 'Only an owner can change the organization.'
    const refused = await call('PUT', path(), { token: await login(agent), body: { taxRate: 1 } })
    expect(refused).toMatchObject({ status: 403, body: { message: sentence } })
    const stranger = await login(rival)
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? { name: 'Stolen' } : undefined
      expect(await call(method, path(), { token: stranger, body })).toMatchObject({ status: 404 })
    }
  })
})
