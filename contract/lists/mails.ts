import type { Mail } from '../extensions/mails'
import type { ListOf } from './description'

/** Mails have a call of their own, which answers them newest first. */
export const mailList = {
  resource: 'mails',
  columns: {
    subject: { kind: 'text', label: 'Subject', isSortable: false },
    event: { kind: 'status', label: 'Kind', isSortable: false },
    to: { kind: 'text', label: 'To', isSortable: false },
    state: { kind: 'status', label: 'State', isSortable: false },
    order: { kind: 'record', label: 'Order', isSortable: false },
    tries: { kind: 'count', label: 'Tries', isSortable: false },
    error: { kind: 'text', label: 'Error', isSortable: false },
    pluginName: { kind: 'text', label: 'Email provider', isSortable: false },
    createdAt: { kind: 'moment', label: 'Written', isSortable: false },
  },
  filters: {
    state: {
      kind: 'choice',
      label: 'State',
      options: ['queued', 'delivered', 'kept', 'dead', 'held', 'dropped'],
      words: { queued: 'Waiting', dead: 'Given up', held: 'Held back' },
    },
  },
  ranges: {},
  sorts: [],
} as const satisfies ListOf<'mails', Mail>
