import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { AskedStep } from '../../../contract/extensions/fulfilments'
import { fulfilmentName } from '../../../contract/fulfilments'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'
import { focusNearRow } from '../../components/table/focusNearRow'

const texts: Record<AskedStep, { title: string; busy: string; consequence: string }> = {
  ship: { title: 'Mark shipped', busy: 'Marking...', consequence: 'What is shipped keeps its address.' },
  deliver: {
    title: 'Mark delivered',
    busy: 'Marking...',
    consequence: 'An order that is paid and has all its parcels is completed.',
  },
  unassign: {
    title: 'Take back number',
    busy: 'Taking back...',
    consequence: 'The mail about it is not sent, unless its five minutes are over.',
  },
  cancel: {
    title: 'Cancel parcel',
    busy: 'Cancelling...',
    consequence: 'What is in it stays with its order and can go into another parcel.',
  },
}

/** The question before a parcel is sent, has arrived or is given up (FU-02). */
export default function FulfilmentStepDialog({ flow }: { flow: FlowRef<'fulfilmentStep'> }) {
  const { fulfilment, step } = useSelector(flow, (state) => state.context)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const [finalFocus] = useState(() => focusNearRow(fulfilment.id))
  const { title, busy, consequence } = texts[step]
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={isBusy ? busy : title}
      cancelLabel={step === 'cancel' ? 'Keep parcel' : 'Cancel'}
      busy={isBusy}
      finalFocus={finalFocus}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      {title}: <strong>{fulfilmentName(fulfilment)}</strong>? {consequence}
    </ConfirmDialog>
  )
}
