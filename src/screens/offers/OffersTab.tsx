import { useMemo } from 'react'
import type { Offer } from '../../../contract/offers'
import { columnsOf } from '../../components/table/columns'
import { duplicate, editAndDelete } from '../../components/table/recordEntries'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useWorkspace } from '../../app/context'
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

/** What the specification names stays as it is where a backend has no more than that names. */
const withDuplicate = [...editAndDelete.slice(0, 1), duplicate, ...editAndDelete.slice(1)]

/** The offers of a campaign (OT-01 to OT-09). */
export default function OffersTab({ campaignId }: { campaignId: string }) {
  const workspace = useWorkspace()
  const { extensions } = useApp().config
  const within = useMemo(() => ({ campaignId }), [campaignId])
  const rowActions = useMemo(
    () => ({
      label: ({ displayName }: Offer) => `Actions for ${displayName}`,
      items: extensions ? withDuplicate : editAndDelete,
      onSelect: (action: string, offer: Offer) => {
        const { id, displayName: name } = offer
        if (action === 'edit') workspace.send({ type: 'open.offerEdit', input: { offer, place: null } })
        else if (action === 'duplicate')
          workspace.send({ type: 'open.offerCreate', input: { campaignId, source: offer } })
        else workspace.send({ type: 'open.recordDelete', input: { id, resource: 'offers', name } })
      },
    }),
    [workspace, campaignId, extensions],
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
