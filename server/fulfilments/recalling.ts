import { trackingEvent } from '../../contract/rules/heldMails'
import type { Transaction } from '../db/transactions'
import { recallMails } from '../mail/recalling'

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
