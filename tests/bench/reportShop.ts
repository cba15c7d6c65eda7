import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { openEmbedded } from '../../server/db/pglite/embedded'
import type { Scratch } from '../server/postgres'

// An organization that has sold for two years, filled past all triggers: a million sales would take a day.

export const days = 730
const [campaigns, offers, gateways, agents] = [60, 200, 3, 40]

const campaignOf = `md5('shop campaign ' || n % ${campaigns})::uuid`
const offerOf = `md5('shop offer ' || (n + position) % ${offers})::uuid`
const gatewayOf = `md5('shop gateway ' || n % ${gateways})::uuid`
// As many of every day as there are at all, not all of one agent in one campaign.
const agentOf = `md5('shop agent ' || n * 7 % ${agents})::uuid`
const orderOf = "md5('shop order ' || n)::uuid"
const customerOf = "md5('shop customer ' || n / 5)::uuid"
const idOf = (what: string) => `md5('shop ${what} ' || n)::uuid`

/** The id of what it has, such as 'agent 7'. */
export const idInShop = (what: string): string =>
  createHash('md5')
    .update(`shop ${what}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** From the newest, n = 0, backwards; made at an even rate. */
const source = `(select n, placed_at, price, second, price + 2 * second + 595 as total,
    is_cancelled, is_expired, not is_cancelled and not is_expired and n % 50 <> 7 as is_paid,
    case when is_cancelled or is_expired or n % 50 = 7 then 0 when n % 25 = 3 then price / 3 when n % 60 = 5 then price else 0 end as back,
    placed_at > now() - interval '3 days' as is_new
  from (select n, now() - (n + 1) * (interval '${days} days' / $2::int) as placed_at, 1000 + n::bigint * 7919 % 9000 as price,
      case when n % 2 = 1 then 1500 else 0 end as second, n % 12 = 0 as is_cancelled, n % 40 = 1 as is_expired
    from generate_series(0, $2::int - 1) as n) as numbered) as sold`

const made = 'created_at, updated_at'
const madeAt = 'placed_at, placed_at'

/** What is filled, each for the organization $1 with so many orders as $2 says. */
const fillings: readonly string[] = [
  `insert into users (id, email, name, password_hash, ${made}) select md5('shop agent ' || n)::uuid, 'agent' || n || '@shop.example',
    'Agent ' || n, '-', now(), now() from generate_series(0, ${agents - 1}) as n where $1::uuid is not null and $2::int > 0`,
  `insert into memberships (org_id, user_id, role, created_at) select $1::uuid, md5('shop agent ' || n)::uuid, 'agent', now()
    from generate_series(0, ${agents - 1}) as n where $2::int > 0`,
  `insert into campaigns (org_id, id, name, ${made}) select $1::uuid, md5('shop campaign ' || n)::uuid, 'Campaign ' || n, now(), now()
    from generate_series(0, ${campaigns - 1}) as n where $2::int > 0`,
  `insert into gateway_instances (org_id, id, display_name, ${made}) select $1::uuid, md5('shop gateway ' || n)::uuid, 'Gateway ' || n, now(), now()
    from generate_series(0, ${gateways - 1}) as n where $2::int > 0`,
  `insert into offers (org_id, id, campaign_id, product_id, display_name, base_price_cents, quantity, ${made})
    select $1::uuid, md5('shop offer ' || n)::uuid, ${campaignOf}, (select id from products where org_id = $1::uuid limit 1), 'Offer ' || n, 1000, 5, now(), now()
    from generate_series(0, ${offers - 1}) as n where $2::int > 0`,
  `insert into customers (org_id, id, first_name, last_name, email, country, ${made})
    select $1::uuid, ${customerOf}, 'Ada', 'Moss ' || n, 'c' || n || '@shop.example', 'US', ${madeAt} from ${source} where n % 5 = 0`,
  `insert into orders (org_id, id, number, campaign_id, customer_id, agent_id, agent_name, customer_first_name, customer_last_name,
      customer_email, status, payment_status, fulfillment_status, currency, subtotal_cents, shipping_cents, tax_cents, total_cents,
      paid_cents, refunded_cents, gateway_instance_id, ${made})
    select $1::uuid, ${orderOf}, 2000 + $2::int - n, ${campaignOf}, ${customerOf}, ${agentOf}, 'Agent ' || n * 7 % ${agents}, 'Ada',
      'Moss ' || n / 5, 'c' || n / 5 || '@shop.example',
      case when is_cancelled then 'cancelled' when is_expired then 'expired' when is_new then 'open' else 'completed' end,
      case when not is_paid then 'unpaid' when back = 0 then 'paid' else 'partially_refunded' end,
      case when not is_paid or is_new then 'unfulfilled' else 'delivered' end, 'USD', price + 2 * second, 495, 100, total,
      case when is_paid then total else 0 end, back, case when is_paid then ${gatewayOf} end, ${madeAt} from ${source}`,
  `insert into order_items (org_id, id, order_id, offer_id, name, quantity, unit_price_cents, shipping_cents, tax_cents, total_cents, position)
    select $1::uuid, md5('shop line ' || n || ' ' || position)::uuid, ${orderOf}, ${offerOf}, 'Hose', 1 + position,
      case position when 0 then price else second end, case position when 0 then 495 else 0 end, case position when 0 then 100 else 0 end,
      case position when 0 then price else 2 * second end, position
    from ${source}, generate_series(0, 1) as position where position = 0 or second > 0`,
  ...[
    ['charge', 'succeeded', 'is_paid', 'total', "'10 minutes'"],
    ['charge', 'failed', 'n % 15 = 4', 'total', "'5 minutes'"],
    ['refund', 'succeeded', 'back > 0', 'back', "'3 days'"],
  ].map(
    ([type, status, which, cents, later]) => `
      insert into transactions (org_id, id, order_id, order_number, gateway_instance_id, type, status, amount_cents, currency, reference, ${made})
      select $1::uuid, ${idOf(`${type} ${status}`)}, ${orderOf}, 2000 + $2::int - n, ${gatewayOf}, '${type}', '${status}', ${cents}, 'USD',
        'ch_' || n, at, at from ${source}, lateral (select least(placed_at + interval ${later}, now()) as at) as moved where ${which}`,
  ),
  ...[
    ['sold', 'true', 'sold', orderOf],
    ['asked', 'n % 2 = 0', 'not_interested', 'null::uuid'],
    ['unheard', 'n % 3 = 0', 'no_answer', 'null::uuid'],
  ].map(
    ([what = '', which, disposition, order]) => `
      insert into calls (org_id, id, agent_id, order_id, started_at, ended_at, closed_at, disposition)
      select $1::uuid, ${idOf(`call ${what}`)}, ${agentOf}, ${order}, placed_at - interval '5 minutes', placed_at, placed_at, '${disposition}'
      from ${source} where ${which}`,
  ),
  `insert into payment_links (org_id, id, order_id, token_hash, created_at, expires_at, used_at, ended_at, ended_reason)
    select $1::uuid, ${idOf('link')}, ${orderOf}, md5('a' || n) || md5('b' || n), placed_at, placed_at + interval '1 day',
      case when is_paid then placed_at + make_interval(secs => 30 + n % 1493 * 7919 % 1493) end,
      case when not is_paid and not is_new then placed_at + interval '1 day' end, case when not is_paid and not is_new then 'expired' end
    from ${source} where n % 3 <> 0`,
  'update organizations set last_order_number = 2000 + $2::int where id = $1::uuid',
]
const filled = ['customers', 'orders', 'order_items', 'transactions', 'calls', 'payment_links']

/** Sells `count` orders with their lines, payments, calls and links, in a database that nobody has opened. */
export async function fillShop(scratch: Scratch, orgId: string, count: number): Promise<void> {
  const embedded = scratch.databaseUrl === undefined ? await openEmbedded(scratch.dataDir) : undefined
  const client = new Client(embedded ? embedded.connection : { connectionString: administrationOf(scratch) })
  await client.connect()
  // Neither triggers nor keys are looked at; but what keeps the totals of lists is.
  await client.query('set session_replication_role = replica')
  for (const table of ['customers', 'orders']) {
    await client.query(`alter table ${table} enable always trigger keep_list_counts_of_new`)
  }
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [filled],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const filling of fillings) await client.query(filling, [orgId, count])
  await client.query(`set maintenance_work_mem = '${embedded ? '64MB' : '512MB'}'`)
  for (const { definition } of indexes) await client.query(definition)
  for (const table of ['customers', 'orders']) {
    await client.query(`alter table ${table} enable trigger keep_list_counts_of_new`)
  }
  for (const table of filled) await client.query(`vacuum analyze ${table}`)
  await client.end()
  await embedded?.close()
}

/** Only an administrator may leave triggers out. */
const administrationOf = ({ databaseUrl = '' }: Scratch) =>
  Object.assign(new URL(databaseUrl), { username: 'postgres' }).href
