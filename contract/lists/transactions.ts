import type { Transaction } from '../transactions'
import type { SearchedListOf } from './description'
import { searched } from './searched'

export const transactionList = {
  resource: 'transactions',
  ...searched.transactions,
  columns: {
    createdAt: { kind: 'moment', label: 'Date' },
    orderNumber: { kind: 'text', label: 'Order' },
    type: { kind: 'status', label: 'Type' },
    status: { kind: 'status', label: 'Status' },
    amount: { kind: 'money', label: 'Amount' },
    gatewayName: { kind: 'text', label: 'Gateway' },
    reference: { kind: 'text', label: 'Reference' },
    failureMessage: { kind: 'text', label: 'Reason', isSortable: false },
  },
  filters: {
    type: { kind: 'choice', label: 'Type', options: ['charge', 'refund'] },
    status: {
      kind: 'choice',
      label: 'Status',
      options: ['succeeded', 'pending', 'failed'],
    },
    gatewayInstanceId: { kind: 'id', label: 'Gateway' },
    taken: {
      kind: 'choice',
      label: 'Taken',
      options: ['gateway', 'elsewhere'],
      words: { gateway: 'By a gateway', elsewhere: 'Elsewhere' },
      isLinked: true,
    },
    campaignId: { kind: 'id', label: 'Campaign', isLinked: true },
    agentId: { kind: 'id', label: 'Agent', isLinked: true, none: 'Nobody' },
    orderId: { kind: 'id' },
  },
  ranges: {
    createdFrom: { kind: 'moment', column: 'createdAt', operator: 'from', label: 'From' },
    createdTo: { kind: 'moment', column: 'createdAt', operator: 'to', label: 'To' },
    amountMin: { kind: 'money', column: 'amount', operator: 'from', label: 'Amount from' },
    amountMax: { kind: 'money', column: 'amount', operator: 'to', label: 'Amount to' },
  },
  sorts: [],
  finds: ['orderNumber', 'reference', 'failureMessage'],
} as const satisfies SearchedListOf<'transactions', Transaction>
