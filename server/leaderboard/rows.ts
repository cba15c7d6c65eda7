import { sql, type SQL } from 'drizzle-orm'
import { countsAsCall } from '../calls/counting'

/** Which rows are added up, from a moment to one that is no more of it, and by which zone's days. */
interface Rows {
  since: SQL
  until: SQL
  zone: string
  /** Of one agent alone. */
  agentId?: string | undefined
}

/** The column that the days of an agent are kept by, and what is kept of each (0082_board_sums). */
export const tallyColumns = sql`first_day, agent_id, net, orders, total, calls, sold`

export const ofAgent = (agentId: string | undefined) => (agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`)

const within = (moment: SQL, { since, until, agentId }: Rows) =>
  sql`org_id = (select current_org()) and ${moment} >= ${since} and ${moment} < ${until} ${ofAgent(agentId)}`

const dayOf = (moment: SQL, { zone }: Rows) => sql`(${moment} at time zone ${zone})::date as first_day`

/**
 * What agents have sold on each day, and called, as the columns above: orders that are neither cancelled nor expired, and none
 * that partners sell, who are on no leaderboard; and the calls that count, and those in which something was sold (LB-01).
 */
export const talliedRows = (rows: Rows) => sql`
  select ${dayOf(sql`created_at`, rows)}, agent_id, sum(paid_cents - refunded_cents)::bigint as net, count(*) as orders,
    sum(total_cents)::bigint as total, 0::bigint as calls, 0::bigint as sold
  from orders
  where ${within(sql`created_at`, rows)} and status in ('open', 'completed') and agent_id is not null and collaboration_id is null
  group by 1, 2
  union all
  select ${dayOf(sql`started_at`, rows)}, agent_id, 0, 0, 0, count(*), count(order_id)
  from calls where ${within(sql`started_at`, rows)} and ${countsAsCall}
  group by 1, 2`
