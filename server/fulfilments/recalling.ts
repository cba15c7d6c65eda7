import type { Transaction } from '../db/transactions'
import { recallMails } from '../mail/recalling'

/** What auto-responders answer when a parcel gets its number. */
export const trackingEvent = 'order.tracking_number.assigned'

/** Takes back the mails about the numbers of parcels, as far as they wait still (FU-04). */
export const recallTracking = (
  tx: Transaction,
  orgId: string,
  parcels: readonly { id: string; orderId: string }[],
): Promise<void> =>
  recallMails(
    tx,
    orgId,
    trackingEvent,
    parcels.map(({ id, orderId }) => ({ orderId, subjectId: id })),
  )
