import { type SQL, sql } from 'drizzle-orm'
import { importOutdated } from '../../contract/extensions/productImports'
import type { Caller } from '../auth/sessions'
import { hasKey } from '../db/keys'
import { productImports } from '../db/schema/productImports'
import { openStockAs } from '../db/stock'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'

type Import = typeof productImports.$inferSelect

/** The lines of an import, joined with the products that they are about. */
const linesWithProducts = ({ orgId, id }: Import): SQL => sql`
  product_import_lines as line join products as product on product.org_id = line.org_id and product.id = line.product_id
  where line.org_id = ${orgId} and line.import_id = ${id}`

const lines = ({ orgId, id }: Import): SQL => sql`line.org_id = ${orgId} and line.import_id = ${id}`

/**
 * Does what the good lines of an import say, in statements over all of them. Throws a 409 when a product is no longer as
 * it was when its line was judged: what a person has agreed to is done, or nothing is.
 */
export async function commitImport(tx: Transaction, begun: Import, caller: Caller, now: Date): Promise<void> {
  const { orgId, id, name } = begun
  const at = now.toISOString()
  const reason = `Import of ${name}`.slice(0, 200)
  await joinAsWholes(tx)
  await refuseOutdatedLines(tx, begun)
  await openStockAs(tx, caller, reason)
  await tx.execute(sql`
    insert into products (org_id, id, name, sku, description, category, price_cents, stock, image_url, created_at, updated_at)
    select org_id, product_id, fields->>'name', sku, fields->>'description', fields->>'category',
      round((fields->>'price')::numeric * 100)::int, coalesce((fields->>'stock')::int, 0), fields->>'imageUrl', ${at}, ${at}
    from product_import_lines as line where ${lines(begun)} and verdict = 'create' order by line.line`)
  await tx.execute(sql`
    update product_import_lines as line set
      moved = coalesce((line.fields->>'stock')::int - product.stock, 0),
      before = jsonb_build_object('name', product.name, 'description', product.description, 'category', product.category,
        'price_cents', product.price_cents, 'image_url', product.image_url)
    from products as product
    where ${lines(begun)} and verdict = 'update' and product.org_id = line.org_id and product.id = line.product_id`)
  await tx.execute(sql`
    update products as product set
      name = coalesce(line.fields->>'name', product.name),
      description = coalesce(line.fields->>'description', product.description),
      category = coalesce(line.fields->>'category', product.category),
      price_cents = coalesce(round((line.fields->>'price')::numeric * 100)::int, product.price_cents),
      image_url = coalesce(line.fields->>'imageUrl', product.image_url),
      updated_at = ${at}
    from product_import_lines as line
    where ${lines(begun)} and verdict = 'update' and product.org_id = line.org_id and product.id = line.product_id`)
  await insertMovements(tx, begun, caller, { at, reason, sign: 1, of: sql`verdict = 'update'` })
  await tx.execute(sql`
    insert into record_events (org_id, id, resource, record_id, kind, to_state, facts, user_id, user_name, created_at)
    select org_id, gen_random_uuid(), 'products', product_id, case verdict when 'create' then 'create' else 'import' end,
      case verdict when 'create' then 'active' end, jsonb_build_object('importId', import_id), ${caller.userId}::uuid,
      ${caller.user.name}, ${at}
    from product_import_lines as line where ${lines(begun)} and verdict in ('create', 'update')`)
  await tx
    .update(productImports)
    .set({ state: 'committed', committedAt: now })
    .where(hasKey(productImports, orgId, id))
}

/**
 * No statistics know of lines that have only just come. Taken for a few, they would be looked through once for every
 * product, which is the square of their number.
 */
const joinAsWholes = (tx: Transaction) => tx.execute(sql`set local enable_nestloop = off`)

/** Locks what the lines are about; a product that came, went or changed since is a reason to look again. */
async function refuseOutdatedLines(tx: Transaction, begun: Import): Promise<void> {
  const { rows: unchanged } = await tx.execute(sql`
    select line.line from ${linesWithProducts(begun)} and verdict = 'update' and product.version = line.product_version
    order by product.id for update of product`)
  const { rows } = await tx.execute<{ updates: number; taken: boolean }>(sql`
    select count(*) filter (where verdict = 'update')::int as updates,
      exists (select from product_import_lines as line
        join products as product on product.org_id = line.org_id and product.sku = line.sku
        where ${lines(begun)} and verdict = 'create') as taken
    from product_import_lines as line where ${lines(begun)}`)
  const [now] = rows
  if (!now || now.taken || now.updates !== unchanged.length) throw new Refusal(409, 'not_possible', importOutdated)
}

interface Moves {
  at: string
  reason: string
  /** 1 to do what the lines say, -1 to undo it. */
  sign: 1 | -1
  of: SQL
}

const insertMovements = (tx: Transaction, begun: Import, caller: Caller, { at, reason, sign, of }: Moves) =>
  tx.execute(sql`
    insert into stock_movements (org_id, id, product_id, kind, quantity, reason, user_id, user_name, created_at)
    select org_id, gen_random_uuid(), product_id, 'import', ${sign}::int * moved, ${reason}, ${caller.userId}::uuid,
      ${caller.user.name}, ${at}
    from product_import_lines as line where ${lines(begun)} and moved <> 0 and ${of}`)

/**
 * Takes back what an import did. A product that somebody has changed, offered or moved stock of since stays as it is, and
 * its line says why.
 */
export async function undoImport(tx: Transaction, begun: Import, caller: Caller, now: Date): Promise<void> {
  const { orgId, id, name } = begun
  const at = now.toISOString()
  await joinAsWholes(tx)
  await tx.execute(sql`
    select product.id from ${linesWithProducts(begun)} and verdict in ('create', 'update')
    order by product.id for update of product`)
  await tx.execute(sql`
    update product_import_lines as line set kept = case
      when product.version <> coalesce(line.product_version + 1, 1) then 'It has been changed since.'
      when verdict = 'create' and exists (select from offers
        where offers.org_id = product.org_id and offers.product_id = product.id) then 'It has been offered since.'
      when verdict = 'create' and exists (select from stock_movements as movement where movement.org_id = product.org_id
        and movement.product_id = product.id and movement.kind <> 'opening') then 'Its stock has moved since.'
      when verdict = 'update' and product.stock < line.moved then 'Units that it brought have been sold since.'
      end
    from products as product
    where ${lines(begun)} and verdict in ('create', 'update')
      and product.org_id = line.org_id and product.id = line.product_id`)
  const undone = sql`verdict = 'update' and kept is null`
  await insertMovements(tx, begun, caller, {
    at,
    reason: `Import of ${name} undone`.slice(0, 200),
    sign: -1,
    of: undone,
  })
  await tx.execute(sql`
    update products as product set name = line.before->>'name', description = line.before->>'description',
      category = line.before->>'category', price_cents = (line.before->>'price_cents')::int,
      image_url = line.before->>'image_url', updated_at = ${at}
    from product_import_lines as line
    where ${lines(begun)} and ${undone} and product.org_id = line.org_id and product.id = line.product_id`)
  await tx.execute(sql`
    delete from products as product using product_import_lines as line
    where ${lines(begun)} and verdict = 'create' and kept is null
      and product.org_id = line.org_id and product.id = line.product_id`)
  await tx
    .update(productImports)
    .set({ state: 'undone', undoneAt: now })
    .where(hasKey(productImports, orgId, id))
}
