import type { CustomerUpdate } from '../../contract/extensions/customers'
import type { SellingFacts } from '../../contract/rules/selling'
import type { customers } from '../db/schema/customers'

const emptyToNull = (text: string | undefined) => (text === '' ? null : text)

/** The columns of the fields that are given; an empty text is kept as nothing. */
export const columnsOf = ({ firstName, lastName, email, phone, note, shippingAddress = {} }: CustomerUpdate) => ({
  firstName,
  lastName,
  email,
  phone: emptyToNull(phone),
  note: emptyToNull(note),
  address1: emptyToNull(shippingAddress.address1),
  address2: emptyToNull(shippingAddress.address2),
  city: emptyToNull(shippingAddress.city),
  state: emptyToNull(shippingAddress.state),
  postalCode: emptyToNull(shippingAddress.postalCode),
  country: emptyToNull(shippingAddress.country),
})

/** Whether a customer can be sold to, as far as they are one. */
export function customerStateOf(
  customer: Pick<typeof customers.$inferSelect, 'mergedInto' | 'deletedAt'> | undefined,
): SellingFacts['customer'] {
  if (!customer) return 'unknown'
  if (customer.mergedInto) return 'merged'
  return customer.deletedAt ? 'deleted' : 'known'
}
