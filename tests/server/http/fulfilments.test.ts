import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventFromLogic } from 'xstate'
import type { FulfilmentRecord } from '../../../contract/extensions/fulfilments'
import { importOutdated } from '../../../contract/extensions/sheetImports'
import type { Fulfilment, PackedFulfilment } from '../../../contract/fulfilments'
import { mailedLater } from '../../../contract/rules/heldMails'
import { fulfilmentLife, fulfilmentStatusOf, type FulfilmentState } from '../../../machines/lives/fulfilmentLife'
import { fold } from '../../../machines/lives/life'
import { hasKey } from '../../../server/db/keys'
import { fulfilments } from '../../../server/db/schema/fulfilments'
import { orders } from '../../../server/db/schema/orders'
import { recordEvents } from '../../../server/db/schema/recordEvents'
import { beginFulfilment } from '../../../server/fulfilments/begin'
import { completeWhenDone } from '../../../server/orders/complete'
import { lifeOf, openShop, type TestShop } from '../shop'
import { sheetsOf } from './sheets'
import { type Answer, demo, type Started, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

interface Order {
  id: string
  number: number
  status: string
  fulfillmentStatus: string
  items: { id: string; quantity: number }[]
  fulfilments: PackedFulfilment[]
  timeline: { kind: string; text: string | null }[]
}
const fulfilmentOf = (answer: Answer) => {
  expect(answer).toMatchObject({ status: 200 })
  return (answer.body as { data: FulfilmentRecord }).data
}
const refused = (answer: Answer, message: string) =>
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'not_possible', message } } })
const wrong = (answer: Answer, path: string, message: string) =>
  expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ path, message }] } } })

let made = 0
/** A number that no other parcel has. */
const newNumber = () => `1Z999AA1${String((made += 1)).padStart(10, '0')}`

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let shop: TestShop

  beforeAll(async () => {
    shop = await openShop(server, demo)
  })

  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    call(method, path, { token: shop.token, body, headers })
  const read = async (id: string) => ((await ask('GET', `/orders/${id}`)).body as { data: Order }).data
  /** An order of lines of so many units, with a first parcel of all of them if it is paid. */
  const placed = async (quantities: readonly number[] = [2], isPaid = true): Promise<Order> => {
    const offers = await Promise.all(quantities.map(async () => shop.addOffer(await shop.addProduct(1_000))))
    const lines = offers.map((offerId, index) => ({ offerId, quantity: quantities[index] ?? 1 }))
    const { body } = await ask('POST', '/orders', shop.placement(lines))
    const { id } = (body as { data: Order }).data
    if (isPaid) await pay(id)
    return read(id)
  }
  /** As payments do. */
  const pay = (orderId: string) =>
    database.tenant(shop.orgId, async (tx) => {
      const { orgId } = shop
      const [order] = await tx
        .select()
        .from(orders)
        .where(hasKey(orders, orgId, orderId))
        .for('update')
      await tx
        .update(orders)
        .set({ paidCents: order?.totalCents, paymentStatus: 'paid' })
        .where(hasKey(orders, orgId, orderId))
      await beginFulfilment(tx, { orgId, orderId, now: new Date() })
      await beginFulfilment(tx, { orgId, orderId, now: new Date() })
      await completeWhenDone(tx, { orgId, orderId, now: new Date() })
    })
  const fulfilmentIn = (order: Order, index = 0): string => order.fulfilments[index]?.id ?? 'none'
  const step = (id: string, type: string) => ask('POST', `/fulfilments/${id}/${type}`, {})
  const assign = (id: string, trackingNumber: string, more = {}, headers = {}) =>
    ask('PUT', `/fulfilments/${id}/tracking`, { trackingNumber, ...more }, headers)
  const found = async (more: object) => {
    const body = { organizationId: shop.orgId, resource: 'fulfillments', limit: 100, ...more }
    return ((await ask('POST', '/search', body)).body as { data: Fulfilment[] }).data
  }

  const sheets = sheetsOf(server, () => ({
    token: shop.token,
    scope: { organizationId: shop.orgId, resource: 'fulfilments' },
  }))

  test('FU-03 a paid order gets one parcel of all of it by itself, and an order that is over gets none', async () => {
    const order = await placed([2, 3])
    expect(order.fulfilments).toMatchObject([{ status: 'pending', units: 5, orderNumber: order.number }])
    expect(order.fulfilments[0]?.contents).toMatchObject([{ quantity: 2 }, { quantity: 3 }])
    expect(order).toMatchObject({ status: 'open', fulfillmentStatus: 'unfulfilled' })
    const unpaid = await placed([1], false)
    expect(unpaid.fulfilments).toEqual([])
    await ask('POST', `/orders/${unpaid.id}/cancel`, {})
    await database.tenant(shop.orgId, (tx) =>
      beginFulfilment(tx, { orgId: shop.orgId, orderId: unpaid.id, now: new Date() }),
    )
    expect((await read(unpaid.id)).fulfilments).toEqual([])
    refused(await ask('POST', `/orders/${unpaid.id}/fulfilments`, {}), 'This order has been cancelled.')
  })

  test('FU-02 NO-06 whoever assigns a number is told whether its customer is mailed', async () => {
    const { organizationId } = shop.placement([])
    const customer = { organizationId, firstName: 'Ida', phone: '+1 512 555 0144' }
    const made = (await ask('POST', '/customers', customer)).body as { data: { id: string } }
    const lines = [{ offerId: await shop.addOffer(await shop.addProduct(10)) }]
    const placement = shop.placement(lines, { customerId: made.data.id })
    const { id } = ((await ask('POST', '/orders', placement)).body as { data: Order }).data
    await pay(id)
    const told = [(await read(id)).fulfilments, (await placed()).fulfilments].map(
      ([parcel]) => parcel?.customerHasEmail,
    )
    expect(told).toEqual([false, true])
    expect((await found({ filters: { orderId: id } })).map(({ customerHasEmail }) => customerHasEmail)).toEqual([false])
    expect([...told, undefined].map(mailedLater)).toEqual([
      'Its customer has no email address, so nobody is mailed.',
      'Its customer is mailed 5 minutes later, unless it is taken back before.',
      'A customer with an email address is mailed 5 minutes later, unless it is taken back before.',
    ])
  })

  test('FU-04 parcels count pieces: an offer of three is three pieces of its product, which are split one by one', async () => {
    const offerId = await shop.addOffer(await shop.addProduct(1_000), { displayName: '3 × Hose', quantityPerOrder: 3 })
    const { body } = await ask('POST', '/orders', shop.placement([{ offerId, quantity: 2 }]))
    const { id } = (body as { data: Order }).data
    await pay(id)
    const order = await read(id)
    const parcel = fulfilmentIn(order)
    const piece = { name: 'Garden Hose', orderItemId: order.items[0]?.id }
    expect(order.items).toMatchObject([{ quantity: 2, quantityPerOrder: 3 }])
    expect(order.fulfilments).toMatchObject([
      { units: 6, items: '6 × Garden Hose', contents: [{ ...piece, quantity: 6 }] },
    ])
    expect(order.timeline.find(({ kind }) => kind === 'parcel_packed')).toMatchObject({ text: '6 pieces' })
    // The list has what is in a parcel, too, as it is split from there.
    expect(await found({ filters: { orderId: id } })).toMatchObject([{ contents: [{ ...piece, quantity: 6 }] }])
    const split = { items: [{ orderItemId: piece.orderItemId, quantity: 5 }] }
    await ask('POST', `/fulfilments/${parcel}/split`, split)
    expect((await read(id)).fulfilments.map(({ units }) => units)).toEqual([1, 5])
    await step(parcel, 'ship')
    expect(await read(id)).toMatchObject({ fulfillmentStatus: 'partial' })
    const packing = { organizationId: shop.orgId, fulfilmentIds: [parcel] }
    expect((await ask('POST', '/fulfilments/packing-list', packing)).body).toMatchObject({
      data: [{ contents: [{ ...piece, quantity: 1 }] }],
    })
  })

  test('FU-04 ML-01 who is mailed about a number is told before, and the mail waits until it can not be recalled', async () => {
    const answered = 'order.tracking_number.assigned'
    const responder = {
      event: answered,
      subject: 'By {{tracking_number}}',
      body: '{{tracking_number}}',
      from: 'us@x.example',
    }
    const added = await ask('POST', `/campaigns/${shop.campaignId}/autoresponders/email`, {
      ...responder,
      pluginInstanceId: shop.pluginId,
    })
    expect(added.status).toBe(200)
    const [one, two, three] = [await placed(), await placed(), await placed()]
    const waiting = () =>
      database.tenant(shop.orgId, async (tx) => {
        const { rows } = await tx.execute<{ subject: string; minutes: number }>(sql`
          select subject, round(extract(epoch from run_at - outbox.created_at) / 60)::int as minutes
          from mails join outbox on outbox.org_id = mails.org_id and outbox.payload->>'mailId' = mails.id::text
          where event = ${answered} and order_id = any(${sql.param([one.id, two.id, three.id])}::uuid[]) order by subject`)
        return rows
      })
    const [first, second, third] = [newNumber(), newNumber(), newNumber()]
    await assign(fulfilmentIn(one), first)
    expect(await waiting()).toEqual([{ subject: `By ${first}`, minutes: 5 }])
    // Put right while it waits, the customer never reads of the wrong one.
    await assign(fulfilmentIn(one), second)
    expect(await waiting()).toEqual([{ subject: `By ${second}`, minutes: 5 }])
    expect(fulfilmentOf(await step(fulfilmentIn(one), 'unassign'))).toMatchObject({
      trackingNumber: null,
      carrier: null,
    })
    expect(await waiting()).toEqual([])
    refused(await step(fulfilmentIn(one), 'unassign'), 'This parcel has no tracking number.')
    const begun = await sheets.begin([
      { order: `${one.number}`, trackingNumber: first },
      { order: `${two.number}`, trackingNumber: third },
      { order: '99999999', trackingNumber: newNumber() },
    ])
    // Both are of one customer.
    expect(begun).toMatchObject({ update: 2, mailed: 1 })
    await sheets.commit(begun.id)
    expect((await waiting()).map(({ minutes }) => minutes)).toEqual([5, 5])
    await sheets.undo(begun.id)
    expect(await waiting()).toEqual([])
    // What is given up is nothing to look for; what is being sent can't be recalled.
    await assign(fulfilmentIn(two), third)
    await step(fulfilmentIn(two), 'cancel')
    await assign(fulfilmentIn(three), first)
    await database.tenant(shop.orgId, (tx) =>
      tx.execute(sql`update outbox set state = 'running', attempts = 1 where payload->>'mailId' in (
        select id::text from mails where order_id = ${three.id})`),
    )
    await ask('POST', `/orders/${three.id}/cancel`, {})
    expect((await waiting()).map(({ subject }) => subject)).toEqual([`By ${first}`])
    await ask('DELETE', `/autoresponders/email/${(added.body as { data: { id: string } }).data.id}`)
  })

  test('LI-04 LI-01 a parcel is shipped and delivered, and its order with it, which is completed once', async () => {
    const order = await placed()
    const id = fulfilmentIn(order)
    refused(await step(id, 'deliver'), 'This parcel has not been shipped yet.')
    expect(fulfilmentOf(await step(id, 'ship'))).toMatchObject({ status: 'shipped', shippedAt: expect.any(String) })
    expect(await read(order.id)).toMatchObject({ status: 'open', fulfillmentStatus: 'shipped' })
    refused(await step(id, 'ship'), 'This parcel has been shipped already.')
    refused(await step(id, 'cancel'), 'This parcel has been shipped already.')
    expect(fulfilmentOf(await step(id, 'deliver'))).toMatchObject({
      status: 'delivered',
      deliveredAt: expect.any(String),
    })
    const done = await read(order.id)
    expect(done).toMatchObject({ status: 'completed', fulfillmentStatus: 'delivered' })
    expect(done.timeline.map(({ kind }) => kind)).toEqual([
      'place',
      'parcel_packed',
      'parcel_shipped',
      'parcel_delivered',
      'complete',
    ])
    refused(await step(id, 'deliver'), 'This parcel has been delivered.')
  })

  test('LI-01 an order that was delivered before it was paid is completed by its payment', async () => {
    const order = await placed([1], false)
    const packed = fulfilmentOf(await ask('POST', `/orders/${order.id}/fulfilments`, {}))
    await step(packed.id, 'ship')
    await step(packed.id, 'deliver')
    expect(await read(order.id)).toMatchObject({ status: 'open', fulfillmentStatus: 'delivered' })
    await pay(order.id)
    expect(await read(order.id)).toMatchObject({ status: 'completed' })
  })

  test('FU-03 part of an order is split off, given up and packed again; nothing is sent twice', async () => {
    const order = await placed([3, 1])
    const [line, other] = order.items.map(({ id }) => id)
    const id = fulfilmentIn(order)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const split = { items: [{ orderItemId: line, quantity: 2 }] }
    const whole = fulfilmentOf(await ask('GET', `/fulfilments/${id}`))
    const second = fulfilmentOf(await ask('POST', `/fulfilments/${id}/split`, split, key))
    // Who read it before it was split has not seen what is in it now.
    expect(await assign(id, newNumber(), {}, { 'if-match': `"${whole.version}"` })).toMatchObject({
      status: 409,
      body: { error: { code: 'outdated' } },
    })
    expect(second).toMatchObject({ status: 'pending', units: 2, contents: [{ orderItemId: line, quantity: 2 }] })
    expect(fulfilmentOf(await ask('POST', `/fulfilments/${id}/split`, split, key)).id).toBe(second.id)
    expect((await read(order.id)).fulfilments.map(({ units }) => units)).toEqual([2, 2])
    const pack = (orderItemId: string | undefined, quantity: number) =>
      ask('POST', `/orders/${order.id}/fulfilments`, { items: [{ orderItemId, quantity }] })
    refused(await pack(line, 1), 'All of this order is in parcels already.')
    await step(second.id, 'cancel')
    wrong(await pack(other, 1), 'body.items.0.quantity', 'Nothing of this line is left.')
    refused(await pack(line, 3), 'Not so much of this order is left to send.')
    const all = { items: [line, other].map((orderItemId) => ({ orderItemId, quantity: 1 })) }
    refused(await ask('POST', `/fulfilments/${id}/split`, all), 'Something has to stay in this parcel.')
    await step(id, 'ship')
    expect(await read(order.id)).toMatchObject({ fulfillmentStatus: 'partial' })
    refused(
      await ask('POST', `/fulfilments/${id}/split`, { items: [{ orderItemId: line, quantity: 1 }] }),
      'This parcel has been shipped already.',
    )
    expect(fulfilmentOf(await ask('POST', `/orders/${order.id}/fulfilments`, {}))).toMatchObject({ units: 2 })
    refused(await ask('POST', `/orders/${order.id}/cancel`, {}), 'Part of this order has been shipped already.')
  })

  test('FU-01 FU-02 a number is assigned with its carrier guessed or given, put right on its way, and never twice', async () => {
    const [one, two] = [await placed(), await placed()]
    const number = newNumber()
    const spaced = ` ${number.slice(0, 4).toLowerCase()} ${number.slice(4)} `
    expect(fulfilmentOf(await assign(fulfilmentIn(one), spaced))).toMatchObject({
      carrier: 'UPS',
      trackingNumber: number,
    })
    wrong(
      await assign(fulfilmentIn(two), number),
      'body.trackingNumber',
      `This number is on a parcel of order #${one.number} already`,
    )
    wrong(
      await assign(fulfilmentIn(two), '<b>'),
      'body.trackingNumber',
      'A tracking number has 4 to 60 letters and digits',
    )
    // Another carrier may give the same number, and one that we don't know keeps its name.
    expect(fulfilmentOf(await assign(fulfilmentIn(two), number, { carrier: 'Bike courier' }))).toMatchObject({
      carrier: 'Bike courier',
    })
    await step(fulfilmentIn(one), 'ship')
    const right = newNumber()
    expect(fulfilmentOf(await assign(fulfilmentIn(one), right)).timeline.at(-1)).toMatchObject({
      kind: 'assign',
      text: `UPS ${number} → UPS ${right}`,
    })
    await step(fulfilmentIn(one), 'deliver')
    refused(await assign(fulfilmentIn(one), newNumber()), 'This parcel has been delivered.')
    expect(await found({ q: right })).toMatchObject([{ orderNumber: one.number }])
  })

  test('FU-02 GE-09 tracking of an outdated parcel and of a cancelled order is refused', async () => {
    const order = await placed([1], false)
    const packed = fulfilmentOf(await ask('POST', `/orders/${order.id}/fulfilments`, {}))
    await assign(packed.id, newNumber())
    expect(await assign(packed.id, newNumber(), {}, { 'if-match': `"${packed.version}"` })).toMatchObject({
      status: 409,
      body: { error: { code: 'outdated', details: { current: { id: packed.id } } } },
    })
    const number = newNumber()
    expect(fulfilmentOf(await assign(packed.id, number)).trackingNumber).toBe(number)
    await ask('POST', `/orders/${order.id}/cancel`, {})
    expect((await read(order.id)).fulfilments).toMatchObject([{ status: 'cancelled', orderStatus: 'cancelled' }])
    // The number of a parcel that is not sent goes on another.
    expect(fulfilmentOf(await assign(fulfilmentIn(await placed()), number)).trackingNumber).toBe(number)
    refused(await assign(packed.id, newNumber()), 'This order has been cancelled.')
    refused(await step(packed.id, 'ship'), 'This parcel has been cancelled.')
    const scanned = { organizationId: shop.orgId, orderNumber: `${order.number}`, trackingNumber: newNumber() }
    refused(await ask('POST', '/fulfilments/scan', scanned), 'This order has been cancelled.')
  })

  test('FU-02 scanner mode finds the parcel by its order, and what is read twice is done once', async () => {
    const order = await placed()
    const scan = (orderNumber: string, trackingNumber: string) =>
      ask('POST', '/fulfilments/scan', { organizationId: shop.orgId, orderNumber, trackingNumber })
    const number = newNumber()
    expect(fulfilmentOf(await scan(`#${order.number}`, number))).toMatchObject({
      trackingNumber: number,
      carrier: 'UPS',
    })
    expect(fulfilmentOf(await scan(`${order.number}`, number)).id).toBe(fulfilmentIn(order))
    refused(await scan(`${order.number}`, newNumber()), 'No parcel of this order is waiting for a number.')
    wrong(await scan('99999999', newNumber()), 'body.orderNumber', 'There is no order #99999999')
    wrong(await scan('a lamp', newNumber()), 'body.orderNumber', 'Must be the number of an order')
  })

  test('FU-02 several parcels are taken a step further together or not at all', async () => {
    const [one, two] = [await placed(), await placed()]
    const both = [fulfilmentIn(one), fulfilmentIn(two)]
    const steps = (type: string, fulfilmentIds: string[]) =>
      ask('POST', '/fulfilments/steps', { organizationId: shop.orgId, step: type, fulfilmentIds })
    expect(await steps('ship', both)).toMatchObject({ status: 200, body: { data: { changed: 2 } } })
    await step(fulfilmentIn(two), 'deliver')
    refused(await steps('deliver', both), `Order #${two.number}: This parcel has been delivered.`)
    expect(await read(one.id)).toMatchObject({ fulfillmentStatus: 'shipped' })
    expect(await steps('deliver', [crypto.randomUUID(), fulfilmentIn(one)])).toMatchObject({ status: 404 })
    expect(await steps('deliver', [fulfilmentIn(one)])).toMatchObject({ status: 200 })
    expect(await read(one.id)).toMatchObject({ status: 'completed' })
    const list = await ask('POST', '/fulfilments/packing-list', {
      organizationId: shop.orgId,
      fulfilmentIds: both.toReversed(),
    })
    expect((list.body as { data: FulfilmentRecord[] }).data).toMatchObject([
      { orderNumber: two.number, contents: [{ quantity: 2 }], shippingAddress: { city: 'Austin' } },
      { orderNumber: one.number },
    ])
  })

  test('FU-01 parcels are listed with what is in them, and narrowed by status, carrier and days', async () => {
    const order = await placed([2])
    await assign(fulfilmentIn(order), '70123456789', { carrier: 'Kiosk Express' })
    const [row] = await found({ filters: { carrier: 'Kiosk Express', status: 'pending' } })
    expect(row).toMatchObject({
      orderNumber: order.number,
      items: '2 × Hose',
      units: 2,
      trackingNumber: '70123456789',
      orderStatus: 'open',
      orderedAt: expect.any(String),
      version: 2,
    })
    const day = (row?.orderedAt ?? '').slice(0, 10)
    const ids = async (filters: object) => (await found({ filters: { carrier: 'Kiosk Express', ...filters } })).length
    expect(await ids({ orderedFrom: '2001-01-01', orderedTo: '2100-01-01' })).toBe(1)
    expect(await ids({ orderedFrom: `${Number(day.slice(0, 4)) + 1}-01-01` })).toBe(0)
    expect(await ids({ shippedFrom: '2001-01-01' })).toBe(0)
    for (const sortBy of [
      'orderNumber',
      'customerName',
      'carrier',
      'trackingNumber',
      'status',
      'orderedAt',
      'shippedAt',
    ])
      expect((await found({ sortBy, q: '70123456789' })).length).toBe(1)
  })

  test('FU-02 each pasted line has its verdict, all good ones are assigned, and they can be taken back', async () => {
    const [plain, same, shipped, gone, unpacked] = [
      await placed(),
      await placed(),
      await placed(),
      await placed([1], false),
      await placed([1], false),
    ]
    const taken = newNumber()
    await assign(fulfilmentIn(same), taken)
    await step(fulfilmentIn(shipped), 'ship')
    await ask('POST', `/orders/${gone.id}/cancel`, {})
    const number = newNumber()
    const begun = await sheets.begin([
      { order: `#${plain.number}`, trackingNumber: number.toLowerCase() },
      { order: `${same.number}`, trackingNumber: taken },
      { order: `${plain.number}`, trackingNumber: newNumber() },
      { order: '99999999', trackingNumber: newNumber() },
      { order: `${gone.number}`, trackingNumber: newNumber() },
      { order: `${shipped.number}`, trackingNumber: newNumber() },
      { order: `${unpacked.number}`, trackingNumber: number },
      { order: 'x', trackingNumber: '1.23E+15' },
      { order: '', trackingNumber: taken, carrier: 'ups' },
    ])
    expect(begun).toMatchObject({ resource: 'fulfilments', lines: 9, create: 0, update: 1, same: 1, refused: 7 })
    const lines = await sheets.linesOf(begun.id)
    expect(lines.map(({ verdict, problems }) => [verdict, ...problems.map(({ message }) => message)])).toEqual([
      ['update'],
      ['same'],
      ['refused', `Line 2 has this order already`],
      ['refused', 'There is no order #99999999'],
      ['refused', 'This order has been cancelled.'],
      ['refused', 'This order has been shipped already.'],
      ['refused', 'Nothing of this order has been packed.', 'Line 2 has this number already'],
      [
        'refused',
        'Must be the number of an order, such as 1042',
        'A spreadsheet program has shortened this number. Format its column as text.',
      ],
      ['refused', 'Order is required', `This number is on a parcel of order #${same.number} already`],
    ])
    expect(lines[0]?.changes).toEqual([
      { field: 'carrier', from: null, to: 'UPS' },
      { field: 'trackingNumber', from: null, to: number },
    ])
    expect(await sheets.commit(begun.id)).toMatchObject({ status: 200 })
    const [assigned] = (await read(plain.id)).fulfilments
    expect(assigned).toMatchObject({ status: 'pending', carrier: 'UPS', trackingNumber: number })
    expect((await found({ q: number })).map(({ orderNumber }) => orderNumber)).toEqual([plain.number])
    expect((await sheets.listed()).map(({ id }) => id)).toContain(begun.id)
    expect(await sheets.undo(begun.id)).toMatchObject({ status: 200, body: { data: { state: 'undone', kept: 0 } } })
    expect((await read(plain.id)).fulfilments).toMatchObject([{ carrier: null, trackingNumber: null }])
    expect(await livesOf(plain)).toEqual(['pending'])
  })

  test('FU-02 a line that is refused keeps its number from no other line', async () => {
    const order = await placed()
    const number = newNumber()
    const begun = await sheets.begin([
      { order: '99999999', trackingNumber: number },
      { order: `${order.number}`, trackingNumber: number },
    ])
    const lines = await sheets.linesOf(begun.id)
    expect(lines.map(({ verdict, problems }) => [verdict, ...problems.map(({ message }) => message)])).toEqual([
      ['refused', 'There is no order #99999999'],
      ['update'],
    ])
    // Whichever is sent first, the earlier line has it.
    const [one, other] = [await placed(), await placed()]
    const shared = newNumber()
    const sent = [
      { line: 9, cells: { order: `${one.number}`, trackingNumber: shared } },
      { line: 8, cells: { order: `${other.number}`, trackingNumber: shared } },
    ]
    await sheets.send('PUT', `/sheet-imports/${begun.id}/lines`, { lines: sent })
    const [eighth, ninth] = (await sheets.linesOf(begun.id)).filter(({ line }) => line > 7)
    expect([eighth?.verdict, ninth?.verdict]).toEqual(['update', 'refused'])
    await sheets.send('POST', `/sheet-imports/${begun.id}/withdraw`, {})
  })

  test('FU-02 an import is outdated by what others did meanwhile, and one that is given up writes nothing', async () => {
    const [one, two] = [await placed(), await placed()]
    const number = newNumber()
    const begun = await sheets.begin([{ order: `${one.number}`, trackingNumber: number }])
    await assign(fulfilmentIn(two), number)
    refused(await sheets.commit(begun.id), importOutdated)
    const other = await sheets.begin([{ order: `${one.number}`, trackingNumber: newNumber() }])
    const both = await Promise.all([
      sheets.commit(other.id),
      sheets.send('POST', `/sheet-imports/${other.id}/withdraw`, {}),
    ])
    expect(both[1]).toMatchObject({ status: 200, body: { data: { state: 'undone' } } })
    expect((await read(one.id)).fulfilments).toMatchObject([{ trackingNumber: null }])
    refused(await sheets.commit(other.id), 'This import has been taken over already. Begin another one.')
    await sheets.begin([{ order: `${one.number}`, trackingNumber: newNumber() }])
    expect(
      await ask('POST', '/sheet-imports', { organizationId: shop.orgId, name: 'x', resource: 'offers' }),
    ).toMatchObject({ status: 422 })
  })

  /** The states of the parcels of an order, as what happened to them tells. */
  const livesOf = async (order: Order) =>
    Promise.all(
      order.fulfilments.map(async ({ id }) => {
        const events = await database.tenant(shop.orgId, (tx) =>
          tx
            .select()
            .from(recordEvents)
            .where(and(eq(recordEvents.orgId, shop.orgId), eq(recordEvents.recordId, id)))
            .orderBy(recordEvents.createdAt, recordEvents.id),
        )
        return fold(
          fulfilmentLife,
          // What the server has kept of its own life's events.
          events.map(({ kind, facts }) => ({ type: kind, ...facts })) as unknown as EventFromLogic<
            typeof fulfilmentLife
          >[],
        )
      }),
    )

  test('LI-04 LI-06 FU-03 after any steps an order is what its parcels say, and no unit is in two of them', async () => {
    const index = fc.nat({ max: 3 })
    const oneStep = fc.oneof(
      fc.record({ kind: fc.constantFrom('ship' as const, 'deliver', 'cancel', 'assign'), index }),
      fc.record({
        kind: fc.constant('split' as const),
        index,
        line: fc.nat({ max: 1 }),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({
        kind: fc.constant('pack' as const),
        line: fc.nat({ max: 1 }),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({ kind: fc.constant('packAll' as const) }),
    )
    let steps = 0
    await fc.assert(
      fc.asyncProperty(fc.array(oneStep, { minLength: 4, maxLength: 14, size: 'max' }), async (taken) => {
        const { id, items } = await placed([2, 3])
        for (const one of taken) {
          steps += 1
          const order = await read(id)
          const fulfilment = 'index' in one ? fulfilmentIn(order, one.index % order.fulfilments.length) : ''
          const chosen = 'line' in one ? { items: [{ orderItemId: items[one.line]?.id, quantity: one.quantity }] } : {}
          const answer = await (one.kind === 'assign'
            ? assign(fulfilment, newNumber())
            : one.kind === 'split'
              ? ask('POST', `/fulfilments/${fulfilment}/split`, chosen)
              : one.kind === 'pack' || one.kind === 'packAll'
                ? ask('POST', `/orders/${id}/fulfilments`, chosen)
                : step(fulfilment, one.kind))
          expect([200, 409, 422]).toContain(answer.status)
        }
        const order = await read(id)
        const known = order.fulfilments.map(({ status, units }) => ({
          status: status as FulfilmentState,
          units: units ?? 0,
        }))
        expect(order.fulfillmentStatus).toBe(fulfilmentStatusOf(5, known))
        expect(order.status).toBe(order.fulfillmentStatus === 'delivered' ? 'completed' : 'open')
        expect((await lifeOf(database, shop.orgId, id)).at(-1)?.type).toBe(
          order.status === 'open' ? 'place' : 'complete',
        )
        expect(await livesOf(order)).toEqual(known.map(({ status }) => status))
        for (const item of items) {
          const packed = order.fulfilments
            .filter(({ status }) => status !== 'cancelled')
            .flatMap(({ contents }) => contents)
            .reduce((sum, one) => (one.orderItemId === item.id ? sum + one.quantity : sum), 0)
          expect(packed).toBeLessThanOrEqual(item.quantity)
        }
      }),
      { numRuns: Number(process.env['PARCELS'] ?? 8), endOnFailure: true },
    )
    console.log(`${server.kind}: ${steps} steps of parcels, every order as they say`)
  })

  test('FU-03 of two that ship, split and give up the same parcel at once one is told why not, and no unit is sent twice', async () => {
    const order = await placed([2])
    const [line] = order.items
    const id = fulfilmentIn(order)
    const split = { items: [{ orderItemId: line?.id, quantity: 1 }] }
    const answers = await Promise.all([
      step(id, 'ship'),
      step(id, 'cancel'),
      step(id, 'ship'),
      ask('POST', `/fulfilments/${id}/split`, split),
      ask('POST', `/orders/${order.id}/fulfilments`, {}),
      ask('POST', `/orders/${order.id}/fulfilments`, {}),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    const { fulfilments: shown } = await read(order.id)
    const live = shown.filter(({ status }) => status !== 'cancelled')
    expect(live.reduce((sum, { units }) => sum + (units ?? 0), 0)).toBeLessThanOrEqual(2)
    const stored = await database.tenant(shop.orgId, (tx) =>
      tx.select().from(fulfilments).where(eq(fulfilments.orderId, order.id)),
    )
    expect(stored.map(({ status }) => status).toSorted()).toEqual(shown.map(({ status }) => status).toSorted())
  })
})
