// Nobody runs this file: `tsc` compiles it, and reports each line below that is expected to fail and does not. It proves
// that an unknown action does not compile, nor a write that asks for no permission.
import { standardPermissions } from '../../contract/agentPermissions'
import { type Action, whyForbidden } from '../../contract/permissions'
import { withRecord } from '../../server/auth/withRecord'
import { locked, type RecordKind } from '../../server/db/recordKind'
import { customers } from '../../server/db/schema/customers'
import type { Handlers } from '../../server/http/contract'

const aCustomer: RecordKind<typeof customers.$inferSelect, 'customerId'> = {
  resource: 'customers',
  noun: 'Customer',
  param: 'customerId',
  find: locked(customers),
}
const answer = { success: true, message: 'Customer deleted' }
const owner = { role: 'owner', agents: standardPermissions } as const

/** What the contract names: a write, by its own name. */
export const known: Action = 'orders.updateAddress'
// @ts-expect-error A name that the contract does not have.
export const misspelt: Action = 'orders.readdress'
// @ts-expect-error What only reads asks for nothing.
export const reading: Action = 'orders.get'
// @ts-expect-error Nobody is asked about an unknown action.
export const why = whyForbidden(owner, 'orders.readdress')

/** A write finds its record and asks for its permission before it does anything. */
export const permitted: Handlers['customers']['delete'] = withRecord(
  aCustomer,
  async () => true,
  () => answer,
)
// @ts-expect-error A function has asked for no permission.
export const unasked: Handlers['customers']['delete'] = async () => answer
// @ts-expect-error Nor has what only looks like a write.
export const pretended: Handlers['customers']['delete'] = { perform: async () => answer }
// @ts-expect-error An offer is not found by the parameter of a customer.
export const elsewhere: Handlers['offers']['delete'] = withRecord(
  aCustomer,
  async () => true,
  () => answer,
)
