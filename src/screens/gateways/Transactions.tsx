import { getRouteApi } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { transactionList } from '../../../contract/lists/transactions'
import { Stack } from '../../components/base/Stack'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useSession } from '../../app/context'
import { readGatewayRecords } from '../../data/resources/gateways'
import { useList } from '../../data/useList'
import { agentChoices, campaignChoices, useCampaigns, useMembers } from '../orders/filterChoices'
import { ListSums } from '../orders/ListSums'
import { exporting } from '../listExports/exporting'
import { linkedColumns, plainColumns } from './transactionColumns'

const toolbar = exporting(transactionList)
const noCounts = {}
const amounts = { Charged: 'charged', Refunded: 'refunded', Kept: 'net' } as const
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
  const campaigns = useCampaigns()
  const members = useMembers()
  const search = route.useSearch()
  const filters = useMemo(
    () =>
      listFilters(transactionList, {
        gatewayInstanceId: gateways.map(({ id, displayName }) => ({ value: id, label: displayName })),
        campaignId: campaignChoices(campaigns),
        agentId: agentChoices(members),
      }),
    [campaigns, gateways, members],
  )
  return (
    <Stack>
      <ListSums
        list="transactions"
        label="Sums of these transactions"
        search={search}
        counts={noCounts}
        amounts={amounts}
        givenBack="refunded"
      />
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
