import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { startOf } from '../db/periods'

/** What a gateway has taken in this month of the organization's, with what is under way, in cents (GW-01). */
export const takenInMonth = (gatewayInstanceId: string | SQLWrapper, now: Date): SQL => sql`(
  (select coalesce(sum(amount_cents), 0) from transactions where org_id = (select current_org())
    and gateway_instance_id = ${gatewayInstanceId} and type = 'charge' and status = 'succeeded'
    and created_at >= (select ${startOf('month', now)} from organizations where id = (select current_org())))
  + (select coalesce(sum(amount_cents), 0) from payment_attempts where org_id = (select current_org())
    and gateway_instance_id = ${gatewayInstanceId} and state in ('created', 'action_required', 'unknown')))`
