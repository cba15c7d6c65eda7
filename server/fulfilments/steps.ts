import { and, asc, eq, inArray } from 'drizzle-orm'
import { fulfilmentLife } from '../../machines/lives/fulfilmentLife'
import { stepOf } from '../../machines/lives/life'
import { hasKey, isId } from '../db/keys'
import { takeStep } from '../db/lives'
import { fulfilments } from '../db/schema/fulfilments'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { completeWhenDone } from '../orders/complete'
import { contentsOf, type KnownOrder, type KnownFulfilment, lockOrders, statusOf } from './contents'
import { recallTracking } from './recalling'
import { fulfilmentResource, tellOrder, type Working } from './pack'

export type FulfilmentStep = 'ship' | 'deliver' | 'cancel'

/** A parcel with its order, both locked. */
export interface LockedFulfilment {
  fulfilment: KnownFulfilment
  order: KnownOrder
}

/** The parcels with these ids and their orders, all locked: the orders first. Those that nobody has are left out. */
export async function lockFulfilments(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<LockedFulfilment[]> {
  const known = ids.filter(isId)
  if (known.length === 0) return []
  const wanted = and(eq(fulfilments.orgId, orgId), inArray(fulfilments.id, known))
  const ofOrders = await tx.select({ orderId: fulfilments.orderId }).from(fulfilments).where(wanted)
  const locked = await lockOrders(
    tx,
    orgId,
    ofOrders.map(({ orderId }) => orderId),
  )
  const rows = await tx.select().from(fulfilments).where(wanted).orderBy(asc(fulfilments.id)).for('update')
  return rows.flatMap((fulfilment) => {
    const order = locked.get(fulfilment.orderId)
    return order ? [{ fulfilment, order }] : []
  })
}

/** Derives how far the order is from its parcels, writes it down, and completes the order that is done (LI-01, LI-04). */
export async function keepFulfilmentStatus(tx: Transaction, working: Working, order: KnownOrder): Promise<void> {
  const { orgId, now } = working
  const fulfillmentStatus = statusOf(await contentsOf(tx, orgId, order.id))
  if (fulfillmentStatus !== order.fulfillmentStatus) {
    await tx
      .update(orders)
      .set({ fulfillmentStatus, updatedAt: now })
      .where(hasKey(orders, orgId, order.id))
  }
  await completeWhenDone(tx, { ...working, orderId: order.id })
}

const done = { ship: 'shipped', deliver: 'delivered', cancel: 'cancelled' } as const

/** Takes parcels, and the orders that they are of, one step further: all of them or none. Throws a 409 that says why not. */
export async function takeFulfilmentSteps(
  tx: Transaction,
  working: Working,
  locked: readonly LockedFulfilment[],
  step: FulfilmentStep,
): Promise<void> {
  const { orgId, caller, now } = working
  const to = done[step]
  for (const { fulfilment, order } of locked) {
    const event = step === 'ship' ? { type: step, order: order.status } : { type: step }
    const { refusal } = stepOf(fulfilmentLife, fulfilment.status, event)
    if (refusal !== undefined && locked.length > 1) {
      throw new Refusal(409, 'not_possible', `Order #${order.number}: ${refusal}`)
    }
    const happening = { orgId, resource: fulfilmentResource, recordId: fulfilment.id, caller, now }
    await takeStep(tx, happening, fulfilmentLife, fulfilment.status, event)
    await tellOrder(tx, working, order.id, to, trackingText(fulfilment))
  }
  const moments = { ship: { shippedAt: now }, deliver: { deliveredAt: now }, cancel: {} }
  await tx
    .update(fulfilments)
    .set({ status: to, updatedAt: now, ...moments[step] })
    .where(
      and(
        eq(fulfilments.orgId, orgId),
        inArray(
          fulfilments.id,
          locked.map(({ fulfilment }) => fulfilment.id),
        ),
      ),
    )
  // Nobody is to look for what is not sent.
  if (step === 'cancel') {
    await recallTracking(
      tx,
      orgId,
      locked.map(({ fulfilment }) => fulfilment),
    )
  }
  for (const order of new Map(locked.map((one) => [one.order.id, one.order])).values()) {
    await keepFulfilmentStatus(tx, working, order)
  }
}

/** How a parcel is found on its way, in words; empty when it can't be. */
export const trackingText = ({
  carrier,
  trackingNumber,
}: {
  carrier: string | null
  trackingNumber: string | null
}): string => (trackingNumber === null ? '' : [carrier, trackingNumber].filter(Boolean).join(' '))

/** Gives up every parcel of a locked order that is still here, as when the order is cancelled (LI-01). */
export async function cancelWaitingFulfilments(tx: Transaction, working: Working, orderId: string): Promise<void> {
  const { orgId, caller, now } = working
  const waiting = and(eq(fulfilments.orgId, orgId), eq(fulfilments.orderId, orderId), eq(fulfilments.status, 'pending'))
  const rows = await tx.select({ id: fulfilments.id }).from(fulfilments).where(waiting).for('update')
  for (const { id } of rows) {
    const happening = { orgId, resource: fulfilmentResource, recordId: id, caller, now }
    await takeStep(tx, happening, fulfilmentLife, 'pending', { type: 'cancel' })
  }
  if (rows.length > 0) await tx.update(fulfilments).set({ status: 'cancelled', updatedAt: now }).where(waiting)
  await recallTracking(
    tx,
    orgId,
    rows.map(({ id }) => ({ id, orderId })),
  )
}
