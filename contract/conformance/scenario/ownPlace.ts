import { dayAt } from '../../rules/reportPeriods'
import { Blocked } from '../engine/errors'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Place, World } from '../engine/world'
import type { RuleId } from '../rules'
import { ownOrganization } from './ownOrganization'

/** Where it is another day than in UTC for all of the day, and for the rest of it. */
const zones = ['Pacific/Kiritimati', 'Pacific/Honolulu']

/** A tax at which it shows how it is rounded, in percent. */
export const ownTax = { taxRate: 8.25, pricesIncludeTax: false }

function zoneNow(): string {
  const soon = new Date(Date.now() + 600_000)
  return zones.find((zone) => dayAt(soon, zone) !== soon.toISOString().slice(0, 10)) ?? 'Pacific/Honolulu'
}

/**
 * An organization of the check's own, with a tax, in a zone where it is another day than in UTC. Without the call that makes
 * one it is the account's, as it is.
 */
export async function placeOf(run: Run, world: World): Promise<Place> {
  world.place ??= (await ownPlace(run, world)) ?? (await accountsPlace(run, world))
  return world.place
}

/** What is done where nobody else is at work goes on beside all other work. */
export async function laneOfPlace(run: Run, world: World): Promise<string | undefined> {
  if (!run.isFull) return undefined
  let place: Place | undefined
  await attempt(run, 'shop.figures', async () => {
    place = await placeOf(run, world)
  })
  return place?.isOwn === true ? 'books' : undefined
}

/** Where an organization is. */
export async function zoneOf(run: Run, rule: RuleId, organizationId: string): Promise<string> {
  const settings = await run.succeed(rule, 'organizations.settings', { params: { organizationId } })
  return textOf(recordOf(settings)['timeZone'] ?? 'UTC')
}

async function accountsPlace(run: Run, { first }: World): Promise<Place> {
  return { tenant: first, zone: await zoneOf(run, 'organization.change', first.organizationId), isOwn: false }
}

async function ownPlace(run: Run, { first }: World): Promise<Place | undefined> {
  if (run.options.readOnly || run.lacks('users.createOrganization') || run.lacks('organizations.update'))
    return undefined
  try {
    const organizationId = await ownOrganization(run, 'shop.figures')
    const zone = zoneNow()
    const body = { ...ownTax, timeZone: zone }
    await run.succeed('organization.change', 'organizations.update', { params: { organizationId }, body })
    const tenant = {
      ...first,
      organizationId,
      campaigns: [],
      products: [],
      gateways: [],
      plugins: [],
      workplace: undefined,
    }
    return { tenant, zone, isOwn: true }
  } catch (error) {
    if (error instanceof Blocked) return undefined
    throw error
  }
}
