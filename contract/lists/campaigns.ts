import type { Campaign } from '../campaigns'
import type { ListOf } from './description'

export const campaignList = {
  resource: 'campaigns',
  columns: {
    name: { kind: 'text', label: 'Name' },
    category: { kind: 'text', label: 'Category' },
    type: { kind: 'text', label: 'Type' },
    status: { kind: 'status', label: 'Status' },
    startDate: { kind: 'day', label: 'Start' },
    endDate: { kind: 'day', label: 'End' },
    offersCount: { kind: 'count', label: 'Offers' },
    ordersCount: { kind: 'count', label: 'Orders' },
    revenue: { kind: 'money', label: 'Revenue' },
  },
  filters: {
    status: { kind: 'choice', label: 'Status', isCore: true, options: { active: 'Active', completed: 'Completed' } },
    category: { kind: 'text', label: 'Category' },
    type: { kind: 'text', label: 'Type' },
    archived: { kind: 'choice', label: 'Archive', options: { true: 'Archived' } },
  },
  ranges: {},
  sorts: [
    'name',
    'category',
    'type',
    'status',
    'startDate',
    'endDate',
    'offersCount',
    'ordersCount',
    'revenue',
    'createdAt',
    'updatedAt',
  ],
  finds: ['name', 'category'],
} as const satisfies ListOf<'campaigns', Campaign>
