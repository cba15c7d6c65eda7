import { Link } from '@tanstack/react-router'
import { leaderboard } from '../../../styled-system/recipes/leaderboard'
import type { Leaderboard, Standing } from '../../../contract/extensions/leaderboard'
import { type RankedBy, rankedBy } from '../../../contract/rules/leaderboardPeriods'
import { Badge } from '../../components/base/Badge'
import { formatCount, formatPrice } from '../../components/base/format'
import { formatShare } from '../../components/plot/figureFormat'
import { rankedLabels } from './periods'

interface StandingsProps {
  board: Leaderboard
  by: RankedBy
  /** By which else they can be ranked; on a wall nobody chooses. */
  onBy?: (by: RankedBy) => void
  ownId: string | null | undefined
  /** As many as there is room for. */
  most?: number
}

const shown = (standing: Standing, by: RankedBy, currency: string): string => {
  switch (by) {
    case 'revenue':
      return formatPrice(standing.revenue, currency)
    case 'orders':
      return formatCount(standing.orders)
    case 'averageOrder':
      return standing.averageOrder === null ? '-' : formatPrice(standing.averageOrder, currency)
    case 'closeRate':
      return standing.closeRate === null ? '-' : formatShare(standing.closeRate)
  }
}

/** The agents by rank, with all of their figures; the own row is marked (LB-01). */
export function Standings({ board, by, onBy, ownId, most = Infinity }: StandingsProps) {
  const styles = leaderboard()
  const { standings, currency, from, to } = board
  const others = (standing: Standing) =>
    rankedBy
      .filter((one) => one !== by && shown(standing, one, currency) !== '-')
      .map((one) => `${rankedLabels[one]} ${shown(standing, one, currency)}`)
      .join(' · ')
  return (
    <table className={styles.table} aria-label="Standings">
      <thead className={styles.head}>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Agent</th>
          {rankedBy.map((one) => (
            <th
              key={one}
              scope="col"
              data-other={one === by ? undefined : true}
              aria-sort={one === by ? 'descending' : undefined}
            >
              {onBy ? (
                <button
                  type="button"
                  className={styles.sort}
                  aria-pressed={one === by}
                  title={`Rank by ${rankedLabels[one].toLowerCase()}`}
                  onClick={() => onBy(one)}
                >
                  {rankedLabels[one]}
                  {one === by && <span aria-hidden="true">↓</span>}
                </button>
              ) : (
                rankedLabels[one]
              )}
            </th>
          ))}
          <th scope="col" data-other>
            Calls
          </th>
        </tr>
      </thead>
      <tbody>
        {standings.slice(0, most).map((standing) => {
          const { id, name, rank, calls } = standing
          return (
            <tr
              key={id}
              className={styles.row}
              data-own={id === ownId || undefined}
              data-unranked={rank === null || undefined}
            >
              <td className={styles.cell}>
                <span className={styles.rank} data-rank={rank ?? 0}>
                  {rank ?? '-'}
                </span>
              </td>
              <td className={styles.cell}>
                <span className={styles.who}>
                  {onBy ? (
                    <Link
                      to="/orders"
                      search={{ agentId: id, createdFrom: from, createdTo: to, status: 'open,completed' }}
                    >
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </span>{' '}
                {id === ownId && <Badge tone="blue">You</Badge>}
                <Climb climbed={standing.climbed} />
                <span className={styles.note}>{others(standing)}</span>
              </td>
              {rankedBy.map((one) => (
                <td
                  key={one}
                  className={styles.cell}
                  data-by={one === by || undefined}
                  data-other={one === by ? undefined : true}
                >
                  {shown(standing, one, currency)}
                </td>
              ))}
              <td className={styles.cell} data-other>
                {formatCount(calls)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** By how many ranks somebody has come up or down. */
function Climb({ climbed }: { climbed: number | null }) {
  const styles = leaderboard()
  if (climbed === null || climbed === 0) return null
  const ranks = Math.abs(climbed)
  const text = `${climbed > 0 ? 'Up' : 'Down'} ${ranks} ${ranks === 1 ? 'rank' : 'ranks'}`
  return (
    <span className={styles.climb} data-way={climbed > 0 ? 'up' : 'down'} role="img" aria-label={text} title={text}>
      {climbed > 0 ? '▲' : '▼'} {ranks}
    </span>
  )
}
