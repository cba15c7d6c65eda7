import { useMemo } from 'react'
import type { Offer } from '../../../contract/offers'
import { columnsOf } from '../../components/table/columns'
import { editAndDelete } from '../../components/table/editAndDelete'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useWorkspace } from '../../wiring/context'

const { text, money, count, moment } = columnsOf<Offer>()

const columns = [
  text('displayName', 'Name'),
  money('basePrice', 'Base Price', { card: {} }),
  money('shipPrice', 'Shipping Price'),
  count('quantityPerOrder', 'Quantity Per Order'),
  money('minPrice', 'Min Price'),
  money('maxPrice', 'Max Price'),
  count('maxQuantity', 'Max Quantity'),
  count('quantity', 'Quantity Available', { card: { after: 'available' } }),
  moment('createdAt', 'Added on'),
  moment('updatedAt', 'Last active at'),
]

/** The offers of a campaign (OT-01 to OT-09). */
export default function OffersTab({ campaignId }: { campaignId: string }) {
  const workspace = useWorkspace()
  const within = useMemo(() => ({ campaignId }), [campaignId])
  const rowActions = useMemo(
    () => ({
      label: ({ displayName }: Offer) => `Actions for ${displayName}`,
      items: editAndDelete,
      onSelect: (action: string, offer: Offer) => {
        const { id, displayName: name } = offer
        if (action === 'edit') workspace.send({ type: 'open.offerEdit', input: { offer } })
        else workspace.send({ type: 'open.recordDelete', input: { id, resource: 'offers', name } })
      },
    }),
    [workspace],
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
