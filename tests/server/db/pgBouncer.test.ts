import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/database'
import { offers } from '../../../server/db/schema/offers'
import { demo, rival, knownOf, type Started, startOn } from '../http/start'
import { hasPgBouncer, startPgBouncer } from '../pgBouncer'
import { scratchPostgres } from '../postgres'
import { openShop } from '../shop'

const scratch = hasPgBouncer ? await scratchPostgres('demo') : undefined
if (!scratch) console.log('PgBouncer or PostgreSQL is not installed: what goes through PgBouncer is not tested.')

describe.skipIf(scratch === undefined)('through PgBouncer in transaction mode', () => {
  const directUrl = scratch?.directUrl ?? scratch?.databaseUrl ?? ''
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
  let database: Database
  let server: Started

  beforeAll(async () => {
    bouncer = await startPgBouncer(directUrl)
    database = await openDatabase({ dataDir: '', databaseUrl: bouncer.url, directUrl })
    server = await startOn(database)
  })
  afterAll(async () => {
    await server.stop()
    await database.close()
    await bouncer.stop()
    await scratch?.stop()
  })

  test('AP-02 without the address of PostgreSQL itself the start is refused in one line', async () => {
    await expect(openDatabase({ dataDir: '', databaseUrl: bouncer.url })).rejects.toThrow(
      /^PgBouncer answers at 127\.0\.0\.1:\d+: set DATABASE_DIRECT_URL to the address of PostgreSQL itself beside DATABASE_URL$/,
    )
  })

  test('AP-02 each transaction has its limits, and leaves nothing to whoever has the connection next', async () => {
    const settings = sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('role') as role`
    const { rows } = await database.system((tx) => tx.execute(settings))
    expect(rows).toEqual([{ lock: '9s', statement: '10s', idle: '20s', role: 'app_system' }])
  })

  test('PM-01 hundreds of transactions at once see their own organization alone', async () => {
    const ours = await knownOf(server, await server.login(demo))
    const theirs = await knownOf(server, await server.login(rival))
    const seen = await Promise.all(
      Array.from({ length: 150 }, (_, index) => {
        const { orgId } = index % 2 === 0 ? ours : theirs
        return database.tenant(orgId, async (tx) => {
          const found = await tx.selectDistinct({ orgId: offers.orgId }).from(offers)
          return found.every((one) => one.orgId === orgId) && found.length === 1
        })
      }),
    )
    expect(seen.filter((isOwn) => !isOwn)).toEqual([])
  })

  test('OR-03 PY-01 LV-01 orders are placed and paid at once, and what changes is heard', async () => {
    const shop = await openShop(server, demo)
    const { token } = shop
    const offerId = await shop.addOffer(await shop.addProduct(100))
    let heard = 0
    const stop = database.listen((notice) => void (heard += notice?.channel === 'offerdesk_changes' ? 1 : 0))
    const sell = async () => {
      const placed = await server.call('POST', '/orders', { token, body: shop.placement([{ offerId }]) })
      const { id } = (placed.body as { data: { id: string } }).data
      const made = await server.call('POST', `/orders/${id}/payment-links`, { token, body: { mail: false } })
      const [, pay] = (made.body as { data: { linkUrl: string } }).data.linkUrl.split('/pay/')
      const card = { cardNumber: '4242424242424242', expiry: '12/40', securityCode: '123' }
      return server.call('POST', `/payments/${pay}/attempts`, { body: { attemptId: uuidv7(), card } })
    }
    const paid = await Promise.all(Array.from({ length: 20 }, sell))
    expect(
      paid.map(({ body }) => (body as { data: { order: { paymentStatus: string } } }).data.order.paymentStatus),
    ).toEqual(Array.from({ length: 20 }, () => 'paid'))
    expect(await shop.leftOf(offerId)).toBe(980)
    await expect.poll(() => heard).toBeGreaterThan(0)
    stop()
  })
})
