import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallRecord } from '../../../contract/extensions/calls'
import { calls } from '../../../server/db/schema/calls'
import { customers } from '../../../server/db/schema/customers'
import { hasKey } from '../../../server/db/keys'
import { openShop, type TestShop } from '../shop'
import { type Answer, demo, rival, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const recordOf = ({ body }: Answer) => (body as { data: CallRecord }).data
const messageOf = ({ body }: Answer) => (body as { message: string }).message

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let shop: TestShop

  beforeEach(async () => {
    shop = await openShop(server, demo)
    await database.tenant(shop.orgId, (tx) => tx.delete(calls).where(eq(calls.orgId, shop.orgId)))
  })

  const post = (path: string, body: object = {}, { token } = shop) => call('POST', path, { token, body })
  const start = (more: object = {}) => post('/calls', { organizationId: shop.orgId, ...more })
  const open = async () => {
    const { body } = await call('GET', `/calls/open/me?organizationId=${shop.orgId}`, { token: shop.token })
    return (body as { data: CallRecord[] }).data
  }
  const talked = async (more: object = {}) => {
    const { id } = recordOf(await start(more))
    await post(`/calls/${id}/end`)
    return id
  }

  test('CA-01 a call begins with a customer, or with a number that finds its customer', async () => {
    const phone = `+1 (555) 77${String(Date.now()).slice(-5)}`
    await database.tenant(shop.orgId, (tx) =>
      tx
        .update(customers)
        .set({ phone })
        .where(hasKey(customers, shop.orgId, shop.customerId)),
    )
    const called = recordOf(await start({ phone: phone.replaceAll(/[ ()]/g, '-') }))
    expect(called).toMatchObject({ customerId: shop.customerId, customerName: 'Ada Moss', state: 'talking' })
    await post(`/calls/${called.id}/end`)
    expect(recordOf(await start({ customerId: shop.customerId }))).toMatchObject({ phone, state: 'talking' })
  })

  test('CA-01 LI-05 a call with nobody who is known has no name, in the list as by itself', async () => {
    const begun = recordOf(await start({ phone: '5550198' }))
    expect(begun).toMatchObject({ customerId: null, customerName: null })
    const { body } = await post('/search', { organizationId: shop.orgId, resource: 'calls' })
    expect((body as { data: object[] }).data).toMatchObject([{ id: begun.id, customerId: null, customerName: null }])
  })

  test('CA-01 a person is in one call at a time, however often and fast one is begun', async () => {
    const answers = await Promise.all([
      start({ phone: '5550100' }),
      start({ phone: '5550101' }),
      start({ phone: '5550102' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.flatMap((answer) => (answer.status === 409 ? [messageOf(answer)] : []))[0]).toBe(
      'You are in a call already. End it first.',
    )
    expect(await open()).toHaveLength(1)
  })

  test('CA-02 a call that has ended waits for how it went, and is then closed for good', async () => {
    const id = await talked({ customerId: shop.customerId })
    expect(await open()).toMatchObject([{ id, state: 'wrapping_up' }])
    const closed = await post(`/calls/${id}/close`, { disposition: 'sold', note: 'Wants blue' })
    expect(recordOf(closed)).toMatchObject({ state: 'closed', disposition: 'sold', note: 'Wants blue' })
    expect(await open()).toEqual([])
    expect(await post(`/calls/${id}/close`, { disposition: 'service' })).toMatchObject({ status: 409 })
  })

  test('CA-01 LI-05 a call that was ended by mistake goes on, unless that was long ago or another one has begun', async () => {
    const id = await talked({ phone: '5550100' })
    expect(recordOf(await post(`/calls/${id}/resume`))).toMatchObject({ state: 'talking', endedAt: null })
    expect(messageOf(await post(`/calls/${id}/resume`))).toBe('This call has not ended.')
    await post(`/calls/${id}/end`)
    const { id: next } = recordOf(await start({ phone: '5550101' }))
    expect(messageOf(await post(`/calls/${id}/resume`))).toBe('You are in a call already. End it first.')
    await post(`/calls/${next}/end`)
    await database.tenant(shop.orgId, (tx) =>
      tx
        .update(calls)
        .set({ endedAt: new Date(Date.now() - 61_000) })
        .where(hasKey(calls, shop.orgId, id)),
    )
    expect(messageOf(await post(`/calls/${id}/resume`))).toBe('This call ended more than a minute ago.')
  })

  test('CA-02 LI-06 what is not possible is refused with the sentence of the life', async () => {
    const { id } = recordOf(await start({ phone: '5550100' }))
    expect(messageOf(await post(`/calls/${id}/close`, { disposition: 'sold' }))).toBe('End the call first.')
    await post(`/calls/${id}/end`)
    expect(messageOf(await post(`/calls/${id}/end`))).toBe('This call has ended.')
    expect(messageOf(await post(`/calls/${id}/close`, { disposition: 'call_back' }))).toBe('Say when to call back.')
  })

  test('CA-02 who does not want to be called is marked, and a call-back is done by the next talk', async () => {
    const customer = async () => {
      const rows = await database.tenant(shop.orgId, (tx) =>
        tx
          .select()
          .from(customers)
          .where(hasKey(customers, shop.orgId, shop.customerId)),
      )
      return rows[0]
    }
    const due = await talked({ customerId: shop.customerId })
    await post(`/calls/${due}/close`, { disposition: 'call_back', callBackAt: '2026-01-05T10:00:00Z' })
    const missed = await talked({ customerId: shop.customerId })
    await post(`/calls/${missed}/close`, { disposition: 'no_answer' })
    const keptOf = async () => {
      const rows = await database.tenant(shop.orgId, (tx) =>
        tx
          .select()
          .from(calls)
          .where(hasKey(calls, shop.orgId, due)),
      )
      return rows[0]
    }
    expect(await keptOf()).toMatchObject({ calledBackAt: null })
    const reached = await talked({ customerId: shop.customerId })
    expect(await customer()).toMatchObject({ doNotCall: false })
    await post(`/calls/${reached}/close`, { disposition: 'do_not_call' })
    expect(await keptOf()).toMatchObject({ calledBackAt: expect.any(Date) as Date })
    expect(await customer()).toMatchObject({ doNotCall: true })
  })

  test('CA-02 whoever does not want to be called is called by nobody, and is heard when they call', async () => {
    const phone = `+1 (555) 78${String(Date.now()).slice(-5)}`
    const { id: customerId } = recordOf(
      await post('/customers', {
        organizationId: shop.orgId,
        firstName: 'Una',
        email: `una@${shop.campaignId}.example`,
        phone,
      }),
    )
    const due = await talked({ customerId })
    await post(`/calls/${due}/close`, { disposition: 'call_back', callBackAt: '2031-01-05T10:00:00Z' })
    await database.tenant(shop.orgId, (tx) =>
      tx
        .update(customers)
        .set({ doNotCall: true })
        .where(hasKey(customers, shop.orgId, customerId)),
    )
    const { body } = await call('GET', `/calls/call-backs/me?organizationId=${shop.orgId}`, { token: shop.token })
    expect((body as { data: CallRecord[] }).data.find(({ id }) => id === due)).toMatchObject({ doNotCall: true })
    // By whatever way.
    for (const whom of [
      { customerId },
      { phone },
      { phone: phone.replaceAll(/\D/g, '') },
      { customerId, phone: '5550123' },
    ]) {
      const answer = await start({ ...whom })
      expect([answer.status, messageOf(answer)]).toEqual([409, 'This customer does not want to be called.'])
    }
    expect(await open()).toEqual([])
    expect(recordOf(await start({ phone, direction: 'inbound' }))).toMatchObject({
      customerId,
      direction: 'inbound',
      doNotCall: true,
    })
  })

  test('CA-02 whom a person is to call back is listed by when, until a later call to them is wrapped up, or they are done', async () => {
    const list = async (token = shop.token) => {
      const { body } = await call('GET', `/calls/call-backs/me?organizationId=${shop.orgId}`, { token })
      return (body as { data: CallRecord[] }).data.map(({ id, callBackAt }) => ({ id, callBackAt }))
    }
    const later = async (callBackAt: string, more: object) => {
      const id = await talked(more)
      await post(`/calls/${id}/close`, { disposition: 'call_back', callBackAt })
      return { id, callBackAt }
    }
    const reached = async (more: object, disposition = 'service') =>
      post(`/calls/${await talked(more)}/close`, { disposition })
    const other = await openShop(server, demo)
    const next = await later('2031-01-05T10:00:00.000Z', { customerId: shop.customerId })
    const unknown = await later('2031-01-04T10:00:00.000Z', { phone: '+1 (202) 555-0177' })
    const due = await later('2026-01-04T10:00:00.000Z', { customerId: other.customerId })
    expect(await list()).toEqual([due, unknown, next])
    expect(await list(await server.login('miles.carter@offerdesk.example'))).toEqual([])
    await reached({ phone: '202 555 0177' }, 'no_answer')
    await reached({ phone: '555 0199' })
    expect(await list()).toEqual([due, unknown, next])
    await reached({ phone: '202 555 0177' })
    expect(await list()).toEqual([due, next])
    // Whoever asks for another time is to be called then, once.
    const again = await later('2031-02-05T10:00:00.000Z', { customerId: shop.customerId })
    expect(await list()).toEqual([due, again])
    const done = `/calls/${due.id}/called-back`
    expect(recordOf(await post(done))).toMatchObject({ id: due.id, callBackAt: due.callBackAt })
    expect(await post(done)).toMatchObject({ status: 200 })
    expect(await list()).toEqual([again])
    const token = await server.login('miles.carter@offerdesk.example')
    expect(await post(`/calls/${again.id}/called-back`, {}, { ...shop, token })).toMatchObject({ status: 404 })
    const { id } = recordOf(await start({ phone: '5550100' }))
    expect(await post(`/calls/${id}/called-back`)).toMatchObject({
      status: 409,
      body: { message: 'Nobody is to be called back for this call.' },
    })
  })

  test('CA-01 NO-04 an order that is placed while its customer is on the phone is joined to that call, once', async () => {
    const offerId = await shop.addOffer(await shop.addProduct(20))
    const placed = async () => {
      const placement = shop.placement([{ offerId }])
      const { data } = (await post('/orders', placement)).body as { data: { id: string; number: number } }
      return { placement, order: { id: data.id, number: data.number } }
    }
    const ofCustomer = async () => {
      const { body } = await call('GET', `/customers/${shop.customerId}`, { token: shop.token })
      return (body as { data: { calls: CallRecord[] } }).data.calls.map(({ id, order }) => ({ id, order }))
    }
    const first = recordOf(await start({ customerId: shop.customerId })).id
    const sold = await placed()
    expect(await open()).toMatchObject([{ id: first, order: sold.order }])
    // Another one in the same call: what was sold first stays.
    await placed()
    await post(`/calls/${first}/end`)
    await placed()
    await post(`/calls/${first}/close`, { disposition: 'sold' })

    // Asked for again in the midst of another call, it is the order that it was.
    const second = recordOf(await start({ customerId: shop.customerId })).id
    await post('/orders', sold.placement)
    expect(await ofCustomer()).toEqual([
      { id: second, order: null },
      { id: first, order: sold.order },
    ])
    await post(`/calls/${second}/end`)

    // Whoever buys is who rang from a number that nobody knew; somebody else is not.
    const unknown = recordOf(await start({ phone: '5550199' }))
    expect(unknown).toMatchObject({ customerId: null, order: null })
    const { order } = await placed()
    expect((await open())[0]).toMatchObject({ id: unknown.id, customerId: shop.customerId, order })
    await post(`/calls/${unknown.id}/end`)
    const other = await openShop(server, demo)
    const elsewhere = recordOf(await start({ customerId: other.customerId })).id
    await placed()
    expect((await open())[0]).toMatchObject({ id: elsewhere, order: null })
    // Nor is the call of somebody else, who talks to the same customer.
    await post(`/calls/${elsewhere}/end`)
    const token = await server.login('miles.carter@offerdesk.example')
    const theirs = { organizationId: shop.orgId, customerId: shop.customerId }
    const { id } = recordOf(await post('/calls', theirs, { ...shop, token }))
    await placed()
    expect((await ofCustomer())[0]).toEqual({ id, order: null })
  })

  test('CA-01 nobody ends or closes the call of somebody else, and no customer of others is called', async () => {
    const { id } = recordOf(await start({ phone: '5550100' }))
    const token = await server.login(rival)
    expect(await post(`/calls/${id}/end`, {}, { ...shop, token })).toMatchObject({ status: 404 })
    const foreign = await openShop(server, rival)
    await post(`/calls/${id}/end`)
    expect(await start({ customerId: foreign.customerId })).toMatchObject({ status: 422 })
    expect(await start({})).toMatchObject({ status: 422 })
  })
})
