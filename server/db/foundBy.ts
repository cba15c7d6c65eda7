import { type SQL, sql } from 'drizzle-orm'
import type { Row } from './rows'
import type { Transaction } from './transactions'

/** A value that a search found a row by. */
interface FoundBy {
  field: string
  text: string
}

/**
 * What orders were found by where their lists do not show it: an address, a phone number, a tracking number, a payment's
 * reference, the number that it was imported under. `patterns` are those of the search: of the text itself, then of its digits alone; none where nothing was
 * looked for.
 */
export async function withFoundBy(tx: Transaction, orders: Row[], patterns: readonly string[]): Promise<Row[]> {
  const [typed = '', ...ofDigits] = patterns
  if (orders.length === 0 || patterns.length === 0) return orders.map((order) => ({ ...order, foundBy: null }))
  const finds = (text: SQL) => sql`folded(${text}) like folded(${typed})`
  const digits = sql`chr(1) || regexp_replace(coalesce(customer_phone, ''), '[^0-9]', '', 'g')`
  const told = (field: string, text: SQL) => sql`jsonb_build_object('field', ${field}::text, 'text', ${text})`
  const ids = sql.param(orders.map(({ id }) => id))
  const { rows } = await tx.execute<{ id: string; foundBy: FoundBy | null }>(sql`
    select id, case
      when ${finds(sql`number::text || ' ' || customer_first_name || ' ' || customer_last_name`)} then null
      when ${finds(sql`customer_email`)} then ${told('email', sql`customer_email`)}
      when ${finds(sql`coalesce(customer_phone, '')`)} or ${digits} like any(${sql.param(ofDigits)}::text[])
        then ${told('phone', sql`customer_phone`)}
      else coalesce(
        case when ${finds(sql`imported_number`)} then ${told('importedNumber', sql`imported_number`)} end,
        (select ${told('trackingNumber', sql`tracking_number`)} from fulfilments
          where fulfilments.org_id = orders.org_id and order_id = orders.id and ${finds(sql`tracking_number`)} limit 1),
        (select ${told('reference', sql`reference`)} from transactions
          where transactions.org_id = orders.org_id and order_id = orders.id and ${finds(sql`reference`)} limit 1))
    end as "foundBy"
    from orders where org_id = (select current_org()) and id = any(${ids}::uuid[])`)
  const found = new Map(rows.map(({ id, foundBy }) => [id, foundBy]))
  return orders.map((order) => ({ ...order, foundBy: found.get(String(order['id'])) ?? null }))
}
