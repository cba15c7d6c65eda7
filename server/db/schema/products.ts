import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { cents, createdAt, folded, id, orgId, updatedAt, version } from './columns'
import { organizations } from './organizations'

export const products = pgTable(
  'products',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    name: text('name').notNull(),
    sku: text('sku').notNull(),
    description: text('description'),
    category: text('category'),
    priceCents: cents('price_cents').notNull(),
    /** Units on hand: the sum of the stock movements, kept by a trigger (0009_selling). */
    stock: integer('stock').notNull().default(0),
    imageUrl: text('image_url'),
    status: text('status', { enum: ['active', 'archived'] })
      .notNull()
      .default('active'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: text('search_text').generatedAlwaysAs(sql`folded(name || ' ' || sku || ' ' || coalesce(category, ''))`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('products_sku').on(table.orgId, table.sku),
    index('products_newest').on(table.orgId, table.createdAt, table.id),
    index('products_by_name').on(table.orgId, folded(table.name), table.id),
    // What the list sorts and filters by, as the view product_rows writes it.
    index('products_by_sku').on(table.orgId, folded(table.sku), table.id),
    index('products_by_price').on(table.orgId, sql`(price_cents::float8 / 100)`, table.id),
    index('products_by_stock').on(table.orgId, table.stock, table.id),
    index('products_updated').on(table.orgId, table.updatedAt, table.id),
    index('products_of_category').on(table.orgId, table.category, table.createdAt, table.id),
    // As the view writes it; 10 is the contract's lowStock.
    index('products_of_stock_level').on(
      table.orgId,
      sql`(case when stock <= 10 then 'low' else 'enough' end)`,
      table.createdAt,
      table.id,
    ),
    index('products_of_status').on(table.orgId, table.status, table.createdAt, table.id),
    // A spreadsheet brings thousands at once, which wait in a list that is short enough for every search to read.
    index('products_search')
      .using('gin', table.searchText.op('gin_trgm_ops'))
      .with({ fastupdate: true, gin_pending_list_limit: 64 }),
    check('products_not_negative', sql`stock >= 0 and price_cents >= 0`),
  ],
)
