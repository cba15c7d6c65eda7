import type { Action } from '../../../contract/permissions'
import type { BulkAction } from '../../../contract/rules/bulkJobs'
import type { ChosenRows } from '../../../machines/bulkJobs/bulkChange.machine'
import type { WriteAction } from '../../components/actions/recordAction'

/** Which rows of a list are chosen, and how many that are. */
export interface Chosen {
  chosen: ChosenRows
  count: number
}

/** What the server does with many records at once; the right to the single action is asked for, too (WF-03). */
export const withMany = (bulk: BulkAction, single: Action, title: string): WriteAction<Chosen> => ({
  action: 'bulkJobs.create',
  also: () => ({ action: single }),
  label: title,
  open: ({ chosen, count }, { open }) =>
    open({ type: 'open.bulkChange', recordId: undefined, input: { action: bulk, title, chosen, count } }),
})
