import { useMemo } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import { mailEvent, mailEvents } from '../../../contract/extensions/autoresponders'
import { errorMessage } from '../../../contract/client/errors'
import { ActionButton } from '../../components/actions/ActionButton'
import { Badge } from '../../components/base/Badge'
import { columnsOf } from '../../components/table/columns'
import { DataTable } from '../../components/table/DataTable'
import { useApp } from '../../app/context'
import { type AutoresponderRow, readAutoresponders } from '../../data/resources/autoresponders'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { addAutoresponder, autoresponderActionsIn } from './actions'

/** An event that another backend knows and we don't is shown by its own name. */
function eventLabel(event: string | null | undefined) {
  const known = mailEvent.safeParse(event)
  return known.success ? mailEvents[known.data] : event || '-'
}

const { text, shown, second } = columnsOf<AutoresponderRow>()

const columns = [
  text('from', 'Sender Email'),
  shown('event', 'Event Type', ({ event }) => eventLabel(event), { card: {} }),
  shown('subject', 'Email subject line', (responder) => <Subject {...responder} />, { card: {} }),
  shown('pluginInstance', 'Email Service Provider', ({ pluginInstance }) => pluginInstance?.name || '-'),
  second('createdAt', 'Added On'),
  second('updatedAt', 'Last active at'),
]

function Subject({ subject, paused }: AutoresponderRow) {
  if (!paused) return subject || '-'
  return (
    <>
      {subject || '-'} <Badge tone="amber">Paused</Badge>
    </>
  )
}

/** The mails that a campaign sends by itself (EM-01, EM-07), and what can be done with them (ML-02). */
export default function EmailTab({ campaign }: { campaign: Campaign }) {
  const { api, config } = useApp()
  const list = useList('autoresponders', readAutoresponders(api, campaign.id))
  const shownList = useShownList('autoresponders', list, (error) => `Error: ${errorMessage(error)}`)
  const rowActions = useMemo(
    () => ({
      label: ({ subject }: AutoresponderRow) => `Actions for ${subject}`,
      actions: autoresponderActionsIn(campaign),
    }),
    [campaign],
  )
  return (
    <DataTable
      label="Email auto-responders"
      columns={columns}
      {...shownList}
      rowActions={config.extensions ? rowActions : undefined}
      toolbar={
        <ActionButton
          action={addAutoresponder}
          row={campaign}
          // Begins with what is seen, so that it can be asked for by voice.
          aria-label="Add New: Add auto-responder"
        />
      }
    />
  )
}
