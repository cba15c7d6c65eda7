import type { EmailProvider } from '../../../contract/extensions/plugins'
import { PageButtons } from '../../components/actions/PageMenu'
import { Badge } from '../../components/base/Badge'
import { columnsOf } from '../../components/table/columns'
import { DataTable } from '../../components/table/DataTable'
import { useApp, useSession } from '../../app/context'
import { readProviders } from '../../data/resources/mails'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { providerActions, providerListActions } from './actions'

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

const rowActions = { label: ({ name }: EmailProvider) => `Actions for ${name}`, actions: providerActions }

/** What mails leave through (ML-03). */
export default function ProvidersTab() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('plugins', readProviders(api, organizationId))
  const shownList = useShownList('plugins', list, () => 'Error fetching email providers')
  return (
    <DataTable
      label="Email providers"
      columns={columns}
      {...shownList}
      rowActions={rowActions}
      toolbar={<PageButtons actions={providerListActions} record={null} />}
    />
  )
}
