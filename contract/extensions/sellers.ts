import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { extension, id, optionalLine, shownText, someField, text } from '../schemas'
import { ifMatch, version } from '../versions'

/** As long as what is printed on a receipt may be. */
export const longestAddress = 300
export const longestTaxNumber = 40

/** What an organization tells its customers of itself, as on a receipt (PY-06). */
export const seller = z.object({
  id,
  /** The organization's. */
  name: shownText,
  supportEmail: shownText,
  /** Lines of it, as they are printed. */
  address: shownText,
  taxNumber: shownText,
  version,
  updatedAt: shownText,
})
export type Seller = z.infer<typeof seller>

/** What changes of it; an empty text is none. */
export const sellerUpdate = z
  .partial(z.object({ address: text(longestAddress), taxNumber: optionalLine(longestTaxNumber) }))
  .check(someField)
export type SellerUpdate = z.infer<typeof sellerUpdate>

/** Who sells: one for each organization, from the beginning (PY-06). */
export const sellers = routes({
  list: {
    method: 'GET',
    path: '/sellers',
    summary: 'Read who sells in an organization, as its customers are told; there is one',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(seller) }) },
  },
  update: {
    method: 'PUT',
    path: '/sellers/:sellerId',
    summary: 'Change the address and the tax number that customers are told of a seller',
    metadata: extension,
    pathParams: z.object({ sellerId: id }),
    headers: ifMatch,
    body: sellerUpdate,
    responses: { 200: z.object({ data: seller }) },
  },
})
