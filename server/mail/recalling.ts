import { sql } from 'drizzle-orm'
import type { MailEvent } from '../../contract/extensions/autoresponders'
import type { Transaction } from '../db/transactions'
import { keptMailTopic } from './queue'

/**
 * Takes back what was written about an event of these subjects, each with its order, while nobody has tried to send it:
 * then nothing was said (FU-04). What is being sent, or has been, stays.
 */
export async function recallMails(
  tx: Transaction,
  orgId: string,
  event: MailEvent,
  subjects: readonly { orderId: string; subjectId: string }[],
): Promise<void> {
  if (subjects.length === 0) return
  await tx.execute(sql`
    with subject as (
      select * from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as subject ("orderId" uuid, "subjectId" text)
    ), waiting as (
      select mails.id, 'mail:' || mails.dedupe_key as "jobKey" from mails join subject on mails.order_id = subject."orderId"
        and mails.dedupe_key like ${`${event}:`} || subject."subjectId" || ':%'
      where mails.org_id = ${orgId} and mails.state = 'queued'
    ), recalled as (
      delete from outbox using waiting
      where outbox.org_id = ${orgId} and topic = ${keptMailTopic} and outbox.state = 'ready' and attempts = 0
        and dedupe_key = waiting."jobKey"
      returning waiting.id
    )
    delete from mails using recalled where mails.org_id = ${orgId} and mails.id = recalled.id`)
}
