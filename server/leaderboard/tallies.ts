import { sql } from 'drizzle-orm'
import { type CalendarPart, firstDayOf, lastDayOf } from '../../contract/rules/calendarParts'
import { dayIn, daysLater } from '../../contract/rules/days'
import { added, nothing, type Tally } from '../../contract/rules/leaderboard'
import type { LeaderboardPeriod } from '../../contract/rules/leaderboardPeriods'
import { agentName } from '../db/agentNames'
import type { Transaction } from '../db/transactions'
import { coverages } from '../reports/coverage'
import { ofAgent, talliedRows, tallyColumns } from './rows'

/** What each agent has sold in a period, and in the whole period before it. */
export interface Board {
  now: Map<string, Tally>
  before: Map<string, Tally>
  /** The first and the last day of the period. */
  from: string
  to: string
  /** Of whoever is in one of them. */
  names: Map<string, string>
}

/** Which period, and when and where it is looked at. */
interface Looked {
  period: LeaderboardPeriod
  now: Date
  zone: string
}

const parts = { today: 'day', week: 'week', month: 'month' } as const satisfies Record<LeaderboardPeriod, CalendarPart>

/** The first and the last day of the period that a moment is in. */
function daysOf({ period, now, zone }: Looked): { from: string; to: string } {
  const from = firstDayOf(parts[period], dayIn(zone, now))
  return { from, to: lastDayOf(parts[period], from) }
}

const start = (day: string, zone: string) => sql`day_start(${day}::date, ${zone})`

/** PostgreSQL would compile so long a statement for longer than it takes to run it. */
const withoutCompiling = (tx: Transaction) => tx.execute(sql`set local jit = off`)

interface Part extends Tally {
  [column: string]: unknown
  agentId: string
  isNow: boolean
}

/**
 * What was sold on each day from one to another that is no more of it: what is kept of days that are over and have not changed
 * since, and the rows of all others; with the statements before it that it is read from.
 */
function dailyTallies(first: string, end: string, zone: string, agentId?: string) {
  const span = { from: start(first, zone), to: start(end, zone) }
  const { statements, kept, gaps } = coverages('board', ['day'], span, zone)
  const rows = talliedRows({ since: sql`gap.since`, until: sql`gap.until`, zone, agentId })
  return {
    statements: sql.join(statements, sql`, `),
    tallies: sql`
      select ${tallyColumns} from board_sums where org_id = (select current_org()) ${ofAgent(agentId)}
        and first_day = any(array(select first_day from ${sql.identifier(kept.day ?? '')}))
      union all
      select own.* from ${sql.identifier(gaps)} as gap cross join lateral (${rows}) as own`,
  }
}

/** What everybody has sold in a period and in the one before it, in one statement. */
export async function boardAt(tx: Transaction, looked: Looked): Promise<Board> {
  const { period, zone } = looked
  const { from, to } = daysOf(looked)
  const before = firstDayOf(parts[period], daysLater(from, -1))
  const { statements, tallies } = dailyTallies(before, daysLater(to, 1), zone)
  await withoutCompiling(tx)
  const { rows } = await tx.execute<Part>(sql`
    with ${statements}
    select agent_id as "agentId", first_day >= ${from}::date as "isNow", sum(net)::float8 as net, sum(orders)::int as orders,
      sum(total)::float8 as total, sum(calls)::int as calls, sum(sold)::int as sold
    from (${tallies}) as tallies group by 1, 2`)
  const tallied = (isNow: boolean) =>
    new Map(rows.filter((row) => row.isNow === isNow).map(({ agentId, ...tally }) => [agentId, added(nothing, tally)]))
  const names = await namesOf(tx, [...new Set(rows.map(({ agentId }) => agentId))])
  return { now: tallied(true), before: tallied(false), from, to, names }
}

/** Whoever has left is called as their newest order says. */
async function namesOf(tx: Transaction, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; name: string | null }>(sql`
    select asked.id, ${agentName} as name from unnest(${sql.param(ids)}::uuid[]) as asked (id)`)
  return new Map(rows.map(({ id, name }) => [id, name || 'Somebody who left']))
}

/** The best period of somebody's that is over (LB-01). */
export async function bestOf(
  tx: Transaction,
  { agentId, ...looked }: Looked & { agentId: string },
): Promise<{ revenue: number; from: string; to: string } | null> {
  const { period, zone } = looked
  const { rows: sold } = await tx.execute<{ first: string | null }>(sql`
    select to_char(min(created_at) at time zone ${zone}, 'YYYY-MM-DD') as first from orders
    where org_id = (select current_org()) and agent_id = ${agentId}`)
  const first = sold[0]?.first
  const { from } = daysOf(looked)
  if (!first || first >= from) return null
  const { statements, tallies } = dailyTallies(first, from, zone, agentId)
  await withoutCompiling(tx)
  const { rows } = await tx.execute<{ revenue: number; day: string }>(sql`
    with ${statements}
    select sum(net)::float8 / 100 as revenue, to_char(date_trunc(${parts[period]}, first_day), 'YYYY-MM-DD') as day
    from (${tallies}) as tallies group by 2 having sum(net) > 0 order by 1 desc, 2 desc limit 1`)
  const [best] = rows
  return best ? { revenue: best.revenue, from: best.day, to: lastDayOf(parts[period], best.day) } : null
}
