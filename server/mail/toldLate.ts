import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { outbox, systemOrgId } from '../db/schema/outbox'
import { postedMailTopic } from './mail'

const millisecondsPerDay = 86_400_000

/**
 * Tells the lists of organizations what became of mails that were delivered, or given up, without a word to them: by workers
 * of the release before, which know of no list of what is about no order.
 */
export async function tellLate(database: Pick<Database, 'system' | 'tenant'>, now: Date): Promise<void> {
  const isOver = and(
    eq(outbox.topic, postedMailTopic),
    ne(outbox.orgId, systemOrgId),
    inArray(outbox.state, ['done', 'dead']),
    gt(outbox.createdAt, new Date(now.getTime() - 2 * millisecondsPerDay)),
  )
  const organizations = await database.system((tx) =>
    tx.selectDistinct({ orgId: outbox.orgId }).from(outbox).where(isOver),
  )
  for (const { orgId } of organizations) {
    await database.tenant(orgId, (tx) =>
      tx.execute(sql`
        update mails set tries = attempts, error = last_error, delivered_at = done_at, updated_at = ${now.toISOString()}::timestamptz,
          state = case when outbox.state = 'dead' then 'dead' when payload ->> 'text' = '' then 'delivered' else 'kept' end
        from outbox
        where mails.org_id = ${orgId} and mails.state = 'queued' and outbox.org_id = mails.org_id
          and outbox.dedupe_key = 'mail:' || mails.dedupe_key and topic = ${postedMailTopic} and outbox.state in ('done', 'dead')`),
    )
  }
}
