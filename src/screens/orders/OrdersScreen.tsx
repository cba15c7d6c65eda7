import { getRouteApi } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { orderList } from '../../../contract/lists/orders'
import { type Order, orderName } from '../../../contract/orders'
import { seesOwnOrdersAlone } from '../../../contract/rules/ownOrders'
import { PageButtons } from '../../components/actions/PageMenu'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useMembership, useSession } from '../../app/context'
import { ownFirst } from '../../data/resources/campaigns'
import { readGateways } from '../../data/resources/gateways'
import { useList } from '../../data/useList'
import { exporting } from '../listExports/exporting'
import { OrderLink } from '../layout/OrderLink'
import { agentChoices, campaignChoices, linkChoices, useCampaigns, useMembers } from './filterChoices'
import { ListSums } from './ListSums'
import { orderListActions } from './newOrderActions'
import { isStopped, OrderStatus, PaymentStatus } from './orderStatus'
import { CustomerLink } from './rowLinks'
import { SoldBy, SoldIn } from './soldBy'

const column = listColumns(orderList)

const soldIn = { size: 180 }
const soldBy = { size: 130 }
const others = [
  column('total', { card: {} }),
  column('paymentStatus', { cell: (order) => <PaymentStatus order={order} />, card: {} }),
  column('fulfillmentStatus', { cell: ({ fulfillmentStatus }) => <OrderStatus status={fulfillmentStatus} /> }),
]
const date = column('createdAt', { card: {} })
const columns = [
  column('number', { cell: orderName }),
  date,
  column('customerName', { card: {} }),
  column('campaignName', soldIn),
  column('agentName', soldBy),
  ...others,
]

/** With what only a backend of all calls can show. */
const linkedColumns = [
  column('number', {
    cell: (order) => (
      <>
        <OrderLink order={order} /> {isStopped(order) && <OrderStatus status={order.status} />}
        <FoundBy order={order} />
      </>
    ),
  }),
  date,
  column('customerName', {
    cell: (order) => <CustomerLink row={order} />,
    card: {},
  }),
  column('campaignName', { ...soldIn, cell: (order) => <SoldIn order={order} /> }),
  column('agentName', { ...soldBy, cell: (order) => <SoldBy order={order} /> }),
  ...others,
]

const toolbar = exporting(orderList)
const route = getRouteApi('/_signedIn/orders/')

const orderCounts = { Orders: 'rows' } as const
const orderAmounts = { Total: 'total', 'Tax in it': 'tax', Paid: 'paid', Refunded: 'refunded', Kept: 'net' } as const

const foundBys: Readonly<Record<string, string>> = {
  email: 'Email',
  phone: 'Phone',
  trackingNumber: 'Tracking',
  reference: 'Reference',
  importedNumber: 'Imported as',
}

/** Why a search has found it, where no column shows that (OR-01). */
const FoundBy = ({ order: { foundBy } }: { order: Order }) =>
  foundBy?.text && (
    <Text as="div" tone="muted" size="sm">
      {foundBys[foundBy.field ?? ''] ?? 'Found by'} {foundBy.text}
    </Text>
  )

/** Every order of the organization (OR-01). A backend of the twenty calls has the plain list alone. */
export default function OrdersScreen() {
  const { extensions } = useApp().config
  const isNarrowed = seesOwnOrdersAlone(useMembership())
  return (
    <>
      <PageHeader
        title="Orders"
        description={isNarrowed ? 'You see the orders that you have sold.' : undefined}
        actions={extensions && <PageButtons actions={orderListActions} record={null} />}
      />
      {extensions ? (
        <FilteredOrders />
      ) : (
        <ResourceTable resource="orders" label="Orders" columns={columns} failure="Error fetching orders" />
      )}
    </>
  )
}

function FilteredOrders() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const campaigns = useCampaigns()
  const members = useMembers()
  const gateways = useSelector(useList('gateways', readGateways(api, organizationId)), ({ context }) => context.rows)
  const filters = useMemo(
    () =>
      listFilters(orderList, {
        campaignId: campaignChoices(ownFirst(campaigns)),
        linkReached: linkChoices,
        agentId: agentChoices(members),
        gatewayInstanceId: gateways.map(({ id, displayName }) => ({ value: id, label: displayName || id })),
      }),
    [campaigns, gateways, members],
  )
  const search = route.useSearch()
  return (
    <Stack>
      {/* What a period comes to: reports lead here. */}
      {search.createdFrom !== undefined && search.createdTo !== undefined && (
        <ListSums
          list="orders"
          label="Sums of these orders"
          search={search}
          counts={orderCounts}
          amounts={orderAmounts}
        />
      )}
      <ResourceTable
        resource="orders"
        label="Orders"
        columns={linkedColumns}
        failure="Error fetching orders"
        filters={filters}
        toolbar={toolbar}
        begin={<PageButtons actions={orderListActions} record={null} />}
      />
    </Stack>
  )
}
