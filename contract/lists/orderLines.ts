import type { SoldLine } from '../orderLines'
import type { SearchedListOf } from './description'
import { searched } from './searched'
import { orderList } from './orders'

/** What was sold, line by line. */
export const orderLineList = {
  resource: 'orderLines',
  ...searched.orderLines,
  columns: {
    createdAt: { kind: 'moment', label: 'Date' },
    orderNumber: { kind: 'text', label: 'Order' },
    name: { kind: 'text', label: 'Item' },
    campaignName: { kind: 'text', label: 'Campaign', isSortable: false },
    agentName: { kind: 'text', label: 'Agent' },
    status: { kind: 'status', label: 'Status' },
    quantity: { kind: 'count', label: 'Quantity' },
    unitPrice: { kind: 'money', label: 'Unit price' },
    shippingTotal: { kind: 'money', label: 'Shipping' },
    tax: { kind: 'money', label: 'Tax' },
    total: { kind: 'money', label: 'Total' },
  },
  filters: {
    status: { kind: 'choice', label: 'Order', options: orderList.filters.status.options },
    campaignId: { kind: 'id', label: 'Campaign', isFurther: true },
    agentId: { kind: 'id', label: 'Agent', isFurther: true, none: 'Nobody' },
    offerId: { kind: 'id', label: 'Offer', isLinked: true, none: 'Deleted offers' },
    orderId: { kind: 'id' },
  },
  ranges: {
    createdFrom: { kind: 'moment', column: 'createdAt', operator: 'from', label: 'From' },
    createdTo: { kind: 'moment', column: 'createdAt', operator: 'to', label: 'To' },
  },
  sorts: [],
  finds: ['orderNumber', 'name'],
} as const satisfies SearchedListOf<'orderLines', SoldLine>
