import { getRouteApi, Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { refundableOf } from '../../../machines/orders/orderRefundForm'
import { amountOf } from '../../../contract/rules/amounts'
import { whyNot } from '../../../machines/lives/life'
import { orderLife } from '../../../machines/lives/orderLife'
import { refundLife } from '../../../machines/lives/refundLife'
import { orderName } from '../../../contract/orders'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { type Action, whyForbidden } from '../../../contract/permissions'
import { Button, buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import { EmptyState } from '../../components/base/EmptyState'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { useApp, useWorkspace } from '../../app/context'
import { readOrder, readOrderPayments } from '../../data/resources/orders'
import { useRecord } from '../../data/useRecord'
import { OrderFulfilments } from '../fulfilments/OrderFulfilments'
import { BackLink } from '../layout/BackLink'
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
  const workspace = useWorkspace()
  const read = useRecord('payments', readOrderPayments(api, order.id))
  const payments = useSelector(read, (state) => state.context.record)
  const name = orderName(order)
  const note = () => workspace.send({ type: 'open.orderNote', input: { order } })
  const choose = (chosen: string) => {
    if (chosen === 'refund') workspace.send({ type: 'open.orderRefund', input: { order } })
    else chooseLife(chosen)
  }
  const chooseLife = (chosen: string) =>
    workspace.send(
      chosen === 'cancel'
        ? { type: 'open.orderCancel', input: { order } }
        : { type: 'open.orderAddressEdit', input: { order } },
    )
  return (
    <>
      <PageHeader
        title={name}
        within="Orders"
        back={<BackLink to="/orders" />}
        badge={<OrderStatus status={order.status} />}
        actions={
          <>
            <Button onClick={note}>Add note</Button>
            <DropdownMenu items={actionsOf(order)} onSelect={choose}>
              Actions
            </DropdownMenu>
          </>
        }
      />
      <Stack>
        <OrderAbout order={order} />
        <PaymentLink order={order} payments={read} />
        <Card title="Items">
          <OrderItems order={order} />
        </Card>
        <OrderCustomer order={order} />
        <OrderAddress order={order} />
        <OrderPaymentsCard order={order} payments={payments} />
        <OrderFulfilments order={order} />
        <OrderMails order={order} />
        <OrderHistory order={order} payments={payments ?? nothingPaid} />
      </Stack>
    </>
  )
}

const nothingPaid = { attempts: [], refunds: [] }

type OrderState = Parameters<typeof whyNot<typeof orderLife>>[1]
const isState = (status: string | null | undefined): status is OrderState =>
  typeof status === 'string' && status in orderLife.states

/** What can be done with the order; what is not possible now says why, in the words of its life (GE-05). */
function actionsOf(order: OrderRecord) {
  const { status, fulfilments, paidTotal, refundedTotal } = order
  const shippedParcels = fulfilments.filter((one) => one.status === 'shipped' || one.status === 'delivered').length
  const money = { paid: amountOf(paidTotal ?? 0), refunded: amountOf(refundedTotal ?? 0) }
  // A state that only another backend knows is judged by that backend.
  const why = (action: Action, event: Parameters<typeof whyNot<typeof orderLife>>[2]) =>
    whyForbidden('agent', action) ?? (isState(status) ? whyNot(orderLife, status, event) : undefined)
  const [amount, refundable] = [1, refundableOf(order)]
  const noRefund =
    whyForbidden('agent', 'orders.refund') ??
    (money.paid === 0
      ? 'Nothing has been paid yet.'
      : whyNot(refundLife, 'typed', { type: 'request', amount, refundable }))
  return [
    { id: 'refund', label: 'Refund', reason: noRefund },
    {
      id: 'address',
      label: 'Edit address',
      reason: why('orders.updateAddress', { type: 'readdress', shippedParcels }),
    },
    {
      id: 'cancel',
      label: 'Cancel order',
      danger: true,
      reason: why('orders.cancel', { type: 'cancel', shippedParcels, ...money }),
    },
  ]
}
