import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { memberName, type RoleStep } from '../../../contract/rules/members'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'
import { focusNearRow } from '../../components/table/focusNearRow'

const texts: Record<RoleStep, { title: string; question: (name: string) => string; consequence: string }> = {
  letChange: {
    title: 'Let change settings',
    question: (name) => `Let ${name} change settings?`,
    consequence:
      'They can then do all that you can here: settings, users, gateways and money. It holds at once, in every window.',
  },
  letSell: {
    title: 'Let only sell',
    question: (name) => `Keep ${name} from changing settings?`,
    consequence:
      'They can then sell, and do what owners have settled for agents. It holds at once, in every window and for the tokens that they have made.',
  },
}

/** The question before somebody is let change settings, or sell alone (AU-01). */
export default function MemberRoleDialog({ flow }: { flow: FlowRef<'memberRole'> }) {
  const { member, step } = useSelector(flow, (state) => state.context)
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const [finalFocus] = useState(() => focusNearRow(member.id))
  const { title, question, consequence } = texts[step]
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={isBusy ? 'Saving...' : title}
      cancelLabel="Cancel"
      busy={isBusy}
      finalFocus={finalFocus}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      <strong>{question(memberName(member))}</strong> {consequence}
    </ConfirmDialog>
  )
}
