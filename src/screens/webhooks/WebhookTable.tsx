import { Link } from '@tanstack/react-router'
import type { Webhook } from '../../../contract/extensions/webhooks'
import { PageButtons } from '../../components/actions/PageMenu'
import { Moment } from '../../components/base/Moment'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { columnsOf } from '../../components/table/columns'
import { DataTable } from '../../components/table/DataTable'
import { useApp, useSession } from '../../app/context'
import { readWebhooks } from '../../data/resources/webhooks'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { webhookActions, webhookListActions } from './actions'
import { WebhookState } from './WebhookState'
import { eventsText, hostOf } from './words'
import { tryText } from '../../../contract/rules/webhookTexts'

const { shown, count } = columnsOf<Webhook>()
const fixed = { sortable: false }

const columns = [
  shown(
    'address',
    'Address',
    ({ id, address }) => (
      <Link to="/settings" search={{ tab: 'webhooks', webhookId: id }} resetScroll={false}>
        {address}
      </Link>
    ),
    { ...fixed, size: 260, wraps: true },
  ),
  shown('events', 'Events', eventsText, { ...fixed, size: 180, card: {}, wraps: true }),
  shown('state', 'State', (webhook) => <WebhookState webhook={webhook} />, { ...fixed, card: {} }),
  shown('lastTry', 'Last message', (webhook) => <LastTry webhook={webhook} />, {
    ...fixed,
    size: 220,
    card: { before: 'Last message' },
    wraps: true,
  }),
  count('waitingCount', 'Waiting', { ...fixed, card: { before: 'Waiting' } }),
]

function LastTry({ webhook: { lastTry } }: { webhook: Webhook }) {
  if (!lastTry) return 'None yet'
  return (
    <>
      {tryText(lastTry)} <Moment iso={lastTry.triedAt} />
    </>
  )
}

const rowActions = { label: (webhook: Webhook) => `Actions for ${hostOf(webhook)}`, actions: webhookActions }

/** The webhooks of the organization (WH-01). */
export function WebhookTable() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('webhooks', readWebhooks(api, organizationId))
  const shownList = useShownList('webhooks', list, () => 'Error fetching webhooks')
  return (
    <Stack>
      <Text tone="muted">
        Other systems are told of what happens here, with messages that are signed and tried again for three days.
      </Text>
      <DataTable
        label="Webhooks"
        columns={columns}
        {...shownList}
        rowActions={rowActions}
        toolbar={<PageButtons actions={webhookListActions} record={null} />}
      />
    </Stack>
  )
}
