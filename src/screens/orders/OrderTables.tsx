import type { OrderRecord } from '../../../contract/extensions/orders'
import { formatCount, formatMoment, formatPrice } from '../../components/base/format'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { OrderStatus, statusText } from './orderStatus'

interface OrderProps {
  order: OrderRecord
}

const percent = (rate: number | null | undefined) => (rate ? ` (${rate} %)` : '')

/** What was sold, and what it comes to. */
export function OrderItems({ order }: OrderProps) {
  const amount = (value: number | null | undefined) => formatPrice(value, order.currency)
  const tax = `${order.pricesIncludeTax ? 'Included tax' : 'Tax'}${percent(order.taxRate)}`
  return (
    <SimpleTable
      label="Items"
      columns={['Item', 'SKU', 'Unit price', 'Quantity', 'Total']}
      rows={order.items.map(({ id, name, sku, unitPrice, listPrice, quantity, total }, index) => ({
        id: id ?? `${index}`,
        cells: [
          name,
          sku || '-',
          typeof listPrice === 'number' && listPrice !== unitPrice ? (
            <span key="price" title={`List price ${amount(listPrice)}`}>
              {amount(unitPrice)}
            </span>
          ) : (
            amount(unitPrice)
          ),
          formatCount(quantity),
          amount(total),
        ],
        note: `${formatCount(quantity)} × ${amount(unitPrice)}`,
      }))}
      totals={[
        { term: 'Subtotal', amount: amount(order.subtotal) },
        { term: 'Shipping', amount: amount(order.shippingTotal) },
        { term: tax, amount: amount(order.taxTotal) },
        { term: 'Total', amount: amount(order.total) },
      ]}
    />
  )
}

/** Every attempt to pay, with its reason where it failed, and every refund. */
export function OrderPayments({ order: { transactions } }: OrderProps) {
  if (transactions.length === 0) return <Text tone="muted">Nothing has been paid yet.</Text>
  return (
    <SimpleTable
      label="Payments"
      columns={['Payment', 'Gateway', 'Reference', 'Status', 'Amount']}
      rows={transactions.map((one) => ({
        id: one.id,
        cells: [
          `${statusText(one.type)}, ${formatMoment(one.createdAt)}${one.failureMessage ? `: ${one.failureMessage}` : ''}`,
          one.gatewayName || '-',
          one.reference || '-',
          <OrderStatus key="status" status={one.status} />,
          formatPrice(one.amount, one.currency),
        ],
        note: statusText(one.status),
      }))}
      totals={[]}
    />
  )
}
