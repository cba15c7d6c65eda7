import { uuidv7 } from 'uuidv7'
import { fulfilmentLife } from '../../machines/lives/fulfilmentLife'
import type { Caller } from '../auth/sessions'
import { keepEvent, takeStep } from '../db/lives'
import { fulfilmentItems, fulfilments } from '../db/schema/fulfilments'
import type { Transaction } from '../db/transactions'
import { type KnownOrder, type LineUnits, unitsOf } from './contents'

export interface Working {
  orgId: string
  /** Nobody, for what happens by itself. */
  caller: Caller | undefined
  now: Date
}

/** What a parcel's timeline is kept under, as the contract calls parcels in a search. */
export const fulfilmentResource = 'fulfillments'

/** Writes into the timeline of an order what happened to a parcel of it; no step of its life is named so. */
export const tellOrder = (
  tx: Transaction,
  { orgId, caller, now }: Working,
  orderId: string,
  kind: 'packed' | 'tracked' | 'shipped' | 'delivered' | 'cancelled' | 'split',
  text: string,
): Promise<void> =>
  keepEvent(
    tx,
    { orgId, resource: 'orders', recordId: orderId, caller, now },
    { kind: `parcel_${kind}`, facts: { text } },
  )

/** Some pieces, in words. */
export const unitsText = (units: number) => (units === 1 ? '1 piece' : `${units} pieces`)

/**
 * Makes a parcel of a locked order with some of what is in none; returns its id. Throws a 409 that says why it can't be.
 */
export async function packFulfilment(
  tx: Transaction,
  working: Working,
  order: KnownOrder,
  items: readonly LineUnits[],
  unpacked: number,
): Promise<string> {
  const { orgId, caller, now } = working
  const id = uuidv7()
  const units = unitsOf(items)
  const happening = { orgId, resource: fulfilmentResource, recordId: id, caller, now }
  const event = { type: 'pack' as const, order: order.status, units, unpacked }
  await takeStep(tx, happening, fulfilmentLife, 'planned', event)
  await tx.insert(fulfilments).values({
    orgId,
    id,
    orderId: order.id,
    orderNumber: order.number,
    customerName: `${order.customerFirstName} ${order.customerLastName}`.trim(),
    orderedAt: order.createdAt,
    createdAt: now,
    updatedAt: now,
  })
  await tx.insert(fulfilmentItems).values(items.map((item) => ({ orgId, fulfilmentId: id, ...item })))
  return id
}
