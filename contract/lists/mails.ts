import type { Mail } from '../extensions/mails'
import type { ListOf } from './description'

/** Mails have a call of their own, which answers them newest first. */
export const mailList = {
  resource: 'mails',
  columns: {
    subject: { kind: 'text', label: 'Subject' },
    to: { kind: 'text', label: 'To' },
    state: { kind: 'status', label: 'State' },
    order: { kind: 'record', label: 'Order' },
    tries: { kind: 'count', label: 'Tries' },
    error: { kind: 'text', label: 'Error' },
    pluginName: { kind: 'text', label: 'Email provider' },
    createdAt: { kind: 'moment', label: 'Written' },
  },
  filters: {
    state: {
      kind: 'choice',
      label: 'State',
      options: { queued: 'Waiting', delivered: 'Delivered', dead: 'Given up' },
    },
  },
  ranges: {},
  sorts: [],
  finds: ['to', 'subject', 'order'],
} as const satisfies ListOf<'mails', Mail>
