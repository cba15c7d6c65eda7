import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'

/** The question before an invitation is declined (CO-01). */
export default function CollaborationDeclineDialog({ flow }: { flow: FlowRef<'collaborationDecline'> }) {
  const { organizationName } = useSelector(flow, (state) => state.context.invitation)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  return (
    <ConfirmDialog
      open
      title="Decline invitation"
      confirmLabel={isBusy ? 'Declining...' : 'Decline'}
      busy={isBusy}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      Decline what <strong>{organizationName}</strong> wants to share with you? They would have to invite you again.
    </ConfirmDialog>
  )
}
