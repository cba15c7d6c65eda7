import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { searchRequest } from '../search'
import { extensionRead, shownText } from '../schemas'

/** What a list of transactions adds up to, in major units of `currency`; what failed or is pending moved nothing. */
export const transactionSums = z.object({
  charged: z.number(),
  refunded: z.number(),
  /** What is kept: charged, less refunded. */
  net: z.number(),
  currency: shownText,
})
export type TransactionSums = z.infer<typeof transactionSums>

/** The sums of the transactions that a search finds (GW-03). */
export const transactions = routes({
  sums: {
    method: 'POST',
    path: '/transactions/sums',
    summary: 'Add up the transactions that a search of them finds',
    metadata: extensionRead,
    body: z.pick(searchRequest, { organizationId: true, q: true, filters: true }),
    responses: { 200: z.object({ data: transactionSums }) },
  },
})
