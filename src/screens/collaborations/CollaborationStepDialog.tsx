import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { CollaborationStep } from '../../../machines/collaborations/collaborationStep.machine'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'
import { focusNearRow } from '../../components/table/focusNearRow'

interface Texts {
  title: string
  busy: string
  consequence: string
}

const texts: Record<CollaborationStep, Texts> = {
  renew: {
    title: 'Send again',
    busy: 'Sending...',
    consequence: 'A new link is mailed, and the one before leads nowhere.',
  },
  pause: {
    title: 'Pause collaboration',
    busy: 'Pausing...',
    consequence: 'The partner sees and sells nothing until you resume it. Orders that they sold stay.',
  },
  resume: {
    title: 'Resume collaboration',
    busy: 'Resuming...',
    consequence: 'The partner sees and sells at once again.',
  },
  end: {
    title: 'End collaboration',
    busy: 'Ending...',
    consequence: 'It can’t be undone: to share again takes a new invitation. What is owed stays in the statement.',
  },
}
const withdrawal: Texts = {
  title: 'Withdraw invitation',
  busy: 'Withdrawing...',
  consequence: 'The link leads nowhere from then on.',
}

/** The question before a collaboration is paused, resumed or ended, or its invitation sent again (CO-01). */
export default function CollaborationStepDialog({ flow }: { flow: FlowRef<'collaborationStep'> }) {
  const { collaboration, step } = useSelector(flow, (state) => state.context)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const [finalFocus] = useState(() => focusNearRow(collaboration.id))
  const { title, busy, consequence } = step === 'end' && collaboration.state === 'invited' ? withdrawal : texts[step]
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={isBusy ? busy : title}
      cancelLabel={step === 'end' ? 'Keep it' : 'Cancel'}
      busy={isBusy}
      finalFocus={finalFocus}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      {title}: <strong>{collaboration.partner || collaboration.email}</strong>? {consequence}
    </ConfirmDialog>
  )
}
