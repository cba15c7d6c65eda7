import { sql } from 'drizzle-orm'
import { trackingEvent } from '../../contract/rules/heldMails'
import type { Transaction } from '../db/transactions'
import { answers, respondersOf } from '../mail/responders'
import { isItsRecord } from './records'

/** How many customers are mailed about the numbers that an import assigns, or has assigned (FU-04). */
export async function mailedBy(tx: Transaction, orgId: string, importId: string): Promise<number> {
  const responders = await respondersOf(tx, answers(orgId, trackingEvent))
  if (responders.length === 0) return 0
  const campaignIds = sql.param([...new Set(responders.map(({ autoresponder }) => autoresponder.campaignId))])
  const { rows } = await tx.execute<{ customers: number }>(sql`
    select count(distinct orders.customer_id)::int as customers
    from sheet_import_lines as line join fulfilments as record on ${isItsRecord}
      join orders on orders.org_id = record.org_id and orders.id = record.order_id
    where line.org_id = ${orgId} and line.import_id = ${importId} and verdict = 'update'
      and orders.campaign_id = any(${campaignIds}::uuid[])`)
  return rows[0]?.customers ?? 0
}
