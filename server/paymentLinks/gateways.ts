import { and, asc, eq, sql } from 'drizzle-orm'
import type { OrderPayments } from '../../contract/extensions/payments'
import { overCap } from '../../contract/rules/linkTold'
import { gatewayInstances } from '../db/schema/gateways'
import { offers } from '../db/schema/offers'
import { orderItems } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { takenInMonth } from '../gateways/taken'

/** The gateway that a link of an order is made for where nobody asks for one: that of the first offer that has one, else the first. Only one that is enabled; undefined when none is. */
export async function usualGateway(
  tx: Transaction,
  { orgId, orderId }: { orgId: string; orderId: string },
): Promise<{ id: string } | undefined> {
  const enabled = and(eq(gatewayInstances.orgId, orgId), eq(gatewayInstances.enabled, true))
  const [ofOffer] = await tx
    .select({ id: gatewayInstances.id })
    .from(orderItems)
    .innerJoin(offers, and(eq(offers.orgId, orderItems.orgId), eq(offers.id, orderItems.offerId)))
    .innerJoin(
      gatewayInstances,
      and(eq(gatewayInstances.orgId, offers.orgId), eq(gatewayInstances.id, offers.gatewayInstanceId)),
    )
    .where(and(enabled, eq(orderItems.orgId, orgId), eq(orderItems.orderId, orderId)))
    .orderBy(asc(orderItems.position))
    .limit(1)
  if (ofOffer) return ofOffer
  const [first] = await tx
    .select({ id: gatewayInstances.id })
    .from(gatewayInstances)
    .where(enabled)
    .orderBy(asc(gatewayInstances.displayName), asc(gatewayInstances.id))
    .limit(1)
  return first
}

/**
 * The gateways that an order can be paid by, the usual one first, each with why it takes no such amount now (GW-01). What
 * is told is no promise: whoever makes the link looks again.
 */
export async function gatewaysFor(
  tx: Transaction,
  order: { orgId: string; orderId: string },
  dueCents: number,
  now: Date,
): Promise<NonNullable<OrderPayments['gateways']>> {
  const usual = await usualGateway(tx, order)
  const { rows } = await tx.execute<{ id: string; displayName: string; isOver: boolean }>(sql`
    select id, display_name as "displayName", monthly_cap_cents is not null
      and ${dueCents}::bigint + ${takenInMonth(sql`gateway.id`, now)} > monthly_cap_cents as "isOver"
    from gateway_instances as gateway where org_id = (select current_org()) and enabled
    order by id = ${usual?.id ?? null}::uuid desc, display_name, id`)
  return rows.map(({ id, displayName, isOver }) => ({ id, displayName, whyNot: isOver ? overCap : null }))
}
