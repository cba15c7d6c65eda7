import Eye from 'lucide-react/icons/eye'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import { useMemo } from 'react'
import { autoresponderEvent, autoresponderEvents } from '../../../contract/autoresponders'
import { errorMessage } from '../../../contract/client/errors'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import type { MenuEntry } from '../../components/base/menuEntry'
import { columnsOf } from '../../components/table/columns'
import { DataTable } from '../../components/table/DataTable'
import { useApp, useWorkspace } from '../../app/context'
import { type AutoresponderRow, readAutoresponders } from '../../data/resources/autoresponders'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'

/** An event that another backend knows and we don't is shown by its own name. */
function eventLabel(event: string | null | undefined) {
  const known = autoresponderEvent.safeParse(event)
  return known.success ? autoresponderEvents[known.data] : event || '-'
}

const { text, shown, moment } = columnsOf<AutoresponderRow>()

const columns = [
  text('from', 'Sender Email'),
  shown('event', 'Event Type', ({ event }) => eventLabel(event), { card: {} }),
  shown('subject', 'Email subject line', (responder) => <Subject {...responder} />, { card: {} }),
  shown('pluginInstance', 'Email Service Provider', ({ pluginInstance }) => pluginInstance?.name || '-'),
  moment('createdAt', 'Added On'),
  moment('updatedAt', 'Last active at'),
]

function Subject({ subject, paused }: AutoresponderRow) {
  if (!paused) return subject || '-'
  return (
    <>
      {subject || '-'} <Badge tone="amber">Paused</Badge>
    </>
  )
}

const entriesOf = ({ paused }: AutoresponderRow): readonly MenuEntry[] => [
  { id: 'preview', label: 'Preview', icon: <Eye aria-hidden="true" /> },
  { id: 'sendTest', label: 'Send test to me', icon: <Send aria-hidden="true" /> },
  { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden="true" /> },
  paused
    ? { id: 'resume', label: 'Resume', icon: <Play aria-hidden="true" /> }
    : { id: 'pause', label: 'Pause', icon: <Pause aria-hidden="true" /> },
  { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden="true" />, danger: true },
]

/** The mails that a campaign sends by itself (EM-01, EM-07), and what can be done with them (ML-02). */
export default function EmailTab({ campaignId }: { campaignId: string }) {
  const workspace = useWorkspace()
  const { api, config } = useApp()
  const list = useList('autoresponders', readAutoresponders(api, campaignId))
  const shownList = useShownList('autoresponders', list, (error) => `Error: ${errorMessage(error)}`)
  const rowActions = useMemo(
    () => ({
      label: ({ subject }: AutoresponderRow) => `Actions for ${subject}`,
      items: entriesOf,
      onSelect: (action: string, autoresponder: AutoresponderRow) => {
        const { id, subject } = autoresponder
        if (action === 'preview') workspace.send({ type: 'open.mailShow', input: { of: 'autoresponders', id } })
        else if (action === 'edit') workspace.send({ type: 'open.autoresponderEdit', input: { autoresponder } })
        else if (action === 'pause' || action === 'resume' || action === 'sendTest')
          workspace.send({ type: 'open.mailStep', input: { id, asked: { of: 'autoresponders', step: action } } })
        else
          workspace.send({
            type: 'open.recordDelete',
            input: { id, resource: 'autoresponders', name: subject || 'this auto-responder' },
          })
      },
    }),
    [workspace],
  )
  return (
    <DataTable
      label="Email auto-responders"
      columns={columns}
      {...shownList}
      rowActions={config.extensions ? rowActions : undefined}
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
