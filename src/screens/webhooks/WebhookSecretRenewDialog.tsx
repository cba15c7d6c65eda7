import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { ConfirmDialog } from '../../components/overlay/ConfirmDialog'
import { WebhookSecret } from './WebhookSecret'
import { hostOf } from './words'

/** Making a new secret for a webhook, and showing it once (WH-01). */
export default function WebhookSecretRenewDialog({ flow }: { flow: FlowRef<'webhookSecretRenew'> }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { webhook, webhookSecret } = state.context
  const isBusy = state.hasTag('busy')
  const cancel = () => flow.send({ type: 'dialog.cancel' })
  if (state.matches('renewed')) {
    return (
      <WebhookSecret title="New secret of the webhook" secret={webhookSecret} onTaken={cancel}>
        The one before it signs beside it for 24 hours, so that nothing is lost while you exchange them.
      </WebhookSecret>
    )
  }
  return (
    <ConfirmDialog
      open
      title="New secret"
      confirmLabel={isBusy ? 'Making it...' : 'Make a new secret'}
      busy={isBusy}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={cancel}
    >
      Make a new secret for <strong>{hostOf(webhook)}</strong>? The present one signs beside it for 24 hours.
    </ConfirmDialog>
  )
}
