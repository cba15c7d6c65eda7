import { and, type SQL, sql } from 'drizzle-orm'
import type { ReceivedAsked } from '../../contract/extensions/collaborations'
import type { ReceivedCampaign } from '../../contract/lists/receivedCampaigns'
import { whyNotSold } from '../../contract/rules/collaborations'
import { dayIn } from '../../contract/rules/days'
import { whyNotCampaign } from '../../contract/rules/selling'
import { hasWords } from '../db/patterns'
import { contractRows, type Row } from '../db/rows'
import type { Transaction } from '../db/transactions'

/** For so long after its end a collaboration is told among what is shared, so that nobody looks for it in vain. */
const daysAfterEnd = 30

interface ReceivedRow extends ReceivedCampaign {
  timeZone: string | null
}

/** A campaign each, and one for a collaboration of which none is seen, unless the two collaborate again. */
const received = (now: Date) => sql`
  select coalesce(campaign.id, one.id) as id, one.id as "collaborationId", one.org_name as partner, one.state,
    campaign.id as "campaignId", campaign.name, campaign.category, campaign.type, campaign.status,
    campaign.start_date as "startDate", campaign.end_date as "endDate", shared."right", organization.time_zone as "timeZone",
    campaign.archived_at is not null as is_archived,
    folded(concat_ws(' ', campaign.name, campaign.category, one.org_name)) as search_text
  from collaborations as one
    left join collaboration_campaigns as shared on shared.org_id = one.org_id and shared.collaboration_id = one.id
    left join campaigns as campaign on campaign.org_id = shared.org_id and campaign.id = shared.campaign_id
    left join organizations as organization on organization.id = campaign.org_id
  where one.state = 'active' and campaign.id is not null
    or one.state = 'paused'
    or one.state = 'ended' and one.updated_at > ${now.toISOString()}::timestamptz - make_interval(days => ${daysAfterEnd}::int)
      and not exists (
        select from collaborations as later where later.org_id = one.org_id and later.created_at > one.created_at
      )`

type Narrowed = Omit<ReceivedAsked, 'organizationId' | 'limit' | 'page'>

/** The campaigns that are shared with an organization, by name unless it is asked otherwise, as parts of statements. */
function foundReceived(
  { status, category, type, archived = 'false', q = '', sortBy = 'name', sortOrder = 'asc' }: Narrowed,
  now: Date,
) {
  const conditions = and(
    sql`is_archived = ${archived === 'true'}`,
    status === undefined ? undefined : sql`status = ${status}`,
    category === undefined ? undefined : sql`category = ${category}`,
    type === undefined ? undefined : sql`type = ${type}`,
    hasWords(sql`search_text`, q),
  )
  const from = sql`from (${received(now)}) as received where ${conditions}`
  const column = sql.identifier(sortBy)
  const key = sortBy === 'startDate' || sortBy === 'endDate' ? column : sql`folded(${column}) collate "C"`
  const direction = sortOrder === 'desc' ? sql`desc` : sql`asc`
  const order = sql`order by ${key} ${direction} nulls last, folded(partner) collate "C", id ${direction}`
  return { from, rows: sql`select * ${from} ${order}` }
}

/** The statement that tells all of them, each as {@link shownReceived} shows it, in a transaction of a partner's. */
export const everyReceived = (asked: Narrowed, now: Date): SQL => foundReceived(asked, now).rows

/** A page of them, in a transaction of theirs as a partner of all that share. */
export async function receivedCampaigns(
  tx: Transaction,
  { limit, page, ...asked }: Omit<ReceivedAsked, 'organizationId'>,
  now: Date,
): Promise<{ rows: ReceivedCampaign[]; total: number }> {
  const { from, rows } = foundReceived(asked, now)
  const [found, counted] = await Promise.all([
    tx.execute<Row>(sql`${rows} limit ${limit} offset ${(page - 1) * limit}`),
    tx.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  return { rows: contractRows(found).map((row) => shownReceived(row, now)), total: counted.rows[0]?.total ?? 0 }
}

/** A row of the statement, which names and types its columns as the contract does. */
export function shownReceived(found: Row, now: Date): ReceivedCampaign {
  const { timeZone, is_archived: isArchived, ...row } = found as unknown as ReceivedRow & { is_archived: boolean }
  const archivedAt = isArchived ? now : null
  const whyNot =
    whyNotSold(row.state ?? 'ended', row.right ?? undefined) ??
    whyNotCampaign({ ...row, archivedAt }, dayIn(timeZone ?? 'UTC', now))
  return { ...row, whyNotSold: whyNot ?? null }
}
