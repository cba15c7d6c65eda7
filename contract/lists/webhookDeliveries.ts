import type { WebhookDelivery } from '../extensions/webhooks'
import type { ListOf } from './description'

/** The messages to a webhook have a call of their own, which answers them newest first. */
export const webhookDeliveryList = {
  resource: 'webhooks',
  columns: {
    event: { kind: 'text', label: 'Event', isSortable: false },
    state: { kind: 'status', label: 'State', isSortable: false },
    triesCount: { kind: 'count', label: 'Tries', isSortable: false },
    lastTry: { kind: 'record', label: 'Last try', isSortable: false },
    nextTryAt: { kind: 'moment', label: 'Next try', isSortable: false },
    createdAt: { kind: 'moment', label: 'Written', isSortable: false },
  },
  filters: {
    state: {
      kind: 'choice',
      label: 'State',
      options: ['waiting', 'delivered', 'failed'],
      words: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Given up' },
    },
  },
  ranges: {},
  sorts: [],
} as const satisfies ListOf<'webhooks', WebhookDelivery>
