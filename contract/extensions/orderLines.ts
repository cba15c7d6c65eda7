import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { searchRequest } from '../search'
import { extensionRead, shownText } from '../schemas'

/** What a list of lines adds up to, with shipping and tax, in major units of `currency`. */
export const orderLineSums = z.object({
  rows: z.number(),
  units: z.number(),
  total: z.number(),
  currency: shownText,
})
export type OrderLineSums = z.infer<typeof orderLineSums>

/** The sums of the lines of orders that a search finds (RP-02). */
export const orderLines = routes({
  sums: {
    method: 'POST',
    path: '/order-lines/sums',
    summary: 'Add up the lines of orders that a search of them finds',
    metadata: extensionRead,
    body: z.pick(searchRequest, { organizationId: true, q: true, filters: true }),
    responses: { 200: z.object({ data: orderLineSums }) },
  },
})
