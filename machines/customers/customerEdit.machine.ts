import type { Customer } from '../../contract/customers'
import {
  changedCustomerFields,
  customerForm,
  customerValues,
  type CustomerValues,
} from '../../contract/forms/customers'
import { promiseActor } from '../actors'
import { recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { Change } from '../pendingChanges'

export interface CustomerEditInput extends FlowSurroundings {
  /** None for a new customer. */
  customerId: string | undefined
}

/** The customer who is there already is used instead of a new one (CU-02). */
interface UseAlike {
  type: 'alike.use'
  customerId: string
}

/** What a person sees of it before the server has confirmed it. */
function changeOf(customer: Customer | undefined, values: CustomerValues): Change {
  if (!customer) return { resource: 'customers', kind: 'add' }
  const name = `${values.firstName} ${values.lastName}`.trim()
  const fields = { ...changedCustomerFields(customer, values), name }
  return { resource: 'customers', kind: 'merge', id: customer.id, fields }
}

/** Adding a customer, or editing one, from the open panel to the server's yes (CU-01, CU-03). */
export const customerEditMachine = recordFlow({
  id: 'customerEdit',
  form: customerForm,
  valuesOf: customerValues,
  context: ({ customerId, organizationId }: CustomerEditInput) => ({ customerId, organizationId }),
  actors: {
    /** Of a new customer there is nothing to read. */
    fetchCustomer: promiseActor<
      Customer | undefined,
      { organizationId: string | undefined; customerId: string | undefined }
    >('fetchCustomer'),
    saveCustomer: promiseActor<
      void,
      { organizationId: string | undefined; customer: Customer | undefined; values: CustomerValues }
    >('saveCustomer'),
  },
  load: { src: 'fetchCustomer', input: (context) => context, canBeLeft: true },
  isReread: true,
  leadsAway: {
    by: 'alike.use',
    action: 'openCustomer',
    params: ({ customerId }: UseAlike) => ({ customerId }),
  },
  submit: {
    state: 'saving',
    src: 'saveCustomer',
    input: ({ organizationId, record, form }) => ({ organizationId, customer: record, values: form.values }),
    change: ({ record, form }) => changeOf(record, form.values),
    message: ({ record }) => (record ? 'Customer saved' : 'Customer added'),
    done: 'saved',
  },
})
