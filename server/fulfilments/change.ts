import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { trackingNumberOf } from '../../contract/carriers'
import { nothingWaits, type Tracking } from '../../contract/extensions/fulfilments'
import { fulfilmentLife } from '../../machines/lives/fulfilmentLife'
import { whyNot } from '../../machines/lives/life'
import { hasKey } from '../db/keys'
import { takeStep } from '../db/lives'
import { fulfilmentItems, fulfilments } from '../db/schema/fulfilments'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { invalid, Refusal } from '../http/errors'
import { contentsOf, type LineUnits, lockOrders, unitsOf, unpackedLines } from './contents'
import { packFulfilment, fulfilmentResource, tellOrder, unitsText, type Working } from './pack'
import { type LockedFulfilment, lockFulfilments } from './steps'
import { assignTracking } from './tracking'

/** The same lines, each once. */
function joined(items: readonly LineUnits[]): LineUnits[] {
  const quantities = new Map<string, number>()
  for (const { orderItemId, quantity } of items) {
    const id = orderItemId.toLowerCase()
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  return [...quantities].map(([orderItemId, quantity]) => ({ orderItemId, quantity }))
}

/** Throws a 422 for lines of which there is not so much, as they were asked for. */
function refuseTooMuch(items: readonly LineUnits[], held: readonly LineUnits[]): void {
  const details = items.flatMap(({ orderItemId, quantity }, index) => {
    const most = held.find((line) => line.orderItemId === orderItemId)?.quantity ?? 0
    if (quantity <= most) return []
    const message = most === 0 ? 'Nothing of this line is left.' : `Only ${unitsText(most)} of this line left.`
    return [{ path: `body.items.${index}.quantity`, message }]
  })
  if (details.length > 0) throw invalid(details)
}

/**
 * Makes a parcel of an order with these lines, or with all that is in none (FU-03); returns its id. Undefined when there
 * is no such order; throws a 409 that says why it gets no parcel, and a 422 for more than there is.
 */
export async function packOrder(
  tx: Transaction,
  working: Working,
  orderId: string,
  asked: readonly LineUnits[] | undefined,
): Promise<string | undefined> {
  const { orgId } = working
  const order = (await lockOrders(tx, orgId, [orderId])).get(orderId)
  if (!order) return undefined
  const left = unpackedLines(await contentsOf(tx, orgId, orderId))
  const items = asked === undefined ? left : joined(asked)
  const refusal = whyNot(fulfilmentLife, 'planned', {
    type: 'pack',
    order: order.status,
    units: unitsOf(items),
    unpacked: unitsOf(left),
  })
  if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal)
  refuseTooMuch(items, left)
  const id = await packFulfilment(tx, working, order, items, unitsOf(left))
  await tellOrder(tx, working, orderId, 'packed', unitsText(unitsOf(items)))
  return id
}

/** Takes some units out of a locked parcel into one of their own, whose id it returns (FU-03). Throws as packing does. */
export async function splitFulfilment(
  tx: Transaction,
  working: Working,
  { fulfilment, order }: LockedFulfilment,
  asked: readonly LineUnits[],
): Promise<string> {
  const { orgId, caller, now } = working
  const items = joined(asked)
  const held = (await contentsOf(tx, orgId, order.id)).fulfilments.find(({ id }) => id === fulfilment.id)?.items ?? []
  const units = unitsOf(items)
  const happening = { orgId, resource: fulfilmentResource, recordId: fulfilment.id, caller, now }
  const step = { type: 'split' as const, order: order.status, units, held: unitsOf(held) }
  await takeStep(tx, happening, fulfilmentLife, fulfilment.status, step)
  refuseTooMuch(items, held)
  for (const { orderItemId, quantity } of items) {
    const line = and(
      eq(fulfilmentItems.orgId, orgId),
      eq(fulfilmentItems.fulfilmentId, fulfilment.id),
      eq(fulfilmentItems.orderItemId, orderItemId),
    )
    const rest = (held.find((one) => one.orderItemId === orderItemId)?.quantity ?? 0) - quantity
    if (rest === 0) await tx.delete(fulfilmentItems).where(line)
    else await tx.update(fulfilmentItems).set({ quantity: rest }).where(line)
  }
  // Whoever looks at it has an outdated version now.
  await tx
    .update(fulfilments)
    .set({ updatedAt: now })
    .where(hasKey(fulfilments, orgId, fulfilment.id))
  const id = await packFulfilment(tx, working, order, items, units)
  await tellOrder(tx, working, order.id, 'split', unitsText(units))
  return id
}

/**
 * Gives the parcel of an order that waits longest its number (FU-02); returns its id. The same number for the same order
 * again changes nothing, as a scanner may read twice. Throws a 422 for an unknown order and what is wrong with the number.
 */
export async function scanTracking(
  tx: Transaction,
  working: Working,
  { orderNumber, seller, ...asked }: Tracking & { orderNumber: string; seller: string | undefined },
): Promise<string> {
  const { orgId } = working
  const number = Number(orderNumber.replace('#', ''))
  const [found] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.orgId, orgId),
        eq(orders.number, number),
        seller === undefined ? undefined : eq(orders.agentId, seller),
      ),
    )
  const order = found && (await lockOrders(tx, orgId, [found.id])).get(found.id)
  if (!order) throw invalid([{ path: 'body.orderNumber', message: `There is no order #${number}` }])
  const ofOrder = and(eq(fulfilments.orgId, orgId), eq(fulfilments.orderId, order.id))
  const trackingNumber = trackingNumberOf(asked.trackingNumber)
  const [same] = await tx
    .select({ id: fulfilments.id })
    .from(fulfilments)
    .where(and(ofOrder, ne(fulfilments.status, 'cancelled'), eq(fulfilments.trackingNumber, trackingNumber)))
  const [waiting] = await tx
    .select({ id: fulfilments.id })
    .from(fulfilments)
    .where(and(ofOrder, eq(fulfilments.status, 'pending'), isNull(fulfilments.trackingNumber)))
    .orderBy(asc(fulfilments.createdAt), asc(fulfilments.id))
    .limit(1)
  const given = { type: 'assign' as const, order: order.status, carrier: null, trackingNumber }
  const refusal = whyNot(fulfilmentLife, 'pending', given) ?? (same || waiting ? undefined : nothingWaits)
  if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal)
  if (same) return same.id
  const [locked] = await lockFulfilments(tx, orgId, waiting ? [waiting.id] : [])
  if (!locked) throw new Error(`no parcel of order ${order.id}`)
  await assignTracking(tx, working, locked, asked)
  return locked.fulfilment.id
}
