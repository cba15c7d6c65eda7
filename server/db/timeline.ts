import { and, asc, eq } from 'drizzle-orm'
import type { TimelineEvent } from '../../contract/timeline'
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

/** What an event says to people beside its kind: its text, why it was done, or what became of what. */
function textOf({ text, reason, before, after }: Record<string, unknown>): string | null {
  if (typeof text === 'string') return text
  if (typeof reason === 'string') return reason
  return typeof before === 'string' && typeof after === 'string' ? `${before} → ${after}` : null
}
