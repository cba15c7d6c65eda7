import { Client } from 'pg'
import type { Found } from '../../contract/extensions/search'
import { print, progress } from './figures'
import { timesOf } from './searchTimes'
import { servedShop } from './servedShop'
import { customersPerOrder, fill } from './serverOrders'

const runs = 100
const size = Number(process.env['BENCH_ORDERS'] ?? 1_000_000)

/** A parcel of each order. */
const parcelsFrom = `insert into fulfilments (org_id, id, order_id, order_number, customer_name, ordered_at, carrier, tracking_number, status, created_at, updated_at)
  select org_id, gen_random_uuid(), id, number, trim(customer_first_name || ' ' || customer_last_name), created_at, 'UPS',
    '1Z999AA1' || lpad(number::text, 10, '0'), 'shipped', created_at, now()
  from orders where org_id = $1::uuid`

interface Customer {
  name: string
  email: string
  phone: string
}

/** What people type for one order, its parcel and its customer, and what is harder to find. */
function typed(number: number, { name, email, phone }: Customer): [about: string, q: string][] {
  const digits = phone.replaceAll(/\D/g, '')
  const [area, rest] = [digits.slice(1, 4), digits.slice(4)]
  return [
    ['order by number', `${number}`],
    ['order by name and number', `Order #${number}`],
    ['parcel by number', `1Z999AA1${`${number}`.padStart(10, '0')}`],
    ['parcel by what it begins with', '1Z999AA10000000'],
    ['phone as it is written', phone],
    ['phone, digits alone', digits],
    ['phone without its country', `(${area}) ${rest.slice(0, 3)}-${rest.slice(3)}`],
    ['phone from abroad', `00 1 ${area} ${rest}`],
    ['a part of phones', `${area} ${rest.slice(0, 3)}`],
    ['customer by name', name],
    ['customer by email', email],
    ['what every email has', 'customers.example'],
    ['a name that many have', 'lovelace'],
    ['names that nobody has together', 'ada lovelace 99999'],
    ['two letters', 'ad'],
    ['one letter', 'a'],
    ['campaign by name', 'campaign 7'],
    ['nobody', 'nobody at all'],
    ['signs', '%%%'],
  ]
}

/** What a few letters find among a million orders with their parcels, asked for as the palette does. */
export async function measureFinds() {
  const served = await servedShop('Bench')
  if (!served) return print('finds: there is no PostgreSQL')
  const { shop, databaseUrl, ask } = served
  const { orgId: organizationId } = shop
  progress(`filling PostgreSQL with ${size.toLocaleString('en')} orders and their parcels`)
  const client = new Client({ connectionString: databaseUrl, statement_timeout: 0 })
  await client.connect()
  await fill(client, shop, 0, size)
  const filled = ['orders', 'fulfilments']
  for (const table of filled) await client.query(`alter table ${table} no force row level security`)
  await client.query('alter table fulfilments disable trigger user')
  await client.query(parcelsFrom, [organizationId])
  await client.query('alter table fulfilments enable trigger user')
  const { rows } = await client.query<Customer>(
    `select trim(first_name || ' ' || last_name) as name, email, phone from customers where org_id = $1::uuid and email = $2`,
    [organizationId, `c${size * customersPerOrder - 7}@customers.example`],
  )
  for (const table of filled) await client.query(`alter table ${table} force row level security`)
  await client.query('vacuum analyze fulfilments')
  await client.end()
  const find = async (q: string) => {
    const answer = await ask('GET', `/search?${new URLSearchParams({ organizationId, q }).toString()}`)
    if (answer.status !== 200) throw new Error(`${q}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: Found }).data
  }
  print(`\nPostgreSQL, ${size.toLocaleString('en')} orders, ${runs} times each over HTTP, one after the other`)
  for (const [about, q] of rows.flatMap((customer) => typed(size - 7, customer))) {
    let found: Found | undefined
    const { p50, p99 } = await timesOf(runs, async () => (found = await find(q)))
    const total = Object.values(found ?? {}).flat().length
    const shown = (milliseconds: number) => `${milliseconds.toFixed(1).padStart(6)} ms`
    print(`  ${about.padEnd(31)} ${q.padEnd(27)} p50 ${shown(p50)}  p99 ${shown(p99)}  ${total} found`)
  }
  await served.stop()
}
