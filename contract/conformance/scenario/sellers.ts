import { difference } from '../engine/compare'
import { type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Shop, World } from '../engine/world'
import { dataOf, fieldsOf, openLink } from './paying'
import { refuseForeign } from './intrusion'
import { refuseOutdated } from './sellingBasics'

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
  const { address, taxNumber } = await now()
  const typed = { address: `${marker} Road\nTown`, taxNumber: `${marker}-1` }
  const changed = await run.succeed('sellers.change', 'sellers.update', { ...to, body: typed })
  const wrong = difference(typed, await now())
  run.verify('sellers.change', changed, wrong === undefined, 'the seller as it was sent', wrong)
  if (shop.payToken !== undefined) {
    const page = await openLink(run, 'sellers.change', shop.payToken)
    const told = fieldsOf(fieldsOf(dataOf(page)['order'])['seller'])
    const { name, supportEmail } = seller
    const due = { ...typed, name: name ?? '', supportEmail: supportEmail ?? '' }
    const shown = Object.fromEntries(Object.entries(due).filter(([field]) => field in told))
    const unlike = difference(shown, told)
    run.verify('sellers.change', page, unlike === undefined, 'the seller as it is now on a payment page', unlike)
  }
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
