import type { TelephoneToken } from '../../../contract/extensions/telephone'
import { ActionButton } from '../../components/actions/ActionButton'
import { PageButtons } from '../../components/actions/PageMenu'
import { EmptyState } from '../../components/base/EmptyState'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp, useSession } from '../../app/context'
import { readTelephoneTokens } from '../../data/resources/telephone'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { revokeToken, telephonePageActions, tokenName } from './actions'

const { text, moment, shown } = columnsOf<TelephoneToken>()
const fixed = { sortable: false }

const columns = [
  text('name', 'Name', { ...fixed, size: 160 }),
  text('createdByName', 'Made by', { ...fixed, size: 120 }),
  moment('createdAt', 'Created', { ...fixed, card: { before: 'Created' } }),
  moment('lastUsedAt', 'Last used', { ...fixed, card: { before: 'Last used' } }),
  shown('actions', 'What to do', (token) => <Revoke token={token} />, { ...fixed, card: {} }),
]

const Revoke = ({ token }: { token: TelephoneToken }) => (
  <ActionButton action={revokeToken} row={token} size="sm" aria-label={`Revoke ${tokenName(token)}`} />
)

/** What telephone systems are let in by (CA-01). */
export default function TelephoneScreen() {
  const { extensions } = useApp().config
  return extensions ? <Tokens /> : <EmptyState title="This backend knows no telephone systems." level={1} />
}

function Tokens() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('telephoneTokens', readTelephoneTokens(api, organizationId))
  const shownList = useShownList('telephoneTokens', list, () => 'Error fetching tokens')
  return (
    <>
      <PageHeader
        title="Telephone"
        description="A telephone system with a token begins calls of your colleagues as they are put through."
        actions={<PageButtons actions={telephonePageActions} record={null} />}
      />
      <RowsTable label="Tokens of telephone systems" columns={columns} {...shownList} />
    </>
  )
}
