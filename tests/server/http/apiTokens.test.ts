import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiToken } from '../../../contract/extensions/apiTokens'
import type { AuditEntry } from '../../../contract/extensions/audit'
import { tokenDuties } from '../../../contract/rules/apiTokens'
import type { Duty } from '../../../contract/rules/duties'
import { createChangeFeed } from '../../../server/events/changeFeed'
import { authenticate } from '../../../server/auth/sessions'
import { apiTokens } from '../../../server/db/schema/apiTokens'
import { idempotencyKeys } from '../../../server/db/schema/idempotencyKeys'
import { memberships } from '../../../server/db/schema/organizations'
import { users } from '../../../server/db/schema/users'
import { home } from '../shop'
import { demo, type Known, knownOf, rival, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

interface Made extends ApiToken {
  token: string | null
}
const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data
const forgotten = {
  status: 401,
  body: { message: 'This API token has expired or was revoked. Make a new one in Offerdesk.' },
}

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let owner = ''
  let known: Known

  const ask = (more: object = {}, headers: Record<string, string> = {}, token = owner) =>
    call('POST', '/api-tokens', {
      token,
      headers,
      body: { organizationId: known.orgId, name: 'Warehouse', duties: [], ...more },
    })
  /** A token of the owner's that may change what these are about; null for everything. */
  const make = async (duties: Duty[] | null, more: object = {}) => {
    const made = dataOf<Made>(await ask({ duties, ...more }))
    return { ...made, token: made.token ?? expect.fail('there is no token') }
  }
  const listed = async () =>
    dataOf<ApiToken[]>(await call('GET', `/api-tokens?organizationId=${known.orgId}`, { token: owner }))
  const roleOf = (email: string, role: 'owner' | 'agent') =>
    database.system(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
      await tx
        .update(memberships)
        .set({ role })
        .where(eq(memberships.userId, user?.id ?? ''))
    })

  beforeEach(async () => {
    owner = await server.login(demo)
    known = await knownOf(server, owner)
  })

  test('ST-01 a token is shown once, kept as a hash alone, listed by its beginning, and revoked for good', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [dataOf<Made>(await ask({}, key)), dataOf<Made>(await ask({}, key))]
    expect(first).toMatchObject({ name: 'Warehouse', token: expect.stringMatching(/^odk_[\w-]{43}$/) })
    expect(again).toEqual({ ...first, token: null })
    const token = first.token ?? ''
    expect(first.prefix).toBe(token.slice(0, 10))
    const kept = await database.tenant(known.orgId, async (tx) => [
      ...(await tx.select().from(apiTokens)),
      ...(await tx.select().from(idempotencyKeys)),
    ])
    expect(JSON.stringify(kept)).not.toContain(token)
    expect((await listed())[0]).toMatchObject({
      id: first.id,
      lastUsedAt: null,
      lastUsedNetwork: null,
      expiresAt: null,
    })
    expect(await call('GET', '/users/me', { token })).toMatchObject({ status: 200, body: { data: { email: demo } } })
    expect((await listed())[0]).toMatchObject({
      id: first.id,
      lastUsedAt: expect.any(String),
      lastUsedNetwork: '127.0.0.x',
    })
    const revoke = () => call('DELETE', `/api-tokens/${first.id}`, { token: owner })
    expect(await revoke()).toMatchObject({ status: 200, body: { success: true } })
    expect(await revoke()).toMatchObject({ status: 404 })
    expect(await call('GET', '/users/me', { token })).toMatchObject(forgotten)
    expect((await listed()).map(({ id }) => id)).not.toContain(first.id)
  })

  test('ST-01 a token reads everything, changes what its duties are about, and says why not the rest', async () => {
    const { token } = await make(['customers'])
    const organizationId = known.orgId
    expect(await call('POST', '/search', { token, body: { organizationId, resource: 'orders' } })).toMatchObject({
      status: 200,
    })
    const customer = { organizationId, firstName: 'By token', email: `${crypto.randomUUID()}@token.example` }
    expect(await call('POST', '/customers', { token, body: customer })).toMatchObject({ status: 200 })
    expect(await call('PUT', `/offers/${known.offerId}`, { token, body: { displayName: 'Theirs' } })).toMatchObject({
      status: 403,
      body: {
        error: {
          code: 'forbidden',
          message: "API token Warehouse can't change offers, products and prices. Make one that can in Settings.",
        },
      },
    })
    const everything = await make(null)
    const other = { displayName: 'By a token' }
    expect(await call('PUT', `/offers/${known.offerId}`, { token: everything.token, body: other })).toMatchObject({
      status: 200,
    })
    const none = await make([])
    expect(await call('POST', '/customers', { token: none.token, body: customer })).toMatchObject({ status: 403 })
  })

  test('ST-01 no token opens the account, other tokens, or another organization', async () => {
    const { token, id } = await make(null)
    const theirs = await knownOf(server, await server.login(rival))
    const organizationId = known.orgId
    const asked: [method: string, path: string, body?: object][] = [
      ['PUT', '/users/update', { name: 'Somebody else' }],
      ['PUT', '/users/password', { currentPassword: 'x', password: 'another-long-one' }],
      ['GET', '/users/sessions'],
      ['POST', '/users/sessions/end-others', {}],
      ['POST', '/users/logout', {}],
      ['GET', `/api-tokens?organizationId=${organizationId}`],
      ['POST', '/api-tokens', { organizationId, name: 'Another', duties: null }],
      ['DELETE', `/api-tokens/${id}`],
    ]
    for (const [method, path, body] of asked) {
      expect({ path, ...(await call(method, path, { token, body })) }).toMatchObject({
        path,
        status: 403,
        body: { message: "An API token can't be used for an account or for API tokens. Sign in for that." },
      })
    }
    expect(await call('GET', `/orders/${theirs.orderId}`, { token })).toMatchObject({ status: 404 })
    expect(
      await call('POST', '/search', { token, body: { organizationId: theirs.orgId, resource: 'orders' } }),
    ).toMatchObject({ status: 404 })
    // Its maker may belong to more than one.
    const [maker] = await database.system((tx) => tx.select({ id: users.id }).from(users).where(eq(users.email, demo)))
    const joined = { orgId: theirs.orgId, userId: maker?.id ?? '' }
    await database.system((tx) => tx.insert(memberships).values(joined))
    try {
      expect(await call('GET', `/orders/${theirs.orderId}`, { token: owner })).toMatchObject({ status: 200 })
      expect(await call('GET', `/orders/${theirs.orderId}`, { token })).toMatchObject({ status: 404 })
      expect(dataOf<{ id: string }[]>(await call('GET', '/organizations', { token })).map((one) => one.id)).toEqual([
        organizationId,
      ])
    } finally {
      await database.system((tx) => tx.delete(memberships).where(eq(memberships.orgId, theirs.orgId)))
      const [own] = await database.system((tx) => tx.select({ id: users.id }).from(users).where(eq(users.email, rival)))
      await database.system((tx) =>
        tx.insert(memberships).values({ orgId: theirs.orgId, userId: own?.id ?? '', role: 'owner' }),
      )
    }
  })

  test('GE-05 NO-04 a token that may place orders and change no customers adds none with an order', async () => {
    const { token } = await make(['orders'])
    const { orgId: organizationId, campaignId, offerId } = known
    const sold = { campaignId, lines: [{ offerId, quantity: 1, unitPrice: 1 }], address: home }
    const body = { organizationId, draftId: crypto.randomUUID(), ...sold, newCustomer: { firstName: 'Vera' } }
    expect(await call('POST', '/orders', { token, body })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('customers') },
    })
  })

  test('ST-01 a token may never do more than its maker, and goes with their membership', async () => {
    const { token } = await make(null)
    const rename = () => call('PUT', `/offers/${known.offerId}`, { token, body: { displayName: 'Renamed' } })
    expect(await rename()).toMatchObject({ status: 200 })
    await roleOf(demo, 'agent')
    try {
      expect(await rename()).toMatchObject({
        status: 403,
        body: { message: 'Only an owner can change offers, products and prices.' },
      })
      expect(await ask()).toMatchObject({ status: 403, body: { message: 'Only an owner can let other programs in.' } })
    } finally {
      await roleOf(demo, 'owner')
    }
    const [maker] = await database.system((tx) => tx.select({ id: users.id }).from(users).where(eq(users.email, demo)))
    const own = eq(memberships.userId, maker?.id ?? '')
    const disable = (disabledAt: Date | null) =>
      database.system((tx) => tx.update(memberships).set({ disabledAt }).where(own))
    await disable(new Date())
    try {
      expect(await rename()).toMatchObject({
        status: 401,
        body: { message: expect.stringMatching(/^Your access to .+ has been disabled\./) },
      })
    } finally {
      await disable(null)
    }
    expect(await rename()).toMatchObject({ status: 200 })
    const before = await database.system((tx) => tx.select().from(memberships).where(own))
    await database.system((tx) => tx.delete(memberships).where(own))
    try {
      expect(await rename()).toMatchObject(forgotten)
    } finally {
      await database.system((tx) => tx.insert(memberships).values(before))
    }
    // Who comes back signs in again, and makes another one.
    expect(await rename()).toMatchObject(forgotten)
    owner = await server.login(demo)
    expect(await listed()).toEqual([])
  })

  test('ST-01 a token ends with its day where the organization is, and is none of the past', async () => {
    const wrong = (field: string) => ({ status: 422, body: { error: { details: [{ path: `body.${field}` }] } } })
    expect(await ask({ expiresAt: '2020-01-01' })).toMatchObject(wrong('expiresAt'))
    expect(await ask({ expiresAt: 'soon' })).toMatchObject(wrong('expiresAt'))
    expect(await ask({ name: ' ' })).toMatchObject(wrong('name'))
    expect(await ask({ duties: ['apiTokens'] })).toMatchObject(wrong('duties.0'))
    const { token, id, expiresAt } = await make(['orders', 'orders'], { expiresAt: '2090-05-01' })
    // The demo is in Chicago, which is five hours behind in May.
    expect(expiresAt).toBe('2090-05-02T05:00:00.000Z')
    expect((await listed())[0]).toMatchObject({ id, duties: ['orders'], expiresAt })
    expect(await call('GET', '/users/me', { token })).toMatchObject({ status: 200 })
    await database.tenant(known.orgId, (tx) =>
      tx
        .update(apiTokens)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(apiTokens.id, id)),
    )
    expect(await call('GET', '/users/me', { token })).toMatchObject(forgotten)
    expect(await call('GET', '/users/me', { token: `odk_${'x'.repeat(43)}` })).toMatchObject(forgotten)
  })

  test('ST-01 LV-01 what a token hears ends as it is revoked, and takes no window from its maker', async () => {
    const { token, id } = await make([])
    const feed = createChangeFeed(database, () => new Date(), 60_000)
    const asker = (as: string) =>
      authenticate(database, { headers: { authorization: `Bearer ${as}` }, ip: '127.0.0.1' } as never)
    const [program, person] = await Promise.all([asker(token), asker(owner)])
    const streams = await Promise.all(Array.from({ length: 20 }, () => feed.open(program, known.orgId, undefined)))
    await expect(feed.open(program, known.orgId, undefined)).rejects.toMatchObject({ status: 429 })
    const window = await feed.open(person, known.orgId, undefined)
    const ended = Promise.all(
      streams.map(async (stream) => {
        let text = ''
        for await (const chunk of stream) text += String(chunk)
        return text
      }),
    )
    expect(await call('DELETE', `/api-tokens/${id}`, { token: owner })).toMatchObject({ status: 200 })
    for (const text of await ended) expect(text).toMatch(/event: end\ndata: \{"reason":"signed_out"\}/)
    expect(window.destroyed || window.readableEnded).toBe(false)
    feed.close()
  })

  test('AD-01 ST-01 what is done by a token is told as its own, in the audit and in timelines', async () => {
    const { token, id } = await make(['orders'])
    const noted = await call('POST', `/orders/${known.orderId}/notes`, { token, body: { text: 'From the warehouse' } })
    expect(noted).toMatchObject({ status: 200 })
    const actor = { kind: 'token', id, name: 'API token Warehouse' }
    const path = `/audit?organizationId=${known.orgId}&actorId=${id}`
    const entries = dataOf<AuditEntry[]>(await call('GET', path, { token: owner }))
    expect(entries).toMatchObject([{ actor, action: 'orders.addNote' }])
    const shown = await call('GET', `/orders/${known.orderId}`, { token: owner })
    expect(JSON.stringify(shown.body)).toContain('API token Warehouse')
    await call('DELETE', `/api-tokens/${id}`, { token: owner })
    const about = `/audit?organizationId=${known.orgId}&recordId=${id}`
    const ofToken = dataOf<AuditEntry[]>(await call('GET', about, { token: owner }))
    expect(ofToken).toMatchObject([
      { action: 'apiTokens.revoke', kind: 'deleted', record: { resource: 'apiTokens', name: 'Warehouse' } },
      { action: 'apiTokens.create', kind: 'created', actor: { kind: 'person' } },
    ])
    expect(JSON.stringify(ofToken)).not.toContain(token)
  })

  test('ST-01 two that are made at once are two, and what may be chosen is all of the policy but tokens', async () => {
    const made = await Promise.all([make([...tokenDuties]), make([...tokenDuties])])
    expect(new Set(made.map(({ token }) => token)).size).toBe(2)
    expect(tokenDuties).not.toContain('apiTokens')
    const key = { 'idempotency-key': crypto.randomUUID() }
    const twice = await Promise.all([ask({}, key), ask({}, key)])
    expect(new Set(twice.map((answer) => dataOf<Made>(answer).id)).size).toBe(1)
    expect(twice.filter((answer) => dataOf<Made>(answer).token !== null)).toHaveLength(1)
  })
})
