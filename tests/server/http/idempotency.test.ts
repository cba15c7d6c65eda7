import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Action } from '../../../contract/permissions'
import type { Caller } from '../../../server/auth/sessions'
import { createdOnlyNew, forgetOldKeys } from '../../../server/http/idempotency'
import { demo, type Known, knownOf, type Started, startSomewhere, startOn } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const day = 24 * 3_600_000

describe.each(servers)('on $kind', (server: Started) => {
  let token = ''
  let known: Known
  let keys = 0
  const newKey = () => `key-${(keys += 1)}`

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
  })

  const on =
    (node: Started, as?: string) =>
    (path: string, body: object, key: string): ReturnType<Started['call']> =>
      node.call('POST', path, { token: as ?? token, body, headers: { 'idempotency-key': key } })
  const post = (path: string, body: object, key: string) => on(server)(path, body, key)

  const offers = () => `/campaigns/${known.campaignId}/offers`
  const offer = (displayName: string, fields = {}) => ({
    organizationId: known.orgId,
    productId: known.productId,
    displayName,
    quantity: 5,
    basePrice: 10,
    ...fields,
  })
  const totalOf = async (resource: string, q: string) => {
    const body = { organizationId: known.orgId, resource, q }
    const { meta } = (await server.call('POST', '/search', { token, body })).body as { meta: { total: number } }
    return meta.total
  }

  test('NO-04 the same offer, customer and auto-responder with the same key is made one time, and answered alike', async () => {
    const creations: [path: string, body: object][] = [
      [offers(), offer('One time only')],
      ['/customers', { organizationId: known.orgId, firstName: 'Onetime', email: 'onetime@i.example' }],
      ['/campaigns', { organizationId: known.orgId, name: 'Onetime campaign' }],
      [
        `/campaigns/${known.campaignId}/autoresponders/email`,
        { subject: 's', body: 'b', event: 'order.completed', from: 'a@b.example', pluginInstanceId: known.pluginId },
      ],
    ]
    for (const [path, body] of creations) {
      const key = newKey()
      const first = await post(path, body, key)
      const again = await post(path, body, key)
      expect(first.status).toBe(200)
      expect(again).toMatchObject({ status: 200, body: first.body })
      const other = await post(path, body, newKey())
      expect((other.body as { data: { id: string } }).data.id).not.toBe(
        (first.body as { data: { id: string } }).data.id,
      )
    }
    expect(await totalOf('offers', 'One time only')).toBe(2)
    expect(await totalOf('customers', 'onetime@i.example')).toBe(2)
  })

  test('GE-16 CA-02 a call that is ended, talked on or closed again with the same key is answered as it was, and without one refused', async () => {
    const open = await server.call('GET', `/calls/open/me?organizationId=${known.orgId}`, { token })
    for (const { id, state } of (open.body as { data: { id: string; state: string }[] }).data)
      if (state === 'talking') await post(`/calls/${id}/end`, {}, newKey())
    const begun = await post('/calls', { organizationId: known.orgId, phone: '+1 212 555 0199' }, newKey())
    expect(begun).toMatchObject({ status: 200 })
    const { data } = begun.body as { data: { id: string } }
    for (const [step, body, state] of [
      ['end', {}, 'wrapping_up'],
      ['resume', {}, 'talking'],
      ['end', {}, 'wrapping_up'],
      ['close', { disposition: 'not_interested', note: 'Wants blue' }, 'closed'],
    ] as const) {
      const [path, key] = [`/calls/${data.id}/${step}`, newKey()]
      const first = await post(path, body, key)
      expect(first).toMatchObject({ status: 200, body: { data: { state } } })
      expect(await post(path, body, key)).toMatchObject({ status: 200, body: first.body })
      expect(await post(path, body, newKey())).toMatchObject({ status: 409 })
    }
  })

  test('GE-16 OR-02 a cancellation that is asked for again with its key is answered as it was, and without one refused', async () => {
    const filters = { status: 'open', paymentStatus: 'unpaid' }
    const search = { organizationId: known.orgId, resource: 'orders', filters }
    const { data } = (await server.call('POST', '/search', { token, body: search })).body as { data: { id: string }[] }
    const path = `/orders/${data[0]?.id}/cancel`
    const key = newKey()
    const first = await post(path, { reason: 'Changed their mind' }, key)
    expect(first).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } })
    expect(await post(path, { reason: 'Changed their mind' }, key)).toMatchObject({ status: 200, body: first.body })
    expect(await post(path, { reason: 'Changed their mind' }, newKey())).toMatchObject({ status: 409 })
  })

  test('NO-04 a key that comes with another body, or for another call, is refused, and nothing is made', async () => {
    const key = newKey()
    await post(offers(), offer('Original'), key)
    const refused = { status: 422, body: { error: { details: [{ path: 'headers.Idempotency-Key' }] } } }
    expect(await post(offers(), offer('Another'), key)).toMatchObject(refused)
    const customer = { organizationId: known.orgId, firstName: 'Another', email: 'another@i.example' }
    expect(await post('/customers', customer, key)).toMatchObject(refused)
    expect(await totalOf('offers', 'Another')).toBe(0)
    expect(await totalOf('customers', 'another@i.example')).toBe(0)
  })

  test('NO-04 a key is of one call: another one with the same ids and the same body is not answered by it', async () => {
    const { orgId } = known
    const userId = await server.database.system(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`select id from users where email = ${demo}`)
      return rows[0]?.id ?? ''
    })
    // Of the caller only this is looked at.
    const asked = { headers: { 'idempotency-key': newKey() }, params: {}, body: {}, caller: { userId } as Caller }
    const create = (action: Action) =>
      server.database.tenant(orgId, (tx) =>
        createdOnlyNew(tx, orgId, asked, { action, now: new Date() }, () => Promise.resolve({ by: action })),
      )
    expect(await create('customers.create')).toEqual({ by: 'customers.create' })
    expect(await create('customers.create')).toEqual({ by: 'customers.create' })
    await expect(create('products.create')).rejects.toMatchObject({ status: 422 })
  })

  test('NO-04 CU-04 what ends in nothing is not found, with a key as without, and the key is free again', async () => {
    const customer = async (firstName: string) => {
      const body = { organizationId: known.orgId, firstName, email: `${firstName}@nothing.example` }
      return (await post('/customers', body, newKey())).body as { data: { id: string } }
    }
    const [gone, other] = [(await customer('gone')).data.id, (await customer('other')).data.id]
    await server.call('DELETE', `/customers/${gone}`, { token })
    const key = newKey()
    const merge = () => post(`/customers/${gone}/merge`, { otherId: other, keep: {} }, key)
    expect(await merge()).toMatchObject({ status: 404 })
    await server.call('POST', `/customers/${gone}/restore`, { token, body: {} })
    expect(await merge()).toMatchObject({ status: 200 })
  })

  test('NO-04 of eight requests with one key at once, on two nodes, one makes it and all are answered alike', async () => {
    const node = await startOn(server.database)
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        on(index % 2 === 0 ? server : node)(offers(), offer('All at the same time'), key),
      ),
    )
    await node.stop()
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await totalOf('offers', 'All at the same time')).toBe(1)
  })

  test('NO-04 what was refused may be mended and sent with the same key', async () => {
    const key = newKey()
    const wrong = offer('Mended', { gatewayInstanceId: '01a098c6-0000-7000-8000-000000000000' })
    expect(await post(offers(), wrong, key)).toMatchObject({ status: 422 })
    expect(await post(offers(), offer('Mended'), key)).toMatchObject({ status: 200 })
  })

  test('PM-01 another person’s key, though the same text, is another key', async () => {
    const other = on(server, await server.login('miles.carter@offerdesk.example'))
    const key = newKey()
    const person = (firstName: string) => ({
      organizationId: known.orgId,
      firstName,
      email: `${firstName}.key@i.example`,
    })
    expect(await post('/customers', person('Mine'), key)).toMatchObject({ status: 200 })
    expect(await other('/customers', person('Theirs'), key)).toMatchObject({ status: 200 })
  })

  test('NO-04 after a day a key is forgotten: swept or not, it counts as new', async () => {
    const tomorrow = new Date(Date.now() + day + 3_600_000)
    const node = await startOn(server.database, { now: () => tomorrow })
    const key = newKey()
    await post(offers(), offer('Daily'), key)
    expect(await on(node)(offers(), offer('Daily too'), key)).toMatchObject({ status: 200 })
    await node.stop()
    await forgetOldKeys(server.database, new Date(tomorrow.getTime() + day))
    expect(await post(offers(), offer('Daily once more'), key)).toMatchObject({ status: 200 })
  })

  test.each(['two keys', 'x'.repeat(201), 'ä', ''])('AP-02 the key %j is refused and named', async (key) => {
    expect(await post(offers(), offer('Never'), key)).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'headers.idempotency-key' }] } },
    })
  })
})
