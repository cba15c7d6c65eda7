import type { SearchResource } from '../../search'
import { callNamed, isReading } from '../engine/calls'
import { change, disagreement } from '../engine/compare'
import { type Ask, type Exchange, saidBy } from '../engine/exchange'
import { recordOf, type Row, rowsOf, searchPage, totalOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, needsSecond } from '../engine/steps'
import { neverGiven, textOf } from '../engine/text'
import { type Tenant, tenantIn, workplaceOf, type World } from '../engine/world'
import { readCampaign } from './campaigns'
import { createForeign, hiddenInBody, secretOf } from './foreignCreates'
import { deleteOffer, findOffer, keepIfOurs, makeOffer, offerBody } from './offerBasics'

const resources: SearchResource[] = [
  'offers',
  'products',
  'campaigns',
  'customers',
  'orders',
  'fulfillments',
  'transactions',
]
/** What does not exist for somebody may also be said to be forbidden. */
const hidden = [401, 403, 404]

/** What belongs to one account is asked for by the other, both ways. */
export async function checkTenants(run: Run, world: World): Promise<void> {
  const { first, second } = world
  await attempt(run, 'access.scope', () => checkScope(run, world))
  if (second === undefined) {
    for (const rule of [
      'access.foreignPath',
      'access.foreignBody',
      'access.foreignQuery',
      'access.foreignFilter',
      'access.nothingForeign',
      'access.organizations',
    ] as const) {
      run.recorder.skip(
        rule,
        run.second === undefined ? needsSecond : 'the second account has nothing of its own to look for',
      )
    }
    return
  }
  await intrude(run, world, first, second)
  await intrude(run, world, second, first)
}

/** One account of an organization must not find what another of its own organizations has. */
async function checkScope(run: Run, world: World): Promise<void> {
  const { first } = world
  const other = first.organizations.find(({ id }) => id !== first.organizationId)
  if (other === undefined) {
    run.recorder.skip('access.scope', 'the account has one organization only')
    return
  }
  if (run.isFull) await checkInstances(run, first, other.id)
  await attempt(run, 'access.ownOrganizations', () => checkOther(run, world, other.id))
  // A customer or a product may be of two organizations where the specification alone is followed.
  for (const resource of run.isFull ? resources : (['campaigns', 'offers'] as const)) {
    const here = await walk(run, { organizationId: first.organizationId, resource })
    const there = await walk(run, { organizationId: other.id, resource })
    const ids = new Set(here.rows.map(({ id }) => id))
    const both = there.rows.find(({ id }) => ids.has(id))
    run.verify(
      'access.scope',
      there.exchange,
      both === undefined,
      `other ${resource} in the other organization`,
      both?.id,
    )
    const [foreign] = there.rows
    if (resource !== 'campaigns' || foreign === undefined) continue
    await findNothing(run, first, { campaignId: foreign.id })
    if (run.options.readOnly || !run.isFull) continue
    const body = offerBody(first, 'not wanted')
    await run.refuse(
      'access.foreignPath',
      'offers.create',
      { params: { campaignId: foreign.id }, body, isValid: true },
      hiddenInBody,
    )
  }
}

/** Who is a member of two organizations works in the second as in the first; the specification says so of reading. */
async function checkOther(run: Run, world: World, organizationId: string): Promise<void> {
  const rule = 'access.ownOrganizations'
  const other = await tenantIn(run, world.first, organizationId)
  const [campaign] = other.campaigns
  if (campaign === undefined) {
    run.recorder.skip(rule, 'the other organization of the account has no campaign')
    return
  }
  const params = { campaignId: campaign.id }
  const read = await run.succeed(rule, 'campaigns.get', { params })
  const differs = disagreement(campaign, recordOf(read))
  run.verify(rule, read, differs === undefined, 'the campaign as its list shows it', differs)
  await run.succeed(rule, 'autoresponders.listEmail', { params })
  if (!run.isFull || run.options.readOnly || other.products.length === 0) return
  const { row } = await makeOffer(run, world, other, `${world.marker} other organization`, {}, rule)
  const changed = await run.succeed(rule, 'offers.update', { params: { offerId: row.id }, body: { quantity: 8 } })
  const now = await findOffer(run, other, row.id)
  run.verify(rule, changed, now?.['quantity'] === 8, 'the changed offer in its list', textOf(now?.['quantity']))
  await deleteOffer(run, world, other, row.id, rule)
  // All of it is of that organization, but the one it is said to be for.
  const body = { ...offerBody(other, `${world.marker} not wanted`), organizationId: world.first.organizationId }
  const made = await run.refuse('access.scope', 'offers.create', { params, body, isValid: true }, hiddenInBody)
  if (made.status >= 400) return
  keepIfOurs(world, other, await findOffer(run, other, recordOf(made).id), body.displayName)
}

/** Gateways and plugins of two organizations of one person. */
async function checkInstances(run: Run, { organizationId }: Tenant, otherId: string): Promise<void> {
  for (const name of ['gateways.listInstances', 'plugins.listInstalled']) {
    const here = await run.succeed('access.scope', name, { query: { organizationId } })
    const there = await run.succeed('access.scope', name, { query: { organizationId: otherId } })
    const ids = new Set(instanceIds(here))
    const both = instanceIds(there).find((id) => ids.has(id))
    run.verify('access.scope', there, both === undefined, 'others in the other organization', both)
  }
}

/** Ids of gateways, or of plugins, which are listed with their instance within. */
function instanceIds({ json }: Exchange): string[] {
  const { data } = (json ?? {}) as { data?: unknown }
  const entries = Array.isArray(data) ? (data as { id?: unknown; instance?: { id?: unknown } }[]) : []
  return entries.flatMap(({ id, instance }) => [instance?.id ?? id]).filter((id) => typeof id === 'string')
}

/** A filter by what is not the organization's own is refused or finds nothing. */
async function findNothing(run: Run, tenant: Tenant, filters: Record<string, string>): Promise<void> {
  const body = { organizationId: tenant.organizationId, resource: 'offers', filters, limit: 10, page: 1 }
  const exchange = await run.ask('search.search', { as: tenant.account, body })
  const isRefused = [400, ...hidden, 422].includes(exchange.status)
  const isEmpty = exchange.status === 200 && rowsOf(exchange).length === 0 && totalOf(exchange) === 0
  run.verify('access.foreignFilter', exchange, isRefused || isEmpty, 'nothing found')
}

/** `intruder` asks for what is the victim's. */
async function intrude(run: Run, world: World, intruder: Tenant, victim: Tenant): Promise<void> {
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
  for (const resource of resources) {
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
 * nothing has.
 */
async function refuseForeign(run: Run, intruder: Tenant, victim: Tenant, name: string, ask: Ask): Promise<void> {
  const as = intruder.account
  // Whoever keeps answers has the owner's now.
  if (isReading(callNamed(name))) await run.ask(name, { ...ask, as: victim.account })
  const foreign = await run.refuse('access.foreignPath', name, { ...ask, as }, hidden)
  if (!hidden.includes(foreign.status)) return
  const ids = Object.values(ask.params ?? {})
  const params = Object.fromEntries(Object.entries(ask.params ?? {}).map(([key, id]) => [key, neverGiven(id)]))
  const unknown = await run.ask(name, { ...ask, as, params })
  const named = namesOf(victim).find((text) => foreign.text.includes(text) && !unknown.text.includes(text))
  run.verify('access.nothingForeign', foreign, named === undefined, "nothing of another organization's")
  // An id that nothing has may also be refused by its form.
  if (!run.isFull || unknown.status === 400 || unknown.status === 422) return
  const [one, other] = [saidBy(unknown, without(ids.map(neverGiven))), saidBy(foreign, without(ids))]
  run.verify('access.existence', foreign, one === other, `what an unknown id is answered: ${one}`, other)
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
  const as = intruder.account
  const secret = secretOf(world, victim)
  const { row } = await makeOffer(run, world, victim, `${secret} planted`)
  run.markers.push({ owner: victim.account.name, text: secret })
  const params = { offerId: row.id }
  const isValid = true
  await refuseForeign(run, intruder, victim, 'offers.update', { params, body: { basePrice: 1.11 }, isValid })
  await refuseForeign(run, intruder, victim, 'offers.delete', { params, isValid })
  const now = await findOffer(run, victim, row.id)
  const moved = now === undefined ? 'it is gone' : change(row, now)
  const { exchange: seen } = await searchPage(
    run,
    { organizationId: intruder.organizationId, resource: 'offers', limit: 100 },
    as,
  )
  run.verify('access.noEffect', seen, moved === undefined, "the other organization's offer as it was", moved)
  if (now === undefined) world.made.offers.delete(row.id)
  await findByWord(run, intruder, secret)

  const campaignId = workplaceOf(victim).id
  const campaign = await readCampaign(run, campaignId, victim.account)
  const body = { name: `${world.marker} taken over` }
  world.made.campaigns.set(campaignId, { account: victim.account, fields: { name: campaign['name'] } })
  await refuseForeign(run, intruder, victim, 'campaigns.update', { params: { campaignId }, body, isValid })
  const after = await readCampaign(run, campaignId, victim.account)
  const changed = change(campaign, after, new Set(['offersCount']))
  if (
    run.verify('access.noEffect', seen, changed === undefined, "the other organization's campaign as it was", changed)
  ) {
    world.made.campaigns.delete(campaignId)
  }
  if (now !== undefined) await deleteOffer(run, world, victim, row.id)
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
