import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '../../server/db/database'
import type { Search } from '../../server/db/search'
import { createShop } from '../server/db/fixtures'
import { scratchDatabases } from '../server/postgres'
import { print, progress } from './figures'
import { searchTimes, timesLine } from './searchTimes'

const runs = 100
/** Few enough for the statement timeout. */
const atOnce = 2_500
const sizes = { pglite: [100_000], postgres: [100_000, 1_000_000] }

async function addProducts(database: Database, orgId: string, from: number, to: number) {
  for (let first = from; first < to; first += atOnce) {
    await database.tenant(orgId, (tx) =>
      tx.execute(sql`
        insert into products (org_id, id, name, sku, category, price_cents, stock, status, created_at, updated_at)
        select ${orgId}::uuid, gen_random_uuid(),
          (array['Tent', 'Lamp', 'Boot', 'Knife', 'Mat'])[1 + n % 5] || ' ' || (array['Ridge', 'Coast', 'Trail'])[1 + n % 3] || ' ' || n,
          'S-' || n, 'Category ' || n % 20, 1000 + n::bigint * 7919 % 90000, n % 500,
          case when n % 14 = 0 then 'archived' else 'active' end, now() - n * interval '1 minute', now()
        from generate_series(${first}::int, ${Math.min(first + atOnce, to) - 1}::int) as n`),
    )
  }
  await database.analyze()
}

/** A page of products with its exact total, as the search call reads it, on every database there is. */
export async function measureSearch() {
  for (const scratch of await scratchDatabases()) {
    const database = await openDatabase(scratch)
    // The shop comes with one product of its own.
    const { orgId } = await createShop(database, 'Bench')
    let filled = 0
    for (const size of sizes[scratch.kind]) {
      progress(`filling ${scratch.kind} with ${size.toLocaleString('en')} products`)
      await addProducts(database, orgId, filled, size)
      filled = size
      print(`\n${scratch.kind}, ${size.toLocaleString('en')} products, ${runs} times each, one after the other`)
      const last = Math.floor(size / 10)
      for (const [about, search] of [
        ['newest page', {}],
        ['by price, first page', { sortBy: 'price' }],
        ['by price, last page', { sortBy: 'price', page: last }],
        ['by name, first page', { sortBy: 'name' }],
        ['by name, last page', { sortBy: 'name', page: last }],
        ['of a category', { filters: { category: 'Category 7' } }],
        ['archived', { filters: { status: 'archived' } }],
        ['q that finds many', { q: 'tent' }],
        ['q that finds few', { q: `${size - 7}` }],
        ['q that finds nothing', { q: 'no such product' }],
      ] satisfies [string, Partial<Search>][]) {
        const times = await searchTimes(database, orgId, 'products', search, runs)
        print(`  ${about.padEnd(22)} ${timesLine(times)}`)
      }
    }
    await database.close()
    await scratch.stop()
  }
}
