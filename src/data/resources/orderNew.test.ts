import { createActor, toPromise } from 'xstate'
import { expect, test, vi } from 'vitest'
import { createApi } from '../api'
import { orderNewActors } from './orderNew'

interface Asked {
  resource: string
  filters: Record<string, unknown>
  signal: AbortSignal | null | undefined
}

/** The reading of what a draft names, and what it asks the server for, which answers with these rows, or never. */
function reading(rows?: Record<string, readonly object[]>) {
  const asked: Asked[] = []
  const fetched = (_: unknown, { body, signal }: RequestInit = {}) => {
    if (typeof body !== 'string') return Promise.resolve(Response.json({ message: 'Gone' }, { status: 404 }))
    const { resource, filters } = JSON.parse(body) as { resource: string; filters: Record<string, unknown> }
    asked.push({ resource, filters, signal })
    if (!rows) return new Promise<Response>(() => {})
    const data = rows[resource] ?? []
    return Promise.resolve(Response.json({ data, meta: { total: 2_000 } }))
  }
  const api = createApi({ baseUrl: '', getToken: () => 't', extensions: true, fetch: fetched })
  const lines = ['off_1', 'off_2'].map((offerId) => ({ offerId, quantity: '1', unitPrice: '20.00' }))
  const { fetchFacts } = orderNewActors(api, 'usr_1', 'UTC')
  const input = { organizationId: 'org_1', draftId: 'd', content: { campaignId: 'cmp_1', lines } }
  return { asked, actor: createActor(fetchFacts, { input }).start() }
}

test('NO-03 of a campaign however large, what a draft names is read by its ids', async () => {
  const hose = { id: 'off_1', displayName: 'Garden Hose', productId: 'prd_1', campaignId: 'cmp_1' }
  const { asked, actor } = reading({ offers: [hose], products: [{ id: 'prd_1', name: 'Hose' }] })
  const output = await toPromise(actor)
  expect(asked).toMatchObject([
    { resource: 'offers', filters: { ids: ['off_1', 'off_2'] } },
    { resource: 'products', filters: { ids: ['prd_1'] } },
  ])
  expect(output).toMatchObject({
    offers: [hose],
    products: [{ id: 'prd_1' }],
    gone: ['cmp_1', 'off_2'],
  })
})

test('NO-01 a reading of what a draft names that is superseded is aborted', async () => {
  const { asked, actor } = reading()
  // What is asked with is loaded first, which takes a busy machine longer than a second.
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 30_000 })
  actor.stop()
  expect(asked[0]?.signal?.aborted).toBe(true)
})

/** An order that is opened while the person has these calls, and who may be on the phone in them. */
async function openedWith(calls: readonly object[], customerId?: string) {
  const answers: Record<string, unknown> = {
    '/api/v1/calls/open/me': calls,
    '/api/v1/customers/cus_1': { id: 'cus_1', firstName: 'Ada' },
    '/api/v1/customers/cus_2': { id: 'cus_2', firstName: 'Bo' },
  }
  const fetched = (asked: RequestInfo | URL) => {
    const address = asked instanceof Request ? asked.url : asked.toString()
    const data = answers[address.split('?')[0] ?? '']
    return Promise.resolve(data ? Response.json({ data }) : Response.json({ message: 'Gone' }, { status: 404 }))
  }
  const api = createApi({ baseUrl: '', getToken: () => 't', extensions: true, fetch: fetched })
  const terms = { currency: 'USD', taxRate: 0, pricesIncludeTax: false }
  const input = { organizationId: 'org_1', draftId: 'd', terms, customerId }
  const actor = createActor(orderNewActors(api, 'usr_1', 'UTC').openOrder, { input }).start()
  return (await toPromise(actor)).customer?.id
}

const call = { id: 'cal_1', customerId: 'cus_1', phone: '+1 212', state: 'talking' }

test('NO-01 CA-01 an order begins with who is on the phone now, and with nobody of an earlier call', async () => {
  const earlier = { ...call, state: 'wrapping_up' }
  const unknown = { id: 'cal_2', customerId: null, phone: '+1 646', state: 'talking' }
  expect(await openedWith([call])).toBe('cus_1')
  expect(await openedWith([earlier])).toBeUndefined()
  expect(await openedWith([unknown, earlier])).toBeUndefined()
  expect(await openedWith([])).toBeUndefined()
  expect(await openedWith([call], 'cus_2')).toBe('cus_2')
})
