import { getRouteApi, Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { orderName } from '../../../contract/orders'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { PageButtons, PageMenu } from '../../components/actions/PageMenu'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { EmptyState } from '../../components/base/EmptyState'
import { PageHeader } from '../../components/base/PageHeader'
import { RecordColumns } from '../../components/record/RecordColumns'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp } from '../../app/context'
import { readOrder, readOrderPayments } from '../../data/resources/orders'
import { useRecord } from '../../data/useRecord'
import { OrderFulfilments } from '../fulfilments/OrderFulfilments'
import { BackLink } from '../layout/BackLink'
import { addOrderNote, orderActions } from './actions'
import { OrderAbout, OrderAddress, OrderCustomer } from './OrderFacts'
import { OrderHistory } from './OrderHistory'
import { OrderMails } from './OrderMails'
import { OrderPaymentsCard } from './OrderPaymentsCard'
import { OrderItems } from './OrderTables'
import { OrderStatus } from './orderStatus'
import { PaymentLink } from './PaymentLink'

const route = getRouteApi('/_signedIn/orders/$orderId')

const toList = (
  <Link to="/orders" className={buttonStyle({ variant: 'outline' })}>
    Go to orders
  </Link>
)

/** One order (OR-02). */
export default function OrderScreen() {
  const { api, config } = useApp()
  const { orderId } = route.useParams()
  if (!config.extensions) {
    return <EmptyState title="This backend does not offer order details." level={1} actions={toList} />
  }
  return (
    <ResourceRecord
      key={orderId}
      id={orderId}
      resource="orders"
      read={readOrder(api, orderId)}
      failure="Error fetching order"
      noun="order"
      toList={toList}
    >
      {(order) => <OrderPage order={order} />}
    </ResourceRecord>
  )
}

function OrderPage({ order }: { order: OrderRecord }) {
  const { api } = useApp()
  const read = useRecord('payments', readOrderPayments(api, order.id))
  const payments = useSelector(read, (state) => state.context.record)
  const name = orderName(order)
  return (
    <>
      <PageHeader
        title={name}
        within="Orders"
        isRecord
        back={<BackLink to="/orders" />}
        badge={<OrderStatus status={order.status} />}
        actions={
          <>
            <PageButtons actions={pageButtons} record={order} />
            <PageMenu actions={orderActions} record={order} />
          </>
        }
      />
      <RecordColumns
        summary={<OrderAbout order={order} />}
        side={
          <>
            <OrderCustomer order={order} />
            <OrderAddress order={order} />
            <OrderMails order={order} />
          </>
        }
      >
        <PaymentLink order={order} payments={read} />
        <Card title="Items">
          <OrderItems order={order} />
        </Card>
        <OrderPaymentsCard order={order} payments={payments} />
        <OrderFulfilments order={order} />
        <OrderHistory order={order} payments={payments ?? nothingPaid} />
      </RecordColumns>
    </>
  )
}

const pageButtons = [addOrderNote]
const nothingPaid = { attempts: [], refunds: [] }
