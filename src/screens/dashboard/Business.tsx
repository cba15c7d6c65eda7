import { getRouteApi } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { dashboard } from '../../../styled-system/recipes/dashboard'
import { type DashboardPeriod, dashboardPeriods } from '../../../contract/rules/dashboardPeriods'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { Tabs } from '../../components/base/Tabs'
import { mayBeOld, StaleAlert } from '../../components/record/StaleAlert'
import { useApp, useIsOnline, useMembership, useSession } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { readDashboard } from '../../data/resources/dashboard'
import { useRecord } from '../../data/useRecord'
import { ActiveCampaigns } from './ActiveCampaigns'
import { Figures } from './Figures'
import { OwnDay } from './OwnDay'
import { RecentOrders } from './RecentOrders'
import { WorkQueue } from './WorkQueue'

const route = getRouteApi('/_signedIn/dashboard')

/** Most organizations have sold before. */
const FirstSteps = lazyPage(() => import('./FirstSteps'))

/** Whoever has to call nobody does not wait for its code. */
const CallBacks = lazyPage(() => import('../calls/CallBacks'))

const labels: Record<DashboardPeriod, string> = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  month: 'This month',
}
const tabs = dashboardPeriods.map((id) => ({ id, label: labels[id] }))

/** What the business needs, and how it goes; of an organization that has not sold yet, what it does first. */
export default function Business({ organizationId }: { organizationId: string }) {
  const { period = '7d' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Shown
      key={period}
      organizationId={organizationId}
      period={period}
      onPeriod={(next) => void navigate({ search: (before) => ({ ...before, period: next }), resetScroll: false })}
    />
  )
}

interface ShownProps {
  organizationId: string
  period: DashboardPeriod
  onPeriod: (period: DashboardPeriod) => void
}

function Shown({ organizationId, period, onPeriod }: ShownProps) {
  const { api } = useApp()
  const actor = useRecord('dashboard', readDashboard(api, organizationId))
  const state = useSelector(actor, (snapshot) => snapshot)
  const isOnline = useIsOnline()
  const { role } = useMembership()
  const zone = useSession(
    ({ context }) => context.organizations.find(({ id }) => id === organizationId)?.timeZone ?? 'UTC',
  )
  const { callBacks } = route.useSearch()
  const { record } = state.context
  const retry = () => actor.send({ type: 'record.retry' })
  const styles = dashboard()
  if (!record) {
    return state.matches({ answer: 'failed' }) ? (
      <Stack>
        <Card>
          <ErrorState message="Error fetching what waits for you" onRetry={retry} />
        </Card>
        <ActiveCampaigns />
      </Stack>
    ) : (
      <LoadingState />
    )
  }
  const ownDay = <OwnDay own={record.own} />
  return (
    <Stack>
      {isOnline && state.matches({ answer: { populated: 'stale' } }) && (
        <StaleAlert onRetry={retry}>{mayBeOld}</StaleAlert>
      )}
      {record.steps ? (
        <Suspense fallback={<LoadingState />}>
          <FirstSteps steps={record.steps} next={record.next} />
        </Suspense>
      ) : (
        <>
          <WorkQueue entries={record.queue} />
          {role === 'agent' && ownDay}
        </>
      )}
      <div id="call-backs">
        <Suspense>
          <CallBacks isDue={callBacks === 'due'} />
        </Suspense>
      </div>
      {!record.steps && (
        <>
          <Tabs label="Period" tabs={tabs} value={period} onChange={onPeriod}>
            <Figures organizationId={organizationId} zone={zone} period={period} />
          </Tabs>
          {role !== 'agent' && record.own.calls > 0 && ownDay}
          <div className={styles.halves}>
            <RecentOrders organizationId={organizationId} />
            <Card title="On sale">
              <ActiveCampaigns isBeside />
            </Card>
          </div>
        </>
      )}
    </Stack>
  )
}
