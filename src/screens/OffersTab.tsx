import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useMemo } from 'react'
import type { Offer } from '../../contract/offers'
import { formatCount, formatMoney } from '../components/format'
import { Moment } from '../components/Moment'
import type { ColumnDefinition } from '../components/tableColumns'
import { useSession, useWorkspace } from '../wiring/context'
import { useOffersTable } from '../wiring/screenActors'
import { ServerTable } from './ServerTable'

const money = (id: 'basePrice' | 'shipPrice' | 'minPrice' | 'maxPrice', title: string): ColumnDefinition<Offer> => ({
  id,
  title,
  size: 130,
  align: 'end',
  sortable: true,
  cell: (offer) => formatMoney(offer[id]),
})
const count = (id: 'quantityPerOrder' | 'maxQuantity' | 'quantity', title: string): ColumnDefinition<Offer> => ({
  id,
  title,
  size: 165,
  align: 'end',
  sortable: true,
  cell: (offer) => formatCount(offer[id]),
})
const moment = (id: 'createdAt' | 'updatedAt', title: string): ColumnDefinition<Offer> => ({
  id,
  title,
  size: 225,
  sortable: true,
  cell: (offer) => <Moment iso={offer[id]} />,
})

const columns: readonly ColumnDefinition<Offer>[] = [
  { id: 'displayName', title: 'Name', size: 260, sortable: true, cell: ({ displayName }) => displayName },
  money('basePrice', 'Base Price'),
  money('shipPrice', 'Shipping Price'),
  count('quantityPerOrder', 'Quantity Per Order'),
  money('minPrice', 'Min Price'),
  money('maxPrice', 'Max Price'),
  count('maxQuantity', 'Max Quantity'),
  count('quantity', 'Quantity Available'),
  moment('createdAt', 'Added on'),
  moment('updatedAt', 'Last active at'),
]

const actions = [
  { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden="true" /> },
  { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden="true" />, danger: true },
]

/** OT-01 to OT-09. */
export default function OffersTab({ campaignId }: { campaignId: string }) {
  const workspace = useWorkspace()
  const organizationId = useSession((session) => session.context.organizationId)
  const source = useMemo(
    () => ({ organizationId, resource: 'offers' as const, filters: { campaignId } }),
    [organizationId, campaignId],
  )
  const table = useOffersTable(source, workspace)
  const rowActions = useMemo(
    () => ({
      label: ({ displayName }: Offer) => `Actions for ${displayName}`,
      items: actions,
      onSelect: (action: string, offer: Offer) =>
        workspace.send({ type: action === 'delete' ? 'offer.delete' : 'offer.edit', offer }),
    }),
    [workspace],
  )
  return (
    <ServerTable
      table={table}
      resource="offers"
      label="Offers"
      columns={columns}
      failure="Error fetching offers"
      rowActions={rowActions}
    />
  )
}
