import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallRecord } from '../../../contract/extensions/calls'
import { calls } from '../../../server/db/schema/calls'
import { hasKey } from '../../../server/db/keys'
import { changes } from '../../../server/db/schema/changes'
import { customers } from '../../../server/db/schema/customers'
import { idempotencyKeys } from '../../../server/db/schema/idempotencyKeys'
import { telephoneTokens } from '../../../server/db/schema/telephoneTokens'
import { limits } from '../../../server/http/rateLimit'
import { openShop, type TestShop } from '../shop'
import { type Answer, demo, rival, type Started, startSomewhere, startOn } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const recordOf = ({ body }: Answer) => (body as { data: CallRecord }).data
const messageOf = ({ body }: Answer) => (body as { message: string }).message

interface Made {
  id: string
  name: string
  token: string | null
}

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let shop: TestShop
  let system = ''

  const make = async ({ token, orgId }: TestShop, headers: Record<string, string> = {}) => {
    const body = { organizationId: orgId, name: 'Office switchboard' }
    return (await call('POST', '/telephone/tokens', { token, headers, body })).body as { data: Made }
  }
  const callsOf = (orgId: string) =>
    database.tenant(orgId, (tx) => tx.select().from(calls).where(eq(calls.orgId, orgId)))

  beforeEach(async () => {
    shop = await openShop(server, demo)
    await database.tenant(shop.orgId, (tx) => tx.delete(calls).where(eq(calls.orgId, shop.orgId)))
    system = (await make(shop)).data.token ?? ''
  })

  let rung = 0
  const ring = (more: object = {}, token: string | undefined = system) => {
    const body = { callId: `pbx-${(rung += 1)}-${shop.campaignId}`, number: '+15550148899', agent: demo }
    return call('POST', '/telephone/calls', { token, body: { ...body, direction: 'inbound', ...more } })
  }
  const end = async (answer: Answer) =>
    call('POST', `/calls/${recordOf(answer).id}/end`, { token: shop.token, body: {} })

  test('CA-01 a telephone system begins the call of an agent, which finds its customer, and all are told', async () => {
    const added = await call('POST', '/customers', {
      token: shop.token,
      body: { organizationId: shop.orgId, firstName: 'Rhys', email: 'rhys@telephone.example', phone: '(555) 014-8811' },
    })
    const { id: customerId } = (added.body as { data: { id: string } }).data
    const begun = await ring({ number: '+15550148811', agent: demo.toUpperCase() })
    expect(begun.status).toBe(200)
    expect(recordOf(begun)).toMatchObject({ customerId, customerName: 'Rhys', state: 'talking', direction: 'inbound' })
    const open = await call('GET', `/calls/open/me?organizationId=${shop.orgId}`, { token: shop.token })
    expect((open.body as { data: CallRecord[] }).data).toEqual([recordOf(begun)])
    const told = await database.tenant(shop.orgId, (tx) =>
      tx
        .select()
        .from(changes)
        .where(eq(changes.recordId, recordOf(begun).id)),
    )
    expect(told).toEqual([expect.objectContaining({ resource: 'calls', kind: 'created' })])
    const me = await call('GET', '/users/me', { token: shop.token })
    const { id: agent } = (me.body as { data: { id: string } }).data
    await end(begun)
    expect(recordOf(await ring({ agent, direction: 'outbound' }))).toMatchObject({ direction: 'outbound' })
  })

  test('CA-01 the same call is begun once, however often and fast it is told of', async () => {
    const told = { callId: `same-${shop.campaignId}` }
    const answers = await Promise.all([ring(told), ring(told), ring(told)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => recordOf(answer).id)).size).toBe(1)
    await end(answers[0])
    expect(recordOf(await ring(told))).toMatchObject({ id: recordOf(answers[0]).id, state: 'wrapping_up' })
    expect(await callsOf(shop.orgId)).toHaveLength(1)
  })

  test('CA-01 who is in a call is put through to nobody else', async () => {
    await ring()
    const second = await ring()
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'not_possible' } } })
    expect(messageOf(second)).toMatch(/ is in a call already\.$/)
    expect(await callsOf(shop.orgId)).toHaveLength(1)
  })

  test('CA-02 a telephone system calls nobody who does not want it, and puts them through when they call', async () => {
    const body = {
      organizationId: shop.orgId,
      firstName: 'Una',
      email: 'una@telephone.example',
      phone: '(555) 014-8877',
    }
    const added = await call('POST', '/customers', { token: shop.token, body })
    const { id } = (added.body as { data: { id: string } }).data
    await database.tenant(shop.orgId, (tx) =>
      tx
        .update(customers)
        .set({ doNotCall: true })
        .where(hasKey(customers, shop.orgId, id)),
    )
    const una = { number: '+15550148877' }
    expect(await ring({ ...una, direction: 'outbound' })).toMatchObject({
      status: 409,
      body: { message: 'This customer does not want to be called.' },
    })
    expect(await callsOf(shop.orgId)).toEqual([])
    expect(recordOf(await ring(una))).toMatchObject({ customerId: id, direction: 'inbound' })
  })

  test('CA-01 what is wrong with a call is told at its field, and no call begins', async () => {
    for (const [field, value] of [
      ['agent', 'nobody@offerdesk.example'],
      ['agent', rival],
      ['agent', '01a098c6-0000-7000-8000-000000000000'],
      ['agent', ''],
      ['callId', ' '],
      ['callId', undefined],
      ['number', 'x'.repeat(51)],
      ['number', '555\u0000'],
      ['direction', 'sideways'],
      ['direction', undefined],
    ] as const) {
      const answer = await ring({ [field]: value })
      expect({ field, value, answer }).toMatchObject({
        answer: { status: 422, body: { error: { details: [{ path: `body.${field}` }] } } },
      })
    }
    expect(await callsOf(shop.orgId)).toEqual([])
    // A number that is withheld, or no number at all, is that of nobody who is known.
    expect(recordOf(await ring({ number: '' }))).toMatchObject({ customerId: null, phone: null, state: 'talking' })
  })

  test('CA-01 PM-01 a token opens the calls of its organization, and nothing else opens them', async () => {
    for (const token of [undefined, '', 'short', 'x'.repeat(43), shop.token]) {
      expect(await ring({}, token ?? '')).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    }
    expect(await call('GET', `/calls/open/me?organizationId=${shop.orgId}`, { token: system })).toMatchObject({
      status: 401,
    })
    const theirs = await openShop(server, rival)
    const foreign = (await make(theirs)).data.token ?? ''
    expect(await ring({}, foreign)).toMatchObject({ status: 422 })
    const known = { callId: `known-${shop.campaignId}` }
    const ours = recordOf(await ring(known))
    await database.tenant(theirs.orgId, (tx) => tx.delete(calls).where(eq(calls.orgId, theirs.orgId)))
    const begun = await ring({ ...known, agent: rival }, foreign)
    expect(begun.status).toBe(200)
    expect(recordOf(begun).id).not.toBe(ours.id)
  })

  test('CA-01 a token is shown once, kept as a hash alone, listed, and revoked for good', async () => {
    const key = { 'idempotency-key': `token-${shop.campaignId}` }
    const [first, again] = [await make(shop, key), await make(shop, key)]
    expect(first.data).toMatchObject({ name: 'Office switchboard', token: expect.stringMatching(/^[\w-]{43}$/) })
    expect(again.data).toEqual({ ...first.data, token: null })
    const token = first.data.token ?? ''
    const kept = await database.tenant(shop.orgId, async (tx) => [
      ...(await tx.select().from(telephoneTokens)),
      ...(await tx.select().from(idempotencyKeys)),
    ])
    expect(JSON.stringify(kept)).not.toContain(token)
    const path = `/telephone/tokens?organizationId=${shop.orgId}`
    const listed = async () => (await call('GET', path, { token: shop.token })).body as { data: object[] }
    expect(JSON.stringify(await listed())).not.toContain(token)
    expect((await listed()).data[0]).toMatchObject({ id: first.data.id, lastUsedAt: null })
    await ring({}, token)
    expect((await listed()).data[0]).toMatchObject({ id: first.data.id, lastUsedAt: expect.any(String) })
    const revoke = () => call('DELETE', `/telephone/tokens/${first.data.id}`, { token: shop.token })
    expect(await revoke()).toMatchObject({ status: 200, body: { success: true } })
    expect(await revoke()).toMatchObject({ status: 404 })
    expect(await ring({}, token)).toMatchObject({ status: 401 })
  })

  test('CA-01 a system that tells too much, and one that guesses, has to wait', async () => {
    const later = new Date(Date.now() + 3_600_000)
    const quiet = await startOn(database, { now: () => later })
    const body = { callId: 'one too many', number: '', agent: 'nobody', direction: 'inbound' }
    const told = (token: string) => quiet.call('POST', '/telephone/calls', { token, body })
    for (let left = limits.telephoneCalls.tries; left > 0; left -= 1) await told(system)
    expect(await told(system)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    for (let left = limits.wrongToken.tries; left > 0; left -= 1) await told('x'.repeat(43))
    expect(await told('x'.repeat(43))).toMatchObject({ status: 429 })
    await quiet.stop()
  })
})
