import type { Fulfilment } from '../fulfilments'
import type { ListOf } from './description'

export const fulfilmentList = {
  resource: 'fulfillments',
  columns: {
    orderNumber: { kind: 'text', label: 'Order' },
    customerName: { kind: 'text', label: 'Customer' },
    items: { kind: 'text', label: 'Items' },
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
      options: { pending: 'Pending', shipped: 'Shipped', delivered: 'Delivered', cancelled: 'Cancelled' },
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
  sorts: [
    'orderNumber',
    'customerName',
    'carrier',
    'trackingNumber',
    'status',
    'orderedAt',
    'shippedAt',
    'createdAt',
    'updatedAt',
  ],
  finds: ['orderNumber', 'customerName', 'carrier', 'trackingNumber'],
} as const satisfies ListOf<'fulfillments', Fulfilment>
