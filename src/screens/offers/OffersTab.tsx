import { useMemo } from 'react'
import { offerList } from '../../../contract/lists/offers'
import type { Offer } from '../../../contract/offers'
import { ActionButton } from '../../components/actions/ActionButton'
import type { BulkActions } from '../../components/bulk/BulkMenu'
import { listColumns } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { addFirstOffer } from '../campaigns/actions'
import { exporting } from '../listExports/exporting'
import { coreOfferActions, offerActionsIn, offerJobs } from './actions'
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
  column('createdAt', { precision: 'second' }),
  column('updatedAt', { precision: 'second' }),
]

const bulk: BulkActions<Offer> = {
  list: offerList,
  jobs: offerJobs,
  label: ({ displayName }) => `Choose ${displayName}`,
}

/** The offers of a campaign (OT-01 to OT-09). */
export default function OffersTab({ campaignId }: { campaignId: string }) {
  const { extensions } = useApp().config
  const within = useMemo(() => ({ campaignId }), [campaignId])
  const toolbar = useMemo(() => exporting(offerList, within), [within])
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
      toolbar={toolbar}
      bulk={extensions ? bulk : undefined}
      begin={<ActionButton action={addFirstOffer} row={{ id: campaignId }} />}
    />
  )
}
