import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { Campaign } from '../../../contract/campaigns'
import { ActionButton } from '../../components/actions/ActionButton'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp, useSession } from '../../app/context'
import { activeCampaigns } from '../../data/resources/campaigns'
import { readRows } from '../../data/resources/search'
import { firstPage } from '../../data/tableAddress'
import { useList } from '../../data/useList'
import { newCampaign } from '../campaigns/actions'
import { OwnMark } from '../campaigns/OwnMark'

const { text, shown, day, count } = columnsOf<Campaign>()

const name = [
  shown('name', 'Active campaign', (campaign) => (
    <>
      <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }} search={{ tab: 'offers' }}>
        {campaign.name}
      </Link>{' '}
      <OwnMark {...campaign} />
    </>
  )),
]
const ends = day('endDate', 'Ends', { card: { before: 'Ends' } })
const columns = [
  ...name,
  text('category', 'Category'),
  ends,
  count('offersCount', 'Offers', { card: { before: 'Offers' } }),
]
const fewColumns = [...name.map((column) => ({ ...column, size: 220 })), { ...ends, size: 110 }]

/** The campaigns that are on sale now (RT-06); beside something else with little more than their names. */
export function ActiveCampaigns({ isBeside = false }: { isBeside?: boolean }) {
  const { api, config } = useApp()
  const organizationId = useSession((session) => session.context.organizationId)
  const list = useList('campaigns', readRows(api, { organizationId, ...activeCampaigns }, firstPage))
  const state = useSelector(list, (snapshot) => snapshot)
  return (
    <RowsTable
      label="Active campaigns"
      columns={isBeside ? fewColumns : columns}
      rows={state.context.rows}
      state={state.value}
      error={state.matches('failed') ? 'Error fetching campaigns' : undefined}
      onRetry={() => list.send({ type: 'list.retry' })}
      begin={config.extensions && <ActionButton action={newCampaign} row={null} />}
    />
  )
}
