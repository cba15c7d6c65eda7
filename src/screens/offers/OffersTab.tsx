import { useMemo } from 'react'
import { offerList } from '../../../contract/lists/offers'
import type { Offer } from '../../../contract/offers'
import { listColumns } from '../../components/table/columns'
import { duplicate, editAndDelete } from '../../components/table/recordEntries'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useWorkspace } from '../../app/context'
import { OfferCell } from './OfferCell'

const column = listColumns(offerList)

const columns = [
  column('displayName'),
  column('basePrice', { cell: (offer) => <OfferCell offer={offer} place="basePrice" />, card: {} }),
  column('shipPrice'),
  column('quantityPerOrder'),
  column('minPrice'),
  column('maxPrice'),
  column('maxQuantity'),
  column('quantity', {
    cell: (offer) => <OfferCell offer={offer} place="quantity" />,
    card: { after: 'available' },
  }),
  column('createdAt'),
  column('updatedAt'),
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
