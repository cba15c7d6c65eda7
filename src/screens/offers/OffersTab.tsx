import { Suspense, useMemo } from 'react'
import { offerList } from '../../../contract/lists/offers'
import type { Offer } from '../../../contract/offers'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { ActionButton } from '../../components/actions/ActionButton'
import { listColumns } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { addFirstOffer } from '../campaigns/actions'
import { coreOfferActions, offerActionsIn } from './actions'
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

/** Its code comes behind the list. */
const ExportButton = lazyPage(() => import('../listExports/ExportButton'))

const exporting = (within: Readonly<Record<string, string>>) =>
  function ofRequest(request: TableRequest) {
    return (
      <Suspense fallback={null}>
        <ExportButton resource="offers" request={request} within={within} />
      </Suspense>
    )
  }

/** The offers of a campaign (OT-01 to OT-09). */
export default function OffersTab({ campaignId }: { campaignId: string }) {
  const { extensions } = useApp().config
  const within = useMemo(() => ({ campaignId }), [campaignId])
  const toolbar = useMemo(() => exporting(within), [within])
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
      begin={<ActionButton action={addFirstOffer} row={{ id: campaignId }} />}
    />
  )
}
