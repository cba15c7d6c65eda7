import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import type { StockMovement } from '../../contract/extensions/products'
import type { Caller } from '../auth/sessions'
import { products } from './schema/products'
import { stockMovements } from './schema/stockMovements'
import type { Transaction } from './transactions'

/** Says who adds the products that are inserted next, and why: what they begin with is a movement of theirs. */
export const openStockAs = (tx: Transaction, { userId, name }: Caller, reason = '') =>
  tx.execute(
    sql`select set_config('app.user_id', ${userId}, true), set_config('app.user_name', ${name}, true),
      set_config('app.reason', ${reason}, true)`,
  )

type Movement = Pick<
  typeof stockMovements.$inferInsert,
  'orgId' | 'productId' | 'kind' | 'quantity' | 'reason' | 'orderId' | 'orderNumber'
>

/** Moves a product's stock. Its row must be locked, and what is left must have been judged. */
export async function moveStock(tx: Transaction, caller: Caller | undefined, now: Date, movement: Movement) {
  const who = { userId: caller?.userId ?? null, userName: caller?.name ?? null }
  await tx.insert(stockMovements).values({ ...movement, ...who, createdAt: now })
}

/** One page of a product's movements, newest first, each with what was in stock after it. */
export async function movementsOf(
  tx: Transaction,
  productId: string,
  { limit, page }: { limit: number; page: number },
) {
  const ofProduct = sql`org_id = (select current_org()) and product_id = ${productId}`
  const ordered = sql`select * from stock_movements where ${ofProduct} order by created_at desc, id desc`
  const offset = (page - 1) * limit
  // Who may not see an order is not told of whom it is either, only that so many were sold (ST-02).
  const shown = (column: SQL) => sql`case when page.order_id is null or seen.id is not null then page.${column} end`
  // Later movements are taken off the stock again, so that no more rows are read than are gone past; all of it in one
  // statement, as another one could see more movements.
  const { rows } = await tx.execute<MovementRow>(sql`
    select page.id, page.kind, page.quantity, page.reason, seen.id as "orderId", ${shown(sql`order_number`)} as "orderNumber",
      ${shown(sql`user_name`)} as "userName", page.created_at as "createdAt",
      (select stock from products where org_id = (select current_org()) and id = ${productId})
        - coalesce((select sum(quantity) from (${ordered} limit ${offset}) as newer), 0)::int as stock
    from (${ordered} limit ${limit} offset ${offset}) as page
      left join orders as seen on seen.org_id = page.org_id and seen.id = page.order_id
    order by page.created_at desc, page.id desc`)
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from stock_movements where ${ofProduct}`,
  )
  let later = 0
  const data = rows.map((row): StockMovement => {
    const stock = row.stock - later
    later += row.quantity
    return { ...row, stock, createdAt: new Date(row.createdAt).toISOString() }
  })
  return { data, meta: { total: counted.rows[0]?.total ?? 0 } }
}
type MovementRow = StockMovement & Record<string, unknown>

const longestName = 200
const longestSku = 64

/** A product like this one, with a SKU that nobody has and nothing in stock. */
export async function copyOf(
  tx: Transaction,
  { orgId, name, sku, description, category, priceCents, imageUrl }: typeof products.$inferSelect,
): Promise<typeof products.$inferInsert> {
  const stem = `${sku.replace(/-COPY(?:-\d+)?$/, '').slice(0, longestSku - 10)}-COPY`
  const taken = await tx
    .select({ sku: products.sku })
    .from(products)
    .where(and(eq(products.orgId, orgId), like(products.sku, `${stem.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)))
  const skus = new Set(taken.map((row) => row.sku))
  let free = stem
  for (let number = 2; skus.has(free); number += 1) free = `${stem}-${number}`
  const copied = `${name.slice(0, longestName - 7)} (copy)`
  return { orgId, name: copied, sku: free, description, category, priceCents, imageUrl }
}
