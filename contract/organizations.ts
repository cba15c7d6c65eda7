import * as z from 'zod/mini'
import { core, id, shownNumber, shownText } from './schemas'
import { initContract } from './client/tsRest'

/** What is not told is absent, as a backend of the core calls alone knows none of it but id and name. */
export const organization = z.object({
  id,
  name: z.string(),
  /** ISO 4217, of every amount of the organization. */
  currency: shownText,
  /** IANA; its campaigns begin and end by the days of this zone. */
  timeZone: shownText,
  /** In percent, with up to three decimals. */
  taxRate: shownNumber,
  pricesIncludeTax: z.nullish(z.boolean()),
})
export type Organization = z.infer<typeof organization>

/** The organizations that the signed-in user belongs to (SE-02, SE-10). */
export const organizations = initContract().router({
  list: {
    method: 'GET',
    path: '/organizations',
    summary: 'List the organizations of the signed-in user',
    metadata: core,
    responses: { 200: z.object({ data: z.array(organization) }) },
  },
})
