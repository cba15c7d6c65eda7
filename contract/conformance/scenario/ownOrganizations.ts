import { coreResources } from '../../search'
import { disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { type Tenant, tenantIn, workplaceOf } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { findNothing, hiddenInBody } from './foreign'
import { findOffer, keepIfOurs, makeOffer, offerBody, tidyOffer } from './offerBasics'

/** One account of an organization must not find what another of its own organizations has. */
export async function checkScope(run: Run, world: World): Promise<void> {
  const { first } = world
  const other = first.organizations.find(({ id }) => id !== first.organizationId)
  if (other === undefined) {
    run.recorder.skip('access.scope', 'the account has one organization only')
    return
  }
  await checkInstances(run, first, other.id)
  await attempt(run, 'access.ownOrganizations', () => checkOther(run, world, other.id))
  // A customer or a product may be of two organizations where the specification alone is followed.
  for (const resource of run.isFull ? coreResources : (['campaigns', 'offers'] as const)) {
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
    if (run.options.readOnly || first.products.length === 0) continue
    const body = offerBody(first, `${world.marker} not wanted`)
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
  if (!run.options.readOnly) await attempt(run, 'access.scope', () => refuseMixed(run, world, other))
  if (!run.isFull || run.options.readOnly || other.products.length === 0) return
  const { row } = await makeOffer(run, other, `${world.marker} other organization`, {}, rule)
  const changed = await run.succeed(rule, 'offers.update', { params: { offerId: row.id }, body: { quantity: 8 } })
  const now = await findOffer(run, other, row.id)
  run.verify(rule, changed, now?.['quantity'] === 8, 'the changed offer in its list', textOf(now?.['quantity']))
  await tidyOffer(run, other, row.id, rule)
  // All of it is of that organization, but the one it is said to be for.
  const body = { ...offerBody(other, `${world.marker} not wanted`), organizationId: world.first.organizationId }
  const made = await run.refuse('access.scope', 'offers.create', { params, body, isValid: true }, hiddenInBody)
  if (made.status >= 400) return
  keepIfOurs(run, other, await findOffer(run, other, recordOf(made).id), body.displayName)
}

/** What belongs to another organization of the same person can't be used in this one. */
async function refuseMixed(run: Run, world: World, other: Tenant): Promise<void> {
  const { first, marker } = world
  const params = { campaignId: workplaceOf(first).id }
  const body = offerBody(first, `${marker} not wanted`)
  const [product] = other.products
  const [gateway] = other.gateways
  const mixed = [
    ...(product === undefined ? [] : [{ ...body, productId: product.id }]),
    ...(gateway === undefined ? [] : [{ ...body, gatewayInstanceId: gateway.id }]),
  ]
  const isValid = true
  for (const one of mixed) {
    await run.refuse('access.scope', 'offers.create', { params, body: one, isValid }, hiddenInBody)
  }
  const [plugin] = other.plugins
  if (plugin === undefined) return
  const mail = {
    subject: `${marker} not wanted`,
    body: '<p>x</p>',
    event: 'order.completed',
    from: 'checker@offerdesk.example',
    pluginInstanceId: plugin.id,
  }
  await run.refuse('access.scope', 'autoresponders.createEmail', { params, body: mail, isValid }, hiddenInBody)
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
