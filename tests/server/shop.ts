import { and, eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../server/db/database'
import { campaigns } from '../../server/db/schema/campaigns'
import { customers } from '../../server/db/schema/customers'
import { offers } from '../../server/db/schema/offers'
import { orders } from '../../server/db/schema/orders'
import { products } from '../../server/db/schema/products'
import { recordEvents } from '../../server/db/schema/recordEvents'
import { stockMovements } from '../../server/db/schema/stockMovements'
import { hasKey } from '../../server/db/keys'
import { type Known, knownOf, type Started } from './http/start'

/** What a test sells: a campaign, a customer, and offers of products, all of its own. */
export interface TestShop extends Known {
  token: string
  campaignId: string
  customerId: string
  /** The body of a placement. */
  placement: (lines: { offerId: string; quantity?: number; unitPrice?: number }[], more?: object) => TestPlacement
  addProduct: (stock: number) => Promise<string>
  addOffer: (productId: string, fields?: Partial<typeof offers.$inferInsert>) => Promise<string>
  /** How many units an offer has left. */
  leftOf: (offerId: string) => Promise<number>
  /** The stock of a product, and the sum of its movements. */
  stockOf: (productId: string) => Promise<{ stock: number; moved: number }>
}
interface TestPlacement {
  draftId: string
  lines: { offerId: string; quantity: number; unitPrice: number }[]
  [field: string]: unknown
}

export const home = { address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }

let made = 0

/** A shop within the organization of a person's who can sign in. */
export async function openShop(server: Started, email: string): Promise<TestShop> {
  const { database } = server
  const token = await server.login(email)
  const known = await knownOf(server, token)
  const { orgId } = known
  const campaignId = uuidv7()
  const customerId = uuidv7()
  await database.tenant(orgId, async (tx) => {
    await tx.insert(campaigns).values({ orgId, id: campaignId, name: `Test ${(made += 1)}` })
    const name = { firstName: 'Ada', lastName: 'Moss', email: 'ada@moss.example', phone: '+1 (555) 014-7788' }
    await tx.insert(customers).values({ orgId, id: customerId, ...name, ...home })
  })
  return {
    ...known,
    token,
    campaignId,
    customerId,
    placement: (lines, more = {}) => ({
      organizationId: orgId,
      draftId: uuidv7(),
      campaignId,
      customerId,
      lines: lines.map(({ offerId, quantity = 1, unitPrice = 20 }) => ({ offerId, quantity, unitPrice })),
      address: home,
      ...more,
    }),
    addProduct: async (stock) => {
      const id = uuidv7()
      const product = { name: 'Garden Hose', sku: `HOSE-${(made += 1)}-${id}`, priceCents: 2_000, stock }
      await database.tenant(orgId, (tx) => tx.insert(products).values({ orgId, id, ...product }))
      return id
    },
    addOffer: async (productId, fields = {}) => {
      const id = uuidv7()
      const offer = { displayName: 'Hose', basePriceCents: 2_000, quantity: 1_000 }
      await database.tenant(orgId, (tx) =>
        tx.insert(offers).values({ orgId, id, campaignId, productId, ...offer, ...fields }),
      )
      return id
    },
    leftOf: async (offerId) => {
      const rows = await database.tenant(orgId, (tx) =>
        tx
          .select({ quantity: offers.quantity })
          .from(offers)
          .where(hasKey(offers, orgId, offerId)),
      )
      return rows[0]?.quantity ?? Number.NaN
    },
    stockOf: (productId) => stockOf(database, orgId, productId),
  }
}

async function stockOf(database: Database, orgId: string, productId: string) {
  const rows = await database.tenant(orgId, (tx) =>
    tx
      .select({
        stock: products.stock,
        moved: sql<number>`(select coalesce(sum(quantity), 0)::int from ${stockMovements} where product_id = ${productId})`,
      })
      .from(products)
      .where(hasKey(products, orgId, productId)),
  )
  return rows[0] ?? { stock: Number.NaN, moved: Number.NaN }
}

/** The numbers of all orders of an organization, in order. */
export const numbersOf = async (database: Database, orgId: string): Promise<number[]> =>
  (
    await database.tenant(orgId, (tx) =>
      tx.select({ number: orders.number }).from(orders).where(eq(orders.orgId, orgId)).orderBy(orders.number),
    )
  ).map(({ number }) => number)

/** What happened to an order, as its life knows it: without what is a line of the timeline only. */
export const lifeOf = (database: Database, orgId: string, recordId: string, resource?: string) =>
  database.tenant(orgId, async (tx) => {
    const rows = await tx
      .select()
      .from(recordEvents)
      .where(
        and(
          eq(recordEvents.recordId, recordId),
          resource === undefined ? undefined : eq(recordEvents.resource, resource),
        ),
      )
      .orderBy(recordEvents.createdAt, recordEvents.id)
    return rows.filter(({ to }) => to !== null).map(({ kind, facts }) => ({ type: kind, ...facts }))
  })
