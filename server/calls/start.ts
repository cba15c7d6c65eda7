import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CallRecord } from '../../contract/extensions/calls'
import { callLife } from '../../machines/lives/callLife'
import type { Caller } from '../auth/sessions'
import { takeStep } from '../db/lives'
import { calls } from '../db/schema/calls'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'
import { callOf } from './read'

type Fields = Partial<Pick<typeof calls.$inferInsert, 'customerId' | 'phone' | 'externalId' | 'direction'>>

interface Starting {
  orgId: string
  agentId: string
  /** Who begins it; nobody for what a telephone system begins. */
  caller: Caller | undefined
  now: Date
}

/** Of two calls of a person that begin at once, the second waits here for the first. */
export async function lockCallsOf(tx: Transaction, orgId: string, agentId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${orgId} call of ${agentId}`}, 0))`)
}

/**
 * Begins a call of a person whose calls are locked. Throws a 409 with the sentence when they are in one already, or call
 * somebody who does not want it.
 */
export async function startCall(
  tx: Transaction,
  { orgId, agentId, caller, now }: Starting,
  fields: Fields,
  { whyNot, doNotCall }: { whyNot: string; doNotCall: boolean },
): Promise<CallRecord | undefined> {
  const [ongoing] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.orgId, orgId), eq(calls.agentId, agentId), isNull(calls.endedAt)))
    .limit(1)
  if (ongoing) throw new Refusal(409, 'not_possible', whyNot)
  const [created] = await tx
    .insert(calls)
    .values({ orgId, agentId, ...fields, startedAt: now })
    .returning({ id: calls.id })
  if (!created) throw new Error('a call was not inserted')
  await takeStep(tx, { orgId, resource: 'calls', recordId: created.id, caller, now }, callLife, 'ringing', {
    type: 'start',
    isOutgoing: fields.direction !== 'inbound',
    doNotCall,
  })
  return callOf(tx, orgId, created.id)
}
