import { coreResources } from '../../search'
import { callNamed, isReading } from '../engine/calls'
import { change } from '../engine/compare'
import { type Ask, type Exchange, saidBy } from '../engine/exchange'
import { recordOf, type Row, rowsOf, searchPage, totalOf } from '../engine/listing'
import { restorable } from '../engine/restorable'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { type Tenant, workplaceOf } from '../engine/tenant'
import { neverGiven } from '../engine/text'
import type { World } from '../engine/world'
import { readCampaign } from './campaignBasics'
import { findNothing, hidden, secretOf } from './foreign'
import { createForeign } from './foreignCreates'
import { findOffer, makeOffer, tidyOffer } from './offerBasics'

/** `intruder` asks for what is the victim's. */
export async function intrude(run: Run, world: World, intruder: Tenant, victim: Tenant): Promise<void> {
  const as = intruder.account
  const names = new Set(victim.organizations.map(({ id }) => id))
  await attempt(run, 'access.organizations', async () => {
    const listed = await run.succeed('access.organizations', 'organizations.list', { as })
    const seen = rowsOf(listed).find(({ id }) => names.has(id))
    run.verify(
      'access.organizations',
      listed,
      seen === undefined,
      'none of the other account’s organizations',
      seen?.id,
    )
  })
  if (run.isFull && run.covers('calls')) await attempt(run, 'access.nothingForeign', () => askForCall(run, as, victim))
  if (run.covers('campaigns')) await attempt(run, 'access.nothingForeign', () => askForMembers(run, intruder, victim))
  await attempt(run, 'access.foreignQuery', () => askForOrganization(run, as, victim))
  await attempt(run, 'access.foreignPath', () => readForeign(run, intruder, victim))
  if (run.options.readOnly) return
  await attempt(run, 'access.foreignPath', () => changeForeign(run, world, intruder, victim))
  await attempt(run, 'access.foreignBody', () => createForeign(run, world, intruder, victim))
}

/** The call that somebody is on is nobody else's. */
async function askForCall(run: Run, as: Tenant['account'], victim: Tenant): Promise<void> {
  const call = ({ json }: Exchange) => (json as { data?: { id?: unknown } | null } | undefined)?.data?.id
  const theirs = await run.succeed('access.nothingForeign', 'calls.ongoing', { as: victim.account })
  const own = await run.succeed('access.nothingForeign', 'calls.ongoing', { as })
  const isTheirs = call(own) !== undefined && call(own) === call(theirs)
  run.verify('access.nothingForeign', own, !isTheirs, "not the other account's call")
}

/** Members of a campaign are people of its organization. */
async function askForMembers(run: Run, intruder: Tenant, victim: Tenant): Promise<void> {
  const listed = await run.succeed('access.organizations', 'organizations.list', { as: victim.account })
  // The victim may be a member of this organization as well.
  if (intruder.workplace === undefined || rowsOf(listed).some(({ id }) => id === intruder.organizationId)) return
  const me = await run.succeed('session.me', 'users.me', { as: victim.account })
  const { id, email } = recordOf(me)
  const params = { campaignId: intruder.workplace.id }
  const exchange = await run.succeed('access.nothingForeign', 'campaigns.get', { as: intruder.account, params })
  const { members } = recordOf(exchange) as { members?: unknown }
  const isThere =
    Array.isArray(members) && members.some((one: Partial<Row> | null) => one?.id !== undefined && one.id === id)
  const isNamed = typeof email === 'string' && exchange.text.toLowerCase().includes(email.toLowerCase())
  run.verify('access.nothingForeign', exchange, !isThere && !isNamed, 'no member of another organization')
}

/** A list of an organization that is not the caller's: refused, or at level core empty. */
function isHidden(run: Run, exchange: Exchange, statuses: readonly number[]): boolean {
  if (statuses.includes(exchange.status)) return true
  return !run.isFull && exchange.status === 200 && rowsOf(exchange).length === 0 && totalOf(exchange) <= 0
}

async function askForOrganization(run: Run, as: Tenant['account'], victim: Tenant): Promise<void> {
  const { organizationId } = victim
  const isValid = true
  for (const resource of coreResources) {
    const body = { organizationId, resource, limit: 100, page: 1 }
    const exchange = await run.ask('search.search', { as, body, isValid })
    run.verify(
      'access.foreignBody',
      exchange,
      isHidden(run, exchange, [...hidden, 400, 422]),
      `no ${resource} of another organization`,
    )
  }
  for (const name of ['gateways.listInstances', 'plugins.listInstalled']) {
    const exchange = await run.ask(name, { as, query: { organizationId }, isValid })
    run.verify(
      'access.foreignQuery',
      exchange,
      isHidden(run, exchange, [...hidden, 400, 422]),
      'nothing of another organization',
    )
  }
}

async function readForeign(run: Run, intruder: Tenant, victim: Tenant): Promise<void> {
  for (const { id: campaignId } of victim.campaigns.slice(0, 3)) {
    for (const name of ['campaigns.get', 'autoresponders.listEmail']) {
      await refuseForeign(run, intruder, victim, name, { params: { campaignId }, isValid: true })
    }
    await findNothing(run, intruder, { campaignId })
  }
  const [product] = victim.products
  if (product) await findNothing(run, intruder, { productId: product.id })
}

/**
 * Asks for what is the victim's. The refusal must not name it; at level full it has to be the one that an id gets which
 * nothing has, such as `another` makes of one.
 */
export async function refuseForeign(
  run: Run,
  intruder: Tenant,
  victim: Tenant,
  name: string,
  ask: Ask,
  another: (id: string) => string = neverGiven,
): Promise<Exchange> {
  const as = intruder.account
  // Whoever keeps answers has the owner's now.
  if (isReading(callNamed(name))) await run.ask(name, { ...ask, as: victim.account })
  const foreign = await run.refuse('access.foreignPath', name, { ...ask, as }, hidden)
  if (!hidden.includes(foreign.status)) return foreign
  const ids = Object.values(ask.params ?? {})
  const params = Object.fromEntries(Object.entries(ask.params ?? {}).map(([key, id]) => [key, another(id)]))
  const unknown = await run.ask(name, { ...ask, as, params })
  const unknowns = Object.values(params)
  const named = namesOf(victim).find((text) => foreign.text.includes(text) && !unknown.text.includes(text))
  run.verify('access.nothingForeign', foreign, named === undefined, "nothing of another organization's")
  // An id that nothing has may also be refused by its form.
  if (!run.isFull || unknown.status === 400 || unknown.status === 422) return foreign
  const [one, other] = [saidBy(unknown, without(unknowns)), saidBy(foreign, without(ids))]
  run.verify('access.existence', foreign, one === other, `what an unknown id is answered: ${one}`, other)
  return foreign
}

/** What people have called the records of an organization, where it is long enough to be known again. */
const namesOf = ({ organizations, campaigns, products }: Tenant): string[] =>
  [...organizations, ...campaigns, ...products]
    .flatMap(({ name, displayName, internalNote }) => [name, displayName, internalNote])
    .filter((text) => typeof text === 'string')
    .filter((text) => text.length > 4)

/** An id counts as a word of its own: a short one is in many others, too. */
const withoutId = (text: string, id: string) =>
  text.replaceAll(new RegExp(`(?<![\\w-])${id.replaceAll(/\W/g, String.raw`\$&`)}(?![\\w-])`, 'g'), '…')

const without = (ids: string[]) => (text: string) => ids.reduce(withoutId, text)

async function changeForeign(run: Run, world: World, intruder: Tenant, victim: Tenant): Promise<void> {
  const secret = secretOf(world, victim)
  const { row } = await makeOffer(run, victim, `${secret} planted`)
  const params = { offerId: row.id }
  const isValid = true
  const body = { basePrice: 1.11 }
  const changedOffer = await refuseForeign(run, intruder, victim, 'offers.update', { params, body, isValid })
  const deletedOffer = await refuseForeign(run, intruder, victim, 'offers.delete', { params, isValid })
  const now = await findOffer(run, victim, row.id)
  const isThere = now !== undefined
  run.verify('access.noEffect', deletedOffer, isThere, "the other organization's offer is there", 'it is gone')
  const moved = isThere ? change(row, now) : undefined
  run.verify('access.noEffect', changedOffer, moved === undefined, "the other organization's offer as it was", moved)
  // Nothing of it may stand in the intruder's own list, which every answer is looked through for.
  await searchPage(run, { organizationId: intruder.organizationId, resource: 'offers', limit: 100 }, intruder.account)
  if (!isThere) run.journal.deleted('offers', row.id)
  await findByWord(run, intruder, secret)

  const campaignId = workplaceOf(victim).id
  const campaign = await readCampaign(run, campaignId, victim.account)
  run.journal.campaign(campaignId, victim.account.name, restorable(campaign))
  const taken = { params: { campaignId }, body: { name: `${world.marker} taken over` }, isValid }
  const changedCampaign = await refuseForeign(run, intruder, victim, 'campaigns.update', taken)
  const after = await readCampaign(run, campaignId, victim.account)
  const changed = change(campaign, after, new Set(['offersCount']))
  const expected = "the other organization's campaign as it was"
  run.verify('access.noEffect', changedCampaign, changed === undefined, expected, changed)
  if (isThere) await tidyOffer(run, victim, row.id)
}

async function findByWord(run: Run, intruder: Tenant, secret: string): Promise<void> {
  const found = await searchPage(
    run,
    { organizationId: intruder.organizationId, resource: 'offers', q: secret, limit: 10, page: 1 },
    intruder.account,
  )
  const nothing = found.total === 0 && found.rows.length === 0
  run.verify(
    'access.nothingForeign',
    found.exchange,
    nothing,
    "nothing for a word of another organization's offer",
    `${found.total} found`,
  )
}
