import { leaderboard } from '../../../styled-system/recipes/leaderboard'
import type { Leaderboard } from '../../../contract/extensions/leaderboard'
import type { LeaderboardPeriod } from '../../../contract/rules/leaderboardPeriods'
import { formatPrice } from '../../components/base/format'
import { formatShare } from '../../components/plot/figureFormat'
import { nouns } from './periods'

/** What the team has taken together, and how far it is to its goal (LB-01). */
export function TeamGoal({ board, period }: { board: Leaderboard; period: LeaderboardPeriod }) {
  const styles = leaderboard()
  const { revenue, currency, goals } = board
  const goal = goals[period]
  const share = goal === null ? 0 : Math.max(0, revenue / goal)
  const percent = formatShare(Math.floor(share * 1_000) / 1_000)
  return (
    <div className={styles.goal}>
      <div className={styles.goalHead}>
        <span>
          <span className={styles.taken} data-taken>
            {formatPrice(revenue, currency)}
          </span>{' '}
          {goal === null ? 'by the team, by date of sale' : `of ${formatPrice(goal, currency)}`}
        </span>
        <span>
          {goal === null ? `No goal for the ${nouns[period]}` : share >= 1 ? `Goal reached: ${percent}` : percent}
        </span>
      </div>
      {goal !== null && (
        <div
          className={styles.bar}
          role="progressbar"
          aria-label={`Goal of the ${nouns[period]}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.floor(share * 100))}
          aria-valuetext={`${percent} of ${formatPrice(goal, currency)}`}
        >
          <div
            className={styles.fill}
            data-reached={share >= 1 || undefined}
            style={{ width: `${Math.min(100, share * 100)}%` }}
          />
        </div>
      )}
    </div>
  )
}
