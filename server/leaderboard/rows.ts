import { sql, type SQL } from 'drizzle-orm'
import { countsAsCall } from '../calls/counting'

/** Which rows are added up, from a moment to one that is no more of it, and by what beside their agents. */
interface Rows {
  since: SQL
  until: SQL
  by: (moment: SQL) => SQL
  /** Of one agent alone. */
  agentId?: string
}

const own = (moment: SQL, { since, until, agentId }: Rows) => sql`
  org_id = (select current_org()) and ${moment} >= ${since} and ${moment} < ${until}
  ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`}`

/** What agents have sold: orders that are neither cancelled nor expired; what partners sell is on no leaderboard (LB-01). */
export const orderTallies = (rows: Rows) => sql`
  select agent_id, ${rows.by(sql`created_at`)} as part, sum(paid_cents - refunded_cents)::bigint as net, count(*) as orders,
    sum(total_cents)::bigint as total, 0::bigint as calls, 0::bigint as sold
  from orders
  where ${own(sql`created_at`, rows)} and status in ('open', 'completed') and agent_id is not null and collaboration_id is null
  group by 1, 2`

/** The calls of agents that count, and those in which something was sold. */
export const callTallies = (rows: Rows) => sql`
  select agent_id, ${rows.by(sql`started_at`)} as part, 0::bigint as net, 0::bigint as orders, 0::bigint as total,
    count(*) as calls, count(order_id) as sold
  from calls where ${own(sql`started_at`, rows)} and ${countsAsCall}
  group by 1, 2`
