import { getRouteApi } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import Maximize2 from 'lucide-react/icons/maximize-2'
import { Suspense } from 'react'
import { leaderboard } from '../../../styled-system/recipes/leaderboard'
import type { LeaderboardPeriod } from '../../../contract/rules/leaderboardPeriods'
import { ActionButton } from '../../components/actions/ActionButton'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { EmptyState } from '../../components/base/EmptyState'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { Tabs } from '../../components/base/Tabs'
import { mayBeOld, StaleAlert } from '../../components/record/StaleAlert'
import { FilterSelect } from '../../components/table/FilterSelect'
import { formatDays } from '../../components/plot/figureFormat'
import { useApp, useIsOnline, useSession } from '../../app/context'
import { beginFullScreen } from '../../browser/fullScreen'
import { readLeaderboard } from '../../data/resources/leaderboard'
import { useRecord } from '../../data/useRecord'
import { NotFoundScreen } from '../layout/NotFoundScreen'
import { editGoals } from './actions'
import { OwnBestText } from './OwnBestText'
import { nouns, periodTabs } from './periods'
import { Standings } from './Standings'
import { Wall } from './lazyWall'
import { TeamGoal } from './TeamGoal'

const route = getRouteApi('/_signedIn/leaderboard')

const leastCalls = {
  name: 'min',
  label: 'Calls',
  options: ['5', '10', '20', '50'].map((least) => ({ value: least, label: `At least ${least} calls` })),
}

/** Who sells how much, live (LB-01). */
export default function LeaderboardScreen() {
  const { config } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const { period = 'today', by = 'revenue', min: typed = 0 } = route.useSearch()
  const min = Math.min(Math.max(typed, 0), 1_000)
  if (!config.extensions || organizationId === undefined) return <NotFoundScreen />
  return (
    <Board
      key={`${organizationId} ${period} ${by} ${min}`}
      organizationId={organizationId}
      asked={{ period, by, minCalls: min }}
    />
  )
}

interface BoardProps {
  organizationId: string
  asked: Parameters<typeof readLeaderboard>[2]
}

function Board({ organizationId, asked }: BoardProps) {
  const { api } = useApp()
  const { wall, min } = route.useSearch()
  const navigate = route.useNavigate()
  const ownId = useSession(({ context }) => context.user?.id)
  const actor = useRecord('leaderboard', readLeaderboard(api, organizationId, asked))
  const state = useSelector(actor, (snapshot) => snapshot)
  const isOnline = useIsOnline()
  const { record: board } = state.context
  const { period, by } = asked
  const styles = leaderboard()
  const go = (search: ReturnType<typeof route.useSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...search }), resetScroll: false })
  const retry = () => actor.send({ type: 'record.retry' })
  const begin = () => {
    beginFullScreen()
    go({ wall: true })
  }
  return (
    <>
      <PageHeader
        title="Leaderboard"
        // Its place is kept, so that the tabs stay where they are.
        description={board ? formatDays(board) : '\u00A0'}
        actions={
          board && (
            <>
              <ActionButton action={editGoals} row={board.goals} />
              <Button variant="outline" onClick={begin}>
                <Maximize2 aria-hidden="true" />
                Wall mode
              </Button>
            </>
          )
        }
      />
      <Tabs
        label="Period"
        tabs={periodTabs}
        value={period}
        onChange={(next: LeaderboardPeriod) => go({ period: next })}
      >
        {!board ? (
          state.matches({ answer: 'failed' }) ? (
            <ErrorState message="Error fetching the leaderboard" onRetry={retry} />
          ) : (
            <LoadingState />
          )
        ) : (
          <Stack>
            {isOnline && state.matches({ answer: { populated: 'stale' } }) && (
              <StaleAlert onRetry={retry}>{mayBeOld}</StaleAlert>
            )}
            <Card>
              <TeamGoal board={board} period={period} />
            </Card>
            <Card padding="none">
              <div className={styles.tools}>
                <FilterSelect
                  filter={leastCalls}
                  chosen={min ? { min: `${min}` } : {}}
                  onChange={(_, value) => go({ min: value === undefined ? undefined : Number(value) })}
                />
                <OwnBestText organizationId={organizationId} period={period} board={board} ownId={ownId} />
              </div>
              {board.standings.length === 0 ? (
                <EmptyState
                  level={2}
                  title={`Nobody has sold anything ${period === 'today' ? 'today' : `this ${nouns[period]}`} yet`}
                >
                  Who places an order or takes a call is seen here at once.
                </EmptyState>
              ) : (
                <Standings board={board} by={by} onBy={(next) => go({ by: next })} ownId={ownId} />
              )}
            </Card>
          </Stack>
        )}
      </Tabs>
      <Suspense fallback={null}>
        {wall && board && <Wall board={board} period={period} by={by} onLeave={() => go({ wall: undefined })} />}
      </Suspense>
    </>
  )
}
