import { getRouteApi } from '@tanstack/react-router'
import { whyNotWebhooks } from '../../../contract/rules/webhooks'
import { EmptyState } from '../../components/base/EmptyState'
import { useMembership } from '../../app/context'
import { WebhookMessages } from './WebhookMessages'
import { WebhookTable } from './WebhookTable'

const route = getRouteApi('/_signedIn/settings/')

/** Which other systems are told of what happens here, and what became of it (WH-01); for owners. */
export default function WebhooksTab() {
  const why = whyNotWebhooks(useMembership())
  const { webhookId } = route.useSearch()
  if (why !== undefined) return <EmptyState title={why} level={2} />
  // What is sent to one is another list for each.
  return webhookId === undefined ? <WebhookTable /> : <WebhookMessages key={webhookId} webhookId={webhookId} />
}
