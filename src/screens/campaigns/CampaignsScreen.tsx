import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import { campaignStateOf } from '../../../machines/lives/campaignLife'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { StatusBadge } from '../../components/base/StatusBadge'
import { useApp, useWorkspace } from '../../app/context'
import { campaignActions } from './actions'
import { OwnMark } from './OwnMark'
import { useKindFilters } from './useKindFilters'

const { text, shown, day, count, money } = columnsOf<Campaign>()

const columns = [
  shown('name', 'Name', (campaign) => (
    <>
      <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
        {campaign.name}
      </Link>{' '}
      <OwnMark {...campaign} />
    </>
  )),
  text('category', 'Category', { size: 180 }),
  text('type', 'Type'),
  shown(
    'status',
    'Status',
    (campaign) =>
      campaignStateOf(campaign) === 'archived' ? (
        <Badge mark="dot">Archived</Badge>
      ) : (
        <StatusBadge status={campaign.status} />
      ),
    { card: {} },
  ),
  day('startDate', 'Start'),
  day('endDate', 'End', { card: { before: 'Ends' } }),
  count('offersCount', 'Offers', { sortable: false, card: { before: 'Offers' } }),
]
const figures = [count('ordersCount', 'Orders'), money('revenue', 'Revenue')]

const filters = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'completed', label: 'Completed' },
    ],
  },
]
const archiveFilter = { name: 'archived', label: 'Archive', options: [{ value: 'true', label: 'Archived' }] }
const extendedColumns = [...columns, ...figures]

const rowActions = { label: ({ name }: Campaign) => `Actions for ${name}`, actions: campaignActions }

/** Every campaign of the organization (RT-09, CP-01). A backend of the twenty calls has the list alone. */
export default function CampaignsScreen() {
  const { extensions } = useApp().config
  const workspace = useWorkspace()
  const kindFilters = useKindFilters()
  const extendedFilters = useMemo(() => [...filters, ...kindFilters, archiveFilter], [kindFilters])
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          extensions && (
            <Button
              variant="solid"
              onClick={() =>
                workspace.send({ type: 'open.campaignCreate', recordId: undefined, input: { source: null } })
              }
            >
              New campaign
            </Button>
          )
        }
      />
      <ResourceTable
        resource="campaigns"
        label="Campaigns"
        columns={extensions ? extendedColumns : columns}
        failure="Error fetching campaigns"
        filters={extensions ? extendedFilters : filters}
        rowActions={extensions ? rowActions : undefined}
      />
    </>
  )
}
