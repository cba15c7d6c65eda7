import { atOnce } from '../engine/atOnce'
import { difference } from '../engine/compare'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { workplaceOf } from '../engine/tenant'
import type { World } from '../engine/world'
import { findOffer, keepIfOurs, makeOffer, offerBody, tidyOffer } from './offerBasics'

/** How often updates meet: one meeting in several is enough to lose a field. */
const rounds = 8

/** Two people add an offer at the same moment: there are two. */
async function addAtOnce(run: Run, world: World): Promise<void> {
  const tenant = world.first
  const params = { campaignId: workplaceOf(tenant).id }
  const names = ['one', 'two'].map((name) => `${world.marker} added at once ${name}`)
  // A list that is answered as it was the last time is told by having been read before.
  await findOffer(run, tenant, world.marker)
  const answers = await atOnce(run, names, (name) =>
    run.succeed('offers.create', 'offers.create', { params, body: offerBody(tenant, name) }),
  )
  for (const [index, exchange] of answers.entries()) {
    const row = await findOffer(run, tenant, recordOf(exchange).id)
    const isThere = keepIfOurs(run, tenant, row, names[index] ?? '')
    run.verify('offers.create', exchange, isThere, 'each of two offers that were added at once in the list')
    if (isThere) await tidyOffer(run, tenant, row.id)
  }
}

/** Updates of different fields of one offer, sent at the same time, must all be there afterwards. */
export async function checkConcurrency(run: Run, world: World): Promise<void> {
  await attempt(run, 'offers.create', () => addAtOnce(run, world))
  await attempt(run, 'offers.concurrent', async () => {
    const tenant = world.first
    const { row } = await makeOffer(run, tenant, `${world.marker} at once`, { minPrice: 1, maxPrice: 500 })
    for (let round = 1; round <= rounds; round += 1) {
      const fields: Record<string, unknown> = {
        displayName: `${world.marker} at once ${round}`,
        quantity: 100 + round,
        basePrice: 200.5 + round,
        maxQuantity: 300 + round,
        shipPrice: 400.25 + round,
      }
      const answers = await atOnce(run, Object.entries(fields), ([name, value]) =>
        run.succeed('offers.concurrent', 'offers.update', { params: { offerId: row.id }, body: { [name]: value } }),
      )
      const now = await findOffer(run, tenant, row.id)
      const lost = now === undefined ? 'the offer is gone' : difference(fields, now)
      const [exchange] = answers
      if (exchange) {
        const expected = `every field of ${answers.length} updates that were sent at the same time`
        if (!run.verify('offers.concurrent', exchange, lost === undefined, expected, lost)) break
      }
    }
    if (run.isFull && typeof row['version'] === 'number') await refuseNoVersion(run, row.id)
    await tidyOffer(run, tenant, row.id)
  })
}

/** What is no version is refused: a demand that is not understood must not be taken for none. */
async function refuseNoVersion(run: Run, offerId: string): Promise<void> {
  for (const version of ['3', 'latest', '"3']) {
    const ask = { params: { offerId }, body: { quantity: 3 }, headers: { 'if-match': version } }
    await run.refuse('change.outdated', 'offers.update', ask, [400, 409, 412, 422])
  }
}
