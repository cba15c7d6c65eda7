import { getRouteApi, Link } from '@tanstack/react-router'
import { type Collaboration, collaborationList } from '../../../contract/lists/collaborations'
import { PageButtons } from '../../components/actions/PageMenu'
import { EmptyState } from '../../components/base/EmptyState'
import { PageHeader } from '../../components/base/PageHeader'
import { listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { exporting } from '../listExports/exporting'
import { collaborationActions, collaborationListActions } from './actions'
import { StateBadge } from './StateBadge'

const InvitationPage = lazyPage(() => import('./InvitationPage'))

const route = getRouteApi('/_signedIn/admin/collaborations/')

const column = listColumns(collaborationList)

const columns = [
  column('partner', {
    size: 180,
    cell: ({ id, partner, side }) => (
      <>
        <Link to="/admin/collaborations/$collaborationId" params={{ collaborationId: id }}>
          {partner || 'Not accepted yet'}
        </Link>
        {side === 'received' && ' shares with you'}
      </>
    ),
  }),
  column('collaborator', { size: 140 }),
  column('email', { size: 200, card: {} }),
  column('campaignsCount', { size: 110, card: { before: 'Shared campaigns' } }),
  column('state', { cell: (collaboration) => <StateBadge {...collaboration} />, card: {} }),
  column('since', { precision: 'day' }),
]
const filters = listFilters(collaborationList, {})
const rowActions = {
  label: ({ partner, email }: Collaboration) => `Actions for ${partner || email}`,
  actions: collaborationActions,
}

const toolbar = exporting(collaborationList)

/** What the organization shares and is shared (CO-01); with the parameters of a mailed link, what that invites to. */
export default function CollaborationsScreen() {
  const { extensions } = useApp().config
  const { token, collaboratorId, collaboratorOrgName } = route.useSearch()
  if (!extensions) return <EmptyState title="This backend knows no collaborations." level={1} />
  if (token !== undefined) {
    return <InvitationPage key={token} token={token} id={collaboratorId} organizationName={collaboratorOrgName} />
  }
  return (
    <>
      <PageHeader
        title="Collaborations"
        description="Partners see and sell the campaigns that you share with them, and nothing else."
        actions={<PageButtons actions={collaborationListActions} record={null} />}
      />
      <ResourceTable
        resource="collaborations"
        label="Collaborations"
        columns={columns}
        failure="Error fetching collaborations"
        filters={filters}
        rowActions={rowActions}
        toolbar={toolbar}
        begin={<PageButtons actions={collaborationListActions} record={null} />}
      />
    </>
  )
}
