import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'

/** Whether a view is shared with everybody of the organization (WF-02). */
export default function ViewShareDialog({ flow }: { flow: FlowRef<'viewShare'> }) {
  const { name, isShared, createdByName } = useSelector(flow, ({ context }) => context.view)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const verb = isShared ? 'Stop sharing' : 'Share'
  return (
    <ConfirmDialog
      open
      title={isShared ? 'Stop sharing' : 'Share view'}
      confirmLabel={isBusy ? 'Saving...' : verb}
      busy={isBusy}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      <strong>{name}</strong>{' '}
      {isShared
        ? `is found by nobody but ${createdByName ?? 'whoever made it'} then.`
        : 'is found by everybody in the organization then. Whoever may share views can change and delete it.'}
    </ConfirmDialog>
  )
}
