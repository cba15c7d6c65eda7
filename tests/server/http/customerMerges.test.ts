import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../contract/extensions/customers'
import { hasKey } from '../../../server/db/keys'
import { calls } from '../../../server/db/schema/calls'
import { customerMerges } from '../../../server/db/schema/customerMerges'
import { customers } from '../../../server/db/schema/customers'
import { orders } from '../../../server/db/schema/orders'
import { openShop, type TestShop } from '../shop'
import { type Answer, demo, type Started, startSomewhere } from './start'

let clock = new Date('2026-03-02T09:00:00Z')
const servers = await startSomewhere({ now: () => clock })

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const recordOf = ({ body }: Answer) => (body as { data: CustomerRecord }).data
const messageOf = ({ body }: Answer) => (body as { message: string }).message

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let shop: TestShop
  let offerId = ''

  beforeEach(async () => {
    clock = new Date()
    shop = await openShop(server, demo)
    offerId = await shop.addOffer(await shop.addProduct(100))
    await database.tenant(shop.orgId, (tx) => tx.delete(calls).where(eq(calls.orgId, shop.orgId)))
  })

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call('POST', path, { token: shop.token, body, headers })
  const read = (id: string) => call('GET', `/customers/${id}`, { token: shop.token })
  const add = async (firstName: string, more: object = {}) => {
    const email = `${firstName.toLowerCase()}@merge.example`
    return recordOf(await post('/customers', { organizationId: shop.orgId, firstName, email, ...more }))
  }
  const order = async (customerId: string) => {
    const answer = await post('/orders', shop.placement([{ offerId }], { customerId }))
    expect(answer.status).toBe(200)
    return (answer.body as { data: { id: string; createdAt: string } }).data
  }
  const talk = async (customerId: string, disposition = 'service') => {
    const { id } = recordOf(await post('/calls', { organizationId: shop.orgId, customerId, direction: 'inbound' }))
    await post(`/calls/${id}/end`, {})
    await post(`/calls/${id}/close`, { disposition })
    return id
  }
  const merge = (id: string, otherId: string, more: object = {}, headers = {}) =>
    post(`/customers/${id}/merge`, { otherId, keep: {}, ...more }, headers)
  const unmerge = (id: string) => post(`/customers/${id}/unmerge`, {})
  /** What is kept of a customer, as if it were counted anew. */
  const figuresOf = (id: string) =>
    database.tenant(shop.orgId, async (tx) => {
      const [row] = await tx
        .select()
        .from(customers)
        .where(hasKey(customers, shop.orgId, id))
      const own = await tx
        .select()
        .from(orders)
        .where(and(eq(orders.orgId, shop.orgId), eq(orders.customerId, id)))
      const last = own.map(({ createdAt }) => createdAt.toISOString()).toSorted()
      const spent = own.reduce((sum, { paidCents, refundedCents }) => sum + paidCents - refundedCents, 0)
      expect({
        orders: row?.ordersCount,
        spent: row?.totalSpentCents,
        last: row?.lastOrderAt?.toISOString(),
      }).toEqual({ orders: own.length, spent, last: last.at(-1) })
      return own.map((one) => one.id).toSorted()
    })
  const pay = (orderIds: string[]) =>
    database.tenant(shop.orgId, (tx) =>
      tx
        .update(orders)
        .set({ paidCents: 2_000 })
        .where(and(eq(orders.orgId, shop.orgId), inArray(orders.id, orderIds))),
    )

  test('CU-04 orders and calls move, fields become what was chosen, and undoing moves back what moved and nothing else', async () => {
    const ada = await add('Ada', { note: 'Prefers blue' })
    const eve = await add('Eve', { phone: '+1 212 555 0163', note: 'Pays late', shippingAddress: { city: 'Austin' } })
    const own = await order(ada.id)
    const theirs = [await order(eve.id), await order(eve.id)].map(({ id }) => id)
    await pay(theirs)
    const [before, beforeEve] = [recordOf(await read(ada.id)), recordOf(await read(eve.id))]
    const spoken = await talk(eve.id)

    const headers = { 'if-match': `"${ada.version}"` }
    const merged = await merge(ada.id, eve.id, { otherVersion: eve.version, keep: { email: 'other' } }, headers)
    expect(merged).toMatchObject({
      status: 200,
      body: {
        data: {
          name: 'Ada',
          email: 'eve@merge.example',
          phone: '+1 212 555 0163',
          note: 'Prefers blue\n\nPays late',
          shippingAddress: { city: 'Austin' },
          ordersCount: 3,
          totalSpent: 40,
          callsCount: 1,
          calls: [{ id: spoken, customerId: ada.id, disposition: 'service' }],
          merged: [{ id: eve.id, name: 'Eve' }],
        },
      },
    })
    expect(recordOf(merged).timeline?.at(-1)).toMatchObject({
      kind: 'merge',
      text: 'Eve (eve@merge.example): 2 orders and 1 call',
    })
    expect(await figuresOf(ada.id)).toEqual([own.id, ...theirs].toSorted())
    // An old link leads on.
    expect(await read(eve.id)).toMatchObject({
      status: 404,
      body: { error: { code: 'merged', details: { mergedInto: ada.id } } },
    })

    const meanwhile = await order(ada.id)
    await call('PUT', `/customers/${ada.id}`, { token: shop.token, body: { note: 'Prefers red' } })
    const undone = await unmerge(eve.id)
    expect(undone.status).toBe(200)
    const { timeline, ...eveAgain } = recordOf(undone)
    const { timeline: _, version: __, updatedAt: ___, calls: ____, callsCount: _____, ...eveBefore } = beforeEve
    expect(eveAgain).toMatchObject({ ...eveBefore, callsCount: 1, calls: [{ id: spoken, customerId: eve.id }] })
    expect(timeline?.map(({ kind }) => kind)).toEqual(['create', 'mergeInto', 'restore'])
    expect(recordOf(await read(ada.id))).toMatchObject({
      email: before.email,
      phone: null,
      shippingAddress: before.shippingAddress,
      note: 'Prefers red',
      ordersCount: 2,
      callsCount: 0,
      merged: [],
    })
    expect(await figuresOf(ada.id)).toEqual([own.id, meanwhile.id].toSorted())
    expect(await figuresOf(eve.id)).toEqual(theirs.toSorted())
    expect(await unmerge(eve.id)).toMatchObject({ status: 404 })
  })

  test('CU-04 who is a part of another is in no list, can not be sold to, called, changed or merged', async () => {
    const [ada, eve] = [await add('Ada'), await add('Eve')]
    await merge(ada.id, eve.id)
    const { body } = await post('/search', {
      organizationId: shop.orgId,
      resource: 'customers',
      q: 'eve@merge.example',
    })
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).not.toContain(eve.id)
    const sentence = 'This customer was merged into Ada.'
    const place = () => post('/orders', shop.placement([{ offerId }], { customerId: eve.id }))
    expect(await place()).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.customerId', message: sentence }] } },
    })
    expect(await post('/calls', { organizationId: shop.orgId, customerId: eve.id })).toMatchObject({ status: 422 })
    const { token } = shop
    expect(await call('PUT', `/customers/${eve.id}`, { token, body: { note: 'x' } })).toMatchObject({ status: 404 })
    expect(await call('DELETE', `/customers/${eve.id}`, { token })).toMatchObject({ status: 404 })
    expect(await post(`/customers/${eve.id}/restore`, {})).toMatchObject({ status: 404 })
    expect(messageOf(await merge(ada.id, eve.id))).toBe(sentence)
    expect(await merge(eve.id, ada.id)).toMatchObject({ status: 404, body: { error: { code: 'merged' } } })
    // Who they are now, however often that was merged on.
    const zoe = await add('Zoe')
    await merge(zoe.id, ada.id)
    expect(messageOf(await place())).toBe('This customer was merged into Zoe.')
    await call('DELETE', `/customers/${zoe.id}`, { token })
    expect(messageOf(await place())).toBe('This customer was merged into another one, who has been deleted.')
  })

  test('CU-04 GE-09 what was seen in another version is not merged, and the same key merges one time', async () => {
    const [ada, eve] = [await add('Ada'), await add('Eve')]
    const outdated = (id: string) => ({
      status: 409,
      body: { error: { code: 'outdated', details: { current: { id } } } },
    })
    const upon = (version: number) => ({ 'if-match': `"${version}"`, 'idempotency-key': `merge-${eve.id}` })
    expect(await merge(ada.id, eve.id, { otherVersion: 7 }, upon(1))).toMatchObject(outdated(eve.id))
    expect(await merge(ada.id, eve.id, { otherVersion: 1 }, upon(7))).toMatchObject(outdated(ada.id))
    const answers = await Promise.all([1, 2, 3].map(() => merge(ada.id, eve.id, { otherVersion: 1 }, upon(1))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(
      await database.tenant(shop.orgId, (tx) => tx.$count(customerMerges, eq(customerMerges.keptId, ada.id))),
    ).toBe(1)
  })

  test.each([
    ['otherId', 'themselves', () => ({ otherId: shop.customerId })],
    ['otherId', 'nobody', () => ({ otherId: '00000000-0000-7000-8000-000000000000' })],
    ['otherId', 'no id', () => ({ otherId: 'x' })],
    ['otherId', 'without anybody', () => ({ otherId: undefined })],
    ['keep.email', 'a field of a third', () => ({ keep: { email: 'third' } })],
    ['otherVersion', 'no version', () => ({ otherVersion: 'x' })],
  ])('CU-04 a wrong %s (%s) is 422 and named', async (field, _, wrong) => {
    const { id } = await add('Fay')
    const answer = await merge(shop.customerId, id, wrong())
    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ path: `body.${field}` }] } } })
    expect((await read(id)).status).toBe(200)
  })

  test('CU-04 two long notes are not cut, and a deleted customer is not merged', async () => {
    const [ada, eve] = [await add('Ada', { note: 'a'.repeat(3_000) }), await add('Eve', { note: 'b'.repeat(3_000) })]
    expect(await merge(ada.id, eve.id, { keep: { note: 'both' } })).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.keep.note' }] } },
    })
    await call('DELETE', `/customers/${eve.id}`, { token: shop.token })
    expect(messageOf(await merge(ada.id, eve.id))).toBe('This customer has been deleted.')
  })

  test('CU-04 a merge is undone for a day, the later one first', async () => {
    const [ada, eve, kay] = [await add('Ada'), await add('Eve'), await add('Kay')]
    const bought = await order(eve.id)
    await merge(ada.id, eve.id)
    await merge(kay.id, ada.id)
    expect(await figuresOf(kay.id)).toEqual([bought.id])
    expect(await unmerge(eve.id)).toMatchObject({ status: 409 })
    expect(messageOf(await unmerge(eve.id))).toBe(
      'Another customer has been merged with this one since. Undo that first.',
    )
    expect((await unmerge(ada.id)).status).toBe(200)
    expect(await figuresOf(ada.id)).toEqual([bought.id])
    clock = new Date(clock.getTime() + 25 * 3_600_000)
    const token = await server.login(demo)
    expect(messageOf(await call('POST', `/customers/${eve.id}/unmerge`, { token, body: {} }))).toBe(
      'It has been more than a day. This merge stays.',
    )
    expect(recordOf(await call('GET', `/customers/${ada.id}`, { token })).merged).toEqual([])
  })

  test('CU-04 CA-02 who asked not to be called is not called, as whoever they are', async () => {
    const [ada, eve] = [await add('Ada'), await add('Eve')]
    await talk(eve.id, 'do_not_call')
    expect(recordOf(await merge(ada.id, eve.id)).doNotCall).toBe(true)
    expect(recordOf(await unmerge(eve.id)).doNotCall).toBe(true)
    expect(recordOf(await read(ada.id)).doNotCall).toBe(false)
    await merge(ada.id, eve.id)
    await talk(ada.id, 'do_not_call')
    await unmerge(eve.id)
    expect(recordOf(await read(ada.id)).doNotCall).toBe(true)
  })

  test('CU-04 an order that is placed as its customer is merged is not lost', async () => {
    const [ada, eve] = [await add('Ada'), await add('Eve')]
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => post('/orders', shop.placement([{ offerId }], { customerId: eve.id }))),
      merge(ada.id, eve.id),
      merge(eve.id, ada.id),
    ])
    const placed = answers.slice(0, 6).filter(({ status }) => status === 200).length
    const merges = answers.slice(6).map(({ status }) => status)
    expect(merges.toSorted()).toEqual([200, 404])
    const kept = merges[0] === 200 ? ada : eve
    expect(await figuresOf(kept.id)).toHaveLength(placed)
  })

  test('CU-03 what happens to a customer is on their timeline', async () => {
    const { id } = await add('Tess')
    const { token } = shop
    await call('PUT', `/customers/${id}`, { token, body: { lastName: 'Hale', shippingAddress: { city: 'Austin' } } })
    await call('PUT', `/customers/${id}`, { token, body: { note: '' } })
    await call('DELETE', `/customers/${id}`, { token })
    await post(`/customers/${id}/restore`, {})
    expect(recordOf(await read(id)).timeline).toMatchObject([
      { kind: 'create', text: null },
      { kind: 'edit', text: 'Last name: none → Hale\nAddress: none → Austin', userName: expect.any(String) as string },
      { kind: 'delete' },
      { kind: 'restore' },
    ])
  })
})
