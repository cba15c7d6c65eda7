import type { OrderRecord } from '../../../contract/extensions/orders'
import { formatCount, formatPrice } from '../../components/base/format'
import { SimpleTable } from '../../components/layout/SimpleTable'

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
      texts={['SKU']}
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
