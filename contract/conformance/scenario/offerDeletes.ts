import { change, collateral } from '../engine/compare'
import { isAlike } from '../engine/declared'
import { type Row, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { type Tenant, workplaceOf } from '../engine/tenant'
import type { World } from '../engine/world'
import { allOffers, deleteOffer, findOffer, makeOffer, offersOf, tidyOffer } from './offerBasics'

export async function checkDelete(run: Run, world: World, tenant: Tenant): Promise<void> {
  // Alike in all but their ids, so that a delete by anything else takes more than one.
  const names = ['namesake', 'namesake', 'namesake']
  const made: Row[] = []
  for (const name of names) made.push((await makeOffer(run, tenant, `${world.marker} delete ${name}`)).row)
  const [one, doomed, three] = made
  if (one === undefined || doomed === undefined || three === undefined) return
  const campaignId = workplaceOf(tenant).id
  const query = { organizationId: tenant.organizationId, resource: 'campaigns' as const }
  await lookAtOffer(run, tenant, doomed.id)
  const before = await allOffers(run, tenant)
  const campaigns = await walk(run, query)
  const listed = await offersOf(run, tenant)
  const mails = await run.succeed('shape.valid', 'autoresponders.listEmail', { params: { campaignId } })
  const exchange = await deleteOffer(run, tenant, doomed.id)

  const after = await allOffers(run, tenant)
  const isGone = !after.rows.some(({ id }) => id === doomed.id)
  run.verify('offers.delete', exchange, isGone, 'the offer gone from the list', 'it is still there')
  if (!isGone) run.journal.made('offers', doomed.id, tenant.account.name, '')
  const harmed = collateral(before.rows, after.rows, new Set([doomed.id]))
  run.verify('offers.deleteOnly', exchange, harmed === undefined, 'every other offer as it was', harmed)
  const left = await offersOf(run, tenant)
  run.verify(
    'offers.deleteOnly',
    exchange,
    left.total === listed.total - 1,
    `a total of ${listed.total - 1}`,
    `${left.total}`,
  )
  const campaignsAfter = await walk(run, query)
  const goneCampaign = collateral(campaigns.rows, campaignsAfter.rows, new Set(), new Set(['offersCount', 'updatedAt']))
  run.verify('offers.deleteOnly', exchange, goneCampaign === undefined, 'every campaign as it was', goneCampaign)
  const mailsAfter = await run.succeed('shape.valid', 'autoresponders.listEmail', { params: { campaignId } })
  const isSame = isAlike(mails.json, mailsAfter.json)
  run.verify('offers.deleteOnly', exchange, isSame, "the campaign's auto-responders as they were", 'they have changed')

  const params = { offerId: doomed.id }
  const isValid = true
  await run.refuse('offers.afterDelete', 'offers.delete', { params, isValid }, [404])
  await run.refuse('offers.afterDelete', 'offers.update', { params, isValid, body: { quantity: 3 } }, [404])
  const again = await allOffers(run, tenant)
  const risen = again.rows.some(({ id }) => id === doomed.id)
  run.verify('offers.afterDelete', again.exchange, !risen, 'the offer still gone', 'it is back')
  await tidyOffer(run, tenant, one.id)
  if (!run.isFull) return tidyOffer(run, tenant, three.id)
  await run.succeed('offers.delete', 'offers.delete', { params: { offerId: three.id }, body: {} })
  await attempt(run, 'offers.restore', () => checkRestore(run, tenant, three))
}

/** A deletion is undone: the offer is there again as it was. */
async function checkRestore(run: Run, tenant: Tenant, former: Row): Promise<void> {
  if (run.lacks('offers.restore')) return
  const params = { offerId: former.id }
  const exchange = await run.succeed('offers.restore', 'offers.restore', { params, body: {} })
  const now = await findOffer(run, tenant, former.id)
  const moved = now === undefined ? 'it is not there' : change(former, now, new Set(['updatedAt', 'version']))
  run.verify('offers.restore', exchange, moved === undefined, 'the offer as it was', moved)
  await run.refuse('offers.restore', 'offers.restore', { params, body: {}, isValid: true }, [404, 409])
  await run.succeed('offers.delete', 'offers.delete', { params })
}

/** What only looks at an offer must not delete it. */
async function lookAtOffer(run: Run, tenant: Tenant, offerId: string): Promise<void> {
  for (const method of ['HEAD', 'OPTIONS']) {
    const ask = { params: { offerId }, method, isValid: false, alsoDeclared: [200, 204, 404, 405] }
    const exchange = await run.ask('offers.delete', ask)
    const isThere = (await findOffer(run, tenant, offerId)) !== undefined
    if (!isThere) run.journal.deleted('offers', offerId)
    run.verify('resilience.head', exchange, isThere, `the offer still there after ${method}`, 'it is gone')
  }
}
