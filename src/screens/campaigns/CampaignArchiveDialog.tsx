import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { FlowRef } from '../../../machines/flows'
import { campaignStateOf } from '../../../machines/lives/campaignLife'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'
import { focusNearRow } from '../../components/table/focusNearRow'

/** The question before a campaign is put away, or taken back (CP-01). */
export default function CampaignArchiveDialog({ flow }: { flow: FlowRef<'campaignArchive'> }) {
  const campaign = useSelector(flow, (state) => state.context.campaign)
  const { id, name } = campaign
  const isArchived = campaignStateOf(campaign) === 'archived'
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  // Looked up while the row is still there.
  const [finalFocus] = useState(() => focusNearRow(id))
  return (
    <ConfirmDialog
      open
      title={isArchived ? 'Restore campaign' : 'Archive campaign'}
      confirmLabel={isArchived ? 'Restore' : isBusy ? 'Archiving...' : 'Archive'}
      busy={isBusy}
      finalFocus={finalFocus}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      {isArchived ? 'Restore' : 'Archive'} <strong>{name}</strong>?{' '}
      {isArchived
        ? 'It can be sold again at once.'
        : 'Nothing of it can be sold until it is restored. Its orders stay.'}
    </ConfirmDialog>
  )
}
