import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { type Order, orderName } from '../../../contract/orders'
import { buttonStyle } from '../../components/base/Button'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf } from '../../components/table/columns'
import { amountFilter, dayFilter } from '../../components/table/ranges'
import { ResourceTable } from '../../components/table/ResourceTable'
import type { Filter } from '../../components/table/tableColumns'
import { useApp, useSession } from '../../app/context'
import { ownFirst } from '../../data/resources/campaigns'
import { readGateways } from '../../data/resources/gateways'
import { readMembers } from '../../data/resources/organizations'
import { readRows } from '../../data/resources/search'
import { firstPage } from '../../data/tableAddress'
import { useList } from '../../data/useList'
import { OrderStatus, statusOptions } from './orderStatus'

const { text, shown, money, moment } = columnsOf<Order>()

const isStopped = ({ status }: Order) => status === 'cancelled' || status === 'expired'

const columns = [
  shown('number', 'Order', orderName),
  moment('createdAt', 'Date', { card: {} }),
  text('customerName', 'Customer', { card: {} }),
  text('campaignName', 'Campaign', { sortable: false }),
  text('agentName', 'Agent'),
  money('total', 'Total', { card: {} }),
  shown('paymentStatus', 'Payment', ({ paymentStatus }) => <OrderStatus status={paymentStatus} />, { card: {} }),
  shown('fulfillmentStatus', 'Fulfilment', ({ fulfillmentStatus }) => <OrderStatus status={fulfillmentStatus} />),
]

/** With what only a backend of all calls can show. */
const linkedColumns = columns.map((column) => {
  if (column.id === 'number') {
    return shown('number', 'Order', (order) => (
      <>
        <Link to="/orders/$orderId" params={{ orderId: order.id }}>
          {orderName(order)}
        </Link>
        {isStopped(order) && <OrderStatus status={order.status} />}
      </>
    ))
  }
  if (column.id !== 'customerName') return column
  const customer = ({ customerId, customerName }: Order) =>
    customerId ? (
      <Link to="/customers/$customerId" params={{ customerId }}>
        {customerName || '-'}
      </Link>
    ) : (
      customerName || '-'
    )
  return shown('customerName', 'Customer', customer, { card: {} })
})

const statusFilters: readonly Filter[] = [
  { name: 'status', label: 'Order', options: statusOptions('open', 'completed', 'cancelled', 'expired') },
  {
    name: 'paymentStatus',
    label: 'Payment',
    options: statusOptions('unpaid', 'pending', 'paid', 'overpaid', 'partially_refunded', 'refunded'),
  },
  {
    name: 'fulfillmentStatus',
    label: 'Fulfilment',
    options: statusOptions('unfulfilled', 'partial', 'shipped', 'delivered'),
  },
]

const ranges: readonly Filter[] = [
  dayFilter('createdFrom', 'From'),
  dayFilter('createdTo', 'To'),
  amountFilter('totalMin', 'Total from'),
  amountFilter('totalMax', 'Total to'),
]

/** Every order of the organization (OR-01). A backend of the twenty calls has the plain list alone. */
export default function OrdersScreen() {
  const { extensions } = useApp().config
  return (
    <>
      <PageHeader
        title="Orders"
        actions={
          extensions && (
            <Link to="/orders/new" search={{}} className={buttonStyle({ variant: 'solid' })}>
              New order
            </Link>
          )
        }
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
  const byName = { ...firstPage, pageSize: 100, sort: { by: 'name', order: 'asc' as const } }
  const source = { organizationId, resource: 'campaigns' as const, within: {} }
  const campaigns = useSelector(useList('campaigns', readRows(api, source, byName)), ({ context }) => context.rows)
  const members = useSelector(useList('members', readMembers(api, organizationId)), ({ context }) => context.rows)
  const gateways = useSelector(useList('gateways', readGateways(api, organizationId)), ({ context }) => context.rows)
  const filters = useMemo(
    (): readonly Filter[] => [
      ...statusFilters,
      {
        name: 'campaignId',
        label: 'Campaign',
        isFurther: true,
        options: ownFirst(campaigns).map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        name: 'agentId',
        label: 'Agent',
        isFurther: true,
        options: members.map(({ id, name, email }) => ({ value: id, label: name || email || id })),
      },
      {
        name: 'gatewayInstanceId',
        label: 'Gateway',
        isFurther: true,
        options: gateways.map(({ id, displayName }) => ({ value: id, label: displayName || id })),
      },
      ...ranges,
    ],
    [campaigns, gateways, members],
  )
  return (
    <ResourceTable
      resource="orders"
      label="Orders"
      columns={linkedColumns}
      failure="Error fetching orders"
      filters={filters}
    />
  )
}
