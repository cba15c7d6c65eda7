import * as z from 'zod/mini'
import { addressLines } from '../extensions/addresses'
import type { Customer } from '../customers'
import { type CustomerCreate, type CustomerUpdate, profileLines } from '../extensions/customers'
import { changedFields, givenFields } from './changedFields'
import { optionalEmailAddress, optionalText, requiredLine } from './fields'

// Of the countries, one of the list or none.
const address = { ...addressLines, country: z.string() }

/** The panel of a new or an existing customer (CU-01). */
export const customerForm = z.object({
  firstName: requiredLine('First name is required', 100),
  email: optionalEmailAddress,
  ...profileLines,
  ...address,
  note: optionalText(5_000),
})

/** What is typed into the panel. */
export type CustomerValues = z.input<typeof customerForm>

/** What the panel begins with: of a new customer, nothing. */
export const customerValues = (customer?: Customer): CustomerValues => ({
  firstName: customer?.firstName ?? '',
  lastName: customer?.lastName ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  address1: customer?.shippingAddress?.address1 ?? '',
  address2: customer?.shippingAddress?.address2 ?? '',
  city: customer?.shippingAddress?.city ?? '',
  state: customer?.shippingAddress?.state ?? '',
  postalCode: customer?.shippingAddress?.postalCode ?? '',
  country: customer?.shippingAddress?.country ?? '',
  note: customer?.note ?? '',
})

/** The fields in two parts: an address is sent as one. */
function apart<Fields extends Partial<CustomerValues>>(fields: Fields) {
  const entries = Object.entries(fields)
  // Whole entries are divided by their names, and none is added.
  return {
    profile: Object.fromEntries(entries.filter(([name]) => !(name in address))) as Omit<Fields, keyof typeof address>,
    shippingAddress: Object.fromEntries(entries.filter(([name]) => name in address)) as Pick<
      Fields,
      keyof typeof address & keyof Fields
    >,
  }
}

/** The request that adds a customer, without what was left empty. Throws when the form does not allow it. */
export function customerCreateRequest(values: CustomerValues): Omit<CustomerCreate, 'organizationId'> {
  const typed = z.parse(customerForm, values)
  const { profile, shippingAddress } = apart(givenFields(typed))
  return { ...profile, firstName: typed.firstName, shippingAddress }
}

const emptiable = ['lastName', 'email', 'phone', 'note', ...z.keyof(z.object(address)).options] as const

/** The fields that differ from what the panel began with; of an address that differs, all of it. */
export function changedCustomerFields(customer: Customer, values: CustomerValues): CustomerUpdate {
  const changed = changedFields(customerForm, customerValues(customer), values, emptiable)
  const { profile, shippingAddress } = apart(changed)
  if (Object.keys(shippingAddress).length === 0) return profile
  return { ...profile, shippingAddress: apart({ ...customerValues(customer), ...changed }).shippingAddress }
}
