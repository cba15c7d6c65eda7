import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { offerDeleteMachine } from '../../machines/offerDelete.machine'
import { ConfirmDialog } from '../components/ConfirmDialog'

/** OT-08. */
export default function DeleteOfferDialog({ flow }: { flow: ActorRefFrom<typeof offerDeleteMachine> }) {
  const { displayName } = useSelector(flow, (state) => state.context.offer)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  return (
    <ConfirmDialog
      open
      title="Delete Offer"
      confirmLabel={isBusy ? 'Deleting...' : 'Delete'}
      busy={isBusy}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      Delete <strong>{displayName}</strong>? It can no longer be sold. This can't be undone.
    </ConfirmDialog>
  )
}
