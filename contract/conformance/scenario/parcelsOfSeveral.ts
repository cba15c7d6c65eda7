import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Shop } from '../engine/world'
import { fulfilmentsOf, pack, readFulfilment } from './parcels'
import { listOf } from './paying'
import { address, notNow, place, placement, placeOne, readOrder } from './sellingBasics'

/** What is in a parcel of lines, as it is sent: units of each. */
type Contents = { orderItemId: string; quantity: number }[]

const contentsOf = (parcel: Row): string =>
  listOf(parcel['contents'])
    .map(({ orderItemId, quantity }) => `${String(quantity)} of ${String(orderItemId)}`)
    .toSorted()
    .join(', ')

const idsIn = async (run: Run, { tenant }: Shop, { id }: Row): Promise<string[]> =>
  listOf((await readOrder(run, tenant, id, 'fulfilments.life'))['items']).map((item) => item.id)

/**
 * Of several lines some are packed together, and are parted together, and none is of another order; what has arrived, unpaid,
 * is not completed.
 */
export async function checkUnpaid(run: Run, shop: Shop, strange: Row): Promise<void> {
  const rule = 'fulfilments.life'
  const { tenant } = shop
  const lines = [2, 1].map((quantity) => ({ offerId: shop.offer.id, quantity, unitPrice: 20 }))
  const [order] = await place(run, shop, placement(shop, lines))
  const ids = await idsIn(run, shop, order)
  const some = (...units: number[]): Contents =>
    units.map((quantity, index) => ({ orderItemId: ids[index] ?? '', quantity }))
  const holds = (exchange: Exchange, parcel: Row, due: Contents) => {
    const [expected, is] = [contentsOf({ id: '', contents: due }), contentsOf(parcel)]
    run.verify('fulfilments.pack', exchange, is === expected, `a parcel of ${expected}`, is)
  }
  const items = (await idsIn(run, shop, strange)).map((orderItemId) => ({ orderItemId, quantity: 1 }))
  const another = { params: { orderId: order.id }, body: { items }, isValid: true }
  await run.refuse('fulfilments.pack', 'fulfilments.pack', another, notNow)
  const [first, packed] = await pack(run, order.id, some(2, 1))
  holds(packed, first, some(2, 1))
  const params = { fulfilmentId: first.id }
  const split = await run.succeed('fulfilments.split', 'fulfilments.split', { params, body: { items: some(1, 1) } })
  const second = recordOf(split)
  holds(split, second, some(1, 1))
  const parcels = [first, second]
  const { organizationId } = tenant
  const body = { organizationId, fulfilmentIds: [first.id] }
  const list = await run.succeed('fulfilments.pack', 'fulfilments.packingList', { body })
  const [listed, ...others] = rowsOf(list)
  const isIt = listed?.id === first.id && others.length === 0
  run.verify('fulfilments.pack', list, isIt, 'a packing list of one parcel', JSON.stringify(listed?.id))
  if (listed) holds(list, listed, some(1))
  const known = fulfilmentsOf(await readOrder(run, tenant, order.id, rule))
  for (const [index, due] of [some(1), some(1, 1)].entries()) {
    const parcel = known.find(({ id }) => id === parcels[index]?.id)
    if (parcel) holds(split, parcel, due)
  }
  await goTogether(run, shop, order, parcels)
}

/** Parcels of two orders go on together, and each order is as far as its own; what has arrived goes nowhere else. */
async function goTogether(run: Run, shop: Shop, order: Row, [first, ...others]: Row[]): Promise<void> {
  const rule = 'fulfilments.life'
  const { tenant } = shop
  const { organizationId } = tenant
  const [beside] = await placeOne(run, shop)
  const parcels = [...others, (await pack(run, beside.id))[0]].map(({ id }) => id)
  const take = async (step: string, fulfilmentIds: string[], statuses: string[]) => {
    const body = { organizationId, step, fulfilmentIds }
    const exchange = await run.succeed('fulfilments.steps', 'fulfilments.takeSteps', { body })
    for (const [index, { id }] of [order, beside].entries()) {
      const due = { status: 'open', fulfillmentStatus: statuses[index] }
      const wrong = difference(due, await readOrder(run, tenant, id, rule))
      run.verify('fulfilments.order', exchange, wrong === undefined, `an order that is ${statuses[index]}`, wrong)
    }
    return exchange
  }
  if (first === undefined) return
  await take('ship', [first.id], ['partial', 'unfulfilled'])
  const ask = { params: { fulfilmentId: first.id }, body: {} }
  const arrived = await run.succeed(rule, 'fulfilments.deliver', ask)
  await take('ship', parcels, ['shipped', 'shipped'])
  await take('deliver', parcels, ['delivered', 'delivered'])
  for (const id of [first.id, ...parcels]) {
    const is = (await readFulfilment(run, id))['status']
    run.verify(rule, arrived, is === 'delivered', 'a delivered parcel', String(is))
  }
  const params = { orderId: order.id }
  await run.refuse('orders.address', 'orders.updateAddress', { params, body: address, isValid: true }, [409])
  await run.refuse('orders.cancel', 'orders.cancel', { params, body: {}, isValid: true }, [409])
}
