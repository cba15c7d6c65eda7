import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { extension, id, oneLine, shownText } from '../schemas'
import { mostSearched } from '../search'

/** Of each kind so many are told: whoever looks for more goes to the list. */
export const mostOfAKind = 5

const orderNumber = z.union([z.string(), z.number()])

/** What a few letters may mean, each kind for itself, with what tells one from another of its name (WF-01). */
export const found = z.object({
  orders: z.array(z.object({ id, number: orderNumber, customerName: shownText, campaignName: shownText })),
  customers: z.array(z.object({ id, name: shownText, email: shownText, phone: shownText })),
  fulfillments: z.array(
    z.object({ id, orderId: id, orderNumber, customerName: shownText, carrier: shownText, trackingNumber: z.string() }),
  ),
  campaigns: z.array(z.object({ id, name: shownText })),
  products: z.array(z.object({ id, name: shownText, sku: shownText })),
})
export type Found = z.infer<typeof found>

/** Records of all kinds at once, for whoever knows a number or a name and not the list that it is in. */
export const search = routes({
  find: {
    method: 'GET',
    path: '/search',
    summary: 'Find orders, customers, parcels, campaigns and products by what somebody has typed',
    description: `An order is found by its number, with or without its sign; a parcel by the beginning of its tracking number; the others by parts of their names, of which those come first that begin so; products by their SKUs, and customers by their email addresses, their phone numbers in any spelling and where they live, too. Of texts shorter than three letters a name begins with them. At most ${mostOfAKind} of each kind.`,
    metadata: extension,
    query: z.object({
      organizationId: id,
      q: z.string().check(z.trim(), z.minLength(1), z.maxLength(mostSearched), z.regex(oneLine)),
    }),
    responses: { 200: z.object({ data: found }) },
  },
})
