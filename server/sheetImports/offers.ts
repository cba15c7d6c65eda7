import { sql } from 'drizzle-orm'
import type { ImportCells } from '../../contract/extensions/sheetImports'
import { judgeOffer } from '../../contract/forms/offerImports'
import { typedIn } from '../../contract/forms/sheetImports'
import type { Offer } from '../../contract/offers'
import { whyNot } from '../../machines/lives/life'
import { productLife } from '../../machines/lives/productLife'
import { holdCampaign } from '../campaigns/holdCampaign'
import { contractRows, type Row } from '../db/rows'
import type { Transaction } from '../db/transactions'
import { productsBy } from './products'
import { cents, field, type Import, type ImportedRecords, isItsRecord, ofImport, whole } from './records'

type Known = Offer & { version: number; productId: string }

/** Offers are known within their campaign by their product and their name (CP-03). */
export const offerLines: ImportedRecords = {
  table: 'offers',
  twice: (line) => `Line ${line} has this offer already`,

  judge: async (tx, begun, cells) => {
    const read = cells.map((each) => ({ each, sku: typedIn('offers', each).sku }))
    const skus = read.map(({ sku }) => sku)
    const products = await productsBy(tx, begun.orgId, skus)
    const offers = await offersOf(tx, begun, [...products.values()], cells)
    return read.map(({ each, sku }) => {
      const product = products.get(sku)
      const ofProduct = product ? (offers.get(product.id) ?? []) : []
      const archived = product && whyNot(productLife, product.status, { type: 'offer' })
      const offered = product && { ...product, whyNot: archived }
      const judged = judgeOffer(each, { product: offered, offers: ofProduct })
      const known = ofProduct.find(({ id }) => id === judged.offer?.id)
      return { ...judged, key: `${sku}\n${judged.fields.displayName ?? ''}`, known }
    })
  },

  lock: async (tx, begun) => {
    await holdCampaign(tx, begun.orgId, begun.campaignId ?? '')
    await tx.execute(sql`
      select product.id from sheet_import_lines as line
        join products as product on product.org_id = line.org_id and product.sku = line.sku
      where ${ofImport(begun)} and verdict = 'create' order by product.id for key share of product`)
  },

  outdated: [
    sql`not exists (select from products
      where products.org_id = line.org_id and products.sku = line.sku and products.status = 'active')`,
    sql`exists (select from offers join products on products.org_id = offers.org_id and products.id = offers.product_id
        join sheet_imports as import on import.org_id = offers.org_id and import.campaign_id = offers.campaign_id
      where import.org_id = line.org_id and import.id = line.import_id and offers.deleted_at is null
        and products.sku = line.sku and offers.display_name = ${field('displayName')})`,
  ],

  write: async (tx, { begun, at }) => {
    await tx.execute(sql`
      insert into offers (org_id, id, campaign_id, product_id, display_name, base_price_cents, ship_price_cents,
        min_price_cents, max_price_cents, max_quantity, quantity, created_at, updated_at)
      select line.org_id, record_id, ${begun.campaignId}::uuid, product.id, ${field('displayName')}, ${cents('basePrice')},
        ${cents('shipPrice')}, ${cents('minPrice')}, ${cents('maxPrice')}, ${whole('maxQuantity')}, ${whole('quantity')},
        ${at}, ${at}
      from sheet_import_lines as line
        join products as product on product.org_id = line.org_id and product.sku = line.sku
      where ${ofImport(begun)} and verdict = 'create' order by line.line`)
    await tx.execute(sql`
      update sheet_import_lines as line set before = jsonb_build_object('base_price_cents', record.base_price_cents,
        'ship_price_cents', record.ship_price_cents, 'min_price_cents', record.min_price_cents,
        'max_price_cents', record.max_price_cents, 'max_quantity', record.max_quantity, 'quantity', record.quantity)
      from offers as record where ${ofImport(begun)} and verdict = 'update' and ${isItsRecord}`)
    await tx.execute(sql`
      update offers as record set
        base_price_cents = coalesce(${cents('basePrice')}, record.base_price_cents),
        ship_price_cents = coalesce(${cents('shipPrice')}, record.ship_price_cents),
        min_price_cents = coalesce(${cents('minPrice')}, record.min_price_cents),
        max_price_cents = coalesce(${cents('maxPrice')}, record.max_price_cents),
        max_quantity = coalesce(${whole('maxQuantity')}, record.max_quantity),
        quantity = coalesce(${whole('quantity')}, record.quantity),
        updated_at = ${at}
      from sheet_import_lines as line where ${ofImport(begun)} and verdict = 'update' and ${isItsRecord}`)
  },

  // Whatever sells an offer changes it.
  kept: sql``,

  takeBack: async (tx, { begun, at }) => {
    await tx.execute(sql`
      update offers as record set
        base_price_cents = (line.before->>'base_price_cents')::int,
        ship_price_cents = (line.before->>'ship_price_cents')::int,
        min_price_cents = (line.before->>'min_price_cents')::int,
        max_price_cents = (line.before->>'max_price_cents')::int,
        max_quantity = (line.before->>'max_quantity')::int,
        quantity = (line.before->>'quantity')::int,
        updated_at = ${at}
      from sheet_import_lines as line where ${ofImport(begun)} and verdict = 'update' and kept is null and ${isItsRecord}`)
    await tx.execute(sql`
      update offers as record set deleted_at = ${at} from sheet_import_lines as line
      where ${ofImport(begun)} and verdict = 'create' and kept is null and ${isItsRecord}`)
  },
}

/** The campaign's offers that lines can be about, by their product: of many offers of one product those that are named. */
async function offersOf(
  tx: Transaction,
  { orgId, campaignId }: Import,
  products: readonly { id: string; sku: string }[],
  cells: readonly ImportCells[],
): Promise<Map<string, Known[]>> {
  const typed = cells.map((each) => typedIn('offers', each))
  const unnamed = new Set(typed.flatMap(({ displayName, sku }) => (displayName === '' ? [sku] : [])))
  const ids = (wanted: typeof products) => sql`any(${sql.param(wanted.map(({ id }) => id))}::uuid[])`
  const names = sql.param(typed.map(({ displayName }) => displayName))
  const result = await tx.execute<Row>(sql`
    select * from offer_rows where org_id = ${orgId} and "campaignId" = ${campaignId}
      and "productId" = ${ids(products)}
      and ("displayName" = any(${names}::text[]) or "productId" = ${ids(products.filter(({ sku }) => unnamed.has(sku)))})
    order by id`)
  // As above, of the view's columns.
  const found = contractRows(result) as unknown as Known[]
  const byProduct = new Map<string, Known[]>()
  for (const offer of found) byProduct.set(offer.productId, [...(byProduct.get(offer.productId) ?? []), offer])
  return byProduct
}
