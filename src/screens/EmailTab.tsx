import { useSelector } from '@xstate/react'
import { type Autoresponder, autoresponderEvent, autoresponderEvents } from '../../contract/autoresponders'
import { errorMessage } from '../../contract/client/errors'
import { isAdding } from '../../machines/pendingChanges'
import { Button } from '../components/Button'
import { DataTable } from '../components/DataTable'
import { Moment } from '../components/Moment'
import type { ColumnDefinition } from '../components/tableColumns'
import { usePendingChanges, useWorkspace } from '../wiring/context'
import { useAutoresponders } from '../wiring/screenActors'

type Row = Autoresponder & { id: string }

/** An event that another backend knows and we don't is shown by its own name. */
function eventLabel(event: string | null | undefined) {
  const known = autoresponderEvent.safeParse(event)
  return known.success ? autoresponderEvents[known.data] : event || '-'
}

const columns: readonly ColumnDefinition<Row>[] = [
  { id: 'from', title: 'Sender Email', size: 220, cell: ({ from }) => from || '-' },
  { id: 'event', title: 'Event Type', size: 275, cell: ({ event }) => eventLabel(event) },
  { id: 'subject', title: 'Email subject line', size: 280, cell: ({ subject }) => subject || '-' },
  {
    id: 'pluginInstance',
    title: 'Email Service Provider',
    size: 190,
    cell: ({ pluginInstance }) => pluginInstance?.name || '-',
  },
  { id: 'createdAt', title: 'Added On', size: 225, cell: ({ createdAt }) => <Moment iso={createdAt} /> },
  { id: 'updatedAt', title: 'Last active at', size: 225, cell: ({ updatedAt }) => <Moment iso={updatedAt} /> },
]

/** EM-01, EM-07. */
export default function EmailTab({ campaignId }: { campaignId: string }) {
  const workspace = useWorkspace()
  const list = useAutoresponders(campaignId)
  const state = useSelector(list, (snapshot) => snapshot)
  const changes = usePendingChanges()
  // The machine's rows come from the call that lists auto-responders, which the client checked against its schema.
  const autoresponders = state.context.rows as readonly Autoresponder[]
  const rows = autoresponders.map((autoresponder, index): Row => ({
    ...autoresponder,
    id: autoresponder.id ?? `${index}`,
  }))
  return (
    <DataTable
      label="Email auto-responders"
      columns={columns}
      rows={rows}
      state={state.value}
      error={state.matches('failed') ? `Error: ${errorMessage(state.context.error)}` : undefined}
      onRetry={() => list.send({ type: 'list.retry' })}
      adding={isAdding('autoresponders', changes)}
      toolbar={<Button onClick={() => workspace.send({ type: 'autoresponder.add', campaignId })}>Add New</Button>}
    />
  )
}
