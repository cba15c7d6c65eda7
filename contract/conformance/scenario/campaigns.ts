import { change, disagreement } from '../engine/compare'
import { isAlike } from '../engine/declared'
import type { Fields } from '../engine/fields'
import { recordOf, searchPage } from '../engine/listing'
import { updatable } from '../engine/restorable'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { type Tenant, workplaceOf } from '../engine/tenant'
import type { World } from '../engine/world'
import { mayMove } from './campaignBasics'
import { checkUpdates } from './campaignUpdates'

/** Campaigns are read; some are changed and put back. */
export async function checkCampaigns(run: Run, world: World): Promise<void> {
  await attempt(run, 'campaigns.get', () => checkReading(run, world.first))
  await attempt(run, 'campaigns.withMembers', () => checkMembers(run, world.first))
  if (run.options.readOnly) return
  await attempt(run, 'campaigns.update', () => checkUpdates(run, world))
}

const isGiven = (value: unknown) => value !== null && value !== undefined

async function checkReading(run: Run, { organizationId }: Tenant): Promise<void> {
  const { rows } = await searchPage(run, { organizationId, resource: 'campaigns', limit: 5, page: 1 })
  for (const listed of rows) {
    const exchange = await run.succeed('campaigns.get', 'campaigns.get', { params: { campaignId: listed.id } })
    const read = recordOf(exchange)
    const differs = disagreement(listed, read)
    run.verify('campaigns.get', exchange, differs === undefined, 'the campaign as the search shows it', differs)
    const lost = ['type', ...updatable].find((name) => isGiven(listed[name]) && !(name in read))
    run.verify('campaigns.get', exchange, lost === undefined, 'every field that the search shows', `no ${lost}`)
  }
}

async function checkMembers(run: Run, tenant: Tenant): Promise<void> {
  const params = { campaignId: workplaceOf(tenant).id }
  const read = (query?: Record<string, string>) =>
    run.succeed('campaigns.withMembers', 'campaigns.get', { params, ...(query === undefined ? {} : { query }) })
  const [byDefault, wanted, unwanted] = [
    await read(),
    await read({ withMembers: 'true' }),
    await read({ withMembers: 'false' }),
  ]
  const differs = change(recordOf(wanted), recordOf(byDefault))
  run.verify('campaigns.withMembers', byDefault, differs === undefined, 'what withMembers=true answers', differs)
  const members = recordOf(wanted)['members']
  const without = recordOf(unwanted)['members']
  const isWithout = without === undefined || without === null || (Array.isArray(without) && without.length === 0)
  run.verify('campaigns.withMembers', unwanted, isWithout, 'no members', JSON.stringify(without))
  const others = change(recordOf(wanted), recordOf(unwanted), new Set(['members', ...mayMove]))
  run.verify('campaigns.withMembers', unwanted, others === undefined, 'all else the same', others)
  if (!run.isFull) return
  const me = await run.succeed('session.me', 'users.me')
  const { id, name, email } = (me.json as { data?: Fields }).data ?? {}
  const own = Array.isArray(members) ? members.find((member: Fields) => member['email'] === email) : undefined
  const isOwn = own !== undefined && isAlike({ id, name, email }, own)
  run.verify('campaigns.withMembers', wanted, isOwn, 'the members, who asks among them', JSON.stringify(members))
}
