import type { Customer } from '../customers'
import type { FoundBy, ListOf } from './description'

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
  sorts: ['firstName', 'lastName', 'updatedAt'],
} as const satisfies ListOf<'customers', Customer>

export const customerFinds: FoundBy<Customer> = ['name', 'email', 'phone', 'shippingAddress']
