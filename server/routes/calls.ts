import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Disposition } from '../../contract/extensions/calls'
import { callLife } from '../../machines/lives/callLife'
import { ownOrganization } from '../auth/access'
import { inOrganization, withRecord } from '../auth/withRecord'
import {
  callBacks,
  callOf,
  customerOfNumber,
  isToBeReturned,
  isUnwanted,
  type KnownCall,
  lockCall,
  openCalls,
} from '../calls/read'
import { lockCallsOf, startCall } from '../calls/start'
import { digitsOf } from '../customers/phones'
import { hasKey, isId } from '../db/keys'
import { takeStep } from '../db/lives'
import type { RecordKind } from '../db/recordKind'
import { calls } from '../db/schema/calls'
import { searchedSums } from '../db/searchedSums'
import { customers } from '../db/schema/customers'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, Refusal } from '../http/errors'
import type { Services } from './services'

const ownCall: RecordKind<KnownCall, 'callId'> = {
  resource: 'calls',
  noun: 'Call',
  param: 'callId',
  find: (tx, { orgId, id, caller }) => lockCall(tx, orgId, id, caller.userId),
}

const inACall = 'You are in a call already. End it first.'

export const callHandlers = ({ database }: Services): Handlers['calls'] => ({
  ongoing: async ({ caller }) => {
    const perOrganization = await Promise.all(
      caller.memberships.map(({ orgId }) =>
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

  sums: async ({ body: { organizationId, ...search }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => searchedSums(tx, 'calls', search)) }
  },

  open: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => openCalls(tx, orgId, caller.userId)) }
  },

  callBacks: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => callBacks(tx, orgId, caller.userId)) }
  },

  calledBack: withRecord(ownCall, async ({ tx, orgId, id, record, now }) => {
    if (record.callBackAt === null) {
      throw new Refusal(409, 'not_possible', 'Nobody is to be called back for this call.')
    }
    await tx
      .update(calls)
      .set({ calledBackAt: now })
      .where(and(hasKey(calls, orgId, id), isNull(calls.calledBackAt)))
    return callOf(tx, orgId, id)
  }),

  start: inOrganization('Call', async ({ tx, orgId, body, caller, now }) => {
    await lockCallsOf(tx, orgId, caller.userId)
    const starting = { orgId, agentId: caller.userId, caller, now }
    const fields = { ...(await whoIs(tx, orgId, body)), direction: body.direction ?? null }
    const { customerId, phone = '' } = body
    const doNotCall = await isUnwanted(tx, orgId, customerId === undefined ? { phone } : { customerId })
    return startCall(tx, starting, fields, { whyNot: inACall, doNotCall })
  }),

  end: withRecord(ownCall, async ({ tx, orgId, id, record, happening }) => {
    await takeStep(tx, happening, callLife, record.state, { type: 'end' })
    await tx
      .update(calls)
      .set({ endedAt: happening.now })
      .where(hasKey(calls, orgId, id))
    return callOf(tx, orgId, id)
  }),

  resume: withRecord(ownCall, async ({ tx, orgId, id, record, happening }) => {
    await lockCallsOf(tx, orgId, record.agentId)
    const secondsSinceEnd = (happening.now.getTime() - (record.endedAt?.getTime() ?? 0)) / 1_000
    await takeStep(tx, happening, callLife, record.state, { type: 'resume', secondsSinceEnd })
    const ongoing = and(eq(calls.orgId, orgId), eq(calls.agentId, record.agentId), isNull(calls.endedAt))
    if ((await tx.$count(calls, ongoing)) > 0) throw new Refusal(409, 'not_possible', inACall)
    await tx
      .update(calls)
      .set({ endedAt: null })
      .where(hasKey(calls, orgId, id))
    return callOf(tx, orgId, id)
  }),

  close: withRecord(ownCall, async ({ tx, orgId, id, record, body, happening }) => {
    const { disposition, note = '', callBackAt = null } = body
    await takeStep(tx, happening, callLife, record.state, { type: 'close', disposition, callBackAt })
    const kept = { disposition, note: note || null, callBackAt: callBackAt === null ? null : new Date(callBackAt) }
    await tx
      .update(calls)
      .set({ ...kept, closedAt: happening.now })
      .where(hasKey(calls, orgId, id))
    await markCustomer(tx, orgId, record, disposition)
    await endCallBacks(tx, orgId, record, disposition, happening.now)
    return callOf(tx, orgId, id)
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

/** Nobody calls again who does not want it. */
async function markCustomer(
  tx: Transaction,
  orgId: string,
  { customerId }: { customerId: string | null },
  disposition: Disposition,
): Promise<void> {
  if (customerId === null || disposition !== 'do_not_call') return
  await tx
    .update(customers)
    .set({ doNotCall: true })
    .where(hasKey(customers, orgId, customerId))
}

/** Fewest digits that are a number and not a part of one. */
const shortestNumber = 7

/** Whoever was to be called back has been, by whoever talked to them since: by this customer, or by a number of nobody's. */
async function endCallBacks(
  tx: Transaction,
  orgId: string,
  { id, customerId, phone, startedAt }: Pick<typeof calls.$inferSelect, 'id' | 'customerId' | 'phone' | 'startedAt'>,
  disposition: Disposition,
  now: Date,
): Promise<void> {
  // Nobody who was not reached has been called back.
  if (disposition === 'no_answer' || disposition === 'voicemail') return
  const digits = digitsOf(phone ?? '')
  const known = sql`regexp_replace(${calls.phone}, '[^0-9]', '', 'g')`
  // With and without the code of a country it is the same number.
  const isSameNumber = sql`length(${known}) >= ${shortestNumber} and
    (${known} like ${`%${digits}`} or ${digits}::text like '%' || ${known})`
  const isOfNobody = customerId === null ? undefined : isNull(calls.customerId)
  const sameNumber = digits.length < shortestNumber ? undefined : and(isOfNobody, isSameNumber)
  const sameCustomer = customerId === null ? undefined : eq(calls.customerId, customerId)
  const same = or(sameCustomer, sameNumber)
  if (!same) return
  await tx
    .update(calls)
    .set({ calledBackAt: now })
    .where(and(eq(calls.orgId, orgId), isToBeReturned, ne(calls.id, id), lt(calls.startedAt, startedAt), same))
}
