import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../../server/db/database'
import { sqlFailure } from '../../../server/db/errors'
import { campaigns } from '../../../server/db/schema/campaigns'
import { offers } from '../../../server/db/schema/offers'
import { organizations } from '../../../server/db/schema/organizations'
import { gatewayInstances } from '../../../server/db/schema/gateways'
import { products } from '../../../server/db/schema/products'

/** An organization with what an offer needs. */
export interface Shop {
  orgId: string
  campaignId: string
  productId: string
  gatewayInstanceId: string
}

export async function createShop(database: Database, name: string): Promise<Shop> {
  const shop = { orgId: uuidv7(), campaignId: uuidv7(), productId: uuidv7(), gatewayInstanceId: uuidv7() }
  const { orgId } = shop
  await database.system((tx) => tx.insert(organizations).values({ id: orgId, name }))
  await database.tenant(orgId, async (tx) => {
    await tx.insert(campaigns).values({ orgId, id: shop.campaignId, name: `${name} campaign` })
    await tx
      .insert(products)
      .values({ orgId, id: shop.productId, name: `${name} product`, sku: 'A-1', priceCents: 100 })
    await tx.insert(gatewayInstances).values({ orgId, id: shop.gatewayInstanceId, displayName: `${name} gateway` })
  })
  return shop
}

export const offerOf = (shop: Shop, displayName: string, basePriceCents = 1000) => ({
  ...shop,
  id: uuidv7(),
  displayName,
  basePriceCents,
  quantity: 5,
})

export async function addOffers(database: Database, shop: Shop, names: readonly string[]): Promise<string[]> {
  const rows = names.map((name, index) => ({
    ...offerOf(shop, name, 100 * (index + 1)),
    createdAt: new Date(1000 * index),
  }))
  await database.tenant(shop.orgId, (tx) => tx.insert(offers).values(rows))
  return rows.map(({ id }) => id)
}

/** What a database says of itself, in an order of its own. */
export async function rowsOf(database: Database, query: string): Promise<Record<string, unknown>[]> {
  return (await database.system((tx) => tx.execute(sql.raw(query)))).rows
}

/** The code of the failure of a statement. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => sqlFailure(error)?.code,
  )
