import { and, asc, eq } from 'drizzle-orm'
import type { TimelineEvent } from '../../contract/timeline'
import { auditEntries } from './schema/auditEntries'
import { recordEvents } from './schema/recordEvents'
import type { Transaction } from './transactions'

/** What happened to a record, the oldest first. */
export async function eventsOf(
  tx: Transaction,
  orgId: string,
  resource: string,
  recordId: string,
): Promise<TimelineEvent[]> {
  const events = await tx
    .select()
    .from(recordEvents)
    .where(and(eq(recordEvents.orgId, orgId), eq(recordEvents.resource, resource), eq(recordEvents.recordId, recordId)))
    .orderBy(asc(recordEvents.createdAt), asc(recordEvents.id))
  return events.map(({ id, kind, from, to, facts, userName, createdAt }) => ({
    id,
    kind,
    from,
    to,
    text: textOf(facts),
    userName,
    createdAt: createdAt.toISOString(),
  }))
}

/** How a record began, as the audit tells it of one that no event begins, such as a customer of demo data (AD-01). */
export async function beginningOf(
  tx: Transaction,
  orgId: string,
  resource: string,
  recordId: string,
): Promise<TimelineEvent[]> {
  const { id, actorName, createdAt, kind } = auditEntries
  const [begun] = await tx
    .select({ id, actorName, createdAt })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.orgId, orgId),
        eq(auditEntries.resource, resource),
        eq(auditEntries.recordId, recordId),
        eq(kind, 'created'),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(1)
  if (!begun) return []
  const when = { userName: begun.actorName, createdAt: begun.createdAt.toISOString() }
  return [{ id: `audit-${begun.id}`, kind: 'create', from: null, to: null, text: null, ...when }]
}

/** What an event says to people beside its kind: its text, why it was done, or what became of what. */
function textOf({ text, reason, before, after }: Record<string, unknown>): string | null {
  if (typeof text === 'string') return text
  if (typeof reason === 'string') return reason
  return typeof before === 'string' && typeof after === 'string' ? `${before} → ${after}` : null
}
