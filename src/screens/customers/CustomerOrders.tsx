import { orderList } from '../../../contract/lists/orders'
import { Card } from '../../components/base/Card'
import { PagedList } from '../../components/layout/PagedList'
import { listColumns } from '../../components/table/columns'
import { useApp, useSession } from '../../app/context'
import { readRows } from '../../data/resources/search'
import { OrderLink } from '../layout/OrderLink'
import { isStopped, OrderStatus } from '../orders/orderStatus'

const column = listColumns(orderList)
const unsorted = { sortable: false }

const columns = [
  column('number', { ...unsorted, cell: (order) => <OrderLink order={order} /> }),
  column('createdAt', { ...unsorted, card: {} }),
  column('campaignName', unsorted),
  column('total', { ...unsorted, card: {} }),
  column('paymentStatus', {
    ...unsorted,
    cell: (order) => <OrderStatus status={isStopped(order) ? order.status : order.paymentStatus} />,
    card: {},
  }),
]

/** What a customer has ordered, the newest first (CU-05). */
export function CustomerOrders({ customerId }: { customerId: string }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  return (
    <Card title="Orders">
      <PagedList
        name="customerOrders"
        label="Orders of this customer"
        columns={columns}
        failure="Error fetching orders"
        read={(page) =>
          readRows(
            api,
            { organizationId, resource: 'orders', within: { customerId } },
            { ...page, q: '', filters: {}, sort: { by: 'createdAt', order: 'desc' } },
          )
        }
      />
    </Card>
  )
}
