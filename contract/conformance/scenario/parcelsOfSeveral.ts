import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Shop } from '../engine/world'
import { fulfilmentsOf, pack, readFulfilment } from './parcels'
import { listOf } from './paying'
import { place, placement, readOrder } from './sellingBasics'

/** What is in a parcel of lines, as it is sent: units of each. */
type Contents = { orderItemId: string; quantity: number }[]

const contentsOf = (parcel: Row): string =>
  listOf(parcel['contents'])
    .map(({ orderItemId, quantity }) => `${String(quantity)} of ${String(orderItemId)}`)
    .toSorted()
    .join(', ')

/** Of several lines some are packed together, and are parted together; what has arrived parcel by parcel, unpaid, is not completed. */
export async function checkUnpaid(run: Run, shop: Shop): Promise<void> {
  const rule = 'fulfilments.life'
  const { tenant } = shop
  const lines = [2, 1].map((quantity) => ({ offerId: shop.offer.id, quantity, unitPrice: 20 }))
  const [order] = await place(run, shop, placement(shop, lines))
  const ids = listOf((await readOrder(run, tenant, order.id, rule))['items']).map(({ id }) => id)
  const some = (...units: number[]): Contents =>
    units.map((quantity, index) => ({ orderItemId: ids[index] ?? '', quantity }))
  const holds = (exchange: Exchange, parcel: Row, due: Contents) => {
    const [expected, is] = [contentsOf({ id: '', contents: due }), contentsOf(parcel)]
    run.verify('fulfilments.pack', exchange, is === expected, `a parcel of ${expected}`, is)
  }
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
  let arrived = split
  for (const parcel of parcels) {
    const ask = { params: { fulfilmentId: parcel.id }, body: {} }
    await run.succeed(rule, 'fulfilments.ship', ask)
    arrived = await run.succeed(rule, 'fulfilments.deliver', ask)
    const is = (await readFulfilment(run, parcel.id))['status']
    run.verify(rule, arrived, is === 'delivered', 'a delivered parcel', String(is))
  }
  const due = { status: 'open', fulfillmentStatus: 'delivered' }
  const wrong = difference(due, await readOrder(run, tenant, order.id, rule))
  run.verify(rule, arrived, wrong === undefined, 'an open order of which all has arrived', wrong)
}
