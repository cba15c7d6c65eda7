import type { orders } from '../db/schema/orders'

type Line = 'address1' | 'address2' | 'city' | 'state' | 'postalCode' | 'country'

/** Where something goes, as orders and customers keep it: a line that nobody has filled is none. */
export const addressLines = (address: { [Name in Line]?: string | null | undefined }): Pick<
  typeof orders.$inferSelect,
  Line
> => ({
  address1: address.address1 || null,
  address2: address.address2 || null,
  city: address.city || null,
  state: address.state || null,
  postalCode: address.postalCode || null,
  country: address.country || null,
})
