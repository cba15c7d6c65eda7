import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListedCall } from '../../../contract/callRows'
import { disposition } from '../../../contract/extensions/calls'
import { dispositionLabels } from '../../../contract/forms/calls'
import { callList } from '../../../contract/lists/calls'
import { seesOwnOrdersAlone } from '../../../contract/rules/ownOrders'
import { spanText } from '../../../contract/rules/spans'
import { Badge, type BadgeTone } from '../../components/base/Badge'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { columnsOf, listColumns } from '../../components/table/columns'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp, useMembership } from '../../app/context'
import { exporting } from '../listExports/exporting'
import { BackLink } from '../layout/BackLink'
import { NotFoundScreen } from '../layout/NotFoundScreen'
import { OrderLink } from '../layout/OrderLink'
import { agentChoices, campaignChoices, useCampaigns, useMembers } from '../orders/filterChoices'
import { ListSums } from '../orders/ListSums'
import { CampaignLink, CustomerLink } from '../orders/rowLinks'

const column = listColumns(callList)
const route = getRouteApi('/_signedIn/calls')

const counts = { Calls: 'rows' } as const
const spans = { 'Half paid within': 'median', '9 of 10 paid within': 'ninetieth' } as const

const tones: Readonly<Record<string, BadgeTone>> = { paid: 'green', sold: 'blue', missed: 'amber' }
const outcomes = [
  { value: 'paid', label: 'Sold and paid' },
  { value: 'sold', label: 'Sold and unpaid' },
  { value: 'missed', label: 'Not sold' },
  { value: 'uncounted', label: 'Does not count' },
]
const outcomeText = (outcome: string) => outcomes.find(({ value }) => value === outcome)?.label ?? outcome

const closedAs = (given: string | null | undefined) => {
  const known = disposition.safeParse(given)
  return known.success ? dispositionLabels[known.data] : given || '-'
}

const { text, shown } = columnsOf<ListedCall>()
const fixed = { sortable: false }

const columns = [
  column('createdAt', { card: {} }),
  shown('customerName', 'Customer', (call) => <CustomerLink row={call} />, { ...fixed, card: {}, opensRow: true }),
  text('agentName', 'Agent', { ...fixed, card: {} }),
  shown('campaignName', 'Campaign', (call) => <CampaignLink row={call} />, { ...fixed, size: 180 }),
  text('offerName', 'Offer', { ...fixed, size: 200 }),
  shown(
    'outcome',
    'Outcome',
    ({ outcome }) =>
      outcome ? (
        <Badge tone={tones[outcome] ?? 'neutral'} mark="dot">
          {outcomeText(outcome)}
        </Badge>
      ) : (
        '-'
      ),
    { ...fixed, card: {} },
  ),
  shown('disposition', 'Closed as', ({ disposition: given }) => closedAs(given), fixed),
  shown(
    'orderNumber',
    'Order',
    ({ orderId, orderNumber }) => (orderId ? <OrderLink order={{ id: orderId, number: orderNumber }} /> : '-'),
    { ...fixed, card: {} },
  ),
  column('secondsToPaid', {
    cell: ({ secondsToPaid }) => (typeof secondsToPaid === 'number' ? spanText(secondsToPaid) : '-'),
    card: { before: 'Paid after' },
  }),
]

const toolbar = exporting(callList)

/** Calls by what came of them, which figures of selling are made of (RP-02). */
export default function CallsScreen() {
  const { extensions } = useApp().config
  return extensions ? <Calls /> : <NotFoundScreen />
}

function Calls() {
  const campaigns = useCampaigns()
  const members = useMembers()
  const isNarrowed = seesOwnOrdersAlone(useMembership())
  const search = route.useSearch()
  const filters = useMemo(
    () =>
      listFilters(callList, {
        outcome: outcomes,
        campaignId: campaignChoices(campaigns),
        agentId: agentChoices(members),
        offerId: [],
      }),
    [campaigns, members],
  )
  return (
    <>
      <PageHeader
        title="Calls"
        back={<BackLink to="/reports" />}
        description={isNarrowed ? 'The calls that you have had.' : 'Who was talked to, and what came of it.'}
      />
      <Stack>
        <ListSums list="calls" label="Sums of these calls" search={search} counts={counts} spans={spans} />
        <ResourceTable
          resource="calls"
          label="Calls"
          columns={columns}
          failure="Error fetching calls"
          filters={filters}
          toolbar={toolbar}
        />
      </Stack>
    </>
  )
}
