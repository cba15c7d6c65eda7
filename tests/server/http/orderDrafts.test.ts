import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderDraft, OrderDraftRow } from '../../../contract/extensions/orderDrafts'
import { openShop, type TestShop } from '../shop'
import { type Answer, demo, rival, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const draftOf = ({ body }: Answer) => (body as { data: OrderDraft }).data
const rowsOf = ({ body }: Answer) => (body as { data: OrderDraftRow[] }).data

describe.each(servers)('on $kind', (server: Started) => {
  const { call } = server
  let shop: TestShop

  beforeAll(async () => {
    shop = await openShop(server, demo)
  })

  const keep = (draftId: string, more: object = {}, headers: Record<string, string> = {}, { token } = shop) =>
    call('PUT', `/order-drafts/${draftId}`, {
      token,
      headers,
      body: { organizationId: shop.orgId, title: 'Ada', content: {}, ...more },
    })
  const read = (draftId: string, { token } = shop) => call('GET', `/order-drafts/${draftId}`, { token })
  const discard = (draftId: string) => call('DELETE', `/order-drafts/${draftId}`, { token: shop.token })
  const list = () => call('GET', `/order-drafts?organizationId=${shop.orgId}`, { token: shop.token })

  test('NO-03 a draft is kept as it was typed, right or wrong, and the newest is listed first', async () => {
    const [older, newer] = [uuidv7(), uuidv7()]
    const content = {
      lines: [{ offerId: 'off', quantity: '2 or 3', unitPrice: '1,50' }],
      newCustomer: { firstName: 'Ada', email: 'ada@' },
      address: { country: 'Texas' },
    }
    await keep(older, { title: 'Older', content })
    const kept = await keep(newer, { title: 'Newer' })
    expect(draftOf(kept)).toMatchObject({
      id: newer,
      organizationId: shop.orgId,
      title: 'Newer',
      content: {},
      version: 1,
    })
    expect(draftOf(await read(older))).toMatchObject({ title: 'Older', content })
    expect(
      rowsOf(await list())
        .map(({ title }) => title)
        .slice(0, 2),
    ).toEqual(['Newer', 'Older'])
    await keep(older, { title: 'Older, changed', content })
    expect(rowsOf(await list())[0]).toMatchObject({ title: 'Older, changed', version: 2 })
  })

  test('NO-03 GE-09 of two tabs the second is shown what the first has kept, and overwrites nothing', async () => {
    const draftId = uuidv7()
    await keep(draftId)
    expect(await keep(draftId, { title: 'First tab' }, { 'if-match': '"1"' })).toMatchObject({ status: 200 })
    expect(await keep(draftId, { title: 'Second tab' }, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { error: { code: 'outdated', details: { current: { title: 'First tab', version: 2 } } } },
    })
    expect(draftOf(await read(draftId)).title).toBe('First tab')
  })

  test('NO-03 what was discarded or placed does not come back, whatever another tab still sends', async () => {
    const gone = uuidv7()
    await keep(gone, { content: { note: 'A secret of the customer' } })
    expect(await discard(gone)).toMatchObject({ status: 200 })
    expect(await discard(gone)).toMatchObject({ status: 404 })
    expect(await read(gone)).toMatchObject({ status: 404, body: { error: { code: 'draft_ended' } } })
    expect(await keep(gone)).toMatchObject({ status: 409, body: { error: { code: 'draft_ended' } } })
    const offerId = await shop.addOffer(await shop.addProduct(5))
    const placement = shop.placement([{ offerId }])
    await keep(placement.draftId)
    const order = await call('POST', '/orders', { token: shop.token, body: placement })
    expect(order).toMatchObject({ status: 200 })
    // Its own person is led to what it has become, also of a draft that was never kept.
    const { id, number } = (order.body as { data: { id: string; number: string } }).data
    const placed = { error: { code: 'draft_placed', details: { placedOrder: { id, number } } } }
    expect(await read(placement.draftId)).toMatchObject({ status: 404, body: placed })
    expect(await keep(placement.draftId)).toMatchObject({ status: 409, body: placed })
    const unkept = shop.placement([{ offerId }])
    await call('POST', '/orders', { token: shop.token, body: unkept })
    expect(await read(unkept.draftId)).toMatchObject({ status: 404, body: { error: { code: 'draft_placed' } } })
    expect(await keep(unkept.draftId)).toMatchObject({ status: 409, body: { error: { code: 'draft_placed' } } })
    const token = await server.login('miles.carter@offerdesk.example')
    for (const draftId of [placement.draftId, unkept.draftId]) {
      expect(await read(draftId, { ...shop, token })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      })
    }
    const left = rowsOf(await list()).map(({ id }) => id)
    expect(left).not.toContain(gone)
    expect(left).not.toContain(placement.draftId)
  })

  test('NO-03 nobody sees, changes or ends the draft of somebody else', async () => {
    const draftId = uuidv7()
    await keep(draftId, { title: 'Mine' })
    const token = await server.login(rival)
    expect(await read(draftId, { ...shop, token })).toMatchObject({ status: 404 })
    expect(await keep(draftId, { title: 'Theirs' }, {}, { ...shop, token })).toMatchObject({ status: 404 })
    expect(await call('DELETE', `/order-drafts/${draftId}`, { token })).toMatchObject({ status: 404 })
    expect(draftOf(await read(draftId)).title).toBe('Mine')
  })

  test('NO-03 two tabs that begin the same draft at once make one', async () => {
    const draftId = uuidv7()
    const answers = await Promise.all([keep(draftId), keep(draftId), keep(draftId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(draftOf(await read(draftId)).version).toBe(3)
  })
})
