import type { EventFromLogic } from 'xstate'
import { type Life, type StateOf, stepOf } from '../../machines/lives/life'
import type { Caller } from '../auth/sessions'
import { Refusal } from '../http/errors'
import { recordEvents } from './schema/recordEvents'
import type { Transaction } from './transactions'

/** Which record an event happens to, and who does it; nobody does what the clock does. */
export interface Happening {
  orgId: string
  /** As the contract calls its records, such as `orders`. */
  resource: string
  recordId: string
  caller: Caller | undefined
  now: Date
}

/** Keeps that something happened, for the record's timeline. */
export async function keepEvent(
  tx: Transaction,
  { orgId, resource, recordId, caller, now }: Happening,
  event: { kind: string; from?: string; to?: string; facts?: Record<string, unknown> },
): Promise<void> {
  const who = { userId: caller?.userId ?? null, userName: caller?.name ?? null }
  await tx.insert(recordEvents).values({ orgId, resource, recordId, ...who, ...event, createdAt: now })
}

/**
 * Takes a record's life one step further and keeps the event with its facts; returns the new state, which the caller
 * writes. The row must be locked. Throws a 409 with the sentence of the life when the step is not possible (LI-06).
 */
export async function takeStep<Of extends Life>(
  tx: Transaction,
  happening: Happening,
  life: Of,
  state: StateOf<Of>,
  event: EventFromLogic<Of>,
): Promise<StateOf<Of>> {
  const step = stepOf(life, state, event)
  if (step.refusal !== undefined) throw new Refusal(409, 'not_possible', step.refusal)
  const { to } = step
  const { type: kind, ...facts } = event
  await keepEvent(tx, happening, { kind, from: state, to, facts })
  return to
}
