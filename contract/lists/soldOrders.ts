import type { SoldOrder } from '../extensions/collaborations'
import type { ListOf } from './description'

/** What was sold by a collaboration has a call of its own, the newest first (CO-01). */
export const soldOrderList = {
  resource: 'soldOrders',
  columns: {
    number: { kind: 'count', label: 'Order' },
    customerName: { kind: 'text', label: 'Customer' },
    // In the currency of whoever shares, which each row names: a column of money is in one’s own.
    total: { kind: 'count', label: 'Total' },
    items: { kind: 'record', label: 'Sold', isSortable: false },
    paymentStatus: { kind: 'status', label: 'Payment' },
    createdAt: { kind: 'moment', label: 'Placed' },
    campaignName: { kind: 'text', label: 'Campaign' },
    agentName: { kind: 'text', label: 'Sold by' },
  },
  filters: {},
  ranges: {},
  sorts: [],
} as const satisfies ListOf<'soldOrders', SoldOrder>
