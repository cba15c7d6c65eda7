import { sql } from 'drizzle-orm'
import { trackingEvent } from '../../contract/rules/heldMails'
import type { Transaction } from '../db/transactions'
import { ownMailOf } from '../mail/ownMails'
import { isFor, respondersOf } from '../mail/responders'
import { isItsRecord } from './records'

/** How many customers are mailed about the numbers that an import assigns, or has assigned (FU-04, ML-04). */
export async function mailedBy(tx: Transaction, orgId: string, importId: string): Promise<number> {
  const responders = await respondersOf(tx, isFor(orgId, trackingEvent))
  const own = await ownMailOf(tx, orgId, trackingEvent)
  const idsOf = (some: typeof responders) =>
    sql`${sql.param([...new Set(some.map(({ autoresponder }) => autoresponder.campaignId))])}::uuid[]`
  const sending = idsOf(responders.filter(({ autoresponder }) => !autoresponder.paused))
  const isMailed = own
    ? sql`(orders.campaign_id = any(${sending}) or orders.campaign_id <> all(${idsOf(responders)}))`
    : sql`orders.campaign_id = any(${sending})`
  const { rows } = await tx.execute<{ customers: number }>(sql`
    select count(distinct orders.customer_id)::int as customers
    from sheet_import_lines as line join fulfilments as record on ${isItsRecord}
      join orders on orders.org_id = record.org_id and orders.id = record.order_id
    where line.org_id = ${orgId} and line.import_id = ${importId} and verdict = 'update'
      and orders.customer_email <> '' and ${isMailed}`)
  return rows[0]?.customers ?? 0
}
