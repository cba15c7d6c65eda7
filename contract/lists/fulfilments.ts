import type { Fulfilment } from '../fulfilments'
import type { SearchedListOf } from './description'
import { searched } from './searched'

export const fulfilmentList = {
  resource: 'fulfillments',
  ...searched.fulfillments,
  columns: {
    orderNumber: { kind: 'text', label: 'Order' },
    customerName: { kind: 'text', label: 'Customer' },
    items: { kind: 'text', label: 'Items', isSortable: false },
    carrier: { kind: 'text', label: 'Carrier' },
    trackingNumber: { kind: 'text', label: 'Tracking number' },
    status: { kind: 'status', label: 'Status' },
    orderedAt: { kind: 'moment', label: 'Ordered' },
    shippedAt: { kind: 'moment', label: 'Shipped' },
  },
  filters: {
    status: {
      kind: 'choice',
      label: 'Status',
      isCore: true,
      options: ['pending', 'shipped', 'delivered', 'cancelled'],
    },
    carrier: { kind: 'text', label: 'Carrier' },
    orderId: { kind: 'id' },
  },
  ranges: {
    orderedFrom: { kind: 'moment', column: 'orderedAt', operator: 'from', label: 'Ordered from' },
    orderedTo: { kind: 'moment', column: 'orderedAt', operator: 'to', label: 'Ordered to' },
    shippedFrom: { kind: 'moment', column: 'shippedAt', operator: 'from', label: 'Shipped from' },
    shippedTo: { kind: 'moment', column: 'shippedAt', operator: 'to', label: 'Shipped to' },
  },
  sorts: ['createdAt', 'updatedAt'],
  finds: ['orderNumber', 'customerName', 'carrier', 'trackingNumber'],
} as const satisfies SearchedListOf<'fulfillments', Fulfilment>
