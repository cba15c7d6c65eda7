import { sql } from 'drizzle-orm'

/** What an agent is called by whose id is `asked.id`; who was never here is called as their archive says, and who has left as on what they sold last. */
export const agentName = sql`coalesce((select name from users where users.id = asked.id),
  (select name from past_people where past_people.org_id = (select current_org()) and past_people.id = asked.id),
  (select agent_name from orders where orders.org_id = (select current_org()) and orders.agent_id = asked.id
    order by created_at desc, id desc limit 1))`
