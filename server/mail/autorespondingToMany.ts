import { and, eq, inArray, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { MailEvent } from '../../contract/extensions/autoresponders'
import { sentAt } from '../../contract/rules/heldMails'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { factsOf, itemsOf, sellerOf } from './facts'
import { ownMailOf } from './ownMails'
import { keptMailTopic, type NewMail } from './queue'
import { isFor, mailOf, type MailTemplate, respondersOf, templateOf } from './responders'

interface AnsweredMany {
  orgId: string
  event: MailEvent
  now: Date
  subjects: readonly { orderId: string; subjectId: string; carrier: string | null; trackingNumber: string }[]
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
  if (subjects.length === 0) return
  const { templatesOf, campaignIds } = await templatesByCampaign(tx, orgId, event)
  if (campaignIds?.length === 0) return
  const seller = await sellerOf(tx, orgId)
  for (let start = 0; start < subjects.length; start += mailsAtOnce) {
    const some = subjects.slice(start, start + mailsAtOnce)
    const ids = some.map(({ orderId }) => orderId)
    const ofThese = and(
      eq(orders.orgId, orgId),
      inArray(orders.id, ids),
      campaignIds && inArray(orders.campaignId, campaignIds),
    )
    const known = await tx.select().from(orders).where(ofThese)
    const byId = new Map(known.filter(({ customerEmail }) => customerEmail !== '').map((order) => [order.id, order]))
    if (byId.size === 0) continue
    const items = await itemsOf(tx, orgId, [...byId.keys()])
    const written = some.flatMap(({ orderId, subjectId, carrier, trackingNumber }) => {
      const order = byId.get(orderId)
      if (!order) return []
      const told = { event, carrier, trackingNumber }
      const facts = factsOf(order, { seller, items: items.get(orderId) ?? [], told })
      const answering = { event, subjectId, orderId, to: order.customerEmail, now }
      return templatesOf(order.campaignId).map((template) => mailOf(template, answering, facts))
    })
    for (let from = 0; from < written.length; from += mailsAtOnce) {
      await queueMails(tx, orgId, written.slice(from, from + mailsAtOnce), { now, runAt: sentAt(event, now) })
    }
  }
}

/** What each campaign answers an event by, and those that answer at all: undefined where any may. */
async function templatesByCampaign(tx: Transaction, orgId: string, event: MailEvent) {
  const responders = await respondersOf(tx, isFor(orgId, event))
  const own = await ownMailOf(tx, orgId, event)
  const byCampaign = new Map<string, MailTemplate[]>()
  for (const responder of responders) {
    const { campaignId, paused } = responder.autoresponder
    const ofCampaign = byCampaign.get(campaignId) ?? []
    byCampaign.set(campaignId, paused ? ofCampaign : [...ofCampaign, templateOf(responder)])
  }
  return {
    campaignIds: own ? undefined : [...byCampaign.keys()],
    templatesOf: (campaignId: string): MailTemplate[] => byCampaign.get(campaignId) ?? (own ? [own] : []),
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
