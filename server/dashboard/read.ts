import { type SQL, sql } from 'drizzle-orm'
import type { Dashboard } from '../../contract/extensions/dashboard'
import { dayIn } from '../../contract/rules/days'
import { firstSteps, type Waiting, waiting, waitingIn } from '../../contract/rules/workQueue'
import { countsAsCall } from '../calls/counting'
import { zoneOfOrganization } from '../db/organizations'
import { countRows } from '../db/search'
import { ordersWhoseLinkEnds } from '../db/searchables'
import type { Transaction } from '../db/transactions'

/** Who looks, and at what. */
export interface Looked {
  orgId: string
  userId: string
  now: Date
  /** Whether they see no orders but their own. */
  isNarrowed: boolean
  /** Of the mails those that they may know of; undefined for all. */
  mails: SQL | undefined
}

/** What the dashboard shows, in the transaction of who looks: of orders, those that they may see. */
export async function readDashboard(tx: Transaction, looked: Looked): Promise<Dashboard> {
  const zone = await zoneOfOrganization(tx, looked.orgId)
  // Sent together: the connection pipelines.
  const [queue, begun, own] = await Promise.all([
    queueOf(tx, looked),
    // Whoever sees their own orders alone can't tell how far the business is.
    looked.isNarrowed ? undefined : begunOf(tx),
    ownDayOf(tx, looked, zone),
  ])
  return { id: looked.orgId, queue, ...stepsOf(begun), own }
}

type Counted = Record<Waiting, number> & { firstEnd: Date | string | null; firstCall: Date | string | null }

async function queueOf(tx: Transaction, { userId, mails = sql`true` }: Looked): Promise<Dashboard['queue']> {
  const inList = (of: keyof typeof waitingIn) => countRows(tx, waitingIn[of].list, waitingIn[of].filters)
  const [linksEnding, declined, toPack, lowStock, others] = await Promise.all([
    inList('linksEnding'),
    inList('declined'),
    inList('toPack'),
    inList('lowStock'),
    tx.execute<{ callBacks: number; deadMails: number; firstEnd: string | null; firstCall: string | null }>(sql`
      select due.number as "callBacks", due.first as "firstCall",
        (select count(*)::int from mails where org_id = (select current_org()) and state = 'dead' and ${mails}) as "deadMails",
        (select min(expires_at) from (${sql.raw(ordersWhoseLinkEnds)}) as ending) as "firstEnd"
      from (select count(*)::int as number, min(call_back_at) as first from calls
        where org_id = (select current_org()) and agent_id = ${userId} and call_back_at <= now() and called_back_at is null) as due`),
  ])
  const { callBacks = 0, deadMails = 0, firstEnd = null, firstCall = null } = others.rows[0] ?? {}
  const counted: Counted = { linksEnding, declined, toPack, lowStock, callBacks, deadMails, firstEnd, firstCall }
  const firsts: Partial<Record<Waiting, Counted['firstEnd']>> = { linksEnding: firstEnd, callBacks: firstCall }
  return waiting.flatMap((of) => {
    const first = firsts[of] ?? null
    return counted[of] > 0
      ? [{ of, count: counted[of], firstAt: first === null ? null : new Date(first).toISOString() }]
      : []
  })
}

interface Begun {
  [step: string]: unknown
  isOpen: boolean
  campaignId: string | null
  orderId: string | null
}

/** What an organization has begun with, until its first order has been paid; nothing more is asked of one that sells. */
async function begunOf(tx: Transaction): Promise<Begun | undefined> {
  const { rows: paid } = await tx.execute(sql`
    select from orders where org_id = (select current_org())
      and payment_status in ('paid', 'overpaid', 'partially_refunded', 'refunded') limit 1`)
  if (paid.length > 0) return undefined
  const { rows } = await tx.execute<Begun>(sql`
    select
      exists (select from products where org_id = (select current_org()) and status = 'active') as product,
      newest.id is not null as campaign,
      exists (select from offers where org_id = (select current_org()) and deleted_at is null
        and campaign_id in (select id from campaigns where org_id = (select current_org()) and archived_at is null)) as offer,
      exists (select from gateway_instances where org_id = (select current_org()) and enabled) as gateway,
      ordered.id is not null as "order",
      newest.id as "campaignId", ordered.id as "orderId"
    from (select) as one
      left join lateral (select id from campaigns where org_id = (select current_org()) and archived_at is null
        order by created_at desc, id desc limit 1) as newest on true
      left join lateral (select id from orders where org_id = (select current_org()) and status in ('open', 'completed')
        order by created_at desc, id desc limit 1) as ordered on true`)
  return rows[0]
}

const stepsOf = (begun: Begun | undefined): Pick<Dashboard, 'steps' | 'next'> =>
  begun === undefined
    ? { steps: null, next: null }
    : {
        steps: firstSteps.map((step) => ({ step, isDone: begun[step] === true })),
        next: { campaignId: begun.campaignId, orderId: begun.orderId },
      }

async function ownDayOf(tx: Transaction, { userId, now }: Looked, zone: string): Promise<Dashboard['own']> {
  const today = sql`day_start(${dayIn(zone, now)}::date, ${zone})`
  const { rows } = await tx.execute<Dashboard['own']>(sql`
    select called.*,
      (select count(*)::int from orders where org_id = (select current_org()) and agent_id = ${userId}
        and created_at >= ${today} and status in ('open', 'completed')) as orders,
      (select count(*)::int from calls where org_id = (select current_org()) and agent_id = ${userId}
        and call_back_at is not null and called_back_at is null) as "callBacks"
    from (select count(*)::int as calls,
        count(*) filter (where ${countsAsCall})::int as counted,
        count(*) filter (where order_id is not null)::int as sold
      from calls where org_id = (select current_org()) and agent_id = ${userId} and started_at >= ${today}) as called`)
  return rows[0] ?? { calls: 0, counted: 0, sold: 0, orders: 0, callBacks: 0 }
}
