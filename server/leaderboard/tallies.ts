import { type SQL, sql } from 'drizzle-orm'
import { added, nothing, type Tally } from '../../contract/rules/leaderboard'
import { type LeaderboardPeriod, leaderboardPeriods } from '../../contract/rules/leaderboardPeriods'
import { countsAsCall } from '../calls/counting'
import { agentName } from '../db/agentNames'
import type { Transaction } from '../db/transactions'

/** What each agent has sold in a period, and in the whole period before it. */
export interface Tallies {
  now: Map<string, Tally>
  before: Map<string, Tally>
  /** The first and the last day of the period. */
  from: string
  to: string
}

export interface Board {
  tallies: Record<LeaderboardPeriod, Tallies>
  /** Of whoever is in one of them. */
  names: Map<string, string>
}

const units = { today: 'day', week: 'week', month: 'month' } as const satisfies Record<LeaderboardPeriod, string>

interface Bounds {
  [column: string]: unknown
  period: LeaderboardPeriod
  /** Moments in milliseconds since 1970: when the period before began, and this one. */
  before: number
  begin: number
  from: string
  to: string
}

/** When the periods began that a moment is in, in the organization's zone: a day there may have 23 hours. */
async function boundsAt(tx: Transaction, now: Date): Promise<Bounds[]> {
  const of = (period: LeaderboardPeriod): SQL => {
    const begin = sql`date_trunc(${units[period]}, here.moment)`
    const length = sql.raw(`interval '1 ${units[period]}'`)
    return sql`select ${period}::text as period,
      (extract(epoch from (${begin} - ${length}) at time zone here.zone) * 1000)::float8 as before,
      (extract(epoch from ${begin} at time zone here.zone) * 1000)::float8 as begin,
      to_char(${begin}, 'YYYY-MM-DD') as from, to_char(${begin} + ${length} - interval '1 day', 'YYYY-MM-DD') as to from here`
  }
  const { rows } = await tx.execute<Bounds>(sql`
    with here as (select time_zone as zone, ${now.toISOString()}::timestamptz at time zone time_zone as moment
      from organizations where id = (select current_org()))
    ${sql.join(leaderboardPeriods.map(of), sql` union all `)}`)
  return rows
}

interface Part extends Tally {
  [column: string]: unknown
  agentId: string
  /** Between which of the moments, from 1. */
  part: number
}

/**
 * What everybody has sold today, this week and this month, and before. Each row is read once, and put between two of the
 * moments at which one of the periods begins: a period is some of these parts, one after the other.
 */
export async function boardAt(tx: Transaction, now: Date): Promise<Board> {
  const bounds = await boundsAt(tx, now)
  const moments = [...new Set(bounds.flatMap(({ before, begin }) => [before, begin]))].toSorted((a, b) => a - b)
  const cuts = sql`${sql.param(moments.map((moment) => new Date(moment).toISOString()))}::timestamptz[]`
  const first = sql`${new Date(moments[0] ?? 0).toISOString()}::timestamptz`
  const { rows } = await tx.execute<Part>(sql`
    select agent_id as "agentId", width_bucket(created_at, ${cuts}) as part,
      sum(paid_cents - refunded_cents)::float8 as net, count(*)::int as orders, sum(total_cents)::float8 as total,
      0 as calls, 0 as sold
    from orders
    where org_id = (select current_org()) and created_at >= ${first}
      and status in ('open', 'completed') and agent_id is not null and collaboration_id is null
    group by 1, 2
    union all
    select agent_id, width_bucket(started_at, ${cuts}), 0, 0, 0, count(*)::int, count(order_id)::int
    from calls
    where org_id = (select current_org()) and started_at >= ${first}
      and ${countsAsCall}
    group by 1, 2`)
  const between = (begin: number, end: number): Map<string, Tally> => {
    const tallies = new Map<string, Tally>()
    for (const row of rows) {
      const moment = moments[row.part - 1] ?? 0
      if (moment < begin || moment >= end) continue
      tallies.set(row.agentId, added(tallies.get(row.agentId) ?? nothing, row))
    }
    return tallies
  }
  const tallies = Object.fromEntries(
    bounds.map(({ period, before, begin, from, to }) => [
      period,
      { now: between(begin, Infinity), before: between(before, begin), from, to },
    ]),
    // Bounds has one of each period.
  ) as Board['tallies']
  return { tallies, names: await namesOf(tx, [...new Set(rows.map(({ agentId }) => agentId))]) }
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
  { agentId, period, now }: { agentId: string; period: LeaderboardPeriod; now: Date },
): Promise<{ revenue: number; from: string; to: string } | null> {
  const unit = units[period]
  const zone = sql`(select time_zone from organizations where id = (select current_org()))`
  const { rows } = await tx.execute<{ revenue: number; from: string; to: string }>(sql`
    select net / 100 as revenue, to_char(begun, 'YYYY-MM-DD') as from,
      to_char(begun + ${sql.raw(`interval '1 ${unit}'`)} - interval '1 day', 'YYYY-MM-DD') as to
    from (select date_trunc(${unit}, created_at at time zone ${zone}) as begun,
        sum(paid_cents - refunded_cents)::float8 as net
      from orders where org_id = (select current_org()) and agent_id = ${agentId}
        and status in ('open', 'completed') and collaboration_id is null
      group by 1) as periods
    where net > 0 and begun < date_trunc(${unit}, ${now.toISOString()}::timestamptz at time zone ${zone})
    order by net desc, begun desc limit 1`)
  return rows[0] ?? null
}
