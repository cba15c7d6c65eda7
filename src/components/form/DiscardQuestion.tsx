import { useSelector } from '@xstate/react'
import type { ActorRef, AnyMachineSnapshot } from 'xstate'
import type { LeaveEvent } from '../../../machines/form'
import { ConfirmDialog } from '../overlay/ConfirmDialog'

interface DiscardQuestionProps {
  flow: Pick<ActorRef<AnyMachineSnapshot, LeaveEvent>, 'getSnapshot' | 'subscribe'> & {
    send: (event: LeaveEvent) => void
  }
}

/** The question before what was typed is lost, for as long as the flow asks (GE-07). */
export function DiscardQuestion({ flow }: DiscardQuestionProps) {
  const isAsking = useSelector(flow, (state) => state.hasTag('asking'))
  return (
    <ConfirmDialog
      open={isAsking}
      title="Discard changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={() => flow.send({ type: 'input.discard' })}
      onCancel={() => flow.send({ type: 'input.keep' })}
    >
      What you typed has not been saved.
    </ConfirmDialog>
  )
}
