import { Client } from 'pg'
import { type Database, openDatabase } from '../../server/db/database'
import { quickSearch } from '../../server/db/quickSearch'
import { createShop } from '../server/db/fixtures'
import { scratchPostgres } from '../server/postgres'
import { print, progress } from './figures'
import { fill } from './serverOrders'

const runs = 30
const sizes = [100_000, 1_000_000]

/** A parcel of each order. */
const parcelsFrom = `insert into fulfilments (org_id, id, order_id, order_number, customer_name, ordered_at, carrier, tracking_number, status, created_at, updated_at)
  select org_id, gen_random_uuid(), id, number, trim(customer_first_name || ' ' || customer_last_name), created_at, 'UPS',
    '1Z999AA1' || lpad(number::text, 10, '0'), 'shipped', created_at, now()
  from orders where org_id = $1::uuid and number > $2 and number <= $3`

async function timesOf(database: Database, orgId: string, q: string) {
  const times: number[] = []
  let rows = 0
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    const found = await database.tenant(orgId, (tx) => quickSearch(tx, q))
    times.push(performance.now() - start)
    rows = Object.values(found).flat().length
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[runs / 2] ?? 0, longest: sorted.at(-1) ?? 0, rows }
}

/** What a few letters find among a million orders with their parcels, as the palette asks for it. */
export async function measureFinds() {
  const scratch = await scratchPostgres()
  if (!scratch?.databaseUrl) return print('finds: there is no PostgreSQL')
  const database = await openDatabase(scratch)
  const shop = await createShop(database, 'Bench')
  const client = new Client({ connectionString: scratch.databaseUrl, statement_timeout: 0 })
  await client.connect()
  let filled = 0
  const most = Number(process.env['BENCH_ORDERS'] ?? sizes.at(-1))
  for (const size of sizes.filter((each) => each <= most)) {
    progress(`filling PostgreSQL with ${size.toLocaleString('en')} orders and their parcels`)
    await fill(client, shop, filled, size)
    for (const table of ['orders', 'fulfilments'])
      await client.query(`alter table ${table} no force row level security`)
    await client.query('alter table fulfilments disable trigger user')
    await client.query(parcelsFrom, [shop.orgId, filled, size])
    await client.query('alter table fulfilments enable trigger user')
    for (const table of ['orders', 'fulfilments']) await client.query(`alter table ${table} force row level security`)
    await client.query('vacuum analyze fulfilments')
    filled = size
    print(`\nPostgreSQL, ${size.toLocaleString('en')} orders, ${runs} times each, one after the other`)
    for (const q of [
      `${size - 7}`,
      '1Z999AA10000000',
      `1Z999AA1${`${size - 7}`.padStart(10, '0')}`,
      'c77@customers',
      'customers.example',
      'lovelace',
      'ada lovelace 77',
      'lovelace 9971',
      '+1 (555) 077',
      '555 077 12345',
      'ad',
      'a',
      'campaign 7',
      'nobody at all',
      '%%%',
    ]) {
      const { median, longest, rows } = await timesOf(database, shop.orgId, q)
      print(
        `  ${q.padEnd(22)} p50 ${median.toFixed(1).padStart(6)} ms  longest ${longest.toFixed(1).padStart(6)} ms  ${rows} found`,
      )
    }
  }
  await client.end()
  await database.close()
  await scratch.stop()
}
