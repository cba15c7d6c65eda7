import { useSelector } from '@xstate/react'
import { bulkWords } from '../../../contract/lists/bulkJobs'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'
import { countedRows } from './words'

/** The question before what goes on over many records is stopped, or taken back (WF-03). */
export default function BulkStepDialog({ flow }: { flow: FlowRef<'bulkStep'> }) {
  const { job, step } = useSelector(flow, ({ context }) => context)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const isStop = step === 'cancel'
  const what = countedRows(job.action, job.ran.done)
  return (
    <ConfirmDialog
      open
      title={isStop ? 'Stop' : 'Undo'}
      confirmLabel={isStop ? 'Stop it' : `Undo for ${what}`}
      cancelLabel={isStop ? 'Let it go on' : 'Cancel'}
      busy={isBusy}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      {bulkWords[job.action]}:{' '}
      {isStop
        ? 'what is changed by now stays changed, and can be undone.'
        : `${what} become as they were before. What has been changed since stays, and is named.`}
    </ConfirmDialog>
  )
}
