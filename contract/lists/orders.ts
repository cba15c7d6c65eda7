import type { Order } from '../orders'
import type { ListOf } from './description'

export const orderList = {
  resource: 'orders',
  columns: {
    number: { kind: 'text', label: 'Order' },
    createdAt: { kind: 'moment', label: 'Date' },
    customerName: { kind: 'text', label: 'Customer' },
    campaignName: { kind: 'text', label: 'Campaign' },
    agentName: { kind: 'text', label: 'Agent' },
    total: { kind: 'money', label: 'Total' },
    paymentStatus: { kind: 'status', label: 'Payment' },
    fulfillmentStatus: { kind: 'status', label: 'Fulfilment' },
  },
  filters: {
    status: {
      kind: 'choice',
      label: 'Order',
      options: { open: 'Open', completed: 'Completed', cancelled: 'Cancelled', expired: 'Expired' },
    },
    paymentStatus: {
      kind: 'choice',
      label: 'Payment',
      options: {
        unpaid: 'Unpaid',
        pending: 'Pending',
        paid: 'Paid',
        overpaid: 'Overpaid',
        partially_refunded: 'Partially refunded',
        refunded: 'Refunded',
      },
    },
    fulfillmentStatus: {
      kind: 'choice',
      label: 'Fulfilment',
      options: { unfulfilled: 'Unfulfilled', partial: 'Partial', shipped: 'Shipped', delivered: 'Delivered' },
    },
    campaignId: { kind: 'id', label: 'Campaign', isFurther: true },
    agentId: { kind: 'id', label: 'Agent', isFurther: true },
    gatewayInstanceId: { kind: 'id', label: 'Gateway', isFurther: true },
    customerId: { kind: 'id' },
  },
  ranges: {
    createdFrom: { kind: 'moment', column: 'createdAt', operator: 'from', label: 'From' },
    createdTo: { kind: 'moment', column: 'createdAt', operator: 'to', label: 'To' },
    totalMin: { kind: 'money', column: 'total', operator: 'from', label: 'Total from' },
    totalMax: { kind: 'money', column: 'total', operator: 'to', label: 'Total to' },
  },
  sorts: [
    'number',
    'createdAt',
    'updatedAt',
    'customerName',
    'agentName',
    'subtotal',
    'total',
    'refundedTotal',
    'status',
    'paymentStatus',
    'fulfillmentStatus',
  ],
  finds: ['number', 'customerName'],
} as const satisfies ListOf<'orders', Order>
