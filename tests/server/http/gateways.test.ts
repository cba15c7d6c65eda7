import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GatewayComparison, GatewayRecord } from '../../../contract/extensions/gateways'
import type { TransactionSums } from '../../../contract/extensions/transactions'
import { gatewayInstances } from '../../../server/db/schema/gateways'
import { reconciliations } from '../../../server/db/schema/payments'
import { recordEvents } from '../../../server/db/schema/recordEvents'
import { sandboxPayments } from '../../../server/db/schema/sandbox'
import { StripeStandIn } from '../stripe/standIn'
import { readConfig } from '../../../server/config'
import { demo, type Known, knownOf, rival, type Started, startSomewhere } from './start'

const standIn = new StripeStandIn(() => new Date())
await standIn.start()
const servers = await startSomewhere({ config: readConfig({ NODE_ENV: 'test', STRIPE_URL: standIn.url }) })

afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()))
  await standIn.stop()
})

const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data
const stripe = {
  displayName: 'Shop cards',
  kind: 'stripe',
  secretKey: 'sk_test_4eC39HqLyjWDarjt',
  webhookSecret: 'whsec_9zz',
}
standIn.otherKeys.add(stripe.secretKey).add('sk_test_next')

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let token = ''
  let known: Known
  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
  })

  const create = (body: object, headers = {}) =>
    call('POST', '/gateways', { token, headers, body: { organizationId: known.orgId, ...body } })
  const stored = (id: string) =>
    database.tenant(known.orgId, (tx) => tx.select().from(gatewayInstances).where(eq(gatewayInstances.id, id)))

  test('GW-01 secrets are written once, kept encrypted, and known by their last four characters', async () => {
    const made = await create(stripe)
    expect(made.status).toBe(200)
    const gateway = dataOf<GatewayRecord>(made)
    expect(gateway).toMatchObject({
      displayName: 'Shop cards',
      state: 'enabled',
      secretKeyEnd: 'arjt',
      webhookSecretEnd: '_9zz',
    })
    expect(gateway.webhookAddress).toMatch(new RegExp(`/api/v1/webhooks/stripe/${gateway.id}$`))
    const [before] = await stored(gateway.id)
    expect(JSON.stringify(before)).not.toMatch(/sk_test|whsec/)
    const path = `/gateways/${gateway.id}`
    const renamed = await call('PUT', path, { token, body: { displayName: 'Cards', monthlyCap: 900 } })
    expect(dataOf(renamed)).toMatchObject({ displayName: 'Cards', monthlyCap: 900, secretKeyEnd: 'arjt' })
    expect((await stored(gateway.id))[0]?.secrets).toBe(before?.secrets)
    const rekeyed = await call('PUT', path, { token, body: { secretKey: 'sk_test_next', monthlyCap: null } })
    expect(dataOf(rekeyed)).toMatchObject({ monthlyCap: null, secretKeyEnd: 'next', webhookSecretEnd: '_9zz' })
    const list = await call('GET', `/gateways?organizationId=${known.orgId}`, { token })
    expect(JSON.stringify([list.body, renamed.body, rekeyed.body, made.body])).not.toMatch(/sk_test|whsec/)
    const events = await database.tenant(known.orgId, (tx) =>
      tx.select().from(recordEvents).where(eq(recordEvents.recordId, gateway.id)),
    )
    expect(events.map(({ kind }) => kind)).toEqual(['create', 'edit', 'edit'])
    expect(JSON.stringify(events)).not.toMatch(/sk_test|whsec/)
  })

  test('GW-01 GE-09 what is no key is refused, and so is a change upon an outdated version', async () => {
    const { secretKey: _, ...keyless } = stripe
    expect(await create(keyless)).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.secretKey', message: 'Secret key is required' }] } },
    })
    expect((await create({ ...stripe, secretKey: 'pk_test_public' })).status).toBe(422)
    expect((await create({ ...stripe, monthlyCap: 0 })).status).toBe(422)
    expect((await create({ ...stripe, kind: 'paypal' })).status).toBe(422)
    const { id, version } = dataOf<GatewayRecord>(await create({ displayName: 'Tests', kind: 'sandbox' }))
    const change = (displayName: string) =>
      call('PUT', `/gateways/${id}`, { token, headers: { 'if-match': `"${version}"` }, body: { displayName } })
    expect((await change('First')).status).toBe(200)
    expect(await change('Second')).toMatchObject({
      status: 409,
      body: { error: { details: { current: { displayName: 'First' } } } },
    })
  })

  test('GW-01 a key is tried before it is kept, and what is wrong with it is said at its field', async () => {
    const names = async () => {
      const { body } = await call('GET', `/gateways/instances?organizationId=${known.orgId}`, { token })
      return (body as { data: { displayName: string }[] }).data.map(({ displayName }) => displayName)
    }
    const wrong = (message: RegExp) => ({
      status: 422,
      body: { error: { details: [{ path: 'body.secretKey', message: expect.stringMatching(message) }] } },
    })
    const tried = { ...stripe, displayName: 'Tried' }
    expect(await create({ ...tried, secretKey: 'sk_test_unknown' })).toMatchObject(wrong(/does not know this key/))
    expect(await create({ ...tried, secretKey: standIn.narrowKey })).toMatchObject(wrong(/Checkout Sessions/))
    // A gateway that can't be reached says nothing about a key.
    for (const fault of ['lost request', 'too many', 'broken', 'nonsense'] as const) {
      // A connection that broke is tried once more by the package itself.
      standIn.faults.push(...(fault === 'lost request' ? [fault, fault] : [fault]))
      expect(await create(tried)).toMatchObject({
        status: 503,
        body: { error: { code: 'gateway_unreachable', message: expect.not.stringMatching(/check/i) } },
      })
    }
    expect(await names()).not.toContain('Tried')
    const { id } = dataOf<GatewayRecord>(await create(tried))
    const path = `/gateways/${id}`
    const change = (body: object) => call('PUT', path, { token, body })
    expect(await change({ secretKey: 'sk_test_unknown' })).toMatchObject(wrong(/does not know this key/))
    expect(dataOf<GatewayRecord>(await call('GET', path, { token })).secretKeyEnd).toBe('arjt')
    const asked = standIn.requests
    expect((await change({ displayName: 'Tried again' })).status).toBe(200)
    const turn = (state: string) => call('POST', `${path}/state`, { token, body: { state } })
    expect((await turn('disabled')).status).toBe(200)
    // Nothing of that is anything to Stripe.
    expect(standIn.requests).toBe(asked)
    standIn.otherKeys.delete(stripe.secretKey)
    expect(await turn('enabled')).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/does not know/), error: { details: [{ path: 'body.state' }] } },
    })
    expect(await names()).not.toContain('Tried again')
    standIn.otherKeys.add(stripe.secretKey)
    expect((await turn('enabled')).status).toBe(200)
    expect(await names()).toContain('Tried again')
  })

  test('GW-01 the address of its webhooks is known before there is a gateway, which has it as its own for ever', async () => {
    const { webhooks } = (await call('GET', `/gateways?organizationId=${known.orgId}`, { token })).body as {
      webhooks?: string
    }
    const id = uuidv7()
    const made = dataOf<GatewayRecord>(await create({ ...stripe, id }))
    expect(made).toMatchObject({ id, webhookAddress: `${webhooks}/stripe/${id}` })
    expect(await create({ ...stripe, id })).toMatchObject({ status: 409 })
    // Nobody else takes over what is told to it.
    const other = await server.login(rival)
    const { orgId } = await knownOf(server, other)
    const body = { ...stripe, id, organizationId: orgId }
    expect(await call('POST', '/gateways', { token: other, body })).toMatchObject({ status: 409 })
  })

  test('GW-01 NO-04 a gateway that is set up twice with one key is one', async () => {
    const headers = { 'idempotency-key': `gateway-${server.kind}` }
    const [one, other] = [await create(stripe, headers), await create(stripe, headers)]
    expect(dataOf<GatewayRecord>(other).id).toBe(dataOf<GatewayRecord>(one).id)
    expect((await create({ ...stripe, displayName: 'Another' }, headers)).status).toBe(422)
  })

  test('GW-01 a disabled gateway can be chosen no more, and enabled again', async () => {
    const { id } = dataOf<GatewayRecord>(await create({ displayName: 'Switched', kind: 'sandbox' }))
    const names = async () => {
      const { body } = await call('GET', `/gateways/instances?organizationId=${known.orgId}`, { token })
      return (body as { data: { id: string }[] }).data.map((gateway) => gateway.id)
    }
    const turn = (state: string) => call('POST', `/gateways/${id}/state`, { token, body: { state } })
    expect(await names()).toContain(id)
    expect(dataOf(await turn('disabled'))).toMatchObject({ state: 'disabled' })
    expect(await names()).not.toContain(id)
    expect(dataOf(await turn('enabled'))).toMatchObject({ state: 'enabled' })
    expect(await names()).toContain(id)
    expect((await turn('resting')).status).toBe(422)
  })

  test('GW-04 what the last comparison has left is kept, counted and read again', async () => {
    const gateway = dataOf<GatewayRecord>(await create({ displayName: 'Compared', kind: 'sandbox' }))
    const { id } = gateway
    const read = async () => dataOf<GatewayRecord>(await call('GET', `/gateways/${id}`, { token }))
    const last = async () => {
      const path = `/reconciliations?organizationId=${known.orgId}`
      const all = dataOf<GatewayComparison[]>(await call('GET', path, { token }))
      return all.find(({ gatewayInstanceId }) => gatewayInstanceId === id)
    }
    expect(gateway).toMatchObject({ comparedAt: null, differencesCount: null })
    expect(await last()).toBeUndefined()
    const compare = () => call('POST', `/gateways/${id}/reconciliations`, { token, body: {} })
    await compare()
    expect(await read()).toMatchObject({ differencesCount: 0 })
    const payment = { gatewayInstanceId: id, state: 'succeeded' as const, amountCents: 1_234, currency: 'USD' }
    await database.tenant(known.orgId, (tx) =>
      tx
        .insert(sandboxPayments)
        .values({ ...payment, orgId: known.orgId, reference: 'sb_unheard', idempotencyKey: uuidv7() }),
    )
    await compare()
    expect(await read()).toMatchObject({ differencesCount: 1, comparedAt: expect.any(String) })
    expect(await last()).toMatchObject({
      gatewayName: 'Compared',
      failure: null,
      compared: 1,
      settled: 0,
      differences: [{ reference: 'sb_unheard', ours: null, theirs: 12.34 }],
    })
    // One that failed, and one that has not ended.
    const begun = { orgId: known.orgId, gatewayInstanceId: id, since: new Date() }
    const later = (ms: number) => new Date(Date.now() + ms)
    await database.tenant(known.orgId, (tx) =>
      tx.insert(reconciliations).values([
        { ...begun, createdAt: later(1_000), endedAt: later(1_000), failure: 'Timed out' },
        { ...begun, createdAt: later(2_000) },
      ]),
    )
    expect(await read()).toMatchObject({ differencesCount: null, comparedAt: expect.any(String) })
    expect(await last()).toMatchObject({ failure: 'Timed out', differences: [] })
  })

  test('GW-03 sums are those of the rows that a search finds, to the cent', async () => {
    const sums = async (body: object) =>
      dataOf<TransactionSums>(
        await call('POST', '/transactions/sums', { token, body: { organizationId: known.orgId, ...body } }),
      )
    const rows = async (body: object) => {
      const all: { type: string; status: string; amount: number }[] = []
      for (let page = 1; ; page += 1) {
        const asked = { organizationId: known.orgId, resource: 'transactions', limit: 100, page, ...body }
        const found = dataOf<typeof all>(await call('POST', '/search', { token, body: asked }))
        all.push(...found)
        if (found.length < 100) return all
      }
    }
    for (const body of [
      {},
      { filters: { type: 'refund' } },
      { filters: { status: 'failed' } },
      { filters: { amountMin: 50, amountMax: '200' } },
      { q: 'insufficient' },
      { q: '10', filters: { type: 'charge' } },
      { filters: { createdFrom: '2020-01-01', createdTo: '2020-01-31' } },
    ]) {
      const moved = (await rows(body)).filter(({ status }) => status === 'succeeded')
      const sumOf = (type: string) =>
        Math.round(moved.reduce((sum, row) => sum + (row.type === type ? row.amount * 100 : 0), 0)) / 100
      const [charged, refunded] = [sumOf('charge'), sumOf('refund')]
      const net = Math.round((charged - refunded) * 100) / 100
      expect(await sums(body)).toEqual({ charged, refunded, net, currency: 'USD' })
    }
    expect((await sums({})).charged).toBeGreaterThan(0)
    const wrong = { organizationId: known.orgId, filters: { colour: 'red' } }
    expect((await call('POST', '/transactions/sums', { token, body: wrong })).status).toBe(422)
  })
})
