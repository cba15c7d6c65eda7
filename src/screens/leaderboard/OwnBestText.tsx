import { useSelector } from '@xstate/react'
import type { Leaderboard } from '../../../contract/extensions/leaderboard'
import type { LeaderboardPeriod } from '../../../contract/rules/leaderboardPeriods'
import { Badge } from '../../components/base/Badge'
import { formatPrice } from '../../components/base/format'
import { Text } from '../../components/base/Text'
import { formatDays } from '../../components/plot/figureFormat'
import { useApp } from '../../app/context'
import { readOwnBest } from '../../data/resources/leaderboard'
import { useRecord } from '../../data/useRecord'
import { nouns } from './periods'

interface OwnBestProps {
  organizationId: string
  period: LeaderboardPeriod
  board: Leaderboard
  ownId: string | null | undefined
}

/** The own best before, or that this one is it (LB-01). */
export function OwnBestText({ organizationId, period, board, ownId }: OwnBestProps) {
  const { api } = useApp()
  const actor = useRecord('leaderboardBest', readOwnBest(api, organizationId, period))
  const known = useSelector(actor, ({ context }) => context.record)
  const now = board.standings.find(({ id }) => id === ownId)?.revenue ?? 0
  if (!known) return null
  const { best } = known
  if (now > 0 && now > (best?.revenue ?? 0)) return <Badge tone="green">{`Your best ${nouns[period]} yet`}</Badge>
  if (!best) return null
  return (
    <Text as="span" tone="muted" size="sm" numeric>
      {`Your best ${nouns[period]}: ${formatPrice(best.revenue, board.currency)}, ${formatDays(best)}`}
    </Text>
  )
}
