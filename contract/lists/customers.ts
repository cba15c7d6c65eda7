import type { Customer } from '../customers'
import type { SearchedListOf } from './description'
import { searched } from './searched'

export const customerList = {
  resource: 'customers',
  ...searched.customers,
  columns: {
    name: { kind: 'text', label: 'Name' },
    email: { kind: 'text', label: 'Email' },
    phone: { kind: 'text', label: 'Phone' },
    ordersCount: { kind: 'count', label: 'Orders' },
    totalSpent: { kind: 'money', label: 'Total spent' },
    lastOrderAt: { kind: 'moment', label: 'Last order' },
    createdAt: { kind: 'moment', label: 'Added' },
  },
  filters: { country: { kind: 'choice', label: 'Country', isCore: true } },
  ranges: {},
  sorts: ['firstName', 'lastName', 'updatedAt'],
  finds: ['name', 'email', 'phone', 'shippingAddress'],
} as const satisfies SearchedListOf<'customers', Customer>
