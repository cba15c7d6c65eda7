import { and, eq, type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { PartnerSale, SoldAsked, SoldOrder, Statement } from '../../contract/extensions/collaborations'
import {
  type MoneyOfMonth,
  saleTold,
  statementOf,
  statementTotals,
  whyNotSold,
} from '../../contract/rules/collaborations'
import type { Caller } from '../auth/sessions'
import type { Database } from '../db/database'
import { contractRows, type Row } from '../db/rows'
import { hasKey } from '../db/keys'
import { hasWords } from '../db/patterns'
import { collaborationCampaigns, collaborations } from '../db/schema/collaborations'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { notFound, Refusal } from '../http/errors'
import { type PlacedOrder, placeOrder } from '../orders/place'
import { type Asking, type KnownCollaboration, within } from './record'

/*
 * What a partner sells is an order of whoever shares (0069_partner_sales). It is placed in a transaction of the role
 * app_selling and read in one of app_partner, so that the policies of the database say what of it is seen and made; whoever
 * shares reads the same rows in a transaction of their own.
 */

/** The rows of both organizations alike, so that none sees another sum than the other. */
const sold = sql`
  select orders.org_id, orders.collaboration_id, orders.id, orders.number, orders.campaign_id as "campaignId",
    orders.campaign_name as "campaignName",
    trim(orders.customer_first_name || ' ' || orders.customer_last_name) as "customerName",
    orders.customer_email as "customerEmail", orders.agent_name as "agentName", orders.status,
    orders.payment_status as "paymentStatus", orders.fulfillment_status as "fulfillmentStatus", orders.currency,
    orders.total_cents::float8 / 100 as total, orders.paid_cents::float8 / 100 as "paidTotal",
    orders.refunded_cents::float8 / 100 as "refundedTotal", orders.created_at as "createdAt",
    (select json_agg(json_build_object('name', item.name, 'quantity', item.quantity,
        'unitPrice', item.unit_price_cents::float8 / 100, 'total', item.total_cents::float8 / 100) order by item.position, item.id)
      from order_items as item where item.org_id = orders.org_id and item.order_id = orders.id) as items
  from orders`

const shownOrders = (result: Parameters<typeof contractRows>[0]) =>
  // The statement names and types its columns as the contract does.
  contractRows(result).map(({ collaboration_id: _, ...row }) => row) as unknown as SoldOrder[]

type Narrowed = Omit<SoldAsked, 'organizationId' | 'as' | 'limit' | 'page'>
type Shared = Pick<KnownCollaboration, 'orgId' | 'id'>

/** What was sold by a collaboration, the newest first unless it is asked otherwise, as parts of statements. */
function foundSold({ orgId, id }: Shared, { q = '', sortBy = 'createdAt', sortOrder }: Narrowed) {
  const text = sql`folded(concat_ws(' ', number, "customerName", "customerEmail", "campaignName", "agentName"))`
  const conditions = and(sql`org_id = ${orgId}`, sql`collaboration_id = ${id}`, hasWords(text, q))
  const from = sql`from (${sold}) as sold where ${conditions}`
  const column = sql.identifier(sortBy)
  const isText = !['number', 'total', 'createdAt'].includes(sortBy)
  const key = isText ? sql`folded(${column}) collate "C"` : column
  const direction = (sortOrder ?? (sortBy === 'createdAt' ? 'desc' : 'asc')) === 'desc' ? sql`desc` : sql`asc`
  return { from, rows: sql`select * ${from} order by ${key} ${direction} nulls last, id ${direction}` }
}

/** The statement that tells all of it, by the names of the contract. */
export const everySold = (of: Shared, asked: Narrowed): SQL => foundSold(of, asked).rows

/** A page of it; undefined when the organization has no part in the collaboration. */
export const readSoldOrders = (
  database: Database,
  asking: Asking,
  id: string,
  { limit, page, ...asked }: SoldAsked,
): Promise<{ rows: SoldOrder[]; total: number } | undefined> =>
  within(database, asking, id, async (tx, _, known) => {
    const { from, rows } = foundSold(known, asked)
    const [found, counted] = await Promise.all([
      tx.execute<Row>(sql`${rows} limit ${limit} offset ${(page - 1) * limit}`),
      tx.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
    ])
    return { rows: shownOrders(found), total: counted.rows[0]?.total ?? 0 }
  })

/** One of them, as its partner sees it. Throws a 404 where the policies show none. */
export async function readSoldOrder(
  database: Database,
  { orgId, partnerOrgId }: Pick<KnownCollaboration, 'orgId' | 'partnerOrgId'>,
  orderId: string,
): Promise<SoldOrder> {
  if (partnerOrgId === null) throw notFound('Order')
  const [row] = await database.partner({ orgId, partnerId: partnerOrgId }, async (tx) =>
    shownOrders(
      await tx.execute<Row>(sql`select * from (${sold}) as sold where org_id = ${orgId} and id = ${orderId}`),
    ),
  )
  if (!row) throw notFound('Order')
  return row
}

const inMajorUnits = <Sums extends { paid: number; refunded: number; share: number }>({ ...sums }: Sums): Sums => ({
  ...sums,
  paid: sums.paid / 100,
  refunded: sums.refunded / 100,
  share: sums.share / 100,
})

/**
 * What is owed for what was sold by a collaboration; undefined when the organization has no part in it. It is reckoned from
 * the ledger, whose bookings stay as they are, so that a month that is over stays so, too.
 */
export const readStatement = (database: Database, asking: Asking, id: string): Promise<Statement | undefined> =>
  within(database, asking, id, async (tx, _, { orgId, sharePoints }) => {
    // What the gateway holds of a payment, and the fee that it has kept, are what the customer paid.
    const { rows } = await tx.execute<{ month: string; currency: string; paid: string; refunded: string }>(sql`
      select to_char(entry.created_at at time zone organization.time_zone, 'YYYY-MM') as month, entry.currency,
        coalesce(sum(entry.amount_cents) filter (where moved.type = 'charge'), 0) as paid,
        coalesce(-sum(entry.amount_cents) filter (where moved.type = 'refund'), 0) as refunded
      from orders
      join ledger_entries as entry on entry.org_id = orders.org_id and entry.order_id = orders.id
      join transactions as moved on moved.org_id = entry.org_id and moved.id = entry.transaction_id
      join organizations as organization on organization.id = orders.org_id
      where orders.org_id = ${orgId} and orders.collaboration_id = ${id} and entry.account in ('gateway', 'fee')
      group by 1, 2`)
    const moved = rows.map(({ paid, refunded, ...of }): MoneyOfMonth => ({
      ...of,
      paid: Number(paid),
      refunded: Number(refunded),
    }))
    const lines = statementOf(moved, sharePoints)
    return {
      share: sharePoints / 100,
      months: lines.map(inMajorUnits).toReversed(),
      totals: statementTotals(lines).map(inMajorUnits),
    }
  })

interface Selling {
  orgId: string
  collaborationId: string
  caller: Caller
  now: Date
}

/**
 * Places an order by a collaboration, by the rules and locks of every order. The collaboration is locked before all else:
 * whoever pauses, ends or narrows it waits for the sale, or the sale is refused with a 409 that says why. What was placed
 * before is answered again whatever has become of the collaboration.
 */
export async function sellByCollaboration(
  tx: Transaction,
  { orgId, collaborationId, caller, now }: Selling,
  { draftId = uuidv7(), campaignId, customer, lines, address, agreedToTermsAt }: PartnerSale,
): Promise<PlacedOrder> {
  const [held] = await tx
    .select({ state: collaborations.state })
    .from(collaborations)
    .where(hasKey(collaborations, orgId, collaborationId))
    .for('share')
  if (!held) throw notFound('Collaboration')
  const [[placed], [shared]] = await Promise.all([
    tx
      .select({ orderId: orders.id })
      .from(orders)
      .where(and(eq(orders.orgId, orgId), eq(orders.draftId, draftId.toLowerCase()))),
    tx
      .select({ right: collaborationCampaigns.right })
      .from(collaborationCampaigns)
      .where(
        and(
          eq(collaborationCampaigns.collaborationId, collaborationId),
          sql`${collaborationCampaigns.campaignId}::text = ${campaignId.toLowerCase()}`,
        ),
      ),
  ])
  if (placed) return placed
  const why = whyNotSold(held.state, shared?.right)
  if (why !== undefined) throw new Refusal(409, 'not_possible', why)
  const sale = { draftId, campaignId, newCustomer: customer, lines, address, agreedToTermsAt }
  return placeOrder(tx, { orgId, caller, now }, { organizationId: orgId, ...sale })
}

/** The collaboration by which an organization may sell. Throws a 404, and a 409 for whoever shares it themselves. */
export function soldBy(known: KnownCollaboration | undefined, orgId: string): KnownCollaboration {
  if (!known || (known.orgId !== orgId && known.partnerOrgId !== orgId)) throw notFound('Collaboration')
  if (known.orgId === orgId) throw new Refusal(409, 'not_possible', saleTold.own)
  return known
}
