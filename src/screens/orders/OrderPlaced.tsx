import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { orderNew } from '../../../styled-system/recipes/order-new'
import { orderName } from '../../../contract/orders'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { PlacedOrder } from '../../../machines/orders/draftKeepingSetup'
import { ActionLink } from '../../components/actions/ActionButton'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { formatPrice } from '../../components/base/format'
import { Heading } from '../../components/base/Heading'
import { LoadingState } from '../../components/base/LoadingState'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { useApp } from '../../app/context'
import { readOrder, readOrderPayments } from '../../data/resources/orders'
import { useRecord } from '../../data/useRecord'
import { newOrder } from './newOrderActions'
import { OrderItems } from './OrderTables'
import { PaymentLink } from './PaymentLink'

export interface OrderPlacedProps {
  order: PlacedOrder
  /** Just now by this page; else by another tab, or before the page was loaded again (NO-03, NO-04). */
  isNow: boolean
}

/** What a draft has become: the customer is still on the phone, hears what they have bought, and pays by a link (NO-06). */
export default function OrderPlaced({ order, isNow }: OrderPlacedProps) {
  const name = orderName(order)
  const { api } = useApp()
  const known = useSelector(useRecord<OrderRecord>('orders', readOrder(api, order.id)), (state) => state.context.record)
  const payments = useRecord('payments', readOrderPayments(api, order.id))
  const styles = orderNew()
  return (
    <Stack>
      <Heading>This order has been placed</Heading>
      <Text>
        It is order {name}
        {known && ` of ${formatPrice(known.total, known.currency)}`}.{' '}
        {isNow ? 'The customer can pay it now.' : 'Nothing has to be placed again.'}
      </Text>
      <Row>
        <ActionLink action={newOrder} row={null} variant="outline" />
        <Link to="/orders/$orderId" params={{ orderId: order.id }} className={buttonStyle({ variant: 'outline' })}>
          Open order {name}
        </Link>
      </Row>
      {/* Below what is pressed: both grow once they are read. */}
      <div className={styles.placed}>
        <PaymentLink order={known} payments={payments} isBegun isNew={isNow} />
        <Card title="Read back">{known ? <OrderItems order={known} /> : <LoadingState />}</Card>
      </div>
    </Stack>
  )
}
