import { Link } from '@tanstack/react-router'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import { useMemo } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import { campaignStateOf } from '../../../machines/lives/campaignLife'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf } from '../../components/table/columns'
import { duplicate } from '../../components/table/recordEntries'
import { ResourceTable } from '../../components/table/ResourceTable'
import { StatusBadge } from '../../components/base/StatusBadge'
import { useApp, useWorkspace } from '../../app/context'
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

const live = [duplicate, { id: 'archive', label: 'Archive', icon: <Archive aria-hidden="true" /> }]
const archived = [duplicate, { id: 'archive', label: 'Restore', icon: <ArchiveRestore aria-hidden="true" /> }]

const rowActionsOf = (workspace: ReturnType<typeof useWorkspace>) => ({
  label: ({ name }: Campaign) => `Actions for ${name}`,
  items: (campaign: Campaign) => (campaignStateOf(campaign) === 'archived' ? archived : live),
  onSelect: (chosen: string, campaign: Campaign) => {
    if (chosen === 'archive') workspace.send({ type: 'open.campaignArchive', input: { campaign } })
    else workspace.send({ type: 'open.campaignCreate', input: { source: campaign } })
  },
})

/** Every campaign of the organization (RT-09, CP-01). A backend of the twenty calls has the list alone. */
export default function CampaignsScreen() {
  const { extensions } = useApp().config
  const workspace = useWorkspace()
  const kindFilters = useKindFilters()
  const extendedFilters = useMemo(() => [...filters, ...kindFilters, archiveFilter], [kindFilters])
  const rowActions = useMemo(() => (extensions ? rowActionsOf(workspace) : undefined), [extensions, workspace])
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          extensions && (
            <Button
              variant="solid"
              onClick={() => workspace.send({ type: 'open.campaignCreate', input: { source: null } })}
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
        rowActions={rowActions}
      />
    </>
  )
}
