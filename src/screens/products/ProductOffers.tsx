import { Link } from '@tanstack/react-router'
import type { Offer } from '../../../contract/offers'
import { columnsOf } from '../../components/table/columns'
import { PagedList } from '../../components/layout/PagedList'
import { useApp, useSession } from '../../app/context'
import { readOffersOf } from '../../data/resources/products'

const { text, money, count, shown } = columnsOf<Offer>()
const unsorted = { sortable: false }

const columns = [
  text('displayName', 'Offer', unsorted),
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
    { ...unsorted, card: {} },
  ),
  money('basePrice', 'Base Price', { ...unsorted, card: {} }),
  count('quantity', 'Available', { ...unsorted, card: { after: 'available' } }),
]

/** In which campaigns a product is sold (PR-01). */
export function ProductOffers({ productId }: { productId: string }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  return (
    <PagedList
      name="productOffers"
      label="Offers of this product"
      columns={columns}
      failure="Error fetching offers"
      read={(page) => readOffersOf(api, organizationId, productId, page)}
    />
  )
}
