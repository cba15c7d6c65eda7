import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'
import { hostOf } from './words'

/** The question before a webhook is switched off, with what becomes of what waits, or on again (WH-01). */
export default function WebhookSwitchDialog({ flow }: { flow: FlowRef<'webhookSwitch'> }) {
  const webhook = useSelector(flow, ({ context }) => context.webhook)
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'))
  const isOn = webhook.state === 'enabled'
  const waiting = webhook.waitingCount ?? 0
  return (
    <ConfirmDialog
      open
      title={isOn ? 'Switch off webhook' : 'Switch on webhook'}
      confirmLabel={isBusy ? 'Switching...' : isOn ? 'Switch off' : 'Switch on'}
      busy={isBusy}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      {isOn ? 'Switch off' : 'Switch on'} <strong>{hostOf(webhook)}</strong>?{' '}
      {isOn
        ? `Nothing that happens meanwhile is told. ${givenUp(waiting)}`
        : 'It is told of what happens from now on. What was given up can be sent again.'}
    </ConfirmDialog>
  )
}

function givenUp(waiting: number): string {
  if (waiting === 0) return 'No message waits.'
  return waiting === 1 ? '1 message that waits is given up.' : `${waiting} messages that wait are given up.`
}
