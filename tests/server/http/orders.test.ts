import { eq, isNull } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventFromLogic } from 'xstate'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { Order } from '../../../contract/orders'
import { fold } from '../../../machines/lives/life'
import { orderLife } from '../../../machines/lives/orderLife'
import { paymentOf } from '../../../contract/rules/paymentStatus'
import { fulfilments } from '../../../server/db/schema/fulfilments'
import { campaigns } from '../../../server/db/schema/campaigns'
import { customers } from '../../../server/db/schema/customers'
import { orderDrafts } from '../../../server/db/schema/orderDrafts'
import { orders } from '../../../server/db/schema/orders'
import { organizations } from '../../../server/db/schema/organizations'
import { transactions } from '../../../server/db/schema/transactions'
import { hasKey } from '../../../server/db/keys'
import { home, lifeOf, numbersOf, openShop, type TestShop } from '../shop'
import { type Answer, demo, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const orderOf = ({ body }: Answer) => (body as { data: OrderRecord }).data
const detailsOf = ({ body }: Answer) => (body as { error: { details: unknown } }).error.details
const idsOf = ({ body }: Answer) => (body as { data: { id: string }[] }).data.map(({ id }) => id)

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let shop: TestShop

  beforeAll(async () => {
    shop = await openShop(server, demo)
  })

  const place = (body: object, headers: Record<string, string> = {}) =>
    call('POST', '/orders', { token: shop.token, body, headers })
  const search = (more: object) =>
    call('POST', '/search', {
      token: shop.token,
      body: { organizationId: shop.orgId, resource: 'orders', limit: 100, ...more },
    })
  const placed = async (more: object = {}, fields = {}) => {
    const offerId = await shop.addOffer(await shop.addProduct(100), fields)
    const answer = await place(shop.placement([{ offerId }], more))
    expect(answer).toMatchObject({ status: 200 })
    return { offerId, order: orderOf(answer) }
  }

  test('NO-04 OR-02 an order is placed: the next number, copies of what was sold, stock taken, its draft ended', async () => {
    const { orgId, token, customerId, campaignId } = shop
    const agreedAt = new Date(Date.now() - 3_600_000).toISOString()
    const tax = { taxRate: 8_250, pricesIncludeTax: false }
    const setTax = (terms: object) =>
      database.system((tx) => tx.update(organizations).set(terms).where(eq(organizations.id, orgId)))
    await setTax(tax)
    const productId = await shop.addProduct(100)
    const offerId = await shop.addOffer(productId, { quantityPerOrder: 3, shipPriceCents: 495, maxPriceCents: 2_500 })
    const body = shop.placement([{ offerId, quantity: 2, unitPrice: 22.5 }], {
      agreedToTermsAt: agreedAt.replace('Z', '+00:00'),
    })
    const { userId } = await ownDraft(body.draftId)
    const last = (await numbersOf(database, orgId)).at(-1) ?? 0
    const order = orderOf(await place(body))
    await setTax({ taxRate: 0 })
    expect(order).toMatchObject({
      number: last + 1,
      organizationId: orgId,
      campaignId,
      customerId,
      customerName: 'Ada Moss',
      agentId: userId,
      status: 'open',
      paymentStatus: 'unpaid',
      fulfillmentStatus: 'unfulfilled',
      subtotal: 45,
      shippingTotal: 4.95,
      taxTotal: 4.12,
      total: 54.07,
      paidTotal: 0,
      taxRate: 8.25,
      currency: 'USD',
      agreedToTermsAt: agreedAt,
      items: [
        { offerId, productId, quantity: 2, listPrice: 20, unitPrice: 22.5, shippingTotal: 4.95, tax: 4.12, total: 45 },
      ],
      customer: { email: 'ada@moss.example', phone: '+1 (555) 014-7788' },
      shippingAddress: { ...home, address2: null },
      timeline: [{ kind: 'place', from: 'draft', to: 'open', userName: 'Dana Reyes' }],
    })
    expect((await call('GET', `/orders/${order.id}`, { token })).body).toEqual({ data: order })
    expect(await shop.leftOf(offerId)).toBe(998)
    expect(await shop.stockOf(productId)).toEqual({ stock: 94, moved: 94 })
    const [draft] = await database.tenant(orgId, (tx) =>
      tx
        .select()
        .from(orderDrafts)
        .where(hasKey(orderDrafts, orgId, body.draftId)),
    )
    expect(draft?.endedAt).toBeInstanceOf(Date)
    const [customer] = await database.tenant(orgId, (tx) =>
      tx
        .select({ count: customers.ordersCount })
        .from(customers)
        .where(hasKey(customers, orgId, customerId)),
    )
    expect(customer?.count).toBe(1)
  })

  test('OR-01 a search says what it found an order by where the list does not show it', async () => {
    const { order } = await placed()
    const { orgId } = shop
    const now = new Date()
    const tracking = `1Z${order.number}TRACKED`
    await database.tenant(orgId, (tx) =>
      tx.insert(fulfilments).values({
        orgId,
        orderId: order.id,
        orderNumber: Number(order.number),
        customerName: 'Ada Moss',
        trackingNumber: tracking,
        status: 'pending',
        createdAt: now,
        updatedAt: now,
      }),
    )
    const foundBy = async (q: string) => {
      const { data } = (await search({ q })).body as { data: Order[] }
      return data.find(({ id }) => id === order.id)?.foundBy
    }
    expect(await foundBy(tracking.toLowerCase())).toEqual({ field: 'trackingNumber', text: tracking })
    expect(await foundBy('ada@moss')).toEqual({ field: 'email', text: 'ada@moss.example' })
    expect(await foundBy('555 0147788')).toEqual({ field: 'phone', text: '+1 (555) 014-7788' })
    expect(await foundBy(`${order.number}`)).toBeNull()
    expect(await foundBy('')).toBeNull()
  })

  test.each(['cancelled', 'expired'] as const)(
    'CU-05 CP-01 an order that is %s counts neither for its customer nor for its campaign, until it is open again',
    async (status) => {
      const { orgId, token, campaignId, customerId } = shop
      const figures = async () => {
        const answers = [`/customers/${customerId}`, `/campaigns/${campaignId}`].map((path) =>
          call('GET', path, { token }),
        )
        const [customer, campaign] = (await Promise.all(answers)).map(({ body }) => (body as { data: object }).data)
        return {
          customer: (customer as { ordersCount: number }).ordersCount,
          last: (customer as { lastOrderAt: string }).lastOrderAt,
          campaign: (campaign as { ordersCount: number }).ordersCount,
        }
      }
      await placed()
      const before = await figures()
      const { order } = await placed()
      const after = { customer: before.customer + 1, campaign: before.campaign + 1, last: order.createdAt }
      expect(await figures()).toEqual(after)
      const become = (next: typeof status | 'open') =>
        database.tenant(orgId, (tx) =>
          tx
            .update(orders)
            .set({ status: next })
            .where(hasKey(orders, orgId, order.id)),
        )
      await become(status)
      expect(await figures()).toEqual(before)
      await become('open')
      expect(await figures()).toEqual(after)
    },
  )

  async function ownDraft(id: string) {
    const me = (await call('GET', '/users/me', { token: shop.token })).body as { data: { id: string } }
    const draft = { orgId: shop.orgId, id, userId: me.data.id, content: {} }
    const now = { createdAt: new Date(), updatedAt: new Date() }
    await database.tenant(shop.orgId, (tx) => tx.insert(orderDrafts).values({ ...draft, ...now }))
    return { userId: me.data.id }
  }

  test('NO-04 a draft becomes one order: with other keys, without any, at the same time, and another time', async () => {
    const offerId = await shop.addOffer(await shop.addProduct(100))
    const body = shop.placement([{ offerId }])
    const keys = ['a', 'a', 'b', 'c', undefined, undefined].map((key) => (key ? `${key}-${body.draftId}` : undefined))
    const answers = await Promise.all(keys.map((key) => place(body, key ? { 'idempotency-key': key } : {})))
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200))
    const later = await place({ ...body, draftId: body.draftId.toUpperCase(), lines: [] })
    expect(later.status).toBe(422)
    const again = await place({ ...body, draftId: body.draftId.toUpperCase() })
    expect(new Set([...answers, again].map((answer) => orderOf(answer).id)).size).toBe(1)
    expect(await shop.leftOf(offerId)).toBe(999)
    const other = shop.placement([{ offerId }])
    expect(await place(other, { 'idempotency-key': `a-${body.draftId}` })).toMatchObject({ status: 422 })
    expect(await shop.leftOf(offerId)).toBe(999)
  })

  test('NO-04 CU-01 somebody new and their order are made in one request, once, and neither without the other', async () => {
    const { orgId, token } = shop
    const offerId = await shop.addOffer(await shop.addProduct(100))
    const named = (lastName: string) =>
      database.tenant(orgId, (tx) => tx.select().from(customers).where(eq(customers.lastName, lastName)))
    const asked = (lastName: string, more: object = {}, lines: object = {}) => {
      const { customerId: _, ...body } = shop.placement([{ offerId, ...lines }])
      const newCustomer = { firstName: 'Zoe', lastName, email: 'zoe@new.example', phone: '(212) 555-0199', ...more }
      return { ...body, newCustomer: { ...newCustomer, shippingAddress: home } }
    }
    const body = asked('Placed once')
    // Twice pressed, of two tabs, and of one whose answer was lost.
    const answers = [...(await Promise.all([place(body), place(body), place(body)])), await place(body)]
    const ids = answers.map((answer) => orderOf(answer).id)
    expect(new Set(ids).size).toBe(1)
    const [customer, ...others] = await named('Placed once')
    expect(others).toEqual([])
    expect(orderOf(answers[0] as Answer)).toMatchObject({
      customerId: customer?.id,
      customerName: 'Zoe Placed once',
      customer: { email: 'zoe@new.example', phone: '(212) 555-0199' },
    })
    // As if they had been added by themselves: found by their number, with their address, and with an event.
    const read = await call('GET', `/customers/${customer?.id}`, { token })
    expect(read.body).toMatchObject({
      data: { shippingAddress: { city: home.city }, ordersCount: 1, timeline: [{ kind: 'create' }] },
    })
    expect(customer?.phoneDigits).toContain('2125550199')
    // A refused order leaves nobody, and says so at the fields.
    const refused = await place(asked('Refused', {}, { unitPrice: 99 }))
    expect(refused).toMatchObject({ status: 422 })
    expect(detailsOf(refused)).toMatchObject([{ path: 'body.lines.0.unitPrice' }])
    const unnamed = await place(asked('Refused', { firstName: ' ', email: 'zoe@' }))
    expect(detailsOf(unnamed)).toMatchObject([
      { path: 'body.newCustomer.firstName' },
      { path: 'body.newCustomer.email' },
    ])
    expect(await named('Refused')).toEqual([])
    // One customer, and not two or none.
    const { newCustomer: __, ...nobody } = body
    for (const wrong of [nobody, { ...body, customerId: shop.customerId }])
      expect(detailsOf(await place(wrong))).toMatchObject([{ path: 'body.customerId' }])
  })

  test('NO-03 NO-04 GE-09 a draft that was changed or discarded elsewhere meanwhile is not placed as it was before', async () => {
    const offerId = await shop.addOffer(await shop.addProduct(100))
    const body = shop.placement([{ offerId }])
    const path = `/order-drafts/${body.draftId}`
    const keep = (title: string) =>
      call('PUT', path, { token: shop.token, body: { organizationId: shop.orgId, title, content: {} } })
    await keep('Mine')
    await keep('Of another tab')
    expect(await place({ ...body, draftVersion: 1 })).toMatchObject({
      status: 409,
      body: { error: { code: 'outdated', details: { current: { title: 'Of another tab', version: 2 } } } },
    })
    const order = orderOf(await place({ ...body, draftVersion: 2 }))
    // Whoever did not get the answer gets it again.
    expect(orderOf(await place({ ...body, draftVersion: 2 })).id).toBe(order.id)
    const other = { ...body, draftId: uuidv7() }
    await call('PUT', `/order-drafts/${other.draftId}`, {
      token: shop.token,
      body: { organizationId: shop.orgId, title: '', content: {} },
    })
    await call('DELETE', `/order-drafts/${other.draftId}`, { token: shop.token })
    expect(await place(other)).toMatchObject({ status: 409, body: { error: { code: 'draft_ended' } } })
  })

  test('NO-02 every reason against an order is told at its field, and nothing is taken', async () => {
    const { orgId } = shop
    const productId = await shop.addProduct(10)
    const offerId = await shop.addOffer(productId, { maxQuantity: 3, minPriceCents: 1_500, maxPriceCents: 2_500 })
    const last = await numbersOf(database, orgId)
    const refused = await place(
      shop.placement(
        [
          { offerId, quantity: 4, unitPrice: 14.99 },
          { offerId: uuidv7() },
          { offerId: shop.offerId },
          { offerId: 'no-id' },
        ],
        { customerId: uuidv7(), address: { ...home, city: '' } },
      ),
    )
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'validation_failed' } } })
    expect(detailsOf(refused)).toEqual([
      { path: 'body.customerId', message: 'There is no such customer in this organization.' },
      { path: 'body.lines.0.quantity', message: 'At most 3 of this offer in one order.' },
      { path: 'body.lines.0.unitPrice', message: 'The price must be between $15.00 and $25.00.' },
      { path: 'body.lines.1.offerId', message: 'There is no such offer in this organization.' },
      { path: 'body.lines.2.offerId', message: 'This offer belongs to another campaign.' },
      { path: 'body.lines.3.offerId', message: 'There is no such offer in this organization.' },
      { path: 'body.address.city', message: 'The address needs a city.' },
    ])
    const change = (fields: object) =>
      database.tenant(orgId, (tx) =>
        tx
          .update(campaigns)
          .set(fields)
          .where(hasKey(campaigns, orgId, shop.campaignId)),
      )
    for (const [fields, path, message] of [
      [{ status: 'completed' }, 'campaignId', 'This campaign is completed.'],
      [{ archivedAt: new Date() }, 'campaignId', 'This campaign has been archived.'],
      [{ startDate: '2999-01-01' }, 'campaignId', 'This campaign begins on 2999-01-01.'],
      [{ mustAgreeToTerms: true }, 'agreedToTermsAt', 'The customer has to agree to the terms first.'],
    ] as const) {
      await change(fields)
      expect(detailsOf(await place(shop.placement([{ offerId }])))).toEqual([{ path: `body.${path}`, message }])
      await change({ status: 'active', archivedAt: null, startDate: null, mustAgreeToTerms: false })
    }
    // However an id is written, it is the same offer.
    const twice = [
      { offerId, quantity: 2 },
      { offerId: offerId.toUpperCase(), quantity: 2 },
    ]
    expect(detailsOf(await place(shop.placement(twice)))).toEqual([
      { path: 'body.lines.1.quantity', message: 'At most 3 of this offer in one order.' },
    ])
    for (const wrong of [
      { lines: [] },
      { lines: [{ offerId, quantity: 0, unitPrice: 20 }] },
      { lines: [{ offerId, quantity: 1, unitPrice: -1 }] },
      { draftId: 'x' },
    ]) {
      expect(await place({ ...shop.placement([{ offerId }]), ...wrong })).toMatchObject({ status: 422 })
    }
    expect(await numbersOf(database, orgId)).toEqual(last)
    expect(await shop.stockOf(productId)).toEqual({ stock: 10, moved: 10 })
  })

  test.each([
    {
      what: 'an offer with 50 left',
      offersOf: 1,
      limits: { quantity: 50 },
      stock: 1_000,
      says: 'This offer is sold out.',
    },
    {
      what: 'three offers that share a stock of 50',
      offersOf: 3,
      limits: {},
      stock: 50,
      says: 'Garden Hose is out of stock.',
    },
  ])(
    'NO-04 LI-06 of 200 orders at once for $what exactly 50 sell and 150 hear why not; the numbers have no gaps',
    async ({ offersOf, limits, stock, says }) => {
      const productId = await shop.addProduct(stock)
      const offerIds = await Promise.all(Array.from({ length: offersOf }, () => shop.addOffer(productId, limits)))
      const last = (await numbersOf(database, shop.orgId)).at(-1) ?? 0
      const bodies = Array.from({ length: 200 }, (_, index) =>
        shop.placement([{ offerId: offerIds[index % offersOf] ?? '' }]),
      )
      // Whom a server that is too busy sends away asks again, as the app does.
      const placed = async (body: (typeof bodies)[number]): Promise<Answer> => {
        const answer = await place(body)
        return answer.status === 503 ? placed(body) : answer
      }
      const answers = await Promise.all(bodies.map(placed))
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(150)
      for (const answer of refused) {
        expect(answer.status).toBe(422)
        expect(detailsOf(answer)).toEqual([{ path: 'body.lines.0.quantity', message: says }])
      }
      const sold = answers.filter(({ status }) => status === 200).map(orderOf)
      expect(await shop.stockOf(productId)).toEqual({ stock: stock - 50, moved: stock - 50 })
      for (const offerId of offerIds) {
        const units = sold.filter(({ items }) => items[0]?.offerId === offerId).length
        expect(await shop.leftOf(offerId)).toBe((limits.quantity ?? 1_000) - units)
      }
      const numbers = (await numbersOf(database, shop.orgId)).filter((number) => number > last)
      expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => last + 1 + index))
    },
  )

  test('NO-04 LI-06 of orders at once for several units and offers of one product no unit is sold that is not there', async () => {
    const productId = await shop.addProduct(30)
    const [one, two, three] = await Promise.all(
      [1, 1, 2].map((units) => shop.addOffer(productId, { quantityPerOrder: units })),
    )
    const offersOf = [[one, two], [two, one], [three], [two, three]]
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        place(shop.placement((offersOf[index % offersOf.length] ?? []).map((offerId) => ({ offerId: offerId ?? '' })))),
      ),
    )
    const unitsOf = (answer: Answer) =>
      orderOf(answer).items.length + orderOf(answer).items.filter((item) => item.offerId === three).length
    const sold = answers.filter(({ status }) => status === 200).reduce((sum, answer) => sum + unitsOf(answer), 0)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    const { stock, moved } = await shop.stockOf(productId)
    // What is left is too little for any of the orders that were refused.
    expect(stock).toBeLessThan(2)
    expect([moved, sold]).toEqual([stock, 30 - stock])
  })

  test('LI-01 OR-02 cancelling gives back what was taken, once, and says why it is not possible', async () => {
    const { orgId, token } = shop
    const { order, offerId } = await placed()
    const productId = order.items[0]?.productId ?? ''
    const path = `/orders/${order.id}/cancel`
    const cancelled = await call('POST', path, { token, body: { reason: 'Changed their mind' } })
    expect(orderOf(cancelled)).toMatchObject({
      status: 'cancelled',
      timeline: [{ kind: 'place' }, { kind: 'cancel', from: 'open', to: 'cancelled', text: 'Changed their mind' }],
    })
    expect(await shop.leftOf(offerId)).toBe(1_000)
    expect(await shop.stockOf(productId)).toEqual({ stock: 100, moved: 100 })
    const refusedWith = async (orderId: string, message: string) =>
      expect(await call('POST', `/orders/${orderId}/cancel`, { token, body: {} })).toMatchObject({
        status: 409,
        body: { error: { message } },
      })
    await refusedWith(order.id, 'This order has been cancelled.')
    expect(await shop.leftOf(offerId)).toBe(1_000)
    const { order: shipped } = await placed()
    await ship(orgId, shipped, '1Z999AA10123456784')
    await refusedWith(shipped.id, 'Part of this order has been shipped already.')
    const { order: paid } = await placed()
    await database.tenant(orgId, (tx) =>
      tx
        .update(orders)
        .set({ paidCents: 2_000 })
        .where(hasKey(orders, orgId, paid.id)),
    )
    await refusedWith(paid.id, 'Refund what has been paid first.')
  })

  const ship = (orgId: string, order: OrderRecord, trackingNumber: string) =>
    database.tenant(orgId, (tx) =>
      tx.insert(fulfilments).values({
        orgId,
        orderId: order.id,
        orderNumber: Number(order.number),
        customerName: 'Ada Moss',
        status: 'shipped',
        trackingNumber,
      }),
    )

  test('OR-02 a note stands in the timeline, once for each key', async () => {
    const { order } = await placed()
    const note = () =>
      call('POST', `/orders/${order.id}/notes`, {
        token: shop.token,
        body: { text: ' Ring twice ' },
        headers: { 'idempotency-key': `note-${order.id}` },
      })
    await note()
    const { timeline } = orderOf(await note())
    expect(timeline).toMatchObject([{ kind: 'place' }, { kind: 'note', text: 'Ring twice', userName: 'Dana Reyes' }])
    const empty = await call('POST', `/orders/${order.id}/notes`, { token: shop.token, body: { text: ' ' } })
    expect(detailsOf(empty)).toEqual([{ path: 'body.text', message: 'Write something first' }])
  })

  test('OR-02 OR-05 the address is changed until something is shipped, and never over a change that was not seen', async () => {
    const { orgId, token } = shop
    const { order } = await placed()
    const path = `/orders/${order.id}/address`
    const headers = { 'if-match': `"${order.version}"` }
    const body = { ...home, address1: '10 Heron Wharf' }
    const changed = orderOf(await call('PUT', path, { token, body, headers }))
    expect(changed).toMatchObject({
      shippingAddress: { address1: '10 Heron Wharf', state: 'TX' },
      timeline: [
        { kind: 'place' },
        { kind: 'readdress', text: '9 Heron Wharf, Austin, TX, 78704, US → 10 Heron Wharf, Austin, TX, 78704, US' },
      ],
    })
    for (const answer of [
      await call('PUT', path, { token, body, headers }),
      await call('POST', `/orders/${order.id}/cancel`, { token, body: {}, headers }),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { details: { current: { shippingAddress: { address1: '10 Heron Wharf' } } } } },
      })
    }
    const incomplete = await call('PUT', path, { token, body: { ...home, postalCode: ' ' } })
    expect(detailsOf(incomplete)).toEqual([{ path: 'body.postalCode', message: 'The address needs a postal code.' }])
    await ship(orgId, order, '1Z999AA10123456785')
    expect(await call('PUT', path, { token, body })).toMatchObject({
      status: 409,
      body: { error: { message: 'Part of this order has been shipped already.' } },
    })
  })

  test('OR-01 one box finds number, name, email, phone, tracking number and reference; filters have ranges', async () => {
    const { orgId, gatewayId } = shop
    const { order } = await placed()
    await ship(orgId, order, '1Z999AA1090909090')
    const reference = `ch_${order.id.slice(-12)}`
    await database.tenant(orgId, (tx) =>
      tx.insert(transactions).values({
        orgId,
        orderId: order.id,
        orderNumber: Number(order.number),
        gatewayInstanceId: gatewayId,
        type: 'charge',
        status: 'failed',
        amountCents: 2_000,
        currency: 'USD',
        reference,
      }),
    )
    for (const q of [
      `${order.number}`,
      `#${order.number}`,
      'ada moss',
      'ADA@moss',
      '555-0147',
      'aa1090909090',
      reference.toUpperCase(),
    ]) {
      expect({ q, found: idsOf(await search({ q })) }).toMatchObject({ q, found: expect.arrayContaining([order.id]) })
    }
    expect(idsOf(await search({ q: reference }))).toEqual([order.id])
    const mine = { campaignId: shop.campaignId }
    expect(idsOf(await search({ filters: { ...mine, gatewayInstanceId: gatewayId } }))).toEqual([order.id])
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date())
    const all = idsOf(await search({ filters: mine }))
    expect(idsOf(await search({ filters: { ...mine, createdFrom: today, createdTo: today } }))).toEqual(all)
    expect(idsOf(await search({ filters: { ...mine, createdTo: '2020-01-01' } }))).toEqual([])
    expect(idsOf(await search({ filters: { ...mine, createdFrom: order.createdAt } }))).toContain(order.id)
    expect(idsOf(await search({ q: 'ada', filters: { ...mine, totalMin: 19.99, totalMax: '20' } }))).toContain(order.id)
    expect(idsOf(await search({ q: 'ada', filters: { ...mine, totalMin: 20.01, totalMax: 20.02 } }))).toEqual([])
    for (const [filter, value] of [
      ['createdFrom', 'yesterday'],
      ['createdTo', 7],
      ['totalMin', 'much'],
      ['totalMax', true],
    ] as const) {
      expect(detailsOf(await search({ filters: { [filter]: value } }))).toMatchObject([
        { path: `body.filters.${filter}` },
      ])
    }
  })

  test('OR-01 a day of a range is the whole day where the organization is', async () => {
    const { order } = await placed()
    const at = (moment: string) =>
      database.tenant(shop.orgId, (tx) =>
        tx
          .update(orders)
          .set({ createdAt: new Date(moment) })
          .where(hasKey(orders, shop.orgId, order.id)),
      )
    const onDay = async (day: string) =>
      idsOf(await search({ filters: { campaignId: shop.campaignId, createdFrom: day, createdTo: day } })).includes(
        order.id,
      )
    // Chicago is six hours behind, five in summer.
    await at('2025-03-10T04:59:59.999Z')
    expect([await onDay('2025-03-09'), await onDay('2025-03-10')]).toEqual([true, false])
    await at('2025-03-10T05:00:00Z')
    expect([await onDay('2025-03-09'), await onDay('2025-03-10')]).toEqual([false, true])
  })

  test('OR-01 every sort of orders pages through them', async () => {
    const sorts = [
      'number',
      'createdAt',
      'updatedAt',
      'customerName',
      'agentName',
      'subtotal',
      'total',
      'refundedTotal',
    ]
    for (const sortBy of [...sorts, 'status', 'paymentStatus', 'fulfillmentStatus']) {
      const up = idsOf(await search({ sortBy, sortOrder: 'asc', limit: 100 }))
      expect(new Set(up).size).toBe(100)
    }
    expect(await search({ sortBy: 'campaignName' })).toMatchObject({ status: 422 })
  })

  test('LI-01 LI-02 every order of the demo data is what its payments and its life make of it', async () => {
    const known = await database.tenant(shop.orgId, async (tx) => ({
      orders: await tx.select().from(orders).where(isNull(orders.draftId)),
      moved: await tx.select().from(transactions),
    }))
    expect(known.orders.length).toBeGreaterThan(300)
    for (const order of known.orders) {
      const { id, totalCents, paymentStatus, paidCents, refundedCents } = order
      const moved = known.moved
        .filter(({ orderId }) => orderId === id)
        .map(({ type, status, amountCents }) => ({ type, status, amount: amountCents }))
      expect(paymentOf(totalCents, moved)).toEqual({ status: paymentStatus, paid: paidCents, refunded: refundedCents })
    }
    for (const { id, status } of known.orders.slice(0, 24)) {
      const happened = await lifeOf(database, shop.orgId, id)
      // What was written as the life's own events.
      expect(fold(orderLife, happened as unknown as EventFromLogic<typeof orderLife>[])).toBe(status)
    }
  })
})
