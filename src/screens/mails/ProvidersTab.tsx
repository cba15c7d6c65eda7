import Pencil from 'lucide-react/icons/pencil'
import PlugZap from 'lucide-react/icons/plug-zap'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import { useMemo } from 'react'
import type { EmailProvider } from '../../../contract/extensions/plugins'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import type { MenuEntry } from '../../components/base/menuEntry'
import { columnsOf } from '../../components/table/columns'
import { DataTable } from '../../components/table/DataTable'
import { useApp, useSession, useWorkspace } from '../../app/context'
import { readProviders } from '../../data/resources/mails'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'

const { text, shown, count } = columnsOf<EmailProvider>()
const fixed = { sortable: false }

const serverOf = ({ kind, host, port }: EmailProvider) =>
  kind === 'outbox' ? 'Kept here' : `${host ?? '-'}:${port ?? ''}`

const passwordOf = ({ hasPassword, passwordEnd }: EmailProvider) => (hasPassword ? `••••${passwordEnd ?? ''}` : '-')

const columns = [
  text('name', 'Name', fixed),
  shown('kind', 'Server', serverOf, { ...fixed, card: {} }),
  text('from', 'From', fixed),
  text('user', 'User', fixed),
  shown('password', 'Password', passwordOf, fixed),
  count('usedBy', 'Auto-responders', { ...fixed, card: { before: 'Auto-responders' } }),
  shown('verifiedAt', 'State', (provider) => <ProviderState {...provider} />, { ...fixed, card: {} }),
]

function ProviderState({ kind, verifiedAt }: EmailProvider) {
  if (kind === 'outbox' || verifiedAt) {
    return (
      <Badge tone="green" mark="dot">
        {kind === 'outbox' ? 'Ready' : 'Verified'}
      </Badge>
    )
  }
  return <Badge mark="dot">Not verified</Badge>
}

const usedSentence = (users: number) =>
  users === 1 ? 'An auto-responder sends through it.' : `${users} auto-responders send through it.`

const entriesOf = ({ kind, usedBy }: EmailProvider): readonly MenuEntry[] => [
  { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden="true" /> },
  ...(kind === 'smtp' ? [{ id: 'verify', label: 'Verify', icon: <PlugZap aria-hidden="true" /> }] : []),
  { id: 'sendTest', label: 'Send test to me', icon: <Send aria-hidden="true" /> },
  {
    id: 'delete',
    label: 'Delete',
    icon: <Trash2 aria-hidden="true" />,
    danger: true,
    reason: usedBy ? usedSentence(usedBy) : undefined,
  },
]

/** What mails leave through (ML-03). */
export default function ProvidersTab() {
  const { api } = useApp()
  const workspace = useWorkspace()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('plugins', readProviders(api, organizationId))
  const shownList = useShownList('plugins', list, () => 'Error fetching email providers')
  const rowActions = useMemo(
    () => ({
      label: ({ name }: EmailProvider) => `Actions for ${name}`,
      items: entriesOf,
      onSelect: (action: string, provider: EmailProvider) => {
        const { id, name } = provider
        if (action === 'edit') workspace.send({ type: 'open.providerEdit', input: { provider } })
        else if (action === 'verify' || action === 'sendTest')
          workspace.send({ type: 'open.mailStep', input: { id, asked: { of: 'plugins', step: action } } })
        else
          workspace.send({
            type: 'open.recordDelete',
            input: { id, resource: 'plugins', name: name || 'this email provider' },
          })
      },
    }),
    [workspace],
  )
  return (
    <DataTable
      label="Email providers"
      columns={columns}
      {...shownList}
      rowActions={rowActions}
      toolbar={
        <Button
          variant="solid"
          onClick={() => workspace.send({ type: 'open.providerEdit', input: { provider: undefined } })}
        >
          Add email provider
        </Button>
      }
    />
  )
}
