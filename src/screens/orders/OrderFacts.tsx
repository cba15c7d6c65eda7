import { Link } from '@tanstack/react-router'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { Card } from '../../components/base/Card'
import { Copyable } from '../../components/base/Copyable'
import { countryName } from '../../components/form/countries'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatPrice } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { OrderStatus } from './orderStatus'

/** When, by whom and in which campaign it was sold, and how far it is. */
export function OrderAbout({ order }: { order: OrderRecord }) {
  const { campaignId, campaignName } = order
  return (
    <Card>
      <DescriptionList
        entries={[
          { term: 'Total', detail: formatPrice(order.total, order.currency) },
          { term: 'Paid', detail: formatPrice(order.paidTotal, order.currency) },
          { term: 'Refunded', detail: formatPrice(order.refundedTotal, order.currency) },
          { term: 'Payment', detail: <OrderStatus status={order.paymentStatus} /> },
          { term: 'Fulfilment', detail: <OrderStatus status={order.fulfillmentStatus} /> },
          { term: 'Date', detail: <Moment iso={order.createdAt} /> },
          {
            term: 'Campaign',
            detail: campaignId ? (
              <Link to="/campaigns/$campaignId" params={{ campaignId }}>
                {campaignName || campaignId}
              </Link>
            ) : (
              campaignName
            ),
          },
          { term: 'Agent', detail: order.agentName },
          { term: 'Terms agreed', detail: <Moment iso={order.agreedToTermsAt} /> },
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
      <DescriptionList
        entries={[
          {
            term: 'Name',
            detail: (
              <Link to="/customers/$customerId" params={{ customerId: id }}>
                {customerName || id}
              </Link>
            ),
          },
          { term: 'Email', detail: email && <Copyable label="Copy email" text={email} /> },
          { term: 'Phone', detail: phone && <Copyable label="Copy phone" text={phone} /> },
        ]}
      />
    </Card>
  )
}

/** Where it goes. */
export function OrderAddress({ order: { shippingAddress: address } }: { order: OrderRecord }) {
  return (
    <Card title="Address">
      <DescriptionList
        entries={[
          { term: 'Address', detail: [address.address1, address.address2].filter(Boolean).join('\n') },
          { term: 'City', detail: address.city },
          { term: 'State', detail: address.state },
          { term: 'Postal code', detail: address.postalCode },
          { term: 'Country', detail: countryName(address.country) },
        ]}
      />
    </Card>
  )
}
