import { change } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { type Row, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { readCampaign, restorable } from './campaignBasics'
import { deleteCustomer, makeCustomer, readCustomer } from './customerBasics'
import { deleteOffer, findOffer, makeOffer, offersOf } from './offerBasics'
import type { Scratch } from './validAsks'

/**
 * Gives `work` things that may be asked to change, and proves afterwards that nothing did: all that it sends has to be
 * refused. What was made or changed all the same is put right.
 */
export async function withScratch(run: Run, world: World, work: (scratch: Scratch) => Promise<void>): Promise<void> {
  const { first, made } = world
  if (run.options.readOnly) {
    await work({ offer: undefined, customer: undefined, campaign: first.workplace, campaignFields: {}, user: {} })
    return
  }
  const scratch = await prepared(run, world)
  const { organizationId } = first
  const listed = () => (first.workplace ? offersOf(run, first) : walk(run, { organizationId, resource: 'offers' }))
  const before = await listed()
  const me = await run.succeed('session.me', 'users.me')
  await work(scratch)
  await attempt(run, 'access.noEffect', async () => {
    const after = await listed()
    const known = new Set(before.rows.map(({ id }) => id))
    const strays = after.rows.filter((row) => !known.has(row.id) && isOurs(row, world))
    for (const { id } of strays) made.offers.set(id, first.account)
    run.verify(
      'access.noEffect',
      after.exchange,
      strays.length === 0,
      'no offer made by a refused request',
      `${strays.length} made`,
    )
    if (scratch.offer) {
      const now = await findOffer(run, first, scratch.offer.id)
      const moved = now === undefined ? 'it is gone' : change(scratch.offer, now)
      run.verify('access.noEffect', after.exchange, moved === undefined, 'the offer as it was', moved)
    }
    if (scratch.customer) {
      const moved = change(scratch.customer, await readCustomer(run, first, scratch.customer.id))
      run.verify('access.noEffect', after.exchange, moved === undefined, 'the customer as it was', moved)
    }
    if (scratch.campaign) {
      const now = await readCampaign(run, scratch.campaign.id)
      const moved = change(scratch.campaign, now, new Set(['updatedAt', 'offersCount']))
      const isSame = run.verify('access.noEffect', after.exchange, moved === undefined, 'the campaign as it was', moved)
      if (isSame) made.campaigns.delete(scratch.campaign.id)
    }
    const meNow = await run.succeed('session.me', 'users.me')
    const moved = change(dataOf(me.json), dataOf(meNow.json))
    if (run.verify('access.noEffect', meNow, moved === undefined, 'the user as before', moved)) made.profile = undefined
  })
  if (scratch.offer && made.offers.has(scratch.offer.id)) {
    const now = await findOffer(run, first, scratch.offer.id)
    if (now === undefined) made.offers.delete(scratch.offer.id)
    else await deleteOffer(run, world, first, scratch.offer.id)
  }
  const { customer } = scratch
  if (customer) await attempt(run, 'customers.delete', () => deleteCustomer(run, world, first, customer.id))
}

const dataOf = (json: unknown): Fields => (json as { data?: Fields } | undefined)?.data ?? {}

/** Other people may be adding offers, too. */
const isOurs = ({ id, displayName }: Row, { marker, made }: World) =>
  made.suspects.has(id) || (typeof displayName === 'string' && displayName.includes(marker))

async function prepared(run: Run, world: World): Promise<Scratch> {
  const { first, made } = world
  let offer: Row | undefined
  await attempt(run, 'offers.create', async () => {
    offer = (await makeOffer(run, world, first, `${world.marker} untouched`)).row
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
  if (campaign) made.campaigns.set(campaign.id, { account: first.account, fields: campaignFields })
  const { name } = recordFields(await run.succeed('session.me', 'users.me'))
  const user = typeof name === 'string' && name.trim() !== '' ? { name } : {}
  if ('name' in user) made.profile = user
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
    const [{ id }] = await makeCustomer(run, world, world.first, body)
    customer = await readCustomer(run, world.first, id)
  })
  return customer
}

const recordFields = ({ json }: { json: unknown }): Fields => dataOf(json)
