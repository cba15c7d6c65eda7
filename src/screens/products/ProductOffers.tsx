import { Link } from '@tanstack/react-router'
import type { Offer } from '../../../contract/offers'
import { Card } from '../../components/base/Card'
import { formatCount } from '../../components/base/format'
import { columnsOf } from '../../components/table/columns'
import { PagedList } from '../../components/layout/PagedList'
import { useApp, useSession } from '../../app/context'
import { readOffersOf } from '../../data/resources/products'
import { ProductTabLink } from './ProductTabLink'

const beginning = {
  rows: 5,
  whole: (total: number) => <ProductTabLink tab="offers">All {formatCount(total)} offers</ProductTabLink>,
}

const { text, money, count, shown } = columnsOf<Offer>()
const unsorted = { sortable: false }

const columns = [
  text('displayName', 'Offer', { ...unsorted, wraps: true }),
  shown(
    'campaign',
    'Campaign',
    ({ campaignId, campaignName }) =>
      campaignId ? (
        <Link to="/campaigns/$campaignId" params={{ campaignId }} search={{ tab: 'offers' }}>
          {campaignName || 'Open campaign'}
        </Link>
      ) : (
        '-'
      ),
    { ...unsorted, size: 170, card: {} },
  ),
  money('basePrice', 'Base Price', { ...unsorted, card: {} }),
  count('quantity', 'Available', { ...unsorted, card: { after: 'available' } }),
]

interface ProductOffersProps {
  productId: string
  /** The first of them alone, with the way to all. */
  isBeginning: boolean
}

/** In which campaigns a product is sold (PR-01). */
export function ProductOffers({ productId, isBeginning }: ProductOffersProps) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  return (
    <Card title="Offers">
      <PagedList
        name="productOffers"
        label="Offers of this product"
        columns={columns}
        failure="Error fetching offers"
        none="No offer sells this product."
        beginning={isBeginning ? beginning : undefined}
        read={(page) => readOffersOf(api, organizationId, productId, page)}
      />
    </Card>
  )
}
