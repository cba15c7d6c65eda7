import * as z from 'zod/mini'
import { id, shownNumber, shownText } from './schemas'

/** Money that was taken or given back, by a gateway or elsewhere. Only the id is demanded of a backend (AP-03). */
export const transaction = z.object({
  id,
  orderId: shownText,
  orderNumber: z.nullish(z.union([z.string(), z.number()])),
  /** Of the order. */
  campaignId: shownText,
  agentId: shownText,
  gatewayInstanceId: shownText,
  gatewayName: shownText,
  /** `gateway`, or `elsewhere` as it came with an imported order, which no gateway here knows. */
  taken: shownText,
  type: shownText,
  status: shownText,
  amount: shownNumber,
  currency: shownText,
  reference: shownText,
  failureCode: shownText,
  failureMessage: shownText,
  createdAt: shownText,
})
export type Transaction = z.infer<typeof transaction>
