import { randomUUID } from 'node:crypto'
import type { Account } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import { hidden } from './foreign'

const rule = 'members.out'

const hour = 3_600_000

/** What somebody has begun, and a colleague has to go on with; none of what there are no calls for. */
export interface Begun {
  draftId: string | undefined
  callBackId: string | undefined
  callId: string | undefined
  /** Whether the call is talked still. */
  isTalked: boolean
}

export const hasBegun = ({ draftId, callBackId, callId }: Begun): boolean =>
  [draftId, callBackId, callId].some((id) => id !== undefined)

/** What there is to go on with, once more is begun. */
export const workWith = (before: Fields, { draftId, callBackId, callId }: Begun): Fields =>
  Object.fromEntries(
    Object.entries({ drafts: draftId, callBacks: callBackId, calls: callId }).map(([part, id]) => [
      part,
      Number(before[part]) + (id === undefined ? 0 : 1),
    ]),
  )

/** Begins of everything one: an order that is typed, a call-back, and a call. */
export async function beginWork(
  run: Run,
  organizationId: string,
  as: Account,
  { title, isTalked = false }: { title: string; isTalked?: boolean },
): Promise<Begun> {
  return {
    draftId: await keepDraft(run, organizationId, as, title),
    callBackId: await callBackLater(run, organizationId, as),
    callId: await beginCall(run, organizationId, as, isTalked),
    isTalked,
  }
}

async function keepDraft(run: Run, organizationId: string, as: Account, title: string): Promise<string | undefined> {
  if (run.lacks('orderDrafts.keep')) return undefined
  const draftId = randomUUID()
  const params = { draftId }
  await run.succeed(rule, 'orderDrafts.keep', { as, params, body: { organizationId, title, content: {} } })
  // Until it is handed over it is nobody's but theirs.
  await run.refuse(rule, 'orderDrafts.get', { params, isValid: true }, hidden)
  return draftId
}

/** A call of the agent, whose customer is to be called back; none where there is nobody to call. */
async function callBackLater(run: Run, organizationId: string, as: Account): Promise<string | undefined> {
  const query = { organizationId, resource: 'customers' as const, limit: 1, page: 1 }
  const [customer] = (await searchPage(run, query)).rows
  if (customer === undefined || run.lacks('calls.start')) return undefined
  const body = { organizationId, customerId: customer.id, direction: 'inbound' }
  const { id: callId } = recordOf(await run.succeed(rule, 'calls.start', { as, body }))
  run.journal.made('calls', callId, as.name, '')
  const ask = { as, params: { callId } }
  await run.succeed(rule, 'calls.end', { ...ask, body: {} })
  const callBackAt = new Date(Date.now() + 48 * hour).toISOString()
  const closed = { disposition: 'call_back', callBackAt, note: 'before noon' }
  // Until they are handed over, nobody else has their calls.
  await run.refuse(rule, 'calls.close', { params: { callId }, body: closed, isValid: true }, hidden)
  await verifyTheirs(run, 'calls.open', organizationId, callId)
  await run.succeed(rule, 'calls.close', { ...ask, body: closed })
  await verifyTheirs(run, 'calls.callBacks', organizationId, callId)
  return callId
}

async function verifyTheirs(
  run: Run,
  name: 'calls.open' | 'calls.callBacks',
  organizationId: string,
  callId: string,
): Promise<void> {
  const listed = await run.succeed(rule, name, { query: { organizationId } })
  const isListed = rowsOf(listed).some(({ id }) => id === callId)
  run.verify(rule, listed, !isListed, 'no call of somebody else’s among the own ones', callId)
}

/** A call of somebody's that nobody has wrapped up, and that has ended or is talked still; none where there are no calls. */
async function beginCall(
  run: Run,
  organizationId: string,
  as: Account,
  isTalked: boolean,
): Promise<string | undefined> {
  if (run.lacks('calls.start')) return undefined
  const body = { organizationId, phone: run.phones.next(), direction: 'inbound' }
  const { id: callId } = recordOf(await run.succeed(rule, 'calls.start', { as, body }))
  run.journal.made('calls', callId, as.name, '')
  if (!isTalked) await run.succeed(rule, 'calls.end', { as, params: { callId }, body: {} })
  return callId
}

/** Whoever takes over finds all of it, and is through with it. */
export async function takeOver(run: Run, organizationId: string, begun: Begun): Promise<void> {
  const { draftId, callBackId, callId } = begun
  const query = { organizationId }
  if (callBackId !== undefined) {
    const listed = await run.succeed(rule, 'calls.callBacks', { query })
    const isTheirs = rowsOf(listed).some(({ id }) => id === callBackId)
    run.verify(rule, listed, isTheirs, 'the call-back that was handed over', `not ${callBackId}`)
    await run.succeed(rule, 'calls.calledBack', { params: { callId: callBackId }, body: {} })
  }
  if (callId !== undefined) await wrapUp(run, organizationId, callId, begun.isTalked)
  if (draftId === undefined) return
  const mine = await run.succeed(rule, 'orderDrafts.list', { query })
  const isMine = rowsOf(mine).some(({ id }) => id === draftId)
  run.verify(rule, mine, isMine, 'the draft, which was handed over')
  await run.succeed(rule, 'orderDrafts.discard', { params: { draftId } })
}

/** Whoever takes a call over that somebody else was in wraps it up. Whether one that was talked has ended by that is not said. */
async function wrapUp(run: Run, organizationId: string, callId: string, isTalked: boolean): Promise<void> {
  const open = await run.succeed(rule, 'calls.open', { query: { organizationId } })
  const call = rowsOf(open).find(({ id }) => id === callId)
  const state = textOf(call?.['state'] ?? 'nothing')
  const isThere = state === 'wrapping_up' || (isTalked && state === 'talking')
  run.verify(rule, open, isThere, 'the call that was handed over, to be wrapped up', state)
  const params = { callId }
  if (state === 'talking') await run.succeed(rule, 'calls.end', { params, body: {} })
  await run.succeed(rule, 'calls.close', { params, body: { disposition: 'wrong_number' } })
}
