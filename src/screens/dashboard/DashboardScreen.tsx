import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import type { Campaign } from '../../../contract/campaigns'
import { ActionButton } from '../../components/actions/ActionButton'
import { buttonStyle } from '../../components/base/Button'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { columnsOf } from '../../components/table/columns'
import { DataTable } from '../../components/table/DataTable'
import { useApp, useSession } from '../../app/context'
import { activeCampaigns } from '../../data/resources/campaigns'
import { lazyPage } from '../../app/lazyPage'
import { readRows } from '../../data/resources/search'
import { firstPage } from '../../data/tableAddress'
import { useList } from '../../data/useList'
import { newCampaign } from '../campaigns/actions'
import { OwnMark } from '../campaigns/OwnMark'
import { PartBoundary } from '../layout/PartBoundary'

/** Whoever has to call nobody does not wait for its code. */
const CallBacks = lazyPage(() => import('../calls/CallBacks'))

const DeadMails = lazyPage(() => import('../mails/DeadMails'))

const { text, shown, day, count } = columnsOf<Campaign>()

const columns = [
  shown('name', 'Active campaign', (campaign) => (
    <>
      <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }} search={{ tab: 'offers' }}>
        {campaign.name}
      </Link>{' '}
      <OwnMark {...campaign} />
    </>
  )),
  text('category', 'Category'),
  day('endDate', 'Ends', { card: { before: 'Ends' } }),
  count('offersCount', 'Offers', { card: { before: 'Offers' } }),
]

/** Where a day begins: the campaigns that are on sale now (RT-06). */
export default function DashboardScreen() {
  const { api, config } = useApp()
  const organizationId = useSession((session) => session.context.organizationId)
  const name = useSession((session) => session.context.user?.name)
  const list = useList('campaigns', readRows(api, { organizationId, ...activeCampaigns }, firstPage))
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
      <Stack>
        {config.extensions && (
          <PartBoundary>
            <Suspense>
              <CallBacks />
              <DeadMails />
            </Suspense>
          </PartBoundary>
        )}
        <DataTable
          label="Active campaigns"
          columns={columns}
          rows={state.context.rows}
          state={state.value}
          error={state.matches('failed') ? 'Error fetching campaigns' : undefined}
          onRetry={() => list.send({ type: 'list.retry' })}
          begin={config.extensions && <ActionButton action={newCampaign} row={null} />}
        />
      </Stack>
    </>
  )
}
