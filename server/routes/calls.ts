import { and, desc, eq, isNull, lt, ne } from 'drizzle-orm'
import type { Disposition } from '../../contract/extensions/calls'
import { callLife } from '../../machines/rules/callLife'
import { inOwningOrganization, ownOrganization, refuseForbidden } from '../auth/access'
import { callOf, customerOfNumber, lockCall, openCalls } from '../calls/read'
import { lockCallsOf, startCall } from '../calls/start'
import { hasKey, isId } from '../db/keys'
import { takeStep } from '../db/lives'
import { calls } from '../db/schema/calls'
import { customers } from '../db/schema/customers'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, notFound } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import type { Services } from './services'

export const callHandlers = ({ database, now }: Services): Handlers['calls'] => ({
  ongoing: async ({ caller }) => {
    const perOrganization = await Promise.all(
      caller.orgIds.map((orgId) =>
        database.tenant(orgId, (tx) =>
          tx
            .select()
            .from(calls)
            .where(and(eq(calls.orgId, orgId), eq(calls.agentId, caller.userId), isNull(calls.endedAt)))
            .orderBy(desc(calls.startedAt))
            .limit(1),
        ),
      ),
    )
    const [newest] = perOrganization.flat().toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
    if (!newest) return { data: null }
    const { id, customerId, phone, startedAt } = newest
    return { data: { id, customerId, phone, startedAt: startedAt.toISOString(), endedAt: null } }
  },

  open: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => openCalls(tx, orgId, caller.userId)) }
  },

  start: async (asked) => {
    const { body, caller } = asked
    const orgId = ownOrganization(caller, body.organizationId)
    refuseForbidden(caller, orgId, 'calls.start')
    const started = await database.tenant(orgId, (tx) =>
      createdOnlyNew(tx, orgId, asked, now(), async () => {
        await lockCallsOf(tx, orgId, caller.userId)
        const starting = { orgId, agentId: caller.userId, caller, now: now() }
        return startCall(tx, starting, await whoIs(tx, orgId, body), 'You are in a call already. End it first.')
      }),
    )
    if (!started) throw notFound('Call')
    return { data: started }
  },

  end: async ({ params: { callId }, caller }) => ({
    data: await inOwningOrganization(database, caller, callId, 'Call', async (tx, orgId) => {
      const call = await lockCall(tx, orgId, callId, caller.userId)
      if (!call) return undefined
      const happening = { orgId, resource: 'calls', recordId: callId, caller, now: now() }
      await takeStep(tx, happening, callLife, call.state, { type: 'end' })
      await tx
        .update(calls)
        .set({ endedAt: now() })
        .where(hasKey(calls, orgId, callId))
      return callOf(tx, orgId, callId)
    }),
  }),

  close: async ({ params: { callId }, body, caller }) => ({
    data: await inOwningOrganization(database, caller, callId, 'Call', async (tx, orgId) => {
      const call = await lockCall(tx, orgId, callId, caller.userId)
      if (!call) return undefined
      const { disposition, note = '', callBackAt = null } = body
      const happening = { orgId, resource: 'calls', recordId: callId, caller, now: now() }
      await takeStep(tx, happening, callLife, call.state, { type: 'close', disposition, callBackAt })
      const kept = { disposition, note: note || null, callBackAt: callBackAt === null ? null : new Date(callBackAt) }
      await tx
        .update(calls)
        .set({ ...kept, closedAt: now() })
        .where(hasKey(calls, orgId, callId))
      await markCustomer(tx, orgId, { ...call, id: callId }, disposition, now())
      return callOf(tx, orgId, callId)
    }),
  }),
})

/** The customer and the number of a call that begins, each found by the other where one is missing. */
async function whoIs(
  tx: Transaction,
  orgId: string,
  { customerId, phone = '' }: { customerId?: string | undefined; phone?: string | undefined },
) {
  if (customerId === undefined) return { customerId: await customerOfNumber(tx, orgId, phone), phone }
  const known = and(hasKey(customers, orgId, customerId), isNull(customers.deletedAt))
  const [customer] = isId(customerId)
    ? // Whoever is just becoming a part of another is waited for.
      await tx.select({ id: customers.id, phone: customers.phone }).from(customers).where(known).for('key share')
    : []
  if (!customer) {
    throw invalid([{ path: 'body.customerId', message: 'There is no such customer in this organization.' }])
  }
  return { customerId: customer.id, phone: phone || customer.phone }
}

/** Does what a call's end asks for: nobody calls again who does not want it, and a call-back is done by the next call. */
async function markCustomer(
  tx: Transaction,
  orgId: string,
  { id, customerId }: { id: string; customerId: string | null },
  disposition: Disposition,
  now: Date,
): Promise<void> {
  if (customerId === null) return
  if (disposition === 'do_not_call') {
    await tx
      .update(customers)
      .set({ doNotCall: true })
      .where(hasKey(customers, orgId, customerId))
  }
  // Nobody who was not reached has been called back.
  if (disposition === 'no_answer' || disposition === 'voicemail') return
  await tx
    .update(calls)
    .set({ calledBackAt: now })
    .where(
      and(
        eq(calls.orgId, orgId),
        eq(calls.customerId, customerId),
        ne(calls.id, id),
        isNull(calls.calledBackAt),
        lt(calls.callBackAt, now),
      ),
    )
}
