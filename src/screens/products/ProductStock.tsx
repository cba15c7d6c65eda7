import type { Product } from '../../../contract/products'
import type { StockMovement } from '../../../contract/extensions/products'
import { ActionButton } from '../../components/actions/ActionButton'
import { formatCount } from '../../components/base/format'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { columnsOf } from '../../components/table/columns'
import { PagedList } from '../../components/layout/PagedList'
import { useApp } from '../../app/context'
import { readMovements } from '../../data/resources/products'
import { adjustStock } from './actions'

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
  shown('quantity', 'Units', ({ quantity }) => signed.format(quantity), { ...unsorted, align: 'end', card: {} }),
  count('stock', 'In stock', { ...unsorted, card: { after: 'in stock' } }),
  text('reason', 'Reason', unsorted),
  text('userName', 'By', { ...unsorted, card: {} }),
  moment('createdAt', 'When', { ...unsorted, card: {} }),
]

/** Every movement of a product's stock, newest first: they come to what is there (PR-03). */
export function ProductStock({ product }: { product: Product }) {
  const { api } = useApp()
  const { id, stock } = product
  return (
    <Stack>
      <Row justify="between">
        <Text weight="medium" numeric>
          {formatCount(stock)} in stock
        </Text>
        <ActionButton action={adjustStock} row={product} size="sm" />
      </Row>
      <PagedList
        name="movements"
        label="Movements"
        columns={columns}
        failure="Error fetching movements"
        read={(page) => readMovements(api, id, page)}
      />
    </Stack>
  )
}
