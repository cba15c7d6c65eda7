import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { AutoresponderEvent } from '../../contract/autoresponders'
import { sentAt } from '../../contract/rules/heldMails'
import { orderItems, orders } from '../db/schema/orders'
import { organizations } from '../db/schema/organizations'
import type { Transaction } from '../db/transactions'
import { keptMailTopic, type NewMail } from './queue'
import { answers, mailOf, respondersOf } from './responders'

interface AnsweredMany {
  orgId: string
  event: AutoresponderEvent
  now: Date
  subjects: readonly { orderId: string; subjectId: string; trackingNumber: string }[]
}

/** As many mails as one statement takes. */
const mailsAtOnce = 2_000

/**
 * Answers an event that happened to many orders at once, as `sendAutoresponders` does for one: in the transaction of the
 * event, each once, in statements over all of them.
 */
export async function sendAutorespondersToMany(
  tx: Transaction,
  { orgId, event, now, subjects }: AnsweredMany,
): Promise<void> {
  const responders = await respondersOf(tx, answers(orgId, event))
  if (responders.length === 0 || subjects.length === 0) return
  const organization = await organizationOf(tx, orgId)
  const campaignIds = [...new Set(responders.map(({ autoresponder }) => autoresponder.campaignId))]
  for (let start = 0; start < subjects.length; start += mailsAtOnce) {
    const some = subjects.slice(start, start + mailsAtOnce)
    const ids = some.map(({ orderId }) => orderId)
    const ofThese = and(eq(orders.orgId, orgId), inArray(orders.id, ids), inArray(orders.campaignId, campaignIds))
    const known = await tx.select().from(orders).where(ofThese)
    if (known.length === 0) continue
    const byId = new Map(known.map((order) => [order.id, order]))
    const items = await itemsOf(tx, orgId, [...byId.keys()])
    const written = some.flatMap(({ orderId, subjectId, trackingNumber }) => {
      const order = byId.get(orderId)
      if (!order) return []
      const facts = { ...order, ...organization, items: items.get(orderId) ?? [], paymentLink: '', trackingNumber }
      const answering = { event, subjectId, orderId, to: order.customerEmail, now }
      return responders
        .filter(({ autoresponder }) => autoresponder.campaignId === order.campaignId)
        .map((responder) => mailOf(responder, answering, facts))
    })
    for (let from = 0; from < written.length; from += mailsAtOnce) {
      await queueMails(tx, orgId, written.slice(from, from + mailsAtOnce), { now, runAt: sentAt(event, now) })
    }
  }
}

/** As `queueMail` does for one: in one statement, with all of them as one parameter, as there may be thousands. */
async function queueMails(
  tx: Transaction,
  orgId: string,
  written: readonly NewMail[],
  { now, runAt }: { now: Date; runAt: Date },
): Promise<void> {
  const all = JSON.stringify(written.map((mail) => ({ ...mail, id: uuidv7(), jobId: uuidv7() })))
  const at = now.toISOString()
  await tx.execute(sql`
    with mail as (
      select * from jsonb_to_recordset(${all}::jsonb) as mail (id uuid, "jobId" uuid, "dedupeKey" text, event text,
        "from" text, "to" text, subject text, html text, text text, unrendered jsonb, "orderId" uuid, "orderNumber" int,
        "autoresponderId" uuid, "pluginInstanceId" uuid, "pluginName" text)
    ), queued as (
      insert into mails (org_id, id, dedupe_key, event, sender, recipient, subject, html, plain_text, unrendered, order_id,
        order_number, autoresponder_id, plugin_instance_id, plugin_name, created_at, updated_at)
      select ${orgId}::uuid, id, "dedupeKey", event, "from", "to", subject, html, text, unrendered, "orderId",
        "orderNumber", "autoresponderId", "pluginInstanceId", "pluginName", ${at}::timestamptz, ${at}::timestamptz from mail
      on conflict do nothing returning id
    )
    insert into outbox (org_id, id, topic, payload, dedupe_key, run_at, created_at)
    select ${orgId}::uuid, "jobId", ${keptMailTopic}, jsonb_build_object('mailId', mail.id), 'mail:' || "dedupeKey",
      ${runAt.toISOString()}::timestamptz, ${at}::timestamptz
    from mail join queued on queued.id = mail.id`)
}

async function itemsOf(tx: Transaction, orgId: string, orderIds: readonly string[]) {
  const rows = await tx
    .select({
      orderId: orderItems.orderId,
      name: orderItems.name,
      quantity: orderItems.quantity,
      totalCents: orderItems.totalCents,
    })
    .from(orderItems)
    .where(and(eq(orderItems.orgId, orgId), inArray(orderItems.orderId, [...orderIds])))
    .orderBy(asc(orderItems.position))
  const byOrder = new Map<string, typeof rows>()
  for (const row of rows) {
    const ofOrder = byOrder.get(row.orderId) ?? []
    byOrder.set(row.orderId, ofOrder)
    ofOrder.push(row)
  }
  return byOrder
}

async function organizationOf(tx: Transaction, orgId: string) {
  const [organization] = await tx
    .select({ timeZone: organizations.timeZone, liveUrl: organizations.liveUrl })
    .from(organizations)
    .where(eq(organizations.id, orgId))
  return { timeZone: organization?.timeZone ?? 'UTC', liveUrl: organization?.liveUrl ?? '' }
}
