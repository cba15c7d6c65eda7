import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import Minimize2 from 'lucide-react/icons/minimize-2'
import { useRef } from 'react'
import { leaderboard } from '../../../styled-system/recipes/leaderboard'
import type { Leaderboard } from '../../../contract/extensions/leaderboard'
import type { LeaderboardPeriod, RankedBy } from '../../../contract/rules/leaderboardPeriods'
import { IconButton } from '../../components/base/IconButton'
import { formatDays } from '../../components/plot/figureFormat'
import { useFullScreenEnd } from '../../browser/fullScreen'
import { periodLabels } from './periods'
import { Standings } from './Standings'
import { TeamGoal } from './TeamGoal'

interface WallProps {
  board: Leaderboard
  period: LeaderboardPeriod
  by: RankedBy
  onLeave: () => void
}

/** As many as can be read from across a room. */
const most = 12

/** The leaderboard on all of a screen; Escape leaves it (LB-01). */
export default function Wall({ board, period, by, onLeave }: WallProps) {
  const styles = leaderboard()
  // On a wall nothing is pressed, so that nothing has a frame.
  const content = useRef<HTMLDivElement>(null)
  useFullScreenEnd(onLeave)
  return (
    <Ark.Root
      open
      initialFocusEl={() => content.current}
      onOpenChange={({ open }) => !open && onLeave()}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Content ref={content} className={styles.wall} tabIndex={-1}>
          <div className={styles.wallHead}>
            <Ark.Title className={styles.wallTitle}>
              {periodLabels[period]}, {formatDays(board)}
            </Ark.Title>
            <IconButton label="Leave wall mode" onClick={onLeave}>
              <Minimize2 aria-hidden="true" />
            </IconButton>
          </div>
          <TeamGoal board={board} period={period} />
          <Standings board={board} by={by} ownId={undefined} most={most} />
        </Ark.Content>
      </Portal>
    </Ark.Root>
  )
}
