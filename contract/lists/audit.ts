import type { AuditEntry } from '../extensions/audit'
import type { ListOf } from './description'

/** The kinds of records that changes are of, as people call them. */
const kinds = {
  apiTokens: 'API token',
  archives: 'Archive',
  autoresponders: 'Auto-responder',
  calls: 'Call',
  campaigns: 'Campaign',
  collaborations: 'Collaboration',
  customers: 'Customer',
  orderDrafts: 'Draft of an order',
  mails: 'Mail',
  plugins: 'Email provider',
  gateways: 'Gateway',
  sheetImports: 'Import',
  invites: 'Invite',
  members: 'User',
  offers: 'Offer',
  orders: 'Order',
  orderMails: 'Order mail',
  organizations: 'Organization',
  fulfillments: 'Parcel',
  products: 'Product',
  savedReports: 'Report',
  sellers: 'Seller',
  telephone: 'Telephone system',
  transactions: 'Transaction',
  webhooks: 'Webhook',
} as const

/** What was changed has a call of its own, which answers it newest first. */
export const auditList = {
  resource: 'audit',
  columns: {
    createdAt: { kind: 'moment', label: 'When', isSortable: false },
    actor: { kind: 'record', label: 'Who', isSortable: false },
    action: { kind: 'text', label: 'Action', isSortable: false },
    record: { kind: 'record', label: 'Record', isSortable: false },
    kind: { kind: 'text', label: 'What', isSortable: false },
    changes: { kind: 'record', label: 'Changes', isSortable: false },
  },
  filters: {
    actorId: { kind: 'id', label: 'Who' },
    resource: {
      kind: 'choice',
      label: 'Kind of record',
      options: Object.keys(kinds),
      words: kinds,
    },
    recordId: { kind: 'id', label: 'Record', isLinked: true },
  },
  ranges: {
    createdFrom: { kind: 'moment', column: 'createdAt', operator: 'from', label: 'From' },
    createdTo: { kind: 'moment', column: 'createdAt', operator: 'to', label: 'To' },
  },
  sorts: [],
} as const satisfies ListOf<'audit', AuditEntry & Record<'actorId' | 'resource' | 'recordId', string>>
