import { getRouteApi } from '@tanstack/react-router'
import { Alert } from '../../components/base/Alert'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { capitalised, formatCount, formatPrice } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { PageHeader } from '../../components/base/PageHeader'
import { PublicLayout } from '../../components/layout/PublicLayout'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'

const route = getRouteApi('/pay/$token')

/** What a customer is asked to pay (RT-03). */
export default function PaymentScreen() {
  const order = route.useLoaderData()
  const { currency, seller, customer } = order
  const money = (value: number | null | undefined) => formatPrice(value, currency)
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  const isPaid = order.paymentStatus === 'paid'
  const title = `Order ${order.number ?? order.id}`
  return (
    <PublicLayout>
      <PageHeader title={title} description={seller?.name ?? undefined} />
      <Stack>
        {isPaid && <Alert tone="green">This order is paid. Thank you.</Alert>}
        <Card title="Items">
          <SimpleTable
            label="Ordered items"
            columns={['Item', 'Quantity', 'Price', 'Total']}
            rows={(order.items ?? []).map((item, index) => ({
              id: item.id ?? `${index}`,
              cells: [item.name || '-', formatCount(item.quantity), money(item.unitPrice), money(item.total)],
              note: `${formatCount(item.quantity)} × ${money(item.unitPrice)}`,
            }))}
            totals={[
              { term: 'Subtotal', amount: money(order.subtotal) },
              { term: 'Shipping', amount: money(order.shippingTotal) },
              { term: 'Total', amount: money(order.total) },
            ]}
          />
        </Card>
        <Card title="Order">
          <DescriptionList
            entries={[
              { term: 'Customer', detail: name },
              { term: 'Ordered on', detail: <Moment iso={order.createdAt} zone="written" /> },
              { term: 'Payment', detail: capitalised(order.paymentStatus) },
              ...(isPaid ? [] : [{ term: 'Link expires', detail: <Moment iso={order.expiresAt} zone="written" /> }]),
            ]}
          />
        </Card>
        <Text tone="muted">
          {!isPaid && 'Paying online is not offered here yet. '}
          {seller?.supportEmail ? (
            <>
              Questions? Write to{' '}
              <a href={`mailto:${seller.supportEmail}?subject=${encodeURIComponent(title)}`}>{seller.supportEmail}</a>.
            </>
          ) : (
            `${isPaid ? 'Questions? ' : ''}Please contact the seller.`
          )}
        </Text>
      </Stack>
    </PublicLayout>
  )
}
