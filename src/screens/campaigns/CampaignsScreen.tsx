import { Link } from '@tanstack/react-router'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import { useMemo } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import { campaignList } from '../../../contract/lists/campaigns'
import { campaignStateOf } from '../../../machines/lives/campaignLife'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { PageHeader } from '../../components/base/PageHeader'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { duplicate } from '../../components/table/recordEntries'
import { ResourceTable } from '../../components/table/ResourceTable'
import { StatusBadge } from '../../components/base/StatusBadge'
import { useApp, useWorkspace } from '../../app/context'
import { OwnMark } from './OwnMark'
import { useCampaignKinds } from './useCampaignKinds'

const column = listColumns(campaignList)

const columns = [
  column('name', {
    cell: (campaign) => (
      <>
        <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
          {campaign.name}
        </Link>{' '}
        <OwnMark {...campaign} />
      </>
    ),
  }),
  column('category', { size: 180 }),
  column('type'),
  column('status', {
    cell: (campaign) =>
      campaignStateOf(campaign) === 'archived' ? (
        <Badge mark="dot">Archived</Badge>
      ) : (
        <StatusBadge status={campaign.status} />
      ),
    card: {},
  }),
  column('startDate'),
  column('endDate', { card: { before: 'Ends' } }),
  column('offersCount', { sortable: false, card: { before: 'Offers' } }),
]
const extendedColumns = [...columns, column('ordersCount'), column('revenue')]

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
  const kinds = useCampaignKinds()
  const filters = useMemo(() => listFilters(campaignList, kinds, extensions), [kinds, extensions])
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
        filters={filters}
        rowActions={rowActions}
      />
    </>
  )
}
