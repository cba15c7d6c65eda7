import { useMemo } from 'react'
import type { Offer } from '../../../contract/offers'
import { columnsOf } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { coreOfferActions, offerActionsIn } from './actions'
import { OfferCell } from './OfferCell'

const { text, money, count, moment, shown } = columnsOf<Offer>()
const atEnd = { align: 'end' } as const

const columns = [
  text('displayName', 'Name'),
  shown('basePrice', 'Base Price', (offer) => <OfferCell offer={offer} place="basePrice" />, {
    ...atEnd,
    isMoney: true,
    card: {},
  }),
  money('shipPrice', 'Shipping Price'),
  count('quantityPerOrder', 'Quantity Per Order'),
  money('minPrice', 'Min Price'),
  money('maxPrice', 'Max Price'),
  count('maxQuantity', 'Max Quantity'),
  shown('quantity', 'Quantity Available', (offer) => <OfferCell offer={offer} place="quantity" />, {
    ...atEnd,
    card: { after: 'available' },
  }),
  moment('createdAt', 'Added on'),
  moment('updatedAt', 'Last active at'),
]

/** The offers of a campaign (OT-01 to OT-09). */
export default function OffersTab({ campaignId }: { campaignId: string }) {
  const { extensions } = useApp().config
  const within = useMemo(() => ({ campaignId }), [campaignId])
  const rowActions = useMemo(
    () => ({
      label: ({ displayName }: Offer) => `Actions for ${displayName}`,
      actions: extensions ? offerActionsIn(campaignId) : coreOfferActions,
    }),
    [campaignId, extensions],
  )
  return (
    <ResourceTable
      resource="offers"
      within={within}
      label="Offers"
      columns={columns}
      failure="Error fetching offers"
      rowActions={rowActions}
    />
  )
}
