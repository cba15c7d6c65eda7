import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { campaignList } from '../../../contract/lists/campaigns'
import { shownFilters } from '../../../contract/lists/description'
import { receivedCampaignList } from '../../../contract/lists/receivedCampaigns'
import { formatCount } from '../../components/base/format'
import { Heading } from '../../components/base/Heading'
import { Stack } from '../../components/base/Stack'
import { DataTable } from '../../components/table/DataTable'
import { listColumns } from '../../components/table/columns'
import { useFollowingTable } from '../../data/useFollowingTable'
import { receivedActions, receivedName } from '../collaborations/actions'

const column = listColumns(receivedCampaignList)

const columns = [
  column('name', {
    size: 240,
    cell: (received) => (
      <Link to="/admin/collaborations/$collaborationId" params={{ collaborationId: received.collaborationId }}>
        {receivedName(received)}
      </Link>
    ),
  }),
  column('partner', { size: 160, card: { before: 'Shared by' } }),
  column('category', { size: 116 }),
  column('type'),
  column('startDate'),
  column('endDate', { card: { before: 'Ends' } }),
  column('status', { cell: ({ whyNotSold }) => whyNotSold ?? 'Yes', wraps: true, card: { before: 'On sale:' } }),
].map((shown) => ({ ...shown, sortable: false }))

const rowActions = { label: receivedName, actions: receivedActions }
const filters = shownFilters(campaignList, true)
const everything = {}

/**
 * What other organizations share with this one, below its own campaigns (CO-02): the same search, filters and sort narrow
 * and sort both. Whoever is shared nothing sees nothing of it.
 */
export default function ReceivedCampaigns() {
  const table = useFollowingTable({ resource: 'receivedCampaigns', within: everything, filters })
  const state = useSelector(table, (snapshot) => snapshot)
  const { rows, total, request } = state.context
  const isFailed = state.matches({ rows: { querying: 'failed' } })
  const isStale = state.matches({ rows: { querying: { populated: 'stale' } } })
  if (rows.length === 0 && !isFailed) return null
  return (
    <Stack>
      <Heading level={2}>{isFailed ? 'Shared with you' : `Shared with you (${formatCount(total)})`}</Heading>
      <DataTable
        label="Shared campaigns"
        columns={columns}
        rows={rows}
        state={isFailed ? 'failed' : 'populated'}
        error={isFailed || isStale ? 'Error fetching what is shared with you' : undefined}
        onRetry={() => table.send({ type: 'rows.retry' })}
        pageIndex={request.pageIndex}
        pageSize={request.pageSize}
        totalRows={total}
        onPageChange={(page) => table.send({ type: 'page.change', ...page })}
        rowActions={rowActions}
      />
    </Stack>
  )
}
