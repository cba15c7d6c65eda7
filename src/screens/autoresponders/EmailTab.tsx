import { useSelector } from '@xstate/react'
import { autoresponderEvent, autoresponderEvents } from '../../../contract/autoresponders'
import { errorMessage } from '../../../contract/client/errors'
import { Button } from '../../components/base/Button'
import { columnsOf } from '../../components/table/columns'
import { DataTable } from '../../components/table/DataTable'
import { useApp, useIsAdding, useWorkspace } from '../../wiring/context'
import { type AutoresponderRow, readAutoresponders } from '../../wiring/resources/autoresponders'
import { useList } from '../../wiring/useList'

/** An event that another backend knows and we don't is shown by its own name. */
function eventLabel(event: string | null | undefined) {
  const known = autoresponderEvent.safeParse(event)
  return known.success ? autoresponderEvents[known.data] : event || '-'
}

const { text, shown, moment } = columnsOf<AutoresponderRow>()

const columns = [
  text('from', 'Sender Email'),
  shown('event', 'Event Type', ({ event }) => eventLabel(event), { card: {} }),
  text('subject', 'Email subject line', { card: {} }),
  shown('pluginInstance', 'Email Service Provider', ({ pluginInstance }) => pluginInstance?.name || '-'),
  moment('createdAt', 'Added On'),
  moment('updatedAt', 'Last active at'),
]

/** The mails that a campaign sends by itself (EM-01, EM-07). */
export default function EmailTab({ campaignId }: { campaignId: string }) {
  const workspace = useWorkspace()
  const { api } = useApp()
  const list = useList('autoresponders', readAutoresponders(api, campaignId))
  const state = useSelector(list, (snapshot) => snapshot)
  const isAdding = useIsAdding('autoresponders')
  return (
    <DataTable
      label="Email auto-responders"
      columns={columns}
      rows={state.context.rows}
      state={state.value}
      error={state.matches('failed') ? `Error: ${errorMessage(state.context.error)}` : undefined}
      onRetry={() => list.send({ type: 'list.retry' })}
      adding={isAdding}
      toolbar={
        <Button
          // Begins with what is seen, so that it can be asked for by voice.
          aria-label="Add New: Add auto-responder"
          onClick={() => workspace.send({ type: 'open.autoresponderCreate', input: { campaignId } })}
        >
          Add New
        </Button>
      }
    />
  )
}
