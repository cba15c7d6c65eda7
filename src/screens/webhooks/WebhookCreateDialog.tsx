import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { WebhookFields } from './WebhookFields'
import { WebhookSecret } from './WebhookSecret'

/** Adding a webhook, and showing its secret once (WH-01). */
export default function WebhookCreateDialog({ flow }: { flow: FlowRef<'webhookCreate'> }) {
  const isCreated = useSelector(flow, (state) => state.matches('created'))
  const secret = useSelector(flow, (state) => state.context.webhookSecret)
  if (isCreated) {
    return (
      <WebhookSecret title="Secret of the webhook" secret={secret} onTaken={() => flow.send({ type: 'dialog.cancel' })}>
        By it the receiver knows that a message is yours.
      </WebhookSecret>
    )
  }
  return (
    <FormDialog
      flow={flow}
      title="Add webhook"
      description="Another system is told of what you choose, from now on."
      submit={['Add', 'Adding...']}
    >
      <WebhookFields flow={flow} />
    </FormDialog>
  )
}
