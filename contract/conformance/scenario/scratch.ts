import { change } from '../engine/compare'
import { dataIn } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { type Row, walk } from '../engine/listing'
import { restorable, restorableUser } from '../engine/restorable'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { readCampaign } from './campaignBasics'
import { makeCustomer, readCustomer, tidyCustomer } from './customerBasics'
import { findOffer, makeOffer, offersOf, tidyOffer } from './offerBasics'
import type { Scratch } from './validAsks'

/**
 * Gives `work` things that may be asked to change, and proves afterwards that nothing did: all that it sends has to be
 * refused. What was made or changed all the same is put right.
 */
export async function withScratch(run: Run, world: World, work: (scratch: Scratch) => Promise<void>): Promise<void> {
  const { first } = world
  if (run.options.readOnly) {
    await work({ offer: undefined, customer: undefined, campaign: first.workplace, campaignFields: {}, user: {} })
    return
  }
  const scratch = await prepared(run, world)
  const { organizationId } = first
  const listed = () => (first.workplace ? offersOf(run, first) : walk(run, { organizationId, resource: 'offers' }))
  const before = await listed()
  const me = await run.succeed('session.me', 'users.me')
  const since = run.history.now
  await work(scratch)
  // A request that was taken though it had to be refused was found then.
  const taken = run.history.takenSince(since)
  const movedBy = (call: string) => new Set(taken.has(call) ? [...taken.fields(call), 'updatedAt', 'version'] : [])
  await attempt(run, 'access.noEffect', async () => {
    const after = await listed()
    const known = new Set(before.rows.map(({ id }) => id))
    const strange = after.rows.filter((row) => !known.has(row.id) && isOurs(row, world))
    const strays = strange.filter(({ id }) => !taken.ids.has(id))
    for (const { id } of strange) run.journal.made('offers', id, first.account.name, '')
    run.verify(
      'access.noEffect',
      run.history.lastWrite('offers.create', '', strays[0]?.id) ?? after.exchange,
      strays.length === 0,
      'no offer made by a refused request',
      `${strays.length} made`,
    )
    if (scratch.offer && !taken.has('offers.delete')) {
      const now = await findOffer(run, first, scratch.offer.id)
      const moved = now === undefined ? 'it is gone' : change(scratch.offer, now, movedBy('offers.update'))
      const shown = run.history.lastWrite('offers.', moved) ?? after.exchange
      run.verify('access.noEffect', shown, moved === undefined, 'the offer as it was', moved)
    }
    if (scratch.customer && !taken.has('customers.delete')) {
      const now = await readCustomer(run, first, scratch.customer.id)
      const moved = change(scratch.customer, now, movedBy('customers.update'))
      const shown = run.history.lastWrite('customers.', moved) ?? after.exchange
      run.verify('access.noEffect', shown, moved === undefined, 'the customer as it was', moved)
    }
    if (scratch.campaign) {
      const now = await readCampaign(run, scratch.campaign.id)
      // Its members carry the names of their profiles.
      const members = taken.has('users.update') ? ['members'] : []
      const free = [...movedBy('campaigns.update'), ...members, 'updatedAt', 'offersCount']
      const moved = change(scratch.campaign, now, new Set(free))
      const shown = run.history.lastWrite('campaigns.', moved) ?? after.exchange
      run.verify('access.noEffect', shown, moved === undefined, 'the campaign as it was', moved)
    }
    const meNow = await run.succeed('session.me', 'users.me')
    const moved = change(dataIn(me), dataIn(meNow), movedBy('users.update'))
    const shown = run.history.lastWrite('users.update', moved) ?? meNow
    run.verify('access.noEffect', shown, moved === undefined, 'the user as before', moved)
  })
  const { customer, offer } = scratch
  if (offer && run.journal.isOurs('offers', offer.id)) {
    const now = await findOffer(run, first, offer.id)
    if (now === undefined) run.journal.deleted('offers', offer.id)
    else await tidyOffer(run, first, offer.id)
  }
  if (customer) await attempt(run, 'customers.delete', () => tidyCustomer(run, first, customer.id))
}

/** Other people may be adding offers, too. */
const isOurs = ({ id, displayName }: Row, { marker, suspects }: World) =>
  suspects.has(id) || (typeof displayName === 'string' && displayName.includes(marker))

async function prepared(run: Run, world: World): Promise<Scratch> {
  const { first } = world
  let offer: Row | undefined
  await attempt(run, 'offers.create', async () => {
    offer = (await makeOffer(run, first, `${world.marker} untouched`)).row
  })
  const customer = await scratchCustomer(run, world)
  let campaign: Row | undefined
  let campaignFields: Fields = {}
  for (const { id } of first.campaigns.slice(0, 5)) {
    const read = await readCampaign(run, id)
    const fields = restorable(read)
    if (Object.keys(fields).length <= Object.keys(campaignFields).length) continue
    campaign = read
    campaignFields = fields
  }
  if (campaign) run.journal.campaign(campaign.id, first.account.name, campaignFields)
  const user = restorableUser(dataIn(await run.succeed('session.me', 'users.me')))
  return { offer, customer, campaign, campaignFields, user }
}

/** A customer that every change of is refused; there are calls for it at level full only. */
async function scratchCustomer(run: Run, world: World): Promise<Row | undefined> {
  const { organizationId } = world.first
  const body = {
    organizationId,
    firstName: `${world.marker} untouched`,
    email: `${world.marker}@unknown.offerdesk.example`,
  }
  let customer: Row | undefined
  if (!run.isFull || !run.covers('customers')) return customer
  await attempt(run, 'customers.create', async () => {
    const [{ id }] = await makeCustomer(run, world.first, body)
    customer = await readCustomer(run, world.first, id)
  })
  return customer
}
