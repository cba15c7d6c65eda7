import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { WebhookDeliveryRecord, WebhookTry } from '../../../contract/extensions/webhooks'
import type { FlowRef } from '../../../machines/flows'
import { ActionButton } from '../../components/actions/ActionButton'
import { buttonStyle } from '../../components/base/Button'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Heading } from '../../components/base/Heading'
import { Moment } from '../../components/base/Moment'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { JsonText } from '../../components/chart/JsonText'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { ViewDialog } from '../../components/overlay/ViewDialog'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp } from '../../app/context'
import { readDelivery } from '../../data/resources/webhooks'
import { sendAgain } from './actions'
import { DeliveryState } from './WebhookState'
import { eventText, tryText } from '../../../contract/rules/webhookTexts'

const toList = (
  <Link to="/settings" search={{ tab: 'webhooks' }} className={buttonStyle({ variant: 'outline' })}>
    Go to webhooks
  </Link>
)

/** A message to another system: what is sent, and each try (WH-01). */
export default function WebhookDeliveryViewDialog({ flow }: { flow: FlowRef<'webhookDeliveryView'> }) {
  const { api } = useApp()
  const id = useSelector(flow, ({ context }) => context.deliveryId)
  return (
    <ViewDialog flow={flow} title="Message">
      <ResourceRecord
        id={id}
        resource="webhooks"
        read={readDelivery(api, id)}
        failure="Error fetching message"
        noun="message"
        toList={toList}
      >
        {(delivery) => <DeliveryPanel delivery={delivery} />}
      </ResourceRecord>
    </ViewDialog>
  )
}

function DeliveryPanel({ delivery }: { delivery: WebhookDeliveryRecord }) {
  const { event, state, address, messageId, createdAt, nextTryAt, tries, payload } = delivery
  return (
    <Stack>
      <DescriptionList
        entries={[
          { term: 'Event', detail: eventText(event) },
          { term: 'State', detail: <DeliveryState state={state} /> },
          { term: 'Written', detail: <Moment iso={createdAt} /> },
          { term: 'Next try', detail: nextTryAt && <Moment iso={nextTryAt} /> },
          { term: 'To', detail: address, isWide: true },
          { term: 'webhook-id', detail: messageId, isWide: true },
        ]}
      />
      <div>
        <ActionButton action={sendAgain} row={delivery} />
      </div>
      <Heading level={3}>Tries</Heading>
      {tries.length === 0 ? (
        <Text tone="muted">It has not been tried yet.</Text>
      ) : (
        <SimpleTable
          label="Tries"
          columns={['When', 'What came of it', 'Milliseconds']}
          texts={['What came of it']}
          rows={tries.map((one) => ({ id: one.id, cells: cellsOf(one), note: tryText(one) }))}
          totals={[]}
        />
      )}
      <Heading level={3}>What is sent</Heading>
      {payload ? (
        <JsonText label="What is sent" parts={[{ name: '', json: payload }]} />
      ) : (
        <Text tone="muted">It is written before the first try.</Text>
      )}
    </Stack>
  )
}

const cellsOf = (one: WebhookTry) => [
  <Moment key="when" iso={one.triedAt} />,
  <span key="what">
    {tryText(one)}
    {one.answer && <Text tone="muted">{one.answer}</Text>}
  </span>,
  one.milliseconds ?? '-',
]
