import { customersAlikeMachine } from '../../../machines/customers/customersAlike.machine'
import type { Model } from '../explore'
import { customer } from './records'

const values = { firstName: 'Ada', lastName: 'Fern', email: 'ada@fern.example', phone: '', postalCode: '', country: '' }

export const customersAlike: Model = {
  machine: customersAlikeMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: { 'typed.change': [{ values }, { values: { ...values, email: '' } }] },
  outputs: { findAlike: [[{ ...customer, alike: ['email'] }], []] },
  identity: ({ typed, found }: { typed: unknown; found: unknown }) => [typed, found],
}
