import { Link } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import { campaignList } from '../../../contract/lists/campaigns'
import { campaignStateOf } from '../../../machines/lives/campaignLife'
import { PageButtons } from '../../components/actions/PageMenu'
import { Badge } from '../../components/base/Badge'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { StatusBadge } from '../../components/base/StatusBadge'
import { useApp, useSession } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { exporting } from '../listExports/exporting'
import { campaignActions, campaignListActions } from './actions'
import { OwnMark } from './OwnMark'
import { useCampaignKinds } from './useCampaignKinds'

/** Few organizations are shared anything, so that its code comes behind the list. */
const ReceivedCampaigns = lazyPage(() => import('./ReceivedCampaigns'))

const column = listColumns(campaignList)

const columns = [
  column('name', {
    size: 240,
    cell: (campaign) => (
      <>
        <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
          {campaign.name}
        </Link>{' '}
        <OwnMark {...campaign} />
      </>
    ),
  }),
  column('category', { size: 116 }),
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
  column('offersCount', { size: 72, sortable: false, card: { before: 'Offers' } }),
]
const extendedColumns = [...columns, column('ordersCount', { size: 72 }), column('revenue')]

const toolbar = exporting(campaignList)
const rowActions = { label: ({ name }: Campaign) => `Actions for ${name}`, actions: campaignActions }

/** Every campaign of the organization (RT-09, CP-01). A backend of the twenty calls has the list alone. */
export default function CampaignsScreen() {
  const { extensions } = useApp().config
  const kinds = useCampaignKinds()
  const organizationId = useSession(({ context }) => context.organizationId)
  const filters = useMemo(() => listFilters(campaignList, kinds, extensions), [kinds, extensions])
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={extensions && <PageButtons actions={campaignListActions} record={null} />}
      />
      <Stack>
        <ResourceTable
          resource="campaigns"
          label="Campaigns"
          columns={extensions ? extendedColumns : columns}
          failure="Error fetching campaigns"
          filters={filters}
          rowActions={extensions ? rowActions : undefined}
          toolbar={toolbar}
          begin={extensions && <PageButtons actions={campaignListActions} record={null} />}
        />
        {extensions && (
          <Suspense fallback={null}>
            <ReceivedCampaigns key={organizationId} />
          </Suspense>
        )}
      </Stack>
    </>
  )
}
