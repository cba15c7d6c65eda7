import { webhookValues, type WebhookValues } from '../../../contract/forms/webhooks'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { useNews } from '../../components/form/useForm'
import { WebhookFields } from './WebhookFields'
import { eventText } from '../../../contract/rules/webhookTexts'

const eventsOf = ({ events }: WebhookValues) => events.map(eventText).join(', ')

/** What somebody else has changed meanwhile (GE-09). */
const newsOf = (before: WebhookValues, now: WebhookValues) => [
  ...(before.address === now.address ? [] : [{ label: 'Address', from: before.address, to: now.address }]),
  ...(eventsOf(before) === eventsOf(now) ? [] : [{ label: 'Events', from: eventsOf(before), to: eventsOf(now) }]),
]

/** Changing where another system is told, and of what (WH-01). */
export default function WebhookEditDialog({ flow }: { flow: FlowRef<'webhookEdit'> }) {
  const news = useNews(flow, webhookValues, newsOf)
  return (
    <FormDialog
      flow={flow}
      title="Edit webhook"
      description="What waits is sent to the new address at once."
      submit={['Save', 'Saving...']}
      news={news}
    >
      <WebhookFields flow={flow} />
    </FormDialog>
  )
}
