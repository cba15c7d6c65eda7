import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { disposition, type CallRecord } from '../../contract/extensions/calls'
import type { callLife } from '../../machines/lives/callLife'
import type { StateOf } from '../../machines/lives/life'
import { countryOfNumber, currencyOf, digitsOf, phoneForms } from '../customers/phones'
import { hasKey } from '../db/keys'
import { calls } from '../db/schema/calls'
import { customers } from '../db/schema/customers'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'

type Kept = typeof calls.$inferSelect

const stateOf = ({ endedAt, closedAt }: Pick<Kept, 'endedAt' | 'closedAt'>): CallRecord['state'] => {
  if (closedAt !== null) return 'closed'
  return endedAt === null ? 'talking' : 'wrapping_up'
}

export type KnownCall = Kept & { state: StateOf<typeof callLife> }

/** A call of the person's own, locked until the transaction ends, with where it is in its life. */
export async function lockCall(
  tx: Transaction,
  orgId: string,
  callId: string,
  userId: string,
): Promise<KnownCall | undefined> {
  const own = and(hasKey(calls, orgId, callId), eq(calls.agentId, userId))
  const [call] = await tx.select().from(calls).where(own).for('update')
  return call && { ...call, state: stateOf(call) }
}

/** Of several customers with the number, however it was typed, the one who bought last. */
export async function customerOfNumber(tx: Transaction, orgId: string, phone: string): Promise<string | null> {
  const sameNumber = await hasNumber(tx, orgId, phone)
  if (!sameNumber) return null
  const [found] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.orgId, orgId), isNull(customers.deletedAt), sameNumber))
    .orderBy(sql`${customers.lastOrderAt} desc nulls last`, desc(customers.id))
    .limit(1)
  return found?.id ?? null
}

/**
 * Whether the customer has said that they do not want to be called (CA-02); of a number, whether any customer who has it has.
 * Who is chosen by name is meant, whoever else has their number.
 */
export async function isUnwanted(
  tx: Transaction,
  orgId: string,
  whom: { customerId: string } | { phone: string },
): Promise<boolean> {
  const isMeant = 'customerId' in whom ? eq(customers.id, whom.customerId) : await hasNumber(tx, orgId, whom.phone)
  if (!isMeant) return false
  const isMarked = and(eq(customers.orgId, orgId), isNull(customers.deletedAt), eq(customers.doNotCall, true), isMeant)
  return (await tx.$count(customers, isMarked)) > 0
}

/** The condition that a customer has the number, however it was typed; undefined for what is no number. */
async function hasNumber(tx: Transaction, orgId: string, phone: string): Promise<SQL | undefined> {
  const digits = digitsOf(phone)
  if (digits.length < 7) return undefined
  const { phoneE164 } = phoneForms(phone, undefined, await currencyOf(tx, orgId))
  return or(phoneE164 === null ? undefined : eq(customers.phoneE164, phoneE164), eq(customers.phoneDigits, digits))
}

async function recordsWhere(
  tx: Transaction,
  condition: SQL | undefined,
  most = 20,
  order: SQL = desc(calls.startedAt),
): Promise<CallRecord[]> {
  const rows = await tx
    .select({
      call: calls,
      firstName: customers.firstName,
      lastName: customers.lastName,
      doNotCall: customers.doNotCall,
      orderNumber: orders.number,
    })
    .from(calls)
    .leftJoin(orders, and(eq(orders.orgId, calls.orgId), eq(orders.id, calls.orderId)))
    .leftJoin(customers, and(eq(customers.orgId, calls.orgId), eq(customers.id, calls.customerId)))
    .where(condition)
    .orderBy(order)
    .limit(most)
  return rows.map(({ call, firstName, lastName, doNotCall, orderNumber }) => ({
    id: call.id,
    organizationId: call.orgId,
    customerId: call.customerId,
    customerName: [firstName, lastName].filter(Boolean).join(' ') || null,
    doNotCall: doNotCall ?? false,
    phone: call.phone,
    country: countryOfNumber(call.phone),
    startedAt: call.startedAt.toISOString(),
    endedAt: call.endedAt?.toISOString() ?? null,
    state: stateOf(call),
    disposition: disposition.safeParse(call.disposition).data ?? null,
    direction: call.direction,
    note: call.note,
    callBackAt: call.callBackAt?.toISOString() ?? null,
    order: call.orderId === null || orderNumber === null ? null : { id: call.orderId, number: orderNumber },
  }))
}

export const callOf = async (tx: Transaction, orgId: string, callId: string): Promise<CallRecord | undefined> =>
  (await recordsWhere(tx, hasKey(calls, orgId, callId)))[0]

/** The customer's calls, whoever had them, the newest first; of very many only those. */
export const callsOfCustomer = (tx: Transaction, orgId: string, customerId: string): Promise<CallRecord[]> =>
  recordsWhere(tx, and(eq(calls.orgId, orgId), eq(calls.customerId, customerId)), 50)

/** The person's calls that are not closed yet, the newest first. */
export const openCalls = (tx: Transaction, orgId: string, userId: string): Promise<CallRecord[]> =>
  recordsWhere(tx, and(eq(calls.orgId, orgId), eq(calls.agentId, userId), isNull(calls.closedAt)))

/** The condition that somebody has yet to be called back for a call. */
export const isToBeReturned = and(isNotNull(calls.callBackAt), isNull(calls.calledBackAt))

/** Whom the person is to call back, the one who is due first before all others; of very many only those. */
export const callBacks = (tx: Transaction, orgId: string, userId: string): Promise<CallRecord[]> =>
  recordsWhere(tx, and(eq(calls.orgId, orgId), eq(calls.agentId, userId), isToBeReturned), 50, asc(calls.callBackAt))
