import * as z from 'zod/mini'
import { address } from './addresses'
import { id, shownNumber, shownText } from './schemas'
import { version } from './versions'

/** A customer of an organization. Only the id is demanded of a backend (AP-03). */
export const customer = z.object({
  id,
  /** Whose it is, where it is read alone. */
  organizationId: shownText,
  firstName: shownText,
  lastName: shownText,
  name: shownText,
  email: shownText,
  phone: shownText,
  shippingAddress: z.nullish(address),
  /** Of the shipping address, as lists are filtered by it. */
  country: shownText,
  note: shownText,
  ordersCount: shownNumber,
  totalSpent: shownNumber,
  lastOrderAt: shownText,
  /** Whether they asked not to be called again. */
  doNotCall: z.nullish(z.boolean()),
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Customer = z.infer<typeof customer>

/** What a customer is called, wherever one is shown. */
export const customerName = ({ name, firstName, lastName, email, id }: Customer): string =>
  name || [firstName, lastName].filter(Boolean).join(' ') || email || id
