import type { Product } from '../../../contract/products'
import type { StockMovement } from '../../../contract/extensions/products'
import { Card } from '../../components/base/Card'
import { formatCount } from '../../components/base/format'
import { Text } from '../../components/base/Text'
import { columnsOf } from '../../components/table/columns'
import { PagedList } from '../../components/layout/PagedList'
import { useApp } from '../../app/context'
import { readMovements } from '../../data/resources/products'
import { ProductTabLink } from './ProductTabLink'

const kinds: Readonly<Record<string, string>> = {
  opening: 'Opening stock',
  sale: 'Sale',
  cancel: 'Cancelled sale',
  adjustment: 'Adjustment',
  import: 'Import',
}

const { text, count, moment, shown } = columnsOf<StockMovement>()
const unsorted = { sortable: false }
const signed = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' })

const columns = [
  shown(
    'kind',
    'Movement',
    ({ kind, orderNumber }) => [kinds[kind] ?? kind, orderNumber && `#${orderNumber}`].filter(Boolean).join(' '),
    unsorted,
  ),
  moment('createdAt', 'When', { ...unsorted, card: {} }),
  shown('quantity', 'Units', ({ quantity }) => signed.format(quantity), { ...unsorted, align: 'end', card: {} }),
  count('stock', 'In stock', { ...unsorted, card: { after: 'in stock' } }),
  text('reason', 'Reason', { ...unsorted, wraps: true, card: {} }),
  text('userName', 'By', { ...unsorted, card: {} }),
]

const beginning = {
  rows: 5,
  whole: (total: number) => <ProductTabLink tab="stock">All {formatCount(total)} movements</ProductTabLink>,
}

interface ProductStockProps {
  product: Product
  /** The newest of them alone, with the way to all. */
  isBeginning: boolean
}

/** Every movement of a product's stock, newest first: they come to what is there (PR-03). */
export function ProductStock({ product: { id, stock }, isBeginning }: ProductStockProps) {
  const { api } = useApp()
  return (
    <Card
      title="Stock"
      action={
        <Text tone="muted" numeric>
          {formatCount(stock)} in stock
        </Text>
      }
    >
      <PagedList
        name="movements"
        label="Movements"
        columns={columns}
        failure="Error fetching movements"
        none="Nothing has come in or gone out yet."
        beginning={isBeginning ? beginning : undefined}
        read={(page) => readMovements(api, id, page)}
      />
    </Card>
  )
}
