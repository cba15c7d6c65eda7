import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Campaign } from '../../contract/campaigns'
import { formatCount, formatDay } from '../components/format'
import { PageHeader } from '../components/PageHeader'
import type { ColumnDefinition } from '../components/tableColumns'
import { useSession } from '../wiring/context'
import { useDataTable } from '../wiring/screenActors'
import { ServerTable } from './ServerTable'
import { StatusBadge } from './StatusBadge'

const columns: readonly ColumnDefinition<Campaign>[] = [
  {
    id: 'name',
    title: 'Name',
    sortable: true,
    cell: ({ id, name }) => (
      <Link to="/campaigns/$campaignId" params={{ campaignId: id }}>
        {name}
      </Link>
    ),
  },
  { id: 'category', title: 'Category', size: 150, sortable: true, cell: ({ category }) => category || '-' },
  { id: 'type', title: 'Type', size: 130, sortable: true, cell: ({ type }) => type || '-' },
  { id: 'status', title: 'Status', size: 120, sortable: true, cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'startDate', title: 'Start', size: 120, sortable: true, cell: ({ startDate }) => formatDay(startDate) },
  { id: 'endDate', title: 'End', size: 120, sortable: true, cell: ({ endDate }) => formatDay(endDate) },
  { id: 'offersCount', title: 'Offers', size: 90, align: 'end', cell: ({ offersCount }) => formatCount(offersCount) },
]

/** Every campaign of the organization (RT-09). */
export default function CampaignsScreen() {
  const organizationId = useSession((session) => session.context.organizationId)
  const source = useMemo(() => ({ organizationId, resource: 'campaigns' as const }), [organizationId])
  const table = useDataTable('campaigns', source)
  return (
    <>
      <PageHeader title="Campaigns" />
      <ServerTable
        table={table}
        resource="campaigns"
        label="Campaigns"
        columns={columns}
        failure="Error fetching campaigns"
      />
    </>
  )
}
