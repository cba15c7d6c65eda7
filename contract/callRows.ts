import * as z from 'zod/mini'
import { id, shownNumber, shownText } from './schemas'

/** A call in the list of those that figures are made of. */
export const listedCall = z.object({
  id,
  /** When it began to ring. */
  createdAt: shownText,
  agentId: shownText,
  agentName: shownText,
  customerId: shownText,
  customerName: shownText,
  disposition: shownText,
  /** What came of it: `paid`, `sold`, `missed` when nothing was sold, or `uncounted` when it counts for nobody's close rate. */
  outcome: shownText,
  /** What was sold first in it. */
  orderId: shownText,
  orderNumber: z.nullish(z.union([z.string(), z.number()])),
  /** Of that order, or of what was typed while they talked. */
  campaignId: shownText,
  campaignName: shownText,
  /** Which stands first in it. */
  offerId: shownText,
  offerName: shownText,
  /** From its beginning until its order was paid by a link. */
  secondsToPaid: shownNumber,
})
export type ListedCall = z.infer<typeof listedCall>
