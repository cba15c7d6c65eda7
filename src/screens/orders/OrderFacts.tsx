import { Link } from '@tanstack/react-router'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { negative } from '../../../contract/rules/amounts'
import { Address } from '../../components/base/Address'
import { Card } from '../../components/base/Card'
import { Copyable } from '../../components/layout/Copyable'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatPrice } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { OrderStatus, PaymentStatus } from './orderStatus'
import { SoldBy, SoldIn } from './soldBy'

/** When, by whom and in which campaign it was sold, and how far it is. */
export function OrderAbout({ order }: { order: OrderRecord }) {
  return (
    <Card>
      <DescriptionList
        layout="rows"
        entries={[
          { term: 'Total', detail: formatPrice(order.total, order.currency) },
          { term: 'Paid', detail: formatPrice(order.paidTotal, order.currency) },
          ...(order.refundedTotal
            ? [{ term: 'Refunded', detail: formatPrice(negative(order.refundedTotal), order.currency) }]
            : []),
          { term: 'Payment', detail: <PaymentStatus order={order} /> },
          { term: 'Fulfilment', detail: <OrderStatus status={order.fulfillmentStatus} /> },
          { term: 'Date', detail: <Moment iso={order.createdAt} /> },
          { term: 'Campaign', detail: <SoldIn order={order} /> },
          { term: 'Agent', detail: <SoldBy order={order} /> },
          ...(order.importedNumber ? [{ term: 'Imported as', detail: order.importedNumber }] : []),
          ...(order.agreedToTermsAt ? [{ term: 'Terms agreed', detail: <Moment iso={order.agreedToTermsAt} /> }] : []),
        ]}
      />
    </Card>
  )
}

/** Who bought it, as they were at the time of sale. */
export function OrderCustomer({ order: { customer, customerName } }: { order: OrderRecord }) {
  const { id, email, phone } = customer
  return (
    <Card title="Customer">
      <Stack gap="sm">
        <div>
          <Link to="/customers/$customerId" params={{ customerId: id }}>
            {customerName || id}
          </Link>
        </div>
        {email ? <Copyable label="Copy email" text={email} /> : <Text tone="muted">No email is known.</Text>}
        {phone && <Copyable label="Copy phone" text={phone} />}
      </Stack>
    </Card>
  )
}

/** Where it goes. */
export function OrderAddress({ order }: { order: OrderRecord }) {
  return (
    <Card title="Address">
      <Address address={order.shippingAddress} />
    </Card>
  )
}
