import type { AddressInfo } from 'node:net'
import { and, eq, sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { buildApp } from '../../server/app'
import { openSession } from '../../server/auth/sessions'
import { readConfig } from '../../server/config'
import { type Database, openDatabase } from '../../server/db/database'
import { offers } from '../../server/db/schema/offers'
import { memberships } from '../../server/db/schema/organizations'
import { users } from '../../server/db/schema/users'
import { searchRows } from '../../server/db/search'
import { createShop, type Shop } from '../server/db/fixtures'
import { scratchDatabases } from '../server/postgres'

/** Where the two servers listen, and what they hold. */
export interface Prepared {
  api: string
  bare: string
  token: string
  organizationId: string
  campaignId: string
  offerId: string
}

/** Spread over 400 campaigns. */
const count = 100_000
/** Few enough for the statement timeout. */
const atOnce = 10_000

async function fill(database: Database): Promise<Shop & { token: string; offerId: string }> {
  const shop = await createShop(database, 'Bench')
  const { orgId, productId, gatewayInstanceId } = shop
  await database.tenant(orgId, async (tx) => {
    await tx.execute(sql`
      insert into campaigns (org_id, id, name, created_at, updated_at)
      select ${orgId}::uuid, gen_random_uuid(), 'Campaign ' || number, now(), now() from generate_series(1, 399) as number`)
  })
  for (let from = 0; from < count; from += atOnce) {
    await database.tenant(orgId, async (tx) => {
      await tx.execute(sql`
        insert into offers (org_id, id, campaign_id, product_id, gateway_instance_id, display_name, base_price_cents,
          quantity, created_at, updated_at)
        select ${orgId}::uuid, gen_random_uuid(), campaign.id, ${productId}::uuid, ${gatewayInstanceId}::uuid,
          'Offer ' || number, 1000 + number % 900, 50, now() - number * interval '1 minute', now()
        from generate_series(${from}::int, ${from + atOnce - 1}::int) as number
        join (select id, row_number() over (order by id) - 1 as position from campaigns) as campaign
          on campaign.position = number % 400`)
    })
  }
  await database.analyze()
  const [first] = await database.tenant(orgId, (tx) => tx.select({ id: offers.id }).from(offers).limit(1))
  const token = await database.system(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ email: 'bench@offerdesk.example', name: 'Bench', passwordHash: '-' })
      .returning({ id: users.id })
    if (!user) throw new Error('the user was not answered')
    await tx.insert(memberships).values({ orgId, userId: user.id })
    return openSession(tx, user.id)
  })
  return { ...shop, token, offerId: first?.id ?? '' }
}

/** What the same statements cost without contract, session and rules. */
function bareRoutes(database: Database, { orgId }: Shop): FastifyInstance {
  const app = Fastify()
  app.post<{ Body: { q?: string; filters: Record<string, string> } }>('/search', async ({ body }) =>
    database.tenant(orgId, (tx) => searchRows(tx, 'offers', { ...body, limit: 10, page: 1 })),
  )
  app.put<{ Params: { id: string }; Body: { basePrice: number } }>('/offers/:id', async ({ params, body }) =>
    database.tenant(orgId, (tx) =>
      tx
        .update(offers)
        .set({ basePriceCents: Math.round(body.basePrice * 100) })
        .where(and(eq(offers.orgId, orgId), eq(offers.id, params.id)))
        .returning(),
    ),
  )
  return app
}

const scratches = await scratchDatabases()
const scratch = scratches.find(({ kind }) => kind === process.argv[2])
if (scratch) {
  const database = await openDatabase(scratch)
  const shop = await fill(database)
  const api = await buildApp({
    database,
    config: readConfig({ NODE_ENV: 'production' }),
    version: 'bench',
    appRoot: '/nowhere',
  })
  const bare = bareRoutes(database, shop)
  for (const app of [api, bare]) await app.listen({ port: 0, host: '127.0.0.1' })
  const urlOf = (app: FastifyInstance) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const { orgId: organizationId, campaignId, offerId, token } = shop
  process.send?.({ api: urlOf(api), bare: urlOf(bare), token, organizationId, campaignId, offerId } satisfies Prepared)
  await new Promise((resolve) => process.once('message', resolve))
  await Promise.all([api.close(), bare.close()])
  await database.close()
}
await Promise.all(scratches.map((place) => place.stop()))
process.exit(0)
