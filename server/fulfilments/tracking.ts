import { and, eq, ne, sql } from 'drizzle-orm'
import { carrierName, carrierOf, trackingNumberOf, trackingShape } from '../../contract/carriers'
import type { Tracking } from '../../contract/extensions/fulfilments'
import { notATrackingNumber, numberTaken } from '../../contract/forms/fulfilments'
import { trackingEvent } from '../../contract/rules/heldMails'
import { fulfilmentLife } from '../../machines/lives/fulfilmentLife'
import { seesOrders } from '../auth/ownOrders'
import { hasKey } from '../db/keys'
import { takeStep } from '../db/lives'
import { fulfilments } from '../db/schema/fulfilments'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'
import { sendAutoresponders } from '../mail/autoresponding'
import { fulfilmentResource, tellOrder, type Working } from './pack'
import { recallTracking } from './recalling'
import { type LockedFulfilment, trackingText } from './steps'

/**
 * Whoever gives a parcel its number is alone in that until the transaction ends, so that none is given twice. Orders and
 * parcels are locked before.
 */
export const lockNumbers = (tx: Transaction, orgId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${orgId} tracking numbers`}, 0))`)

/**
 * Gives a locked parcel its carrier and its number (FU-02), and the mails that its campaign sends about it (ML). Throws a
 * 409 that says why it can't have one, and a 422 for a number that is none or is on another parcel.
 */
export async function assignTracking(
  tx: Transaction,
  working: Working,
  { fulfilment, order }: LockedFulfilment,
  asked: Tracking,
): Promise<void> {
  const { orgId, caller, now } = working
  const trackingNumber = trackingNumberOf(asked.trackingNumber)
  const carrier = (asked.carrier ? carrierName(asked.carrier) : carrierOf(trackingNumber)) ?? null
  const given = { carrier, trackingNumber }
  const happening = { orgId, resource: fulfilmentResource, recordId: fulfilment.id, caller, now }
  const before = trackingText(fulfilment) || null
  const step = { type: 'assign' as const, order: order.status, ...given, before, after: trackingText(given) }
  await takeStep(tx, happening, fulfilmentLife, fulfilment.status, step)
  if (!trackingShape.test(trackingNumber)) {
    throw invalid([{ path: 'body.trackingNumber', message: notATrackingNumber }])
  }
  await lockNumbers(tx, orgId)
  const [other] = await tx
    .select({ orderId: fulfilments.orderId, orderNumber: fulfilments.orderNumber })
    .from(fulfilments)
    .where(
      and(
        eq(fulfilments.orgId, orgId),
        sql`coalesce(carrier, '') = ${carrier ?? ''}`,
        eq(fulfilments.trackingNumber, trackingNumber),
        ne(fulfilments.status, 'cancelled'),
        ne(fulfilments.id, fulfilment.id),
      ),
    )
  if (other) {
    const isSeen = caller === undefined || (await seesOrders(tx, { orgId, caller }, [other.orderId]))
    const message = numberTaken(isSeen ? other.orderNumber : undefined)
    throw invalid([{ path: 'body.trackingNumber', message }])
  }
  await tx
    .update(fulfilments)
    .set({ ...given, updatedAt: now })
    .where(hasKey(fulfilments, orgId, fulfilment.id))
  await tellOrder(tx, working, order.id, 'tracked', trackingText(given))
  // What waits to tell of another number would tell of one that is none any more; of the same one it is right.
  if (step.before !== step.after) await recallTracking(tx, orgId, [fulfilment])
  await sendAutoresponders(tx, {
    orgId,
    orderId: order.id,
    event: trackingEvent,
    subjectId: fulfilment.id,
    now,
    carrier,
    trackingNumber,
  })
}

/**
 * Takes the number of a locked parcel back, and the mail about it while it waits (FU-04). Throws a 409 for a parcel that
 * has none or is on its way.
 */
export async function unassignTracking(
  tx: Transaction,
  working: Working,
  { fulfilment, order }: LockedFulfilment,
): Promise<void> {
  const { orgId, caller, now } = working
  const happening = { orgId, resource: fulfilmentResource, recordId: fulfilment.id, caller, now }
  const before = trackingText(fulfilment)
  const step = { type: 'unassign' as const, before: before || null, after: null }
  await takeStep(tx, happening, fulfilmentLife, fulfilment.status, step)
  await tx
    .update(fulfilments)
    .set({ carrier: null, trackingNumber: null, updatedAt: now })
    .where(hasKey(fulfilments, orgId, fulfilment.id))
  await tellOrder(tx, working, order.id, 'tracked', `Taken back: ${before}`)
  await recallTracking(tx, orgId, [fulfilment])
}
