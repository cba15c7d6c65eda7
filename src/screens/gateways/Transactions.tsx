import { getRouteApi, Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Transaction } from '../../../contract/transactions'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatPrice } from '../../components/base/format'
import { Stack } from '../../components/base/Stack'
import { columnsOf } from '../../components/table/columns'
import { amountFilter, dayFilter } from '../../components/table/ranges'
import { ResourceTable } from '../../components/table/ResourceTable'
import type { Filter } from '../../components/table/tableColumns'
import { useApp, useSession } from '../../app/context'
import { readGatewayRecords } from '../../data/resources/gateways'
import { readTransactionSums } from '../../data/resources/transactions'
import { useList } from '../../data/useList'
import { OrderStatus, statusOptions, statusText } from '../orders/orderStatus'

const route = getRouteApi('/_signedIn/gateways/')

const { text, shown, money, moment } = columnsOf<Transaction>()

const orderNumber = ({ orderId, orderNumber: number }: Transaction) => (number ? `#${number}` : orderId || '-')

const others = [
  shown('type', 'Type', ({ type }: Transaction) => statusText(type) || '-', { card: {} }),
  shown('status', 'Status', ({ status }: Transaction) => <OrderStatus status={status} />, { card: {} }),
  money('amount', 'Amount', { card: {} }),
  text('gatewayName', 'Gateway'),
  text('reference', 'Reference'),
  text('failureMessage', 'Reason', { sortable: false, wraps: true }),
]
const plainColumns = [moment('createdAt', 'Date'), shown('orderNumber', 'Order', orderNumber, { card: {} }), ...others]
const linkedColumns = [
  moment('createdAt', 'Date'),
  shown(
    'orderNumber',
    'Order',
    (transaction: Transaction) =>
      transaction.orderId ? (
        <Link to="/orders/$orderId" params={{ orderId: transaction.orderId }}>
          {orderNumber(transaction)}
        </Link>
      ) : (
        orderNumber(transaction)
      ),
    { card: {} },
  ),
  ...others,
]

const plainFilters: readonly Filter[] = [
  {
    name: 'type',
    label: 'Type',
    options: [
      { value: 'charge', label: 'Charge' },
      { value: 'refund', label: 'Refund' },
    ],
  },
  { name: 'status', label: 'Status', options: statusOptions('succeeded', 'pending', 'failed') },
]
const ranges: readonly Filter[] = [
  dayFilter('createdFrom', 'From'),
  dayFilter('createdTo', 'To'),
  amountFilter('amountMin', 'Amount from'),
  amountFilter('amountMax', 'Amount to'),
]

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
  const { q, type, status, gatewayInstanceId, createdFrom, createdTo, amountMin, amountMax } = route.useSearch()
  const asked = { q, filters: { type, status, gatewayInstanceId, createdFrom, createdTo, amountMin, amountMax } }
  const filters = useMemo(
    (): readonly Filter[] => [
      ...plainFilters,
      {
        name: 'gatewayInstanceId',
        label: 'Gateway',
        options: gateways.map(({ id, displayName }) => ({ value: id, label: displayName })),
      },
      ...ranges,
    ],
    [gateways],
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
          { term: 'Refunded', detail: amount(sums?.refunded) },
          { term: 'Kept', detail: amount(sums?.net) },
        ]}
      />
    </section>
  )
}
