import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'

/** The question before a customer goes out of another one again (CU-04). */
export default function CustomerUnmergeDialog({ flow }: { flow: FlowRef<'customerUnmerge'> }) {
  const { name } = useSelector(flow, (state) => state.context)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  return (
    <ConfirmDialog
      open
      title="Undo the merge"
      confirmLabel={isBusy ? 'Undoing...' : 'Undo'}
      busy={isBusy}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      Make <strong>{name}</strong> a customer of their own again? Their orders and calls go back to them.
    </ConfirmDialog>
  )
}
