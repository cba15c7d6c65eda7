import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { neverGiven, textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { hiddenInBody } from './foreign'
import { refuseForeign } from './intrusion'
import { cards, dataOf, fieldsOf, linkTo, listOf, payBy, payingShop } from './paying'
import { checkPutRight, checkTracking } from './parcelNumbers'
import { checkUnpaid } from './parcelsOfSeveral'
import { fulfilmentsOf, pack, readFulfilment, trackingNumber, unitsIn } from './parcels'
import { address, notNow, place, placement, placeOne, readOrder, refuseOutdated } from './sellingBasics'
import { oneOfTwo } from './twiceAtOnce'

/** What was sold is packed, sent and delivered, each unit once (FU-01 to FU-03, LI-04). */
export async function checkFulfilments(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'fulfilments.pack', async () => {
    const shop = await payingShop(run, world)
    const lines = [{ offerId: shop.offer.id, quantity: 4, unitPrice: 20 }]
    const [order] = await place(run, shop, placement(shop, lines))
    const fulfilments = await checkPacked(run, shop, order)
    const [first, second] = fulfilments
    if (first === undefined || second === undefined) return
    shop.fulfilment = first
    const split = await checkSplit(run, shop, order, first)
    await attempt(run, 'fulfilments.tracking', () => checkTracking(run, shop, order, first, second))
    await attempt(run, 'fulfilments.cancel', () => checkCancelled(run, shop))
    await attempt(run, 'access.foreignPath', () => checkForeign(run, world, shop, order, first))
    await attempt(run, 'fulfilments.life', () => checkLife(run, shop, order, [first, second, split]))
    await attempt(run, 'fulfilments.life', () => checkUnpaid(run, shop, order))
    await attempt(run, 'fulfilments.begin', () => checkPaid(run, shop))
  })
}

/** The parcels of an order as its list has them, and as the order has them. */
async function holds(run: Run, { tenant }: Shop, orderId: string, ids: readonly string[]): Promise<void> {
  const { organizationId } = tenant
  const query = { organizationId, resource: 'fulfillments' as const, filters: { orderId }, limit: 100, page: 1 }
  const { rows, exchange } = await searchPage(run, query)
  const order = await readOrder(run, tenant, orderId, 'fulfilments.pack')
  const due = ids.toSorted().join(', ')
  for (const some of [rows, fulfilmentsOf(order)]) {
    const is = some
      .map(({ id }) => id)
      .toSorted()
      .join(', ')
    run.verify('fulfilments.pack', exchange, is === due, `the parcels ${due}`, is)
    const isMailed = textOf(fieldsOf(order['customer'])['email'] ?? '') !== ''
    const stray = some.find((row) => (row['customerHasEmail'] ?? isMailed) !== isMailed)
    run.verify('fulfilments.pack', exchange, stray === undefined, `customerHasEmail ${isMailed}`, textOf(stray))
  }
}

/** Two parcels of four units: three, and what is left. */
async function checkPacked(run: Run, shop: Shop, order: Row): Promise<Row[]> {
  const { tenant } = shop
  const params = { orderId: order.id }
  const [item] = listOf((await readOrder(run, tenant, order.id))['items'])
  const some = (quantity: number) => [{ orderItemId: item?.id ?? '', quantity }]
  const before = fulfilmentsOf(await readOrder(run, tenant, order.id)).length
  const tooMuch = { params, body: { items: some(5) }, isValid: true }
  const refused = await run.refuse('fulfilments.pack', 'fulfilments.pack', tooMuch, notNow)
  run.verify('fulfilments.pack', refused, before === 0, 'no parcel of an order that is not paid')
  // One line is as much as it is, however often it is named; and there is no other.
  for (const items of [[...some(2), ...some(3)], [{ orderItemId: neverGiven(item?.id ?? ''), quantity: 1 }]]) {
    await run.refuse('fulfilments.pack', 'fulfilments.pack', { params, body: { items }, isValid: true }, notNow)
  }
  const ask = { headers: { 'idempotency-key': `pack-${order.id}` } }
  const [first, exchange] = await pack(run, order.id, some(3), ask)
  const isPacked = first['status'] === 'pending' && unitsIn(first) === 3 && first['orderId'] === order.id
  run.verify(
    'fulfilments.pack',
    exchange,
    isPacked,
    'a pending parcel of three units',
    JSON.stringify(first['contents']),
  )
  const whose = first['organizationId'] ?? tenant.organizationId
  run.verify('fulfilments.pack', exchange, whose === tenant.organizationId, 'a parcel of its own', textOf(whose))
  const elsewhere = difference(address, fieldsOf(first['shippingAddress']))
  run.verify('fulfilments.pack', exchange, elsewhere === undefined, 'where the order goes', elsewhere)
  const [again, repeated] = await pack(run, order.id, some(3), ask)
  run.verify('create.once', repeated, again.id === first.id, 'the parcel that the first request made', again.id)
  await holds(run, shop, order.id, [first.id])
  await run.refuse('fulfilments.pack', 'fulfilments.pack', { params, body: { items: some(2) }, isValid: true }, notNow)
  const [second, rest] = await pack(run, order.id)
  run.verify('fulfilments.pack', rest, unitsIn(second) === 1, 'the unit that was left', `${unitsIn(second)} units`)
  await run.refuse('fulfilments.pack', 'fulfilments.pack', { params, body: {}, isValid: true }, notNow)
  await holds(run, shop, order.id, [first.id, second.id])
  const body = { organizationId: tenant.organizationId, fulfilmentIds: [second.id, first.id] }
  const list = await run.succeed('fulfilments.pack', 'fulfilments.packingList', { body })
  const ids = rowsOf(list).map(({ id }) => id)
  run.verify(
    'fulfilments.pack',
    list,
    ids.join() === body.fulfilmentIds.join(),
    'a packing list in the order asked for',
  )
  const strange = { ...body, fulfilmentIds: [first.id, neverGiven(first.id)] }
  await run.refuse('fulfilments.pack', 'fulfilments.packingList', { body: strange, isValid: true }, notNow)
  return [first, second]
}

async function checkSplit(run: Run, shop: Shop, order: Row, fulfilment: Row): Promise<Row> {
  const params = { fulfilmentId: fulfilment.id }
  const orderItemId = String(listOf(fulfilment['contents'])[0]?.['orderItemId'])
  const some = (quantity: number) => ({ items: [{ orderItemId, quantity }] })
  const [{ items: one }, { items: two }] = [some(1), some(2)]
  const strange = [{ orderItemId: neverGiven(orderItemId), quantity: 1 }]
  // Of a line that is named twice the parcel has no more than of one that is named once.
  for (const body of [some(3), some(4), { items: [...one, ...two] }, { items: strange }]) {
    const ask = { params, body, isValid: true }
    await run.refuse('fulfilments.split', 'fulfilments.split', ask, notNow)
  }
  const exchange = await run.succeed('fulfilments.split', 'fulfilments.split', { params, body: some(1) })
  const made = recordOf(exchange)
  const left = await readFulfilment(run, fulfilment.id)
  const isSplit =
    made.id !== fulfilment.id && unitsIn(made) === 1 && unitsIn(left) === 2 && made['status'] === 'pending'
  run.verify(
    'fulfilments.split',
    exchange,
    isSplit,
    'one unit in a parcel of its own, two left',
    `${unitsIn(left)} left`,
  )
  const known = fulfilmentsOf(await readOrder(run, shop.tenant, order.id)).length
  run.verify('fulfilments.split', exchange, known === 3, 'three parcels of the order', `${known}`)
  return made
}

/** A parcel that is given up leaves its units to another one; a cancelled order has none that waits. */
async function checkCancelled(run: Run, shop: Shop): Promise<void> {
  const rule = 'fulfilments.cancel'
  const [order] = await placeOne(run, shop)
  const [fulfilment] = await pack(run, order.id)
  const params = { fulfilmentId: fulfilment.id }
  await refuseOutdated(run, 'fulfilments.cancel', { params, body: {} }, () => readFulfilment(run, fulfilment.id))
  const exchange = await run.succeed(rule, 'fulfilments.cancel', { params, body: {} })
  const { status } = await readFulfilment(run, fulfilment.id)
  run.verify(rule, exchange, status === 'cancelled', 'a cancelled parcel', String(status))
  for (const name of ['fulfilments.ship', 'fulfilments.cancel']) {
    await run.refuse(rule, name, { params, body: {}, isValid: true }, [409])
  }
  const packing = { params: { orderId: order.id }, body: {} }
  const asked = [packing, packing] as const
  const [packed] = await oneOfTwo(run, 'fulfilments.pack', 'fulfilments.pack', asked, 'each unit in one parcel')
  if (packed === undefined) return
  const second = recordOf(packed)
  run.verify(rule, packed, unitsIn(second) === 1, 'its unit in another parcel', `${unitsIn(second)} units`)
  const { organizationId } = shop.tenant
  const step = { body: { organizationId, step: 'cancel', fulfilmentIds: [second.id] } }
  const together = await run.succeed('fulfilments.steps', 'fulfilments.takeSteps', step)
  const [next] = await pack(run, order.id)
  await holds(run, shop, order.id, [fulfilment.id, second.id, next.id])
  const given = (await readFulfilment(run, second.id))['status']
  const isGiven = given === 'cancelled' && dataOf(together)['changed'] === 1
  run.verify(
    'fulfilments.steps',
    together,
    isGiven,
    'one parcel that was given up',
    `${String(given)}, ${together.text}`,
  )
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: order.id }, body: {} })
  const over = await readFulfilment(run, next.id)
  run.verify(rule, packed, over['status'] === 'cancelled', 'no parcel of a cancelled order', String(over['status']))
  await run.refuse(rule, 'fulfilments.ship', { params: { fulfilmentId: next.id }, body: {}, isValid: true }, [409])
  await run.refuse(rule, 'fulfilments.pack', { params: { orderId: order.id }, body: {}, isValid: true }, [409])
}

/** From packed to delivered; the order is as far as its parcels are, and completed once it is paid, too. */
async function checkLife(run: Run, shop: Shop, order: Row, fulfilments: Row[]): Promise<void> {
  const rule = 'fulfilments.life'
  const { tenant } = shop
  const [first, ...others] = fulfilments
  if (first === undefined) return
  const params = { fulfilmentId: first.id }
  const reaches = async (exchange: Exchange, status: string, fulfillmentStatus: string) => {
    const now = await readOrder(run, tenant, order.id, rule)
    run.verify(rule, exchange, now['status'] === status, `an order that is ${status}`, String(now['status']))
    const is = String(now['fulfillmentStatus'])
    run.verify('fulfilments.order', exchange, is === fulfillmentStatus, `an order that is ${fulfillmentStatus}`, is)
    const known = fulfilmentsOf(now).find(({ id }) => id === first.id)?.['status']
    const read = (await readFulfilment(run, first.id))['status']
    run.verify('fulfilments.order', exchange, known === read, `the parcel as it reads: ${String(read)}`, String(known))
  }
  await run.refuse(rule, 'fulfilments.deliver', { params, body: {}, isValid: true }, [409])
  await goesElsewhere(run, order.id, first.id)
  await refuseOutdated(run, 'fulfilments.ship', { params, body: {} }, () => readFulfilment(run, first.id))
  const shipped = await run.succeed(rule, 'fulfilments.ship', { params, body: {} })
  const sent = recordOf(shipped)
  const isSent = sent['status'] === 'shipped' && typeof sent['shippedAt'] === 'string'
  run.verify(rule, shipped, isSent, 'a shipped parcel, and since when', String(sent['status']))
  await reaches(shipped, 'open', 'partial')
  for (const name of ['fulfilments.ship', 'fulfilments.cancel']) {
    await run.refuse(rule, name, { params, body: {}, isValid: true }, [409])
  }
  await run.refuse(rule, 'orders.cancel', { params: { orderId: order.id }, body: {}, isValid: true }, [409])
  // Nor goes it elsewhere, or has another number or less in it.
  const late = { params: { orderId: order.id }, body: address, isValid: true }
  await run.refuse('orders.address', 'orders.updateAddress', late, [409])
  await run.refuse(rule, 'fulfilments.unassign', { params, body: {}, isValid: true }, [409])
  await attempt(run, 'fulfilments.tracking', () => checkPutRight(run, first))
  const orderItemId = String(listOf(sent['contents'])[0]?.['orderItemId'])
  const parting = { params, body: { items: [{ orderItemId, quantity: 1 }] }, isValid: true }
  await run.refuse('fulfilments.split', 'fulfilments.split', parting, [409, 422])
  const delivered = await run.succeed(rule, 'fulfilments.deliver', { params, body: {} })
  const arrived = recordOf(delivered)
  const isThere = arrived['status'] === 'delivered' && typeof arrived['deliveredAt'] === 'string'
  run.verify(rule, delivered, isThere, 'a delivered parcel, and since when', String(arrived['status']))
  const told = listOf(arrived['timeline']).map(({ to }) => String(to))
  const isTold = ['pending', 'shipped', 'delivered'].every((state) => told.includes(state))
  run.verify(rule, delivered, isTold, 'all of its states in its timeline', told.join(', '))
  const nobodys = listOf(arrived['timeline']).find(({ userName }) => textOf(userName ?? '') === '')
  run.verify(rule, delivered, nobodys === undefined, 'who has done it', textOf(nobodys))
  await reaches(delivered, 'open', 'partial')
  for (const name of ['fulfilments.ship', 'fulfilments.deliver', 'fulfilments.cancel']) {
    await run.refuse(rule, name, { params, body: {}, isValid: true }, [409])
  }
  // Several at once: all of them or none.
  const { organizationId } = tenant
  const ids = others.map(({ id }) => id)
  const step = (name: string, fulfilmentIds: string[]) => ({ body: { organizationId, step: name, fulfilmentIds } })
  const mixed = { ...step('ship', [...ids, first.id]), isValid: true }
  const refused = await run.refuse('fulfilments.steps', 'fulfilments.takeSteps', mixed, [409])
  for (const id of ids) {
    const { status } = await readFulfilment(run, id)
    run.verify('fulfilments.steps', refused, status === 'pending', 'none that was sent', String(status))
  }
  const both = await run.succeed('fulfilments.steps', 'fulfilments.takeSteps', step('ship', ids))
  const { changed } = dataOf(both)
  run.verify('fulfilments.steps', both, changed === ids.length, `${ids.length} parcels changed`, textOf(changed))
  await reaches(both, 'open', 'shipped')
  for (const id of ids) {
    const { status } = await readFulfilment(run, id)
    run.verify('fulfilments.steps', both, status === 'shipped', 'all of them sent', String(status))
  }
  const all = await run.succeed('fulfilments.steps', 'fulfilments.takeSteps', step('deliver', ids))
  await reaches(all, 'open', 'delivered')
  const { token } = await linkTo(run, shop, order.id)
  const paid = await payBy(run, 'fulfilments.order', token, cards.paid)
  await reaches(paid, 'completed', 'delivered')
}

/** A parcel that waits goes where its order goes, also when that changes. */
async function goesElsewhere(run: Run, orderId: string, fulfilmentId: string): Promise<void> {
  const body = { address1: '5 Later Lane', city: 'Oslo', postalCode: '0151', country: 'NO' }
  const exchange = await run.succeed('orders.address', 'orders.updateAddress', { params: { orderId }, body })
  const goesTo = (await readFulfilment(run, fulfilmentId))['shippingAddress']
  const wrong = difference(body, (goesTo ?? {}) as Fields)
  run.verify('orders.address', exchange, wrong === undefined, 'a parcel that waits goes where its order goes', wrong)
}

/** What is paid waits in a parcel, but for what was packed before, and is completed once all of it arrives. */
async function checkPaid(run: Run, shop: Shop): Promise<void> {
  const { tenant } = shop
  const rule = 'fulfilments.begin'
  const lines = [3, 1].map((quantity) => ({ offerId: shop.offer.id, quantity, unitPrice: 20 }))
  const [order] = await place(run, shop, placement(shop, lines))
  const read = async () => readOrder(run, tenant, order.id, rule)
  const [item, other] = listOf((await read())['items']).map(({ id }) => id)
  const [early] = await pack(run, order.id, [{ orderItemId: item, quantity: 1 }])
  const { token } = await linkTo(run, shop, order.id)
  const exchange = await payBy(run, rule, token, cards.paid)
  const fulfilments = fulfilmentsOf(await read())
  const rest = fulfilments.filter(({ id }) => id !== early.id)
  const [fulfilment] = rest
  const isOne = rest.length === 1 && fulfilment?.['status'] === 'pending' && fulfilments.length === 2
  run.verify(rule, exchange, isOne, 'one parcel that waits beside the one of before', `${fulfilments.length} parcels`)
  const contents = fulfilment === undefined ? [] : listOf((await readFulfilment(run, fulfilment.id))['contents'])
  const held = [item, other].map((id) => contents.find(({ orderItemId }) => orderItemId === id)?.['quantity'])
  const isRest = held.join() === '2,1' && contents.length === 2
  run.verify(rule, exchange, isRest, 'all that was sold and not packed yet in it', `${held.join(' and ')} units`)
  const params = { orderId: order.id }
  const { refundable } = dataOf(await run.succeed(rule, 'orders.payments', { params }))
  if (fulfilment !== undefined) {
    const { organizationId } = tenant
    const fulfilmentIds = fulfilments.map(({ id }) => id)
    for (const [step, status] of [
      ['ship', 'open'],
      ['deliver', 'completed'],
    ] as const) {
      const body = { organizationId, step, fulfilmentIds }
      const taken = await run.succeed('fulfilments.life', 'fulfilments.takeSteps', { body })
      const is = String((await read())['status'])
      run.verify('fulfilments.order', taken, is === status, `an order that is ${status}`, is)
    }
    // Nor is it once its money may go back.
    await run.refuse('orders.cancel', 'orders.cancel', { params, body: { refund: true }, isValid: true }, [409])
  }
  await run.succeed('refunds.amount', 'orders.refund', { params, body: { amount: refundable } })
}

async function checkForeign(
  run: Run,
  { first, second }: World,
  shop: Shop,
  order: Row,
  fulfilment: Row,
): Promise<void> {
  if (second === undefined) return
  const params = { fulfilmentId: fulfilment.id }
  const before = await readFulfilment(run, fulfilment.id)
  const orderItemId = String(listOf(before['contents'])[0]?.['orderItemId'])
  for (const [name, body] of [
    ['fulfilments.get', undefined],
    ['fulfilments.assign', { trackingNumber: trackingNumber() }],
    ['fulfilments.unassign', {}],
    ['fulfilments.ship', {}],
    ['fulfilments.deliver', {}],
    ['fulfilments.cancel', {}],
    ['fulfilments.split', { items: [{ orderItemId, quantity: 1 }] }],
  ] as const) {
    const ask = { params, isValid: true, ...(body && { body }) }
    await attempt(run, 'access.foreignPath', () => refuseForeign(run, second, first, name, ask))
  }
  const packing = { params: { orderId: order.id }, body: {}, isValid: true }
  await attempt(run, 'access.foreignPath', () => refuseForeign(run, second, first, 'fulfilments.pack', packing))
  const fulfilmentIds = [fulfilment.id]
  const number = { orderNumber: String(order['number']), trackingNumber: trackingNumber() }
  for (const { organizationId } of [second, shop.tenant]) {
    for (const [name, body] of [
      ['fulfilments.packingList', { organizationId, fulfilmentIds }],
      ['fulfilments.takeSteps', { organizationId, step: 'ship', fulfilmentIds }],
      ...(organizationId === second.organizationId
        ? []
        : [['fulfilments.scan', { organizationId, ...number }] as const]),
    ] as const) {
      await run.refuse('access.foreignBody', name, { as: second.account, body, isValid: true }, hiddenInBody)
    }
  }
  const after = await readFulfilment(run, fulfilment.id)
  const seen = run.history.lastWrite('fulfilments.')
  const isSame = ['status', 'trackingNumber', 'units'].every((name) => before[name] === after[name])
  if (seen) run.verify('access.noEffect', seen, isSame, "the other organization's parcel as it was")
}
