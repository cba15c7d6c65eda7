import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Campaign } from '../../contract/campaigns'
import { buttonStyle } from '../components/Button'
import { DataTable } from '../components/DataTable'
import { formatCount, formatDay } from '../components/format'
import { PageHeader } from '../components/PageHeader'
import type { ColumnDefinition } from '../components/tableColumns'
import { useSession } from '../wiring/context'
import { useFirstRows } from '../wiring/screenActors'

const columns: readonly ColumnDefinition<Campaign>[] = [
  {
    id: 'name',
    title: 'Active campaign',
    cell: ({ id, name }) => (
      <Link to="/campaigns/$campaignId" params={{ campaignId: id }} search={{ tab: 'offers' }}>
        {name}
      </Link>
    ),
  },
  { id: 'category', title: 'Category', size: 180, cell: ({ category }) => category || '-' },
  { id: 'endDate', title: 'Ends', size: 130, cell: ({ endDate }) => formatDay(endDate) },
  { id: 'offersCount', title: 'Offers', size: 90, align: 'end', cell: ({ offersCount }) => formatCount(offersCount) },
]

/** Where a day begins: the campaigns that are on sale now (RT-06). */
export default function DashboardScreen() {
  const organizationId = useSession((session) => session.context.organizationId)
  const name = useSession((session) => session.context.user?.name)
  const source = useMemo(
    () => ({ organizationId, resource: 'campaigns' as const, filters: { status: 'active' } }),
    [organizationId],
  )
  const list = useFirstRows(source)
  const state = useSelector(list, (snapshot) => snapshot)
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={name ? `Welcome, ${name}.` : undefined}
        actions={
          <Link to="/campaigns" className={buttonStyle({ variant: 'outline' })}>
            All campaigns
          </Link>
        }
      />
      <DataTable
        label="Active campaigns"
        columns={columns}
        // The machine's rows come from a search for campaigns, which the client checked against its schema.
        rows={state.context.rows as readonly Campaign[]}
        state={state.value}
        error={state.matches('failed') ? 'Error fetching campaigns' : undefined}
        onRetry={() => list.send({ type: 'list.retry' })}
      />
    </>
  )
}
