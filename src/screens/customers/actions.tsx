import { type Customer, customerName } from '../../../contract/customers'
import type { CustomerRecord } from '../../../contract/extensions/customers'
import { deleteIcon, editIcon } from '../../components/actions/icons'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'

const edit: WriteAction<Customer> = {
  action: 'customers.update',
  label: 'Edit',
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
  label: 'Delete',
  icon: deleteIcon,
  danger: true,
  open: (customer, { open }) =>
    open({
      type: 'open.recordDelete',
      recordId: customer.id,
      input: { id: customer.id, resource: 'customers', name: customerName(customer) },
    }),
}

/** What can be done with a customer in their list. */
export const customerActions: readonly RecordAction<Customer>[] = [edit, remove]

/** The same on their page, and what is begun there only. */
export const customerPageActions: readonly RecordAction<CustomerRecord>[] = [
  {
    action: 'calls.start',
    label: 'Call',
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
]
