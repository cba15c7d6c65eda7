import { type SQL, sql } from 'drizzle-orm'
import { judgeProduct } from '../../contract/forms/productImports'
import { typedIn } from '../../contract/forms/sheetImports'
import type { Product } from '../../contract/products'
import { cutText } from '../../contract/rules/cutText'
import type { Row } from '../db/rows'
import { contractRows } from '../db/rows'
import { openStockAs } from '../db/stock'
import type { Transaction } from '../db/transactions'
import { cents, field, type ImportedRecords, isItsRecord, ofImport, whole, type Work } from './records'

/** As the view has it. */
type Known = Product & { sku: string; name: string; status: 'active' | 'archived'; version: number }

/** Products are known by their SKU (PR-04). */
export const productLines: ImportedRecords = {
  table: 'products',
  twice: (line) => `Line ${line} has this SKU already`,

  judge: async (tx, { orgId }, cells) => {
    const read = cells.map((each) => ({ each, sku: typedIn('products', each).sku }))
    const known = await productsBy(
      tx,
      orgId,
      read.map(({ sku }) => sku),
    )
    return read.map(({ each, sku }) => {
      const product = known.get(sku)
      return { ...judgeProduct(each, product), key: sku, known: product }
    })
  },

  outdated: [sql`exists (select from products where products.org_id = line.org_id and products.sku = line.sku)`],

  write: async (tx, work) => {
    const { begun, caller, at } = work
    const reason = cutText(`Import of ${begun.name}`, 200)
    await openStockAs(tx, caller, reason)
    await tx.execute(sql`
      insert into products (org_id, id, name, sku, description, category, price_cents, stock, image_url, created_at, updated_at)
      select org_id, record_id, ${field('name')}, sku, ${field('description')}, ${field('category')}, ${cents('price')},
        coalesce(${whole('stock')}, 0), ${field('imageUrl')}, ${at}, ${at}
      from sheet_import_lines as line where ${ofImport(begun)} and verdict = 'create' order by line.line`)
    await tx.execute(sql`
      update sheet_import_lines as line set
        moved = coalesce(${whole('stock')} - record.stock, 0),
        before = jsonb_build_object('name', record.name, 'description', record.description, 'category', record.category,
          'price_cents', record.price_cents, 'image_url', record.image_url)
      from products as record where ${ofImport(begun)} and verdict = 'update' and ${isItsRecord}`)
    await tx.execute(sql`
      update products as record set
        name = coalesce(${field('name')}, record.name),
        description = coalesce(${field('description')}, record.description),
        category = coalesce(${field('category')}, record.category),
        price_cents = coalesce(${cents('price')}, record.price_cents),
        image_url = coalesce(${field('imageUrl')}, record.image_url),
        updated_at = ${at}
      from sheet_import_lines as line where ${ofImport(begun)} and verdict = 'update' and ${isItsRecord}`)
    await insertMovements(tx, work, { reason, sign: 1, of: sql`verdict = 'update'` })
    await tx.execute(sql`
      insert into record_events (org_id, id, resource, record_id, kind, to_state, facts, user_id, user_name, created_at)
      select org_id, gen_random_uuid(), 'products', record_id, case verdict when 'create' then 'create' else 'import' end,
        case verdict when 'create' then 'active' end, jsonb_build_object('importId', import_id), ${caller.userId}::uuid,
        ${caller.name}, ${at}
      from sheet_import_lines as line where ${ofImport(begun)} and verdict in ('create', 'update')`)
  },

  kept: sql`
    when verdict = 'create' and exists (select from offers
      where offers.org_id = record.org_id and offers.product_id = record.id) then 'It has been offered since.'
    when verdict = 'create' and exists (select from stock_movements as movement where movement.org_id = record.org_id
      and movement.product_id = record.id and movement.kind <> 'opening') then 'Its stock has moved since.'
    when verdict = 'update' and record.stock < line.moved then 'Units that it brought have been sold since.'`,

  takeBack: async (tx, work) => {
    const { begun, at } = work
    const undone = sql`verdict = 'update' and kept is null`
    await insertMovements(tx, work, {
      reason: cutText(`Import of ${begun.name} undone`, 200),
      sign: -1,
      of: undone,
    })
    await tx.execute(sql`
      update products as record set name = line.before->>'name', description = line.before->>'description',
        category = line.before->>'category', price_cents = (line.before->>'price_cents')::int,
        image_url = line.before->>'image_url', updated_at = ${at}
      from sheet_import_lines as line where ${ofImport(begun)} and ${undone} and ${isItsRecord}`)
    await tx.execute(sql`
      delete from products as record using sheet_import_lines as line
      where ${ofImport(begun)} and verdict = 'create' and kept is null and ${isItsRecord}`)
  },
}

/** The products that have these SKUs. */
export async function productsBy(tx: Transaction, orgId: string, skus: readonly string[]): Promise<Map<string, Known>> {
  const wanted = sql.join(
    [...new Set(skus)].map((sku) => sql`${sku}`),
    sql`, `,
  )
  const result = await tx.execute<Row>(sql`select * from product_rows where org_id = ${orgId} and sku in (${wanted})`)
  // The view names and types its columns as the contract does.
  const known = contractRows(result) as unknown as Known[]
  return new Map(known.map((product) => [product.sku, product]))
}

interface Moves {
  reason: string
  /** 1 to do what the lines say, -1 to undo it. */
  sign: 1 | -1
  of: SQL
}

const insertMovements = (tx: Transaction, { begun, caller, at }: Work, { reason, sign, of }: Moves) =>
  tx.execute(sql`
    insert into stock_movements (org_id, id, product_id, kind, quantity, reason, user_id, user_name, created_at)
    select org_id, gen_random_uuid(), record_id, 'import', ${sign}::int * moved, ${reason}, ${caller.userId}::uuid,
      ${caller.name}, ${at}
    from sheet_import_lines as line where ${ofImport(begun)} and moved <> 0 and ${of}`)
