import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { checkCreate } from './offerCreates'
import { checkDelete } from './offerDeletes'
import { checkUpdate } from './offerUpdates'

/** Offers are made, changed and deleted, and each step is proven by what is read afterwards. */
export async function checkOffers(run: Run, world: World): Promise<void> {
  const tenant = world.first
  await attempt(run, 'offers.create', () => checkCreate(run, world, tenant))
  await attempt(run, 'offers.update', () => checkUpdate(run, world, tenant))
  await attempt(run, 'offers.deleteOnly', () => checkDelete(run, world, tenant))
}
