import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { orderName } from '../../../contract/orders'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { PlacedOrder } from '../../../machines/orders/draftKeepingSetup'
import { ActionLink } from '../../components/actions/ActionButton'
import { buttonStyle } from '../../components/base/Button'
import { Heading } from '../../components/base/Heading'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { useApp } from '../../app/context'
import { readOrder, readOrderPayments } from '../../data/resources/orders'
import { useRecord } from '../../data/useRecord'
import { newOrder } from './newOrderActions'
import { PaymentLink } from './PaymentLink'

interface OrderPlacedProps {
  order: PlacedOrder
  /** Just now by this page; else by another tab, or before the page was loaded again (NO-03, NO-04). */
  isNow: boolean
}

/** What a draft has become: the customer is still on the phone, and pays by a link (NO-06). */
export function OrderPlaced({ order, isNow }: OrderPlacedProps) {
  const name = orderName(order)
  return (
    <Stack>
      <Heading>This order has been placed</Heading>
      <Text>
        It is order {name}. {isNow ? 'The customer can pay it now.' : 'Nothing has to be placed again.'}
      </Text>
      <Row>
        <ActionLink action={newOrder} row={null} variant="outline" />
        <Link to="/orders/$orderId" params={{ orderId: order.id }} className={buttonStyle({ variant: 'solid' })}>
          Open order {name}
        </Link>
      </Row>
      {/* Below what is pressed: it grows once its payments are read. */}
      <PlacedLink key={order.id} orderId={order.id} />
    </Stack>
  )
}

function PlacedLink({ orderId }: { orderId: string }) {
  const { api } = useApp()
  const order = useSelector(useRecord<OrderRecord>('orders', readOrder(api, orderId)), (state) => state.context.record)
  return <PaymentLink order={order} payments={useRecord('payments', readOrderPayments(api, orderId))} />
}
