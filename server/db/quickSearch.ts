import { sql, type SQL } from 'drizzle-orm'
import { trackingNumberOf } from '../../contract/carriers'
import { type Found, mostOfAKind } from '../../contract/extensions/search'
import type { Row } from './rows'
import { containing, phonePatterns, soughtBy } from './search'
import type { Transaction } from './transactions'

type Named = 'customers' | 'campaigns' | 'products'

/** What is told of whatever has names. */
const named = {
  customers: sql`trim(first_name || ' ' || last_name) as name, email, phone`,
  campaigns: sql`name`,
  products: sql`name, sku`,
} satisfies Record<Named, SQL>

/** An index knows three letters that follow each other, and no fewer. */
const isKnown = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

async function findNamed(tx: Transaction, list: Named, q: string): Promise<Row[]> {
  const words = q.split(/\s+/)
  const isShort = !words.some(isKnown)
  const spellings = list === 'customers' ? phonePatterns(q) : []
  // What consists of signs alone is looked for as a number only.
  if (isShort && spellings.length === 0 && !/[\p{L}\p{N}]/u.test(q)) return []
  const patterns = sql.param(isShort ? [containing(q)] : words.map(containing))
  const found = async (beginning: string | null) => {
    const { rows } = await tx.execute<Row>(sql`
      select id, ${named[list]} from named_ids(${list}, ${patterns}::text[], ${sql.param(spellings)}::text[], ${beginning}::text, ${mostOfAKind})
        with ordinality as found (found_id, position)
      join ${sql.identifier(list)} as row on row.org_id = (select current_org()) and row.id = found_id
      order by position`)
    return rows
  }
  // What is called so comes before what holds it anywhere, such as in an address.
  const parts = [found(q), ...(isShort && spellings.length === 0 ? [] : [found(null)])]
  const rows = (await Promise.all(parts)).flat()
  return [...new Map(rows.map((row) => [row['id'], row])).values()].slice(0, mostOfAKind)
}

/** The order of a number, which people write with its sign or without, and as it is called: 'Order #1360'. */
async function findOrders(tx: Transaction, q: string): Promise<Row[]> {
  const number = /^0*(\d{1,9})$/.exec(soughtBy(q.replace(/^\s*order\s*(?=[#\d])/i, '')))?.[1]
  if (number === undefined) return []
  const { rows } = await tx.execute<Row>(sql`
    select id, number, trim(customer_first_name || ' ' || customer_last_name) as "customerName",
      (select name from campaigns where campaigns.org_id = orders.org_id and campaigns.id = campaign_id) as "campaignName"
    from orders where org_id = (select current_org()) and number = ${Number(number)}`)
  return rows
}

/** A number of a carrier is longer than this, and an index knows how it begins. */
const shortestTracking = 4

async function findParcels(tx: Transaction, q: string): Promise<Row[]> {
  const number = trackingNumberOf(q)
  if (number.length < shortestTracking) return []
  const { rows } = await tx.execute<Row>(sql`
    select id, order_id as "orderId", order_number as "orderNumber", customer_name as "customerName", carrier, tracking_number as "trackingNumber"
    from fulfilments
    where org_id = (select current_org()) and tracking_number is not null
      and tracking_number collate "C" >= ${number} and tracking_number collate "C" < ${`${number}\u{10ffff}`}
    order by tracking_number collate "C", id limit ${mostOfAKind}`)
  return rows
}

/**
 * What a text may mean in an organization, within a tenant's transaction: of each kind the likeliest few, by indexes alone. Parcels
 * and orders are those that the caller may see.
 */
export async function quickSearch(tx: Transaction, typed: string): Promise<Found> {
  const q = typed.trim()
  // Sent together: the connection pipelines.
  const [orders, fulfillments, customers, campaigns, products] = await Promise.all([
    findOrders(tx, q),
    findParcels(tx, q),
    findNamed(tx, 'customers', q),
    findNamed(tx, 'campaigns', q),
    findNamed(tx, 'products', q),
  ])
  // Each statement names its columns as the contract does.
  return { orders, customers, fulfillments, campaigns, products } as unknown as Found
}
