import type { NewCustomer } from '../../contract/extensions/customers'
import type { Caller } from '../auth/sessions'
import { keepEvent } from '../db/lives'
import { customers } from '../db/schema/customers'
import type { Transaction } from '../db/transactions'
import { columnsOf } from './columns'
import { currencyOf, phoneForms } from './phones'

interface Creating {
  orgId: string
  caller: Caller
  now: Date
}

/** Adds a customer, by themselves (CU-01) or with their first order (NO-04); resolves with their id. */
export async function createCustomer(
  tx: Transaction,
  { orgId, caller, now }: Creating,
  fields: NewCustomer,
): Promise<string> {
  const { firstName, email = '' } = fields
  const found = phoneForms(fields.phone, fields.shippingAddress?.country, await currencyOf(tx, orgId))
  const [created] = await tx
    .insert(customers)
    .values({ ...columnsOf(fields), ...found, firstName, email, orgId })
    .returning({ id: customers.id })
  if (!created) throw new Error('a customer was not inserted')
  await keepEvent(tx, { orgId, resource: 'customers', recordId: created.id, caller, now }, { kind: 'create' })
  return created.id
}
