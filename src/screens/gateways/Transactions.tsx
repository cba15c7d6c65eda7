import { getRouteApi, Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { transactionList } from '../../../contract/lists/transactions'
import { negative, signedAmount } from '../../../contract/rules/amounts'
import type { Transaction } from '../../../contract/transactions'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatMoney, formatPrice, statusText } from '../../components/base/format'
import { Stack } from '../../components/base/Stack'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useSession } from '../../app/context'
import { readGatewayRecords } from '../../data/resources/gateways'
import { readTransactionSums } from '../../data/resources/transactions'
import { useList } from '../../data/useList'
import { OrderStatus } from '../orders/orderStatus'

const route = getRouteApi('/_signedIn/gateways/')

const column = listColumns(transactionList)

const orderNumber = ({ orderId, orderNumber: number }: Transaction) => (number ? `#${number}` : orderId || '-')

const others = [
  column('type', { cell: ({ type }) => statusText(type) || '-', card: {} }),
  column('status', { cell: ({ status }) => <OrderStatus status={status} />, card: {} }),
  column('amount', { cell: (transaction) => formatMoney(signedAmount(transaction)), card: {} }),
  column('gatewayName'),
  column('reference'),
  column('failureMessage', { wraps: true }),
]
const date = column('createdAt')
const plainColumns = [date, column('orderNumber', { cell: orderNumber, card: {} }), ...others]
const linkedColumns = [
  date,
  column('orderNumber', {
    cell: (transaction) =>
      transaction.orderId ? (
        <Link to="/orders/$orderId" params={{ orderId: transaction.orderId }}>
          {orderNumber(transaction)}
        </Link>
      ) : (
        orderNumber(transaction)
      ),
    opensRow: true,
    card: {},
  }),
  ...others,
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
  const filters = useMemo(() => {
    const gatewayInstanceId = gateways.map(({ id, displayName }) => ({ value: id, label: displayName }))
    return listFilters(transactionList, { gatewayInstanceId })
  }, [gateways])
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
          { term: 'Refunded', detail: amount(negative(sums?.refunded)) },
          { term: 'Kept', detail: amount(sums?.net) },
        ]}
      />
    </section>
  )
}
