import { difference } from '../engine/compare'
import { type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Shop, World } from '../engine/world'
import { dataOf, fieldsOf, linkTo, openLink, putAway } from './paying'
import { refuseForeign } from './intrusion'
import { placeOne, refuseOutdated } from './sellingBasics'

/** What customers are told of the seller is changed, and put back as it was (PY-06). */
export async function checkSeller(run: Run, { first, second, marker }: World, shop: Shop): Promise<void> {
  const query = { organizationId: shop.tenant.organizationId }
  const listed = await run.succeed('sellers.change', 'sellers.list', { query })
  const all = rowsOf(listed)
  const [seller] = all
  run.verify('sellers.change', listed, all.length === 1, 'one seller', `${all.length}`)
  if (seller === undefined) return
  shop.seller = seller
  const now = async (): Promise<Row> =>
    rowsOf(await run.succeed('sellers.change', 'sellers.list', { query }))[0] ?? seller
  const to = { params: { sellerId: seller.id } }
  const link = await linkBefore(run, shop)
  const { address, taxNumber } = await now()
  const typed = { address: `${marker} Road\nTown`, taxNumber: `${marker}-1` }
  const changed = await run.succeed('sellers.change', 'sellers.update', { ...to, body: typed })
  const wrong = difference(typed, await now())
  run.verify('sellers.change', changed, wrong === undefined, 'the seller as it was sent', wrong)
  if (link !== undefined) await attempt(run, 'sellers.change', () => checkPage(run, link, { ...seller, ...typed }))
  for (const unfit of [{ taxNumber: 'x'.repeat(1_000) }, {}]) {
    await run.refuse('sellers.change', 'sellers.update', { ...to, body: unfit }, [400, 422])
  }
  await refuseOutdated(run, 'sellers.update', { ...to, body: { taxNumber: 'late' } }, now)
  const before = { address: address ?? '', taxNumber: taxNumber ?? '' }
  const restored = await run.succeed('sellers.change', 'sellers.update', { ...to, body: before })
  const left = difference(before, await now())
  run.verify('sellers.change', restored, left === undefined, 'the seller as it was before, empty texts too', left)
  if (second === undefined) return
  const stolen = { ...to, body: { taxNumber: 'taken over' }, isValid: true }
  await refuseForeign(run, second, first, 'sellers.update', stolen)
}

interface OlderLink {
  token: string
  orderId: string
}

/** A link that is older than what is changed of its seller; undefined where none can be made. */
async function linkBefore(run: Run, shop: Shop): Promise<OlderLink | undefined> {
  const made: OlderLink[] = []
  await attempt(run, 'payments.link', async () => {
    const [{ id: orderId }] = await placeOne(run, shop)
    made.push({ token: (await linkTo(run, shop, orderId)).token, orderId })
  })
  return made[0]
}

/** Whoever opens a link is told of the seller as it is now. */
async function checkPage(run: Run, { token, orderId }: OlderLink, seller: Row): Promise<void> {
  const page = await openLink(run, 'sellers.change', token)
  const told = fieldsOf(fieldsOf(dataOf(page)['order'])['seller'])
  const { address, taxNumber, name, supportEmail } = seller
  const due = { address, taxNumber, name: name ?? '', supportEmail: supportEmail ?? '' }
  const shown = Object.fromEntries(Object.entries(due).filter(([field]) => field in told))
  const unlike = difference(shown, told)
  run.verify('sellers.change', page, unlike === undefined, 'the seller as it is now on a payment page', unlike)
  await putAway(run, orderId)
}
