import { change, difference } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, sideBySide } from '../engine/steps'
import type { Shop } from '../engine/world'
import { ended } from './bulkBasics'
import { makeOffer, tidyOffer } from './offerBasics'
import { pack, trackingNumber } from './parcels'
import { fieldsOf } from './paying'
import { placeOne } from './sellingBasics'

const rule = 'bulkJobs.rows'

/** What counts every change of a record, and what is left of what others sell meanwhile. */
const moving = new Set(['updatedAt', 'version', 'productStock'])

interface Acting {
  run: Run
  shop: Shop
}

/** Offers are deleted and come back, products are restored, and parcels go and arrive for good: each as by itself (WF-03). */
export async function checkOtherActions(run: Run, shop: Shop, products: readonly string[]): Promise<void> {
  const acting = { run, shop }
  // While an offer is made, nothing may be sold of the others.
  await attempt(run, rule, () => deleteOffer(acting))
  const others = [() => sendParcel(acting), () => restoreProduct(acting, products)]
  await sideBySide(run, others, (one) => attempt(run, rule, one))
}

/** Does something with some records, or with all that a search finds; whether their trial is over need not be waited for. */
async function act({ run, shop: { tenant } }: Acting, action: string, of: readonly string[] | Fields, due: Fields) {
  const { organizationId } = tenant
  const body = { organizationId, action, ...('length' in of ? { ids: of } : of) }
  const { id: jobId } = recordOf(await run.succeed(rule, 'bulkJobs.create', { body }))
  run.journal.add({ what: 'nothing', left: `bulk change ${jobId}: no call deletes it` })
  await run.succeed(rule, 'bulkJobs.start', { params: { jobId }, body: {} })
  const { row, exchange } = await ended(run, jobId)
  const wrong = difference(due, fieldsOf(row['ran']))
  run.verify(rule, exchange, wrong === undefined, `${JSON.stringify(due)} by ${action}`, wrong)
  return { exchange, ask: { params: { jobId }, body: {} } }
}

async function deleteOffer(acting: Acting): Promise<void> {
  const { run, shop } = acting
  const { organizationId } = shop.tenant
  const { row: offer } = await makeOffer(run, shop.tenant, `${textIn(shop.offer)} of many`, {
    basePrice: 20,
    maxPrice: 60,
    maxQuantity: 3,
  })
  const read = async () => {
    const query = { organizationId, resource: 'offers' as const, filters: { ids: [offer.id] }, limit: 10, page: 1 }
    return (await searchPage(run, query)).rows
  }
  const [before] = await read()
  // Beyond the most that it has.
  const beyond = await act(
    acting,
    'offers.limits',
    { ids: [offer.id], limits: { minPrice: 61 } },
    { done: 0, refused: 1 },
  )
  const moved = change(before ?? offer, (await read())[0] ?? offer, moving)
  run.verify(rule, beyond.exchange, moved === undefined, 'an offer whose limits were refused as it was', moved)
  const { exchange, ask } = await act(acting, 'offers.delete', [offer.id], { done: 1 })
  const left = await read()
  run.verify(rule, exchange, left.length === 0, 'no offer that was deleted with many', left[0]?.id)
  await run.succeed(rule, 'bulkJobs.undo', ask)
  const undone = await ended(run, ask.params.jobId)
  const [after] = await read()
  const wrong = after === undefined ? 'it is not there' : change(before ?? offer, after, moving)
  run.verify(rule, undone.exchange, wrong === undefined, 'the offer as it was before', wrong)
  await tidyOffer(run, shop.tenant, offer.id)
}

const textIn = ({ displayName }: Row): string => String(displayName)

/** Customers are told what was sent, so nothing takes that back. */
async function sendParcel(acting: Acting): Promise<void> {
  const { run, shop } = acting
  const [order] = await placeOne(run, shop)
  const [parcel] = await pack(run, order.id)
  // Of another order one waits as well, which is none of this.
  const [another] = await placeOne(run, shop)
  await pack(run, another.id)
  const params = { fulfilmentId: parcel.id }
  await run.succeed(rule, 'fulfilments.assign', { params, body: { trackingNumber: trackingNumber() } })
  for (const [step, status, moment] of [
    ['ship', 'shipped', 'shippedAt'],
    ['deliver', 'delivered', 'deliveredAt'],
  ] as const) {
    const search = { filters: { orderId: order.id, status: ['pending', 'shipped'] } }
    const of = step === 'ship' ? [parcel.id] : { search }
    const { exchange, ask } = await act(acting, `fulfilments.${step}`, of, { done: 1, unchanged: 0, refused: 0 })
    const now = recordOf(await run.succeed(rule, 'fulfilments.get', { params }))
    const isSo = now['status'] === status && typeof now[moment] === 'string'
    run.verify(
      rule,
      exchange,
      isSo,
      `a parcel that is ${status}, and when`,
      JSON.stringify([now['status'], now[moment]]),
    )
    if (step === 'ship') await run.refuse(rule, 'bulkJobs.undo', { ...ask, isValid: true }, [409])
  }
}

/** Of two products one is put away: it is restored, and nothing becomes of the other. */
async function restoreProduct(acting: Acting, ids: readonly string[]): Promise<void> {
  const { run, shop } = acting
  const { organizationId } = shop.tenant
  // What is put away is found only by whoever asks for it.
  const search = { filters: { ids, status: 'archived' } }
  for (const [of, unchanged] of [
    [ids, ids.length - 1],
    [{ search }, 0],
  ] as const) {
    await run.succeed(rule, 'products.archive', { params: { productId: ids[0] ?? '' }, body: {} })
    const { exchange } = await act(acting, 'products.restore', of, { done: 1, unchanged })
    const query = { organizationId, resource: 'products' as const, filters: { ids }, limit: 10, page: 1 }
    const { rows } = await searchPage(run, query)
    const away = rows.find(({ status }) => status !== 'active')
    const isBack = away === undefined && rows.length === ids.length
    run.verify(rule, exchange, isBack, 'products that are active again', away?.id ?? `${rows.length}`)
  }
}
