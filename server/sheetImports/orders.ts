import { sql } from 'drizzle-orm'
import { type ReadOrder, readOrder } from '../../contract/forms/orderCells'
import { type ImportableOffer, judgeOrder } from '../../contract/forms/orderImports'
import { holdCampaign } from '../campaigns/holdCampaign'
import { organizations } from '../db/schema/organizations'
import type { Transaction } from '../db/transactions'
import { customerCame, customersBy, lockNewCustomers, namedBy } from './customers'
import { insertOrders, takeBackOrders } from './orderRows'
import type { Import, ImportedRecords } from './records'

const customerId = sql`(line.fields->'imported'->>'customerId')::uuid`

/** Orders that were placed elsewhere, known by where that was and the number that they had there (OR-01). */
export const orderLines: ImportedRecords = {
  table: 'orders',
  twice: (line) => `Line ${line} begins an order with this number already`,
  keyColumn: 'order',

  judge: async (tx, begun, cells, lines) => {
    const [own] = await tx
      .select({ currency: organizations.currency, timeZone: organizations.timeZone })
      .from(organizations)
    if (!own) throw new Error('an import without an organization')
    const read = cells.map((each) => readOrder(each))
    const named = read.map(({ customer }) => namedBy(customer, own.currency))
    const customers = await customersBy(tx, begun.orgId, named)
    const earlier = await earlierOrders(tx, begun, read)
    const { bySku, byName } = await offersOf(tx, begun, read)
    return read.map((order, index) => {
      const { order: number, email, phone } = order.typed
      const by = named[index]?.by ?? ''
      const known = earlier.get(number)
      const { imported, fields, ...judged } = judgeOrder(order, {
        ...own,
        // What was placed after the import was begun is in no file of it.
        now: begun.createdAt,
        customers: customers.get(by) ?? [],
        customerKey: by,
        earlier: known,
        offersBySku: (sku) => bySku.get(sku) ?? [],
        offersByName: (name) => byName.get(name.toLowerCase()) ?? [],
      })
      // Whoever is new is looked for again before they are added.
      const person = imported?.customerId === null && (email === '' ? { phone } : { email })
      return {
        ...judged,
        fields: { ...fields, ...person, imported },
        // What has no number is about nothing that another line could be about.
        key: number === '' ? `line ${lines[index]?.line ?? 0}` : number,
        known,
      }
    })
  },

  lockFirst: lockNewCustomers,
  lock: async (tx, { orgId, campaignId }) => void (await holdCampaign(tx, orgId, campaignId ?? '')),

  outdated: [
    sql`exists (select from orders join sheet_imports as import on import.org_id = orders.org_id and import.source = imported_from
      where import.org_id = line.org_id and import.id = line.import_id and imported_number = line.sku)`,
    ...customerCame.map((came) => sql`${customerId} is null and (${came})`),
    sql`${customerId} is not null and not exists (select from customers
      where customers.org_id = line.org_id and customers.id = ${customerId} and deleted_at is null)`,
  ],

  write: insertOrders,

  kept: sql`
    when exists (select from fulfilments as own where own.org_id = record.org_id and own.order_id = record.id)
      then 'It has been packed since.'
    when exists (select from payment_links as own where own.org_id = record.org_id and own.order_id = record.id)
      then 'A payment link has been made for it since.'
    when exists (select from calls as own where own.org_id = record.org_id and own.order_id = record.id)
      then 'There has been a call about it since.'
    when exists (select from record_events as own where own.org_id = record.org_id and own.resource = 'orders'
      and own.record_id = record.id and own.kind <> 'import') then 'Something has been written about it since.'`,

  takeBack: takeBackOrders,
}

/** The orders that were imported under these numbers from the same place. */
async function earlierOrders(tx: Transaction, { orgId, source }: Import, read: readonly ReadOrder[]) {
  const numbers = sql.param(read.map(({ typed }) => typed.order))
  const { rows } = await tx.execute<{ id: string; version: number; number: number; total: number; told: string }>(sql`
    select id, version, number, total_cents::float8 as total, imported_number as told from orders
    where org_id = ${orgId} and imported_from = ${source} and imported_number = any(${numbers}::text[])`)
  return new Map(rows.map((row) => [row.told, row]))
}

/** The offers of the campaign that the lines of orders can be of, by their SKU and by their name. */
async function offersOf(tx: Transaction, { orgId, campaignId }: Import, read: readonly ReadOrder[]) {
  const items = read.flatMap((order) => order.items)
  const skus = sql.param([...new Set(items.map(({ sku }) => sku).filter((sku) => sku !== ''))])
  const names = sql.param([...new Set(items.map(({ name }) => name.toLowerCase()))])
  const { rows } = await tx.execute<ImportableOffer & Record<string, unknown>>(sql`
    select offers.id, display_name as "displayName", product_id as "productId", products.sku, quantity_per_order as "quantityPerOrder"
    from offers join products on products.org_id = offers.org_id and products.id = offers.product_id
    where offers.org_id = ${orgId} and campaign_id = ${campaignId} and deleted_at is null
      and (products.sku = any(${skus}::text[]) or lower(display_name) = any(${names}::text[]))
    order by offers.id`)
  const listed = (keyOf: (offer: ImportableOffer) => string) => {
    const found = new Map<string, ImportableOffer[]>()
    for (const offer of rows) found.set(keyOf(offer), [...(found.get(keyOf(offer)) ?? []), offer])
    return found
  }
  return { bySku: listed(({ sku }) => sku ?? ''), byName: listed(({ displayName }) => displayName.toLowerCase()) }
}
