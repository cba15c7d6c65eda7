import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { checkImportedOrders } from './importedOrders'
import { checkImportedTracking } from './importedTracking'
import { placeOf } from './ownPlace'
import { shopOf } from './sellingBasics'

/** What spreadsheets tell of orders: that they were placed elsewhere, and by what number their parcels are tracked. */
export async function checkImportedSales(run: Run, world: World): Promise<void> {
  if (!run.isFull || run.lacks('sheetImports.create')) return
  await attempt(run, 'sheetImports.orders', async () => {
    const place = await placeOf(run, world)
    // Elsewhere somebody may have such a customer.
    if (!place.isOwn) return
    const shop = await shopOf(run, world, place.tenant)
    await checkImportedOrders(run, place, shop, world.marker)
    await attempt(run, 'sheetImports.tracking', () => checkImportedTracking(run, shop, world.marker))
  })
}
