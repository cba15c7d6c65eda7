import { getRouteApi } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { transactionList } from '../../../contract/lists/transactions'
import { negative } from '../../../contract/rules/amounts'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatPrice } from '../../components/base/format'
import { Stack } from '../../components/base/Stack'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useSession } from '../../app/context'
import { readCampaignsByName } from '../../data/resources/campaigns'
import { readGatewayRecords } from '../../data/resources/gateways'
import { readMembers } from '../../data/resources/organizationSettings'
import { readTransactionSums } from '../../data/resources/transactions'
import { useList } from '../../data/useList'
import { exporting } from '../listExports/ExportButton'
import { linkedColumns, plainColumns } from './transactionColumns'

const toolbar = exporting('transactions')
const route = getRouteApi('/_signedIn/gateways/')

/** What a backend of the twenty calls tells of money that moved. */
export const PlainTransactions = () => (
  <ResourceTable
    resource="transactions"
    label="Transactions"
    columns={plainColumns}
    failure="Error fetching transactions"
  />
)

/** Money that moved, or failed to, with what the rows that are found add up to (GW-03). */
export function Transactions() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const gateways = useSelector(
    useList('gateways', readGatewayRecords(api, organizationId)),
    ({ context }) => context.rows,
  )
  const campaigns = useSelector(
    useList('campaigns', readCampaignsByName(api, organizationId)),
    ({ context }) => context.rows,
  )
  const members = useSelector(useList('members', readMembers(api, organizationId)), ({ context }) => context.rows)
  const { q, type, status, gatewayInstanceId, campaignId, agentId, ...ends } = route.useSearch()
  const { createdFrom, createdTo, amountMin, amountMax } = ends
  const chosen = { type, status, gatewayInstanceId, campaignId, agentId, createdFrom, createdTo, amountMin, amountMax }
  const asked = { q, filters: chosen }
  const filters = useMemo(
    () =>
      listFilters(transactionList, {
        gatewayInstanceId: gateways.map(({ id, displayName }) => ({ value: id, label: displayName })),
        campaignId: campaigns.map(({ id, name }) => ({ value: id, label: name })),
        agentId: members.map(({ id, name, email }) => ({ value: id, label: name || email || id })),
      }),
    [campaigns, gateways, members],
  )
  return (
    <Stack>
      <Sums key={JSON.stringify(asked)} {...asked} />
      <ResourceTable
        resource="transactions"
        label="Transactions"
        columns={linkedColumns}
        failure="Error fetching transactions"
        filters={filters}
        toolbar={toolbar}
      />
    </Stack>
  )
}

/** What the filtered rows add up to, over all pages. */
function Sums({ q, filters }: { q: string | undefined; filters: Readonly<Record<string, string | undefined>> }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('transactions.sums', readTransactionSums(api, { organizationId, q, filters }))
  const [sums] = useSelector(list, ({ context }) => context.rows)
  const amount = (value: number | undefined) => (value === undefined ? '…' : formatPrice(value, sums?.currency))
  return (
    <section aria-label="Sums of these transactions">
      <DescriptionList
        entries={[
          { term: 'Charged', detail: amount(sums?.charged) },
          { term: 'Refunded', detail: amount(negative(sums?.refunded)) },
          { term: 'Kept', detail: amount(sums?.net) },
        ]}
      />
    </section>
  )
}
