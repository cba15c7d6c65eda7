import type { ApiToken } from '../../../contract/extensions/apiTokens'
import { isExpired, shownScope } from '../../../contract/rules/apiTokens'
import { ActionButton } from '../../components/actions/ActionButton'
import { Badge } from '../../components/base/Badge'
import { Card } from '../../components/base/Card'
import { Moment } from '../../components/base/Moment'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp, useSession } from '../../app/context'
import { useNow } from '../../browser/useNow'
import { readApiTokens } from '../../data/resources/apiTokens'
import { useList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { apiTokenLabel, newApiToken, revokeApiToken } from './actions'

const { text, moment, shown } = columnsOf<ApiToken>()
const fixed = { sortable: false }

const columns = [
  text('name', 'Name', { ...fixed, size: 140 }),
  shown('prefix', 'Begins with', ({ prefix }) => (prefix ? `${prefix}…` : '-'), {
    ...fixed,
    card: { before: 'Begins with' },
  }),
  shown('duties', 'May change', shownScope, { ...fixed, size: 240, card: {}, wraps: true }),
  text('createdByName', 'Made by', { ...fixed, size: 120, card: { before: 'Made by' } }),
  shown('lastUsedAt', 'Last used', (token) => <LastUsed token={token} />, {
    ...fixed,
    size: 140,
    wraps: true,
    card: { before: 'Last used' },
  }),
  shown('expiresAt', 'Ends', (token) => <Ends token={token} />, { ...fixed, card: { before: 'Ends' } }),
  moment('createdAt', 'Created', { ...fixed, card: { before: 'Created' } }),
  shown('actions', 'What to do', (token) => <Revoke token={token} />, { ...fixed, card: {} }),
]

const LastUsed = ({ token: { lastUsedAt, lastUsedNetwork } }: { token: ApiToken }) =>
  lastUsedAt ? (
    <>
      <Moment iso={lastUsedAt} /> {lastUsedNetwork && `from ${lastUsedNetwork}`}
    </>
  ) : (
    'Never'
  )

function Ends({ token }: { token: ApiToken }) {
  const now = useNow()
  if (isExpired(token, new Date(now * 1_000))) return <Badge tone="red">Expired</Badge>
  return token.expiresAt ? <Moment iso={token.expiresAt} /> : 'Never'
}

const Revoke = ({ token }: { token: ApiToken }) => (
  <ActionButton action={revokeApiToken} row={token} size="sm" aria-label={`Revoke ${apiTokenLabel(token)}`} />
)

/** What other programs are let in by (ST-01). */
export default function ApiTokensTab() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('apiTokens', readApiTokens(api, organizationId))
  const tokens = useShownList('apiTokens', list, () => 'Error fetching tokens')
  return (
    <Stack>
      <Card title="API tokens" action={<ActionButton action={newApiToken} row={null} />}>
        <Text tone="muted">
          Another program works in this organization with a token, for the member who made it. It ends at once when it
          is revoked, and with the membership of its maker.
        </Text>
        <RowsTable label="Programs that are let in" columns={columns} {...tokens} />
      </Card>
    </Stack>
  )
}
