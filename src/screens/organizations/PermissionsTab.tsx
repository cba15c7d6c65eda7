import { useSelector } from '@xstate/react'
import { permissionRows, permissionTexts } from '../../../contract/rules/permissions'
import { ActionButton } from '../../components/actions/ActionButton'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { ErrorState } from '../../components/base/ErrorState'
import { formatPrice } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { useApp, useCurrency, usePending, useSession } from '../../app/context'
import { readPermissions } from '../../data/resources/organizationSettings'
import { useList } from '../../data/useList'
import { editPermissions } from './actions'

/** Who may do what in the organization, and what its owners settle of it (ST-01, ST-02). */
export default function PermissionsTab() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const currency = useCurrency() ?? 'USD'
  const list = useList('organizations', readPermissions(api, organizationId))
  const state = useSelector(list, (snapshot) => snapshot)
  const [permissions] = usePending('organizations', state.context.rows)
  if (state.matches('failed')) {
    return <ErrorState message="Error fetching the permissions" onRetry={() => list.send({ type: 'list.retry' })} />
  }
  if (!permissions) return <LoadingState />
  const { refundLimit, changesOffers, seesAllOrders, exports, sharesViews } = permissions
  return (
    <Stack>
      <Text tone="muted">
        Owners may do everything but sell outside the limits of a price. They settle here what agents may do beside
        their daily work.
      </Text>
      <Card title="Agents" action={<ActionButton action={editPermissions} row={permissions} />}>
        <DescriptionList
          entries={[
            {
              term: permissionTexts.refundLimit.label,
              detail: refundLimit === 0 ? 'Nothing' : `${formatPrice(refundLimit, currency)} of an order`,
            },
            { term: permissionTexts.changesOffers.label, detail: changesOffers ? 'Yes' : 'No' },
            { term: permissionTexts.seesAllOrders.label, detail: seesAllOrders ? 'Yes' : 'No' },
            { term: permissionTexts.exports.label, detail: exports ? 'Yes' : 'No' },
            { term: permissionTexts.sharesViews.label, detail: sharesViews ? 'Yes' : 'No' },
          ]}
        />
      </Card>
      <Card title="Who may do what">
        <SimpleTable
          label="Who may do what"
          columns={['What', 'Owners', 'Agents']}
          texts={['Owners', 'Agents']}
          rows={permissionRows(permissions, currency).map(({ id, what, owners, agents }) => ({
            id,
            cells: [what, owners, agents],
            note: owners === 'Yes' ? undefined : `Owners: ${owners}`,
          }))}
          totals={[]}
        />
      </Card>
    </Stack>
  )
}
