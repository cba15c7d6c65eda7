import { sql } from 'drizzle-orm'
import { Client, type PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/database'
import { hasKey } from '../../../server/db/keys'
import { readRow } from '../../../server/db/rows'
import { campaigns } from '../../../server/db/schema/campaigns'
import { planningOnce } from '../../../server/db/statements'
import { searchRows } from '../../../server/db/search'
import type { Transaction } from '../../../server/db/transactions'
import { scratchDatabases } from '../postgres'
import { createShop, type Shop } from './fixtures'

const engines = await scratchDatabases()

test('AP-02 what a connection has planned is planned anew after five seconds, and each time after four times as long', async () => {
  let [seconds, discarded] = [0, 0]
  const on = planningOnce(() => seconds * 1_000)
  const query = (asked: unknown) => {
    if (asked === 'discard plans') discarded += 1
    return Promise.resolve({ rows: [] })
  }
  const client = on({ query } as unknown as PoolClient)
  const counts: number[] = []
  for (const moment of [0, 4.9, 5, 24.9, 25, 104, 105, 106]) {
    seconds = moment
    await client.query({ text: 'select 1' })
    counts.push(discarded)
  }
  expect(counts).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
})

describe.each(engines)('statements that come again on $kind', (engine) => {
  let database: Database
  let shop: Shop

  beforeAll(async () => {
    database = await openDatabase(engine)
    shop = await createShop(database, 'Harbour')
  })
  afterAll(async () => {
    await database.close()
    await engine.stop()
  })

  const inShop = <T>(work: (tx: Transaction) => Promise<T>) => database.tenant(shop.orgId, work)
  const again = async (work: (tx: Transaction) => Promise<unknown>) => {
    for (let times = 0; times < 10; times += 1) await inShop(work)
  }
  /** What the connection keeps that the transaction has, as it was written. */
  const kept = async () => {
    const { rows } = await inShop((tx) =>
      tx.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`),
    )
    return rows.map(({ statement }) => statement)
  }

  test('AP-02 are planned once for each connection, but for lists, which are planned for what they ask', async () => {
    const ofTable = hasKey(campaigns, shop.orgId, shop.campaignId)
    await again((tx) => tx.select({ id: campaigns.id, note: campaigns.internalNote }).from(campaigns).where(ofTable))
    await again((tx) => readRow(tx, 'campaigns', shop.campaignId))
    await again((tx) => searchRows(tx, 'campaigns', { limit: 5, page: 1 }))
    const all = await kept()
    expect(all).toContainEqual(expect.stringMatching(/^select "id", "internal_note" from "campaigns"/))
    expect(all).toContainEqual(expect.stringMatching(/^select \* from "campaign_rows" where .* and id = \$1$/))
    expect(all.filter((statement) => statement.includes('limit'))).toEqual([])
  })

  test.skipIf(engine.kind === 'pglite')('AP-02 are asked anew when an upgrade has changed what they tell', async () => {
    await again((tx) => readRow(tx, 'campaigns', shop.campaignId))
    const upgrading = new Client({ connectionString: engine.databaseUrl })
    await upgrading.connect()
    try {
      const { rows } = await upgrading.query<{ written: string }>("select pg_get_viewdef('campaign_rows') as written")
      const written = rows[0]?.written.replace(/;$/, '')
      await upgrading.query(
        `create or replace view campaign_rows with (security_invoker = true) as select was.*, 7 as further from (${written}) as was`,
      )
    } finally {
      await upgrading.end()
    }
    expect(await inShop((tx) => readRow(tx, 'campaigns', shop.campaignId))).toMatchObject({ further: 7 })
  })
})
