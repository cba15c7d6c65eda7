import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { orderLineList } from '../../../contract/lists/orderLines'
import { seesOwnOrdersAlone } from '../../../contract/rules/ownOrders'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useMembership } from '../../app/context'
import { BackLink } from '../layout/BackLink'
import { NotFoundScreen } from '../layout/NotFoundScreen'
import { OrderLink } from '../layout/OrderLink'
import { exporting } from '../listExports/exporting'
import { agentChoices, campaignChoices, useCampaigns, useMembers } from './filterChoices'
import { ListSums } from './ListSums'
import { OrderStatus } from './orderStatus'
import { CampaignLink } from './rowLinks'

const column = listColumns(orderLineList)
const route = getRouteApi('/_signedIn/orders/lines')

const toolbar = exporting(orderLineList)
const lineCounts = { Lines: 'rows', Units: 'units' } as const
const lineAmounts = { Total: 'total' } as const

const columns = [
  column('name', { size: 260 }),
  column('createdAt', { card: {} }),
  column('orderNumber', {
    cell: ({ orderId, orderNumber }) => (orderId ? <OrderLink order={{ id: orderId, number: orderNumber }} /> : '-'),
    opensRow: true,
    card: {},
  }),
  column('campaignName', {
    size: 180,
    cell: (line) => <CampaignLink row={line} />,
  }),
  column('agentName', { size: 130 }),
  column('status', { cell: ({ status }) => <OrderStatus status={status} /> }),
  column('quantity', { card: { after: 'units' } }),
  column('total', { card: {} }),
  column('unitPrice'),
  column('shippingTotal'),
  column('tax'),
]

/** What was sold, line by line, which is what the figures of offers are made of (RP-02). */
export default function OrderLinesScreen() {
  const { extensions } = useApp().config
  return extensions ? <OrderLines /> : <NotFoundScreen />
}

function OrderLines() {
  const campaigns = useCampaigns()
  const members = useMembers()
  const isNarrowed = seesOwnOrdersAlone(useMembership())
  const search = route.useSearch()
  const filters = useMemo(
    () =>
      listFilters(orderLineList, {
        campaignId: campaignChoices(campaigns),
        agentId: agentChoices(members),
        offerId: [],
      }),
    [campaigns, members],
  )
  return (
    <>
      <PageHeader
        title="Order lines"
        back={<BackLink to="/orders" />}
        description={isNarrowed ? 'Of the orders that you have sold.' : 'What was sold, line by line.'}
      />
      <Stack>
        <ListSums
          list="orderLines"
          label="Sums of these order lines"
          search={search}
          counts={lineCounts}
          amounts={lineAmounts}
        />
        <ResourceTable
          resource="orderLines"
          label="Order lines"
          columns={columns}
          failure="Error fetching order lines"
          toolbar={toolbar}
          filters={filters}
        />
      </Stack>
    </>
  )
}
