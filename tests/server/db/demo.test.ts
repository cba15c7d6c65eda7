import { verify } from '@node-rs/argon2'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../server/db/database'
import { demoPassword, demoPaymentTokens, seedDemo } from '../../../server/db/demo'
import { campaigns } from '../../../server/db/schema/campaigns'
import { offers } from '../../../server/db/schema/offers'
import { memberships, organizations } from '../../../server/db/schema/organizations'
import { users } from '../../../server/db/schema/users'
import { orderItems, orders } from '../../../server/db/schema/orders'
import { paymentLinks } from '../../../server/db/schema/paymentLinks'
import { calls } from '../../../server/db/schema/calls'
import { tokenHash } from '../../../server/db/tokens'
import { someDatabases } from '../postgres'

const engines = await someDatabases()
const now = new Date('2026-11-20T12:00:00Z')

describe.each(engines)('demo data on $kind', (engine) => {
  let database: Database
  let northwind: string

  beforeAll(async () => {
    database = await openDatabase(engine)
    const first = seedDemo(database, now)
    // Two nodes may begin at once where there is a server; an embedded database has one process, which begins once.
    if (engine.kind === 'pglite') await first
    const seeded = await Promise.all([first, seedDemo(database, now)])
    expect(seeded.toSorted()).toEqual([false, true])
    const known = await database.system((tx) => tx.select().from(organizations))
    expect(known.map(({ name }) => name).toSorted()).toEqual(['Harbor Goods', 'Northwind Supply', 'Rival Traders'])
    northwind = known.find(({ name }) => name === 'Northwind Supply')?.id ?? ''
  })
  afterAll(async () => {
    await database.close()
    await engine.stop()
  })

  test('it is there once', async () => {
    expect(await seedDemo(database, now)).toBe(false)
  })

  test('the demo logins belong to the organizations they are said to', async () => {
    const logins = await database.system((tx) =>
      tx
        .select({ email: users.email, hash: users.passwordHash, organization: organizations.name })
        .from(users)
        .innerJoin(memberships, sql`${memberships.userId} = ${users.id}`)
        .innerJoin(organizations, sql`${organizations.id} = ${memberships.orgId}`)
        .where(sql`${users.email} in ('demo@offerdesk.example', 'rival@offerdesk.example')`)
        .orderBy(users.email, organizations.name),
    )
    expect(logins.map(({ email, organization }) => [email, organization])).toEqual([
      ['demo@offerdesk.example', 'Harbor Goods'],
      ['demo@offerdesk.example', 'Northwind Supply'],
      ['rival@offerdesk.example', 'Rival Traders'],
    ])
    expect(await verify(logins[0]?.hash ?? '', demoPassword)).toBe(true)
    // A password that everybody knows is hashed once and at the least cost, which a busy machine does at once, too.
    expect(new Set(logins.map(({ hash }) => hash)).size).toBe(1)
    expect(logins[0]?.hash).toContain('$m=1024,t=1,p=1$')
  })

  test('campaigns with no, few and 250 offers; orders in every state; a call of each, and one going on', async () => {
    const { counts, states, ongoing, sold, placed } = await database.tenant(northwind, async (tx) => ({
      counts: await tx
        .select({ count: sql<number>`count(${offers.id})::int` })
        .from(campaigns)
        .leftJoin(offers, sql`${offers.campaignId} = ${campaigns.id}`)
        .groupBy(campaigns.id),
      states: await tx
        .selectDistinct({ payment: orders.paymentStatus, fulfilment: orders.fulfillmentStatus, status: orders.status })
        .from(orders),
      ongoing: await tx.select().from(calls).where(isNull(calls.closedAt)),
      sold: await tx.$count(calls, eq(calls.disposition, 'sold')),
      placed: await tx.$count(orders),
    }))
    expect(counts).toHaveLength(12)
    expect(counts.map(({ count }) => count)).toEqual(expect.arrayContaining([0, 250]))
    expect(new Set(states.map(({ payment }) => payment)).size).toBe(4)
    expect(new Set(states.map(({ fulfilment }) => fulfilment)).size).toBe(4)
    expect(new Set(states.map(({ status }) => status)).size).toBe(3)
    expect(ongoing).toMatchObject([{ endedAt: null }])
    expect(sold).toBe(placed)
  })

  test('RP-02 every order adds up to the cent, and so do its lines', async () => {
    const wrong = await database.tenant(northwind, (tx) =>
      tx
        .select({ id: orders.id })
        .from(orders)
        .where(
          sql`${orders.totalCents} <> ${orders.subtotalCents} + ${orders.shippingCents}
            or array[${orders.subtotalCents}, ${orders.shippingCents}] is distinct from (
              select array[sum(${orderItems.totalCents})::bigint, sum(${orderItems.shippingCents})::bigint]
              from ${orderItems} where ${orderItems.orderId} = ${orders.id})`,
        ),
    )
    expect(wrong).toEqual([])
  })

  test('RT-03 the known payment tokens open an order to pay, an expired and a used link', async () => {
    const linkOf = async (token: string) => {
      const found = await database.system((tx) =>
        tx
          .select()
          .from(paymentLinks)
          .where(sql`${paymentLinks.tokenHash} = ${tokenHash(token)}`),
      )
      return found[0]
    }
    const [open, expired, used] = await Promise.all(
      [demoPaymentTokens.open, demoPaymentTokens.expired, demoPaymentTokens.used].map(linkOf),
    )
    expect(open?.expiresAt.getTime()).toBeGreaterThan(now.getTime())
    expect(open?.usedAt).toBeNull()
    expect(expired?.expiresAt.getTime()).toBeLessThan(now.getTime())
    expect(expired?.usedAt).toBeNull()
    expect(used?.usedAt).not.toBeNull()
  })
})
