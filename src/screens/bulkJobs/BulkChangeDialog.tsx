import { useSelector } from '@xstate/react'
import { bulkForm } from '../../../contract/forms/bulkJobs'
import type { FlowRef } from '../../../machines/flows'
import { Button } from '../../components/base/Button'
import { Text } from '../../components/base/Text'
import { DiscardQuestion } from '../../components/form/DiscardQuestion'
import { useForm } from '../../components/form/useForm'
import { Dialog } from '../../components/overlay/Dialog'
import { BulkFields } from './BulkFields'
import { BulkTrial } from './BulkTrial'
import { countedRows } from './words'

/** One action over many records: what is asked of it, what a trial says it would do, and the yes to that (WF-03). */
export default function BulkChangeDialog({ flow }: { flow: FlowRef<'bulkChange'> }) {
  const { title, action, count, job } = useSelector(flow, ({ context }) => context)
  const isTrying = useSelector(flow, (state) => state.hasTag('trying'))
  const { isBusy, values } = useForm(flow, bulkForm)
  const what = countedRows(action, job?.total ?? count)
  return (
    <Dialog
      open
      title={title}
      description={`${what}. First it is tried on each of them, which changes nothing.`}
      size={isTrying ? 'lg' : undefined}
      busy={isBusy}
      onClose={() => flow.send({ type: 'dialog.leave' })}
      onSubmit={() => flow.send({ type: 'dialog.submit' })}
      footer={
        <>
          <Button onClick={() => flow.send({ type: 'dialog.cancel' })} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant={isTrying && action.endsWith('.delete') ? 'danger' : 'solid'} busy={isBusy}>
            {isTrying ? `${title}: ${what}` : 'Try it'}
          </Button>
        </>
      }
    >
      {isTrying && job ? (
        <BulkTrial jobId={job.id} />
      ) : (
        <>
          <BulkFields flow={flow} />
          {values.about === 'nothing' && <Text>Nothing is done before you have seen what would become of each.</Text>}
        </>
      )}
      <DiscardQuestion flow={flow} />
    </Dialog>
  )
}
