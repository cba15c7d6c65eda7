import { Link } from '@tanstack/react-router'
import type { Campaign } from '../../../contract/campaigns'
import { PageHeader } from '../../components/base/PageHeader'
import { columnsOf } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { StatusBadge } from '../../components/base/StatusBadge'

const { text, shown, day, count } = columnsOf<Campaign>()

const columns = [
  shown('name', 'Name', ({ id, name }) => (
    <Link to="/campaigns/$campaignId" params={{ campaignId: id }}>
      {name}
    </Link>
  )),
  text('category', 'Category', { size: 180 }),
  text('type', 'Type'),
  shown('status', 'Status', ({ status }) => <StatusBadge status={status} />, { card: {} }),
  day('startDate', 'Start'),
  day('endDate', 'End', { card: { before: 'Ends' } }),
  count('offersCount', 'Offers', { sortable: false, card: { after: 'offers' } }),
]

/** Every campaign of the organization (RT-09). */
export default function CampaignsScreen() {
  return (
    <>
      <PageHeader title="Campaigns" />
      <ResourceTable resource="campaigns" label="Campaigns" columns={columns} failure="Error fetching campaigns" />
    </>
  )
}
