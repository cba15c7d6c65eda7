import { type Customer, customerName } from '../../../contract/customers'
import type { CustomerRecord } from '../../../contract/extensions/customers'
import type { FlowAtAddress } from '../../app/useFlowAtAddress'
import { editIcon } from '../../components/actions/icons'
import { leadingTo, type LinkAction, type RecordAction, type WriteAction } from '../../components/actions/recordAction'
import { newOrderOfCustomer } from '../orders/newOrderActions'
import { deletion } from '../records/actions'
import { whyNotCalled } from '../calls/actions'
import { withMany } from '../bulkJobs/manyActions'

const edit: WriteAction<Customer> = {
  action: 'customers.update',
  label: 'Edit',
  key: 'e',
  icon: editIcon,
  open: ({ id }, { navigate }) =>
    void navigate({
      to: '/customers',
      search: (before) => ({ ...before, action: 'edit', customerId: id }),
      resetScroll: false,
    }),
}

const remove: WriteAction<Customer> = {
  action: 'customers.delete',
  ...deletion('customers', customerName),
}

/** What is begun in the list of customers (CU-01). */
export const customerListActions: readonly WriteAction<null>[] = [
  {
    action: 'sheetImports.create',
    also: () => ({ action: 'customers.create' }),
    label: 'Import',
    open: (_, { open }) => open({ type: 'open.sheetImport', recordId: 'customers', input: { resource: 'customers' } }),
  },
  {
    action: 'customers.create',
    label: 'New customer',
    primary: true,
    open: (_, { navigate }) =>
      void navigate({ to: '/customers', search: (before) => ({ ...before, action: 'new' }), resetScroll: false }),
  },
]

/** Whoever calls and is not known yet (CA-01). */
export const newCustomerOfCall: LinkAction<null> = {
  action: 'customers.create',
  label: 'New customer',
  ...leadingTo(() => ({ to: '/customers', search: { action: 'new' } })),
}

/** What can be done with a customer in their list. */
export const customerActions: readonly RecordAction<Customer>[] = [edit, remove]

/** What is done with many of them at once (WF-03). */
export const customerJobs = [withMany('customers.delete', 'customers.delete', 'Delete')]

/** The same on their page, and what is begun there only. */
export const customerPageActions: readonly (WriteAction<CustomerRecord> | LinkAction<CustomerRecord>)[] = [
  {
    action: 'calls.start',
    label: 'Call',
    whyNot: ({ doNotCall }) => whyNotCalled(doNotCall),
    open: (customer, { open }) => {
      const { id, phone } = customer
      open({
        type: 'open.callStart',
        recordId: id,
        input: { customer: { id, name: customerName(customer), phone: phone ?? '' } },
      })
    },
  },
  {
    action: 'customers.merge',
    label: 'Merge',
    open: (customer, { open }) => open({ type: 'open.customerMerge', recordId: customer.id, input: { customer } }),
  },
  remove,
  {
    ...edit,
    open: ({ id }, { navigate }) =>
      void navigate({
        to: '/customers/$customerId',
        params: { customerId: id },
        search: { action: 'edit' },
        resetScroll: false,
      }),
  },
  newOrderOfCustomer,
]

/** The panel beside the list, or on the customer's page, for as long as the address asks for it. */
export function customerPanel(action: 'new' | 'edit' | undefined, customerId?: string): FlowAtAddress | undefined {
  if (action === 'new') {
    const event = { type: 'open.customerEdit', recordId: undefined, input: { customerId: undefined } } as const
    return { action: 'customers.create', event }
  }
  if (!action || !customerId) return undefined
  return {
    action: 'customers.update',
    event: { type: 'open.customerEdit', recordId: customerId, input: { customerId } },
  }
}

/** Parts a customer from who became a part of them, as long as that can be undone (CU-04). */
export const undoMerge: WriteAction<{ id: string; name: string }> = {
  action: 'customers.unmerge',
  label: 'Undo the merge',
  open: ({ id, name }, { open }) => open({ type: 'open.customerUnmerge', recordId: id, input: { id, name } }),
}
