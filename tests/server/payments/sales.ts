import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../../server/db/database'
import { customers } from '../../../server/db/schema/customers'
import { gatewayInstances } from '../../../server/db/schema/gateways'
import { home, type TestShop } from '../shop'
import { signedInPeople } from '../signedInPeople'
import { cards } from './world'

export const steps = ['place', 'link', 'pay'] as const
export type SaleStep = (typeof steps)[number]

/** Who sells what to whom, in one campaign. */
export interface Floor {
  /** The sessions of its agents. */
  tokens: readonly string[]
  customerIds: readonly string[]
  offerIds: readonly string[]
  productIds: readonly string[]
  gatewayId: string
}

/** Units of each of its offers, and of each of its products in stock, before anything is sold. */
const stock = 100_000

/** Fills a shop with agents, customers and a few offers that all of them sell; its gateway has a cap that is far away. */
export async function openFloor(
  database: Database,
  shop: TestShop,
  { agents, buyers }: { agents: number; buyers: number },
): Promise<Floor> {
  const { orgId } = shop
  const gatewayId = uuidv7()
  const productIds = await Promise.all(Array.from({ length: 4 }, () => shop.addProduct(stock)))
  const offerIds = await Promise.all(productIds.map((productId) => shop.addOffer(productId, { quantity: stock })))
  // Owners, as they refund and edit as well.
  const tokens = await signedInPeople(database, orgId, agents, 'owner')
  const customerIds = Array.from({ length: buyers }, () => uuidv7())
  await database.tenant(orgId, async (tx) => {
    const cap = { displayName: 'Till', kind: 'sandbox' as const, monthlyCapCents: 1_000_000_000 }
    await tx.insert(gatewayInstances).values({ orgId, id: gatewayId, ...cap })
    await tx.insert(customers).values(
      customerIds.map((id, index) => ({
        orgId,
        id,
        firstName: 'Ada',
        lastName: `Moss ${index}`,
        email: `ada${index}@moss.example`,
        phone: `+1555014${String(index).padStart(4, '0')}`,
        ...home,
      })),
    )
  })
  return { tokens, customerIds, offerIds, productIds, gatewayId }
}

/** What a load of sales came to. */
export interface Sold {
  /** Milliseconds that each step took. */
  times: Record<SaleStep, number[]>
  /** Answers that were no 200, by step, status and message, with their number. */
  refused: Map<string, number>
}

/** One round trip; the address begins with the API's. */
export type Ask = (
  path: string,
  body: object,
  token?: string,
) => Promise<{ status: number; body: { data?: unknown; message?: string } }>

/**
 * Places, links and pays so many orders, begun at an even rate by agents in turn. Each waits for an agent who is free, and
 * that wait counts as the placing's: who sells does not sell less because the server is slow.
 */
export async function sell(
  ask: Ask,
  shop: TestShop,
  floor: Floor,
  { sales, perSecond }: { sales: number; perSecond: number },
): Promise<Sold> {
  const sold: Sold = { times: { place: [], link: [], pay: [] }, refused: new Map() }
  const start = performance.now()
  let begun = 0
  const agents = floor.tokens.map(async (token) => {
    for (;;) {
      const index = begun++
      if (index >= sales) return
      const due = start + (index * 1_000) / perSecond
      await delay(Math.max(0, due - performance.now()))
      await sellOne(ask, shop, floor, { token, index, due }, sold)
    }
  })
  await Promise.all(agents)
  return sold
}

async function sellOne(
  ask: Ask,
  shop: TestShop,
  { customerIds, offerIds, gatewayId }: Floor,
  { token, index, due }: { token: string; index: number; due: number },
  { times, refused }: Sold,
): Promise<void> {
  const done = async <Data>(step: SaleStep, since: number, path: string, body: object, as?: string) => {
    const answer = await ask(path, body, as)
    times[step].push(performance.now() - since)
    if (answer.status === 200) return answer.body.data as Data
    const what = `${step}: ${answer.status} ${answer.body.message}`
    refused.set(what, (refused.get(what) ?? 0) + 1)
    return undefined
  }
  const one = (ids: readonly string[], by: number) => ids[by % ids.length] ?? ''
  const lines = [0, 1].map((line) => ({ offerId: one(offerIds, index * 3 + line), quantity: 1 + line }))
  const placement = shop.placement(lines, { customerId: one(customerIds, index * 7) })
  const order = await done<{ id: string }>('place', due, '/orders', placement, token)
  if (!order) return
  const made = await done<{ linkUrl: string }>(
    'link',
    performance.now(),
    `/orders/${order.id}/payment-links`,
    { mail: true, gatewayInstanceId: gatewayId },
    token,
  )
  if (!made) return
  const ofCustomer = made.linkUrl.slice(made.linkUrl.lastIndexOf('/') + 1)
  const card = { cardNumber: cards.good, expiry: '12/99', securityCode: '123' }
  await done('pay', performance.now(), `/payments/${ofCustomer}/attempts`, { attemptId: uuidv7(), card })
}

/**
 * Every sum that is kept beside the rows that it is of, where the two differ; what is left of these offers, too, which had
 * a hundred thousand units.
 */
export async function wrongSums(
  database: Database,
  orgId: string,
  offerIds: readonly string[],
): Promise<Record<string, unknown>[]> {
  const { rows } = await database.tenant(orgId, (tx) =>
    tx.execute(sql`
      select 'campaign' as what, id::text, array[orders_count, revenue_cents]::text as kept, counted::text
      from campaigns, lateral (
        select array[count(*) filter (where is_counted(status)), coalesce(sum(paid_cents - refunded_cents), 0)] as counted
        from orders where orders.org_id = campaigns.org_id and campaign_id = campaigns.id
      ) as own where counted::text <> array[orders_count, revenue_cents]::text
      union all
      select 'customer', id::text, array[orders_count, total_spent_cents]::text, counted::text
      from customers, lateral (
        select array[count(*) filter (where is_counted(status)), coalesce(sum(paid_cents - refunded_cents), 0)] as counted
        from orders where orders.org_id = customers.org_id and customer_id = customers.id
      ) as own where counted::text <> array[orders_count, total_spent_cents]::text
      union all
      select 'last order', id::text, last_order_at::text, counted::text
      from customers, lateral (
        select max(orders.created_at) as counted from orders
        where orders.org_id = customers.org_id and customer_id = customers.id and is_counted(status)
      ) as own where counted is distinct from last_order_at
      union all
      select 'stock', id::text, stock::text, counted::text
      from products, lateral (
        select coalesce(sum(quantity), 0) as counted from stock_movements
        where stock_movements.org_id = products.org_id and product_id = products.id
      ) as own where counted <> stock
      union all
      select 'offer', id::text, quantity::text, (${stock}::int - held)::text
      from offers, lateral (
        select coalesce(sum(order_items.quantity - coalesce(restocked, 0)), 0)::int as held
        from order_items join orders on orders.org_id = order_items.org_id and orders.id = order_items.order_id
        left join lateral (
          select sum(restocked_units) as restocked from refund_lines
          where refund_lines.org_id = order_items.org_id and item_id = order_items.id
        ) as back on true
        where order_items.org_id = offers.org_id and offer_id = offers.id and status not in ('cancelled', 'expired')
          and imported_number is null
      ) as own where id = any(${sql.param([...offerIds])}::uuid[]) and quantity <> ${stock}::int - held
      union all
      select 'goods of an order', orders.id::text, moved::text, (-held)::text
      from orders, lateral (
        select coalesce(sum(quantity), 0)::int as moved from stock_movements
        where stock_movements.org_id = orders.org_id and order_id = orders.id
      ) as movements, lateral (
        select case when is_counted(status) then sum((quantity - coalesce(restocked, 0)) * quantity_per_order)::int else 0 end as held
        from order_items left join lateral (
          select sum(restocked_units) as restocked from refund_lines
          where refund_lines.org_id = order_items.org_id and item_id = order_items.id
        ) as back on true
        where order_items.org_id = orders.org_id and order_items.order_id = orders.id
      ) as own where moved <> -held and exists (
        select from order_items
        where order_items.org_id = orders.org_id and order_items.order_id = orders.id
          and offer_id = any(${sql.param([...offerIds])}::uuid[])
      )
      union all
      select 'numbers', '', max(number)::text, (min(number) + count(*) - 1)::text
      from orders having max(number) <> min(number) + count(*) - 1
      union all
      select 'last number', '', last_order_number::text, (select max(number) from orders)::text
      from organizations where id = (select current_org()) and last_order_number <> (select max(number) from orders)
      union all
      select 'ledger', booking_id::text, '0', sum(amount_cents)::text
      from ledger_entries group by booking_id having sum(amount_cents) <> 0`),
  )
  return rows
}
