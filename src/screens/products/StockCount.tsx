import { lowStock } from '../../../contract/products'
import { Badge } from '../../components/base/Badge'
import { formatCount } from '../../components/base/format'

/** How much of a product there is, which stands out where it is little. */
export function StockCount({ stock }: { stock: number | null | undefined }) {
  if (typeof stock !== 'number') return '-'
  const count = formatCount(stock)
  return stock <= lowStock ? <Badge tone={stock === 0 ? 'red' : 'amber'}>{count}</Badge> : count
}
