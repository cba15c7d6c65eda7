import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { receivedCampaignList } from '../../../contract/lists/receivedCampaigns'
import { onSaleText, receivedName } from '../../../contract/rules/partnerTexts'
import { formatCount } from '../../components/base/format'
import { Heading } from '../../components/base/Heading'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { DataTable } from '../../components/table/DataTable'
import { listColumns } from '../../components/table/columns'
import type { TableRef } from '../../data/useTable'
import { exporting } from '../listExports/exporting'
import { receivedActions } from '../collaborations/actions'

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
  column('status', { cell: onSaleText, wraps: true, card: { before: 'For you to sell:' } }),
].map((shown) => ({ ...shown, sortable: false }))

const toolbar = exporting(receivedCampaignList, undefined, 'Download shared')
const rowActions = { label: receivedName, actions: receivedActions }
/** The table of what other organizations share with this one (CO-02). */
export default function ReceivedTable({ table }: { table: TableRef<'receivedCampaigns'> }) {
  const { rows, total, request } = useSelector(table, ({ context }) => context)
  const isFailed = useSelector(table, (state) => state.matches({ rows: { querying: 'failed' } }))
  const isStale = useSelector(table, (state) => state.matches({ rows: { querying: { populated: 'stale' } } }))
  return (
    <Stack>
      <Row justify="between">
        <Heading level={2}>{isFailed ? 'Shared with you' : `Shared with you (${formatCount(total)})`}</Heading>
        {toolbar(request)}
      </Row>
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
