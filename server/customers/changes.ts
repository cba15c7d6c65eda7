import type { Customer } from '../../contract/customers'
import { type MergedProfile, profileOf } from '../../contract/forms/customerMerge'

const addressText = ({ shippingAddress: { address1, address2, city, state, postalCode, country } }: MergedProfile) =>
  [address1, address2, city, state, postalCode, country].filter(Boolean).join(', ')

const became = (label: string, before: string, after: string) =>
  before === after ? [] : [`${label}: ${before || 'none'} → ${after || 'none'}`]

/** What changed of a customer, a line each, for their timeline; empty when nothing did. */
export function changesText(was: Customer, is: Customer): string {
  const [before, after] = [profileOf(was), profileOf(is)]
  return [
    ...became('First name', before.firstName, after.firstName),
    ...became('Last name', before.lastName, after.lastName),
    ...became('Email', before.email, after.email),
    ...became('Phone', before.phone, after.phone),
    ...became('Address', addressText(before), addressText(after)),
    // A note may be long, and who reads it sees what it says now.
    ...(before.note === after.note ? [] : ['Note changed']),
  ].join('\n')
}
