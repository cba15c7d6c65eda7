import { Client } from 'pg'
import type { SearchResource } from '../../contract/search'
import { type Database, openDatabase } from '../../server/db/database'
import type { Search } from '../../server/db/search'
import { searchables } from '../../server/db/searchables'
import { createShop, type Shop } from '../server/db/fixtures'
import { scratchPostgres } from '../server/postgres'
import { print, progress } from './figures'
import { type SearchTimes, searchTimes, timesLine } from './searchTimes'

const runs = 30
const sizes = [100_000, 1_000_000]
/** Customers for each order, campaigns and agents of them all. */
export const customersPerOrder = 0.2
const campaigns = 100
const tables = ['orders', 'customers', 'campaigns'] as const
const counted = ['orders', 'customers'] as const

const orderStatus = "(array['open', 'completed', 'completed', 'completed', 'cancelled', 'expired'])[1 + n % 6]"
const payment = "(array['paid', 'paid', 'unpaid', 'pending', 'partially_refunded', 'refunded', 'overpaid'])[1 + n % 7]"
const fulfilment = "(array['delivered', 'shipped', 'unfulfilled', 'partial'])[1 + n % 4]"
const firstName = "(array['Ada', 'Grace', 'Åsa', 'Linus', 'Noor', 'Kofi', 'Mei'])[1 + n % 7]"
const lastName =
  "(array['Lovelace', 'Hopper', 'O’Neil', 'Berg', 'Haddad', 'Mensah', 'Tan', 'Ruiz'])[1 + n % 8] || ' ' || n % 9973"
const phone = "'+1 (555) ' || lpad((n % 1000)::text, 3, '0') || ' ' || lpad((n::bigint * 7919 % 100000)::text, 5, '0')"
const madeAt = "now() - n * interval '20 seconds'"

/** Each n of the numbers from and to. */
const customersFrom = `insert into customers (org_id, id, first_name, last_name, email, phone, city, country, created_at, updated_at)
  select $1::uuid, md5('customer ' || n)::uuid, ${firstName}, ${lastName}, 'c' || n || '@customers.example', ${phone}, 'Town ' || n % 500,
    (array['US', 'CA', 'SE', 'DE'])[1 + n % 4], ${madeAt}, now() from generate_series($2::int, $3::int - 1) as n`
const ordersFrom = `insert into orders (org_id, id, number, campaign_id, customer_id, agent_name, customer_first_name, customer_last_name,
    customer_email, customer_phone, status, payment_status, fulfillment_status, currency, subtotal_cents, total_cents, paid_cents,
    gateway_instance_id, created_at, updated_at)
  select $1::uuid, gen_random_uuid(), n + 1, md5('campaign ' || n % ${campaigns})::uuid, md5('customer ' || n % $4::int)::uuid,
    'Agent ' || n % 40, ${firstName}, ${lastName}, 'c' || n % $4::int || '@customers.example', ${phone}, ${orderStatus}, ${payment}, ${fulfilment}, 'USD',
    1000 + n::bigint * 7919 % 90000, 1000 + n::bigint * 7919 % 90000, 1000 + n::bigint * 7919 % 90000,
    case when n % 3 = 0 then $5::uuid end, ${madeAt}, ${madeAt} from generate_series($2::int, $3::int - 1) as n`
const figuresOfCustomers = `update customers set orders_count = own.count, total_spent_cents = own.spent, last_order_at = own.last
  from (select customer_id, count(*)::int as count, sum(paid_cents - refunded_cents) as spent, max(created_at) as last
    from orders where org_id = $1::uuid and is_counted(status) group by customer_id) as own
  where org_id = $1::uuid and id = own.customer_id`

/** What texts are searched by, which is built anew in less time than it takes a million rows one by one. */
async function withoutTextIndexes(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    "select indexname as name, indexdef as definition from pg_indexes where tablename = any ($1) and indexdef like '% USING gin %'",
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { definition } of rows) await client.query(definition)
}

/** Fills what is missing, as the owner of the tables, past their triggers: a million sales would take a day. */
export async function fill(client: Client, shop: Shop, from: number, to: number): Promise<void> {
  const { orgId, gatewayInstanceId } = shop
  for (const table of tables) {
    await client.query(`alter table ${table} disable trigger user`)
    await client.query(`alter table ${table} no force row level security`)
  }
  // What keeps the totals works upon whole statements.
  for (const table of counted) await client.query(`alter table ${table} enable trigger keep_list_counts_of_new`)
  await client.query('alter table list_counts no force row level security')
  if (from === 0) {
    await client.query(
      `insert into campaigns (org_id, id, name, created_at, updated_at)
        select $1::uuid, md5('campaign ' || n)::uuid, 'Campaign ' || n, now(), now() from generate_series(0, ${campaigns - 1}) as n`,
      [orgId],
    )
  }
  await withoutTextIndexes(client, async () => {
    await client.query(customersFrom, [orgId, from * customersPerOrder, to * customersPerOrder])
    await client.query(ordersFrom, [orgId, from, to, to * customersPerOrder, gatewayInstanceId])
    await client.query(figuresOfCustomers, [orgId])
  })
  for (const table of tables) {
    await client.query(`alter table ${table} force row level security`)
    await client.query(`alter table ${table} enable trigger user`)
    await client.query(`vacuum analyze ${table}`)
  }
  await client.query('alter table list_counts force row level security')
}

interface Asked {
  about: string
  resource: SearchResource
  search: Partial<Search>
}

const deepPage = 1_000

/** Every sort both ways on the first page and on page 1,000, every filter, and every kind of text. */
function everySearch(resource: SearchResource, filters: Search['filters'][], texts: string[]): Asked[] {
  const sorts = Object.keys(searchables[resource].sorts).flatMap((sortBy) =>
    (['asc', 'desc'] as const).flatMap((sortOrder) =>
      [1, deepPage].map((page) => ({
        about: `by ${sortBy} ${sortOrder}, page ${page.toLocaleString('en')}`,
        resource,
        search: { sortBy, sortOrder, page },
      })),
    ),
  )
  const filtered = filters.map((one) => ({ about: JSON.stringify(one), resource, search: { filters: one } }))
  const found = texts.map((q) => ({ about: `q ${q}`, resource, search: { q } }))
  return [...sorts, ...filtered, ...found]
}

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)

const searchesOf = (campaignId: string, customerId: string, gatewayInstanceId: string): Asked[] => [
  ...everySearch(
    'orders',
    [
      { status: 'completed' },
      { status: 'expired' },
      { paymentStatus: 'paid' },
      { paymentStatus: 'overpaid' },
      { fulfillmentStatus: 'shipped' },
      { status: 'open', paymentStatus: 'unpaid' },
      { campaignId },
      { customerId },
      { gatewayInstanceId },
      { createdFrom: day(1) },
      { createdFrom: day(30), createdTo: day(20) },
      { createdFrom: day(200) },
      { totalMin: 100, totalMax: 110 },
      { totalMin: 100 },
    ],
    ['123456', 'c77@customers', '555 077', 'lovelace', 'lovelace 77', 'nobody at all'],
  ),
  ...everySearch(
    'customers',
    [{ country: 'SE' }],
    ['c77@customers', '555 077', 'lovelace', 'town 77', 'nobody at all'],
  ),
]

async function measureAt(database: Database, shop: Shop, client: Client): Promise<Map<string, SearchTimes>> {
  const { rows } = await client.query<{ campaign: string; customer: string }>(
    "select md5('campaign 7')::uuid as campaign, md5('customer 77')::uuid as customer",
  )
  const times = new Map<string, SearchTimes>()
  const searches = searchesOf(rows[0]?.campaign ?? '', rows[0]?.customer ?? '', shop.gatewayInstanceId)
  for (const { about, resource, search } of searches) {
    const taken = await searchTimes(database, shop.orgId, resource, search, runs)
    times.set(`${resource} ${about}`, taken)
    print(`  ${`${resource} ${about}`.padEnd(58)} ${timesLine(taken)}`)
  }
  return times
}

/** Lists of orders and customers with their exact totals, on PostgreSQL; nothing is measured where there is none. */
export async function measureOrders() {
  const scratch = await scratchPostgres()
  if (!scratch) return print('no PostgreSQL here')
  const database = await openDatabase(scratch)
  const client = new Client({ connectionString: scratch.databaseUrl })
  await client.connect()
  const shop = await createShop(database, 'Bench')
  let filled = 0
  let before: Map<string, SearchTimes> | undefined
  for (const size of sizes) {
    const customers = size * customersPerOrder
    progress(`filling ${size.toLocaleString('en')} orders of ${customers.toLocaleString('en')} customers`)
    await fill(client, shop, filled, size)
    filled = size
    print(`\n${size.toLocaleString('en')} orders, ${customers.toLocaleString('en')} customers, ${runs} times each`)
    const times = await measureAt(database, shop, client)
    const slow = [...times].filter(([, { p99 }]) => p99 > 100)
    print(`  ${times.size - slow.length} of ${times.size} within 100 ms (p99)`)
    for (const [name, { p50 }] of before === undefined ? [] : times) {
      const was = before?.get(name)?.p50 ?? p50
      if (p50 > 10 && p50 > was * 1.5)
        print(`  ${name}: ${(p50 / was).toFixed(1)} times as long as at ${sizes[0]?.toLocaleString('en')}`)
    }
    before = times
  }
  await client.end()
  await database.close()
  await scratch.stop()
}
