import type { BulkJob, BulkRow } from '../extensions/bulkJobs'
import { type BulkAction, bulkActionNames, type BulkOutcome, type BulkState } from '../rules/bulkJobs'
import type { ListOf } from './description'

/** What each is called where it is begun and where it is listed. */
export const bulkWords: Readonly<Record<BulkAction, string>> = {
  'offers.price': 'Change prices of offers',
  'offers.limits': 'Set limits of offers',
  'offers.delete': 'Delete offers',
  'products.price': 'Change prices of products',
  'products.archive': 'Archive products',
  'products.restore': 'Restore products',
  'customers.delete': 'Delete customers',
  'fulfilments.ship': 'Mark parcels shipped',
  'fulfilments.deliver': 'Mark parcels delivered',
}

export const bulkStateWords: Readonly<Record<BulkState, string>> = {
  checking: 'Trying',
  checked: 'Tried',
  running: 'Running',
  done: 'Done',
  cancelled: 'Stopped',
  undoing: 'Being undone',
  undone: 'Undone',
}

export const bulkOutcomeWords: Readonly<Record<BulkOutcome, string>> = {
  done: 'Changed',
  unchanged: 'As it was',
  refused: 'Refused',
  vanished: 'Not there any more',
}

/** What was begun has a call of its own, which answers it newest first. */
export const bulkJobList = {
  resource: 'bulkJobs',
  columns: {
    action: { kind: 'text', label: 'What', isSortable: false },
    state: { kind: 'status', label: 'State', isSortable: false },
    total: { kind: 'count', label: 'Rows', isSortable: false },
    ran: { kind: 'record', label: 'Result', isSortable: false },
    userName: { kind: 'text', label: 'By', isSortable: false },
    startedAt: { kind: 'moment', label: 'Begun', isSortable: false },
  },
  filters: {
    action: { kind: 'choice', label: 'What', options: bulkActionNames, words: bulkWords },
    state: {
      kind: 'choice',
      label: 'State',
      options: ['running', 'done', 'cancelled', 'undoing', 'undone'],
      words: bulkStateWords,
    },
  },
  ranges: {},
  sorts: [],
} as const satisfies ListOf<'bulkJobs', BulkJob>

/** The records of one, in the order in which they are done. */
export const bulkRowList = {
  resource: 'bulkRows',
  columns: {
    name: { kind: 'text', label: 'Name', isSortable: false },
    outcome: { kind: 'status', label: 'Result', isSortable: false },
    after: { kind: 'record', label: 'From, to', isSortable: false },
    reason: { kind: 'text', label: 'Why', isSortable: false },
  },
  // What an outcome is called, the pass of the job says.
  filters: { outcome: { kind: 'choice', label: 'Result' } },
  ranges: {},
  sorts: [],
} as const satisfies ListOf<'bulkRows', BulkRow>
