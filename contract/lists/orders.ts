import type { Order } from '../orders'
import type { SearchedListOf } from './description'
import { searched } from './searched'

export const orderList = {
  resource: 'orders',
  ...searched.orders,
  columns: {
    number: { kind: 'text', label: 'Order' },
    createdAt: { kind: 'moment', label: 'Date' },
    customerName: { kind: 'text', label: 'Customer' },
    campaignName: { kind: 'text', label: 'Campaign', isSortable: false },
    agentName: { kind: 'text', label: 'Agent' },
    total: { kind: 'money', label: 'Total' },
    paymentStatus: { kind: 'status', label: 'Payment' },
    fulfillmentStatus: { kind: 'status', label: 'Fulfilment' },
  },
  filters: {
    status: {
      kind: 'choice',
      label: 'Order',
      options: ['open', 'completed', 'cancelled', 'expired'],
    },
    paymentStatus: {
      kind: 'choice',
      label: 'Payment',
      options: ['unpaid', 'pending', 'paid', 'overpaid', 'partially_refunded', 'refunded'],
    },
    fulfillmentStatus: {
      kind: 'choice',
      label: 'Fulfilment',
      options: ['unfulfilled', 'partial', 'shipped', 'delivered'],
    },
    campaignId: { kind: 'id', label: 'Campaign', isFurther: true },
    agentId: { kind: 'id', label: 'Agent', isFurther: true, none: 'Nobody' },
    gatewayInstanceId: { kind: 'id', label: 'Gateway', isFurther: true, none: 'No gateway' },
    customerId: { kind: 'id' },
    linkEnds: {
      kind: 'choice',
      label: 'Payment link',
      options: ['soon'],
      words: { soon: 'Ends within the hour' },
      isLinked: true,
    },
    linkReached: { kind: 'choice', label: 'Payment link', isLinked: true },
    lastAttempt: { kind: 'choice', label: 'Last payment', options: ['declined'], isLinked: true },
  },
  ranges: {
    createdFrom: { kind: 'moment', column: 'createdAt', operator: 'from', label: 'From' },
    createdTo: { kind: 'moment', column: 'createdAt', operator: 'to', label: 'To' },
    totalMin: { kind: 'money', column: 'total', operator: 'from', label: 'Total from' },
    totalMax: { kind: 'money', column: 'total', operator: 'to', label: 'Total to' },
  },
  sorts: ['updatedAt', 'subtotal', 'refundedTotal', 'status'],
  finds: ['number', 'customerName'],
} as const satisfies SearchedListOf<'orders', Order>
