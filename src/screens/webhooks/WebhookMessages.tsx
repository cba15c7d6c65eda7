import { getRouteApi, Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Webhook, WebhookDelivery } from '../../../contract/extensions/webhooks'
import { webhookDeliveryList } from '../../../contract/lists/webhookDeliveries'
import { PageButtons } from '../../components/actions/PageMenu'
import { Alert } from '../../components/base/Alert'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { EmptyState } from '../../components/base/EmptyState'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, usePending, useSession } from '../../app/context'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { readWebhooks } from '../../data/resources/webhooks'
import { useList } from '../../data/useList'
import { exporting } from '../listExports/exporting'
import { deliveryActions, deliveryPanel, webhookPageActions } from './actions'
import { DeliveryState, WebhookState } from './WebhookState'
import { deliveryName, eventsText } from './words'
import { tryText } from '../../../contract/rules/webhookTexts'

const route = getRouteApi('/_signedIn/settings/')

const column = listColumns(webhookDeliveryList)

const columns = [
  column('event', { cell: (delivery) => <DeliveryLink delivery={delivery} /> }),
  column('state', { cell: ({ state }) => <DeliveryState state={state} />, card: {} }),
  column('triesCount', { card: { before: 'Tries' } }),
  column('lastTry', { cell: ({ lastTry }) => tryText(lastTry), card: {}, wraps: true }),
  column('nextTryAt', { card: { before: 'Next try' } }),
  column('createdAt', { card: { before: 'Written' } }),
]

function DeliveryLink({ delivery: { id, event } }: { delivery: WebhookDelivery }) {
  return (
    <Link to="/settings" search={(before) => ({ ...before, tab: 'webhooks', deliveryId: id })} resetScroll={false}>
      {deliveryName({ event })}
    </Link>
  )
}

const filters = listFilters(webhookDeliveryList, {})
const rowActions = {
  label: (delivery: WebhookDelivery) => `Actions for ${deliveryName(delivery)}`,
  actions: deliveryActions,
}
const parameters = ['deliveryId']

const toWebhooks = (
  <Link to="/settings" search={{ tab: 'webhooks' }} className={buttonStyle({ variant: 'outline' })}>
    All webhooks
  </Link>
)

/** What one webhook was told, and what became of it (WH-01). */
export function WebhookMessages({ webhookId }: { webhookId: string }) {
  const { api } = useApp()
  const { deliveryId } = route.useSearch()
  const panel = useMemo(() => deliveryPanel(deliveryId), [deliveryId])
  useFlowAtAddress(panel, parameters)
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('webhooks', readWebhooks(api, organizationId))
  const state = useSelector(list, (snapshot) => snapshot)
  const webhook = usePending('webhooks', state.context.rows).find(({ id }) => id === webhookId)
  const within = useMemo(() => ({ webhookId }), [webhookId])
  const toolbar = useMemo(() => exporting(webhookDeliveryList, within), [within])
  if (state.matches('failed')) {
    return <ErrorState message="Error fetching webhooks" onRetry={() => list.send({ type: 'list.retry' })} />
  }
  if (!webhook) {
    if (state.matches('loading')) return <LoadingState />
    return (
      <EmptyState title="This webhook is not there any more." level={2}>
        {toWebhooks}
      </EmptyState>
    )
  }
  return (
    <Stack>
      <div>{toWebhooks}</div>
      <OffNotice webhook={webhook} />
      <Card
        title="Webhook"
        action={
          <Row>
            <PageButtons actions={webhookPageActions} record={webhook} />
          </Row>
        }
      >
        <DescriptionList
          entries={[
            { term: 'Address', detail: webhook.address, isWide: true },
            { term: 'Events', detail: eventsText(webhook) },
            { term: 'State', detail: <WebhookState webhook={webhook} /> },
            {
              term: 'Secret',
              detail: webhook.formerSecretUntil ? (
                <>
                  The one before it signs, too, until <Moment iso={webhook.formerSecretUntil} />
                </>
              ) : (
                'Shown once, when it was made'
              ),
            },
          ]}
        />
      </Card>
      <ResourceTable
        resource="webhooks"
        within={within}
        label="Messages"
        columns={columns}
        failure="Error fetching messages"
        withoutSearch
        filters={filters}
        rowActions={rowActions}
        toolbar={toolbar}
      />
    </Stack>
  )
}

/** Why nothing is taken, and what to do about it. */
function OffNotice({ webhook: { state, switchedOffBy, failingSince } }: { webhook: Webhook }) {
  if (state === 'enabled') {
    return (
      failingSince && (
        <Alert tone="amber">
          Nothing has been taken since <Moment iso={failingSince} />. After three days it is switched off by itself.
        </Alert>
      )
    )
  }
  if (switchedOffBy === 'gone') {
    return <Alert>Its receiver has answered 410: it takes no more. It was switched off at once.</Alert>
  }
  if (switchedOffBy === 'failing') {
    return <Alert>Its receiver has taken nothing for three days, so it was switched off.</Alert>
  }
  return <Alert tone="blue">It is switched off. Nothing that happens meanwhile is told.</Alert>
}
