import type { Customer } from '../customers'
import type { ListOf } from './description'

export const customerList = {
  resource: 'customers',
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
  sorts: [
    'name',
    'firstName',
    'lastName',
    'email',
    'phone',
    'ordersCount',
    'totalSpent',
    'lastOrderAt',
    'createdAt',
    'updatedAt',
  ],
  finds: ['name', 'email', 'phone', 'shippingAddress'],
} as const satisfies ListOf<'customers', Customer>
