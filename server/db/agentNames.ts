import { sql } from 'drizzle-orm'

/** What an agent is called by whose id is `asked.id`; who has left is called as on what they sold last. */
export const agentName = sql`coalesce((select name from users where users.id = asked.id),
  (select agent_name from orders where orders.org_id = (select current_org()) and orders.agent_id = asked.id
    order by created_at desc, id desc limit 1))`
