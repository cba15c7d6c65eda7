import type { Campaign } from '../campaigns'
import type { SearchedListOf } from './description'
import { searched } from './searched'

export const campaignList = {
  resource: 'campaigns',
  ...searched.campaigns,
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
    status: { kind: 'choice', label: 'Status', isCore: true, options: ['active', 'completed'] },
    category: { kind: 'text', label: 'Category' },
    type: { kind: 'text', label: 'Type' },
    archived: { kind: 'choice', label: 'Archive', options: ['true'], words: { true: 'Archived' } },
  },
  ranges: {},
  sorts: ['createdAt', 'updatedAt'],
  finds: ['name', 'category'],
} as const satisfies SearchedListOf<'campaigns', Campaign>
