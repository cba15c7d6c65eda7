import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { orderList } from '../../../contract/lists/orders'
import { orderName } from '../../../contract/orders'
import { Card } from '../../components/base/Card'
import { firstListPage, PagedList } from '../../components/layout/PagedList'
import { listColumns } from '../../components/table/columns'
import { useApp, useSession } from '../../app/context'
import { readRows } from '../../data/resources/search'
import { OrderStatus } from '../orders/orderStatus'

const column = listColumns(orderList)
const unsorted = { sortable: false }

const columns = [
  column('number', {
    ...unsorted,
    cell: (order) => (
      <Link to="/orders/$orderId" params={{ orderId: order.id }}>
        {orderName(order)}
      </Link>
    ),
  }),
  column('createdAt', { ...unsorted, card: {} }),
  column('campaignName', unsorted),
  column('total', { ...unsorted, card: {} }),
  column('paymentStatus', {
    ...unsorted,
    cell: ({ status, paymentStatus }) => (
      <OrderStatus status={status === 'cancelled' || status === 'expired' ? status : paymentStatus} />
    ),
    card: {},
  }),
]

/** What a customer has ordered, the newest first (CU-05). */
export function CustomerOrders({ customerId }: { customerId: string }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const [page, setPage] = useState(firstListPage)
  return (
    <Card title="Orders">
      <PagedList
        key={JSON.stringify(page)}
        name="customerOrders"
        label="Orders of this customer"
        columns={columns}
        failure="Error fetching orders"
        read={readRows(
          api,
          { organizationId, resource: 'orders', within: { customerId } },
          { ...page, q: '', filters: {}, sort: { by: 'createdAt', order: 'desc' } },
        )}
        page={page}
        onPageChange={setPage}
      />
    </Card>
  )
}
