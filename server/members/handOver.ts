import { and, eq, isNull, or } from 'drizzle-orm'
import type { MemberWork } from '../../contract/extensions/members'
import { chooseColleague, hasWork, noColleague, tooManyDrafts } from '../../contract/rules/members'
import { callLife } from '../../machines/lives/callLife'
import type { Caller } from '../auth/sessions'
import { isToBeReturned } from '../calls/read'
import { lockCallsOf } from '../calls/start'
import { hasKey, isId } from '../db/keys'
import { takeStep } from '../db/lives'
import { calls } from '../db/schema/calls'
import { orderDrafts } from '../db/schema/orderDrafts'
import { memberships } from '../db/schema/organizations'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'
import { mostDrafts } from '../orders/drafts'

const draftsOf = (orgId: string, userId: string) =>
  and(eq(orderDrafts.orgId, orgId), eq(orderDrafts.userId, userId), isNull(orderDrafts.endedAt))
const callsOf = (orgId: string, agentId: string) => and(eq(calls.orgId, orgId), eq(calls.agentId, agentId))

/** What somebody has begun in the organization. */
export async function workOf(tx: Transaction, orgId: string, userId: string): Promise<MemberWork> {
  const own = callsOf(orgId, userId)
  const [drafts, callBacks, open] = await Promise.all([
    tx.$count(orderDrafts, draftsOf(orgId, userId)),
    tx.$count(calls, and(own, isToBeReturned)),
    tx.$count(calls, and(own, isNull(calls.closedAt))),
  ])
  return { drafts, callBacks, calls: open }
}

interface HandingOver {
  orgId: string
  /** Who is out. */
  userId: string
  handOverTo?: string | undefined
  caller: Caller
  now: Date
}

/**
 * Gives what somebody has begun to a colleague: drafts of orders, call-backs, and calls that are not wrapped up; a call that
 * is talked ends. Throws a 422 when there is something and no colleague to take it.
 */
export async function giveWork(
  tx: Transaction,
  { orgId, userId, handOverTo, caller, now }: HandingOver,
): Promise<void> {
  await lockCallsOf(tx, orgId, userId)
  const work = await workOf(tx, orgId, userId)
  if (!hasWork(work)) return
  const refused = (message: string) => invalid([{ path: 'body.handOverTo', message }])
  if (handOverTo === undefined) throw refused(chooseColleague(work))
  const to = handOverTo.toLowerCase()
  if (to === userId || !(await worksIn(tx, orgId, to))) throw refused(noColleague)
  if (work.drafts > 0 && (await tx.$count(orderDrafts, draftsOf(orgId, to))) + work.drafts > mostDrafts) {
    throw refused(tooManyDrafts(mostDrafts))
  }
  await tx.update(orderDrafts).set({ userId: to }).where(draftsOf(orgId, userId))
  await endTalk(tx, { orgId, userId, caller, now })
  await tx
    .update(calls)
    .set({ agentId: to })
    .where(and(callsOf(orgId, userId), or(isNull(calls.closedAt), isToBeReturned)))
}

async function worksIn(tx: Transaction, orgId: string, userId: string): Promise<boolean> {
  if (!isId(userId)) return false
  const own = and(eq(memberships.orgId, orgId), eq(memberships.userId, userId), isNull(memberships.disabledAt))
  return (await tx.$count(memberships, own)) > 0
}

async function endTalk(
  tx: Transaction,
  { orgId, userId, caller, now }: Omit<HandingOver, 'handOverTo'>,
): Promise<void> {
  const talked = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(callsOf(orgId, userId), isNull(calls.endedAt)))
    .for('update')
  for (const { id } of talked) {
    await takeStep(tx, { orgId, resource: 'calls', recordId: id, caller, now }, callLife, 'talking', { type: 'end' })
    await tx
      .update(calls)
      .set({ endedAt: now })
      .where(hasKey(calls, orgId, id))
  }
}
