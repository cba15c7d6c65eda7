import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { Order } from '../../../contract/orders'
import { Card } from '../../components/base/Card'
import { formatPrice } from '../../components/base/format'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp, usePending } from '../../app/context'
import { readRows } from '../../data/resources/search'
import { firstPage } from '../../data/tableAddress'
import { useList } from '../../data/useList'
import { OrderLink } from '../layout/OrderLink'
import { PaymentStatus } from '../orders/orderStatus'

const { shown, moment } = columnsOf<Order>()
const fixed = { sortable: false }

const columns = [
  shown('number', 'Order', (order) => <OrderLink order={order} />, fixed),
  moment('createdAt', 'Date', { ...fixed, card: {} }),
  shown('customerName', 'Customer', ({ customerName }) => customerName || '-', { ...fixed, card: {} }),
  shown('total', 'Total', ({ total, currency }) => formatPrice(total, currency), {
    ...fixed,
    align: 'end' as const,
    card: {},
  }),
  shown('paymentStatus', 'Payment', (order) => <PaymentStatus order={order} />, { ...fixed, card: {} }),
]

/** The newest orders that the person may see (DB-02). */
export function RecentOrders({ organizationId }: { organizationId: string }) {
  const { api } = useApp()
  const newest = readRows(api, { organizationId, resource: 'orders', within: {} }, { ...firstPage, pageSize: 10 })
  const list = useList('recentOrders', newest)
  const state = useSelector(list, (snapshot) => snapshot)
  const rows = usePending('orders', state.context.rows)
  return (
    <Card title="Recent orders" action={<Link to="/orders">All orders</Link>}>
      <RowsTable
        label="Newest orders"
        columns={columns}
        rows={rows.slice(0, 6)}
        state={state.value}
        error={state.matches('failed') ? 'Error fetching orders' : undefined}
        onRetry={() => list.send({ type: 'list.retry' })}
      />
    </Card>
  )
}
