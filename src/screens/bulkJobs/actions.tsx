import Square from 'lucide-react/icons/square'
import Undo2 from 'lucide-react/icons/undo-2'
import type { BulkJob } from '../../../contract/extensions/bulkJobs'
import { bulkActions, whyNotBulk } from '../../../contract/rules/bulkJobs'
import type { WriteAction } from '../../components/actions/recordAction'

const stepOf = (step: 'cancel' | 'undo'): Pick<WriteAction<BulkJob>, 'action' | 'also' | 'whyNot' | 'open'> => ({
  action: `bulkJobs.${step}`,
  also: ({ action }) => ({ action: bulkActions[action].single }),
  whyNot: ({ state, action, ran, undoUntil }) =>
    whyNotBulk(step, {
      state,
      action,
      changed: ran.done,
      isOld: Boolean(undoUntil) && Date.parse(undoUntil ?? '') <= Date.now(),
    }),
  open: (job, { open }) => open({ type: 'open.bulkStep', recordId: job.id, input: { job, step } }),
})

/** What can be done with one action over many records, once it has been begun (WF-03). */
export const bulkJobActions: readonly WriteAction<BulkJob>[] = [
  { ...stepOf('undo'), label: 'Undo', icon: <Undo2 aria-hidden="true" /> },
  {
    ...stepOf('cancel'),
    label: 'Stop',
    icon: <Square aria-hidden="true" />,
    isFor: ({ state }) => state === 'running' || state === 'undoing',
  },
]
