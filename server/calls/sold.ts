import { and, eq, isNull, sql } from 'drizzle-orm'
import { hasKey } from '../db/keys'
import { calls } from '../db/schema/calls'
import type { Transaction } from '../db/transactions'

/**
 * The call that a person is in, locked until the transaction ends: before the customer, as whoever closes a call or merges
 * customers locks them in this order.
 */
export async function lockOngoing(tx: Transaction, orgId: string, userId: string): Promise<string | undefined> {
  const [call] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.orgId, orgId), eq(calls.agentId, userId), isNull(calls.endedAt)))
    .for('update')
  return call?.id
}

/**
 * Joins an order to the call in which it is placed. Whoever buys is who is on the phone, when nobody knew them; an order for
 * somebody else was only written down during the call. Of several the first stays, as a call names one.
 */
export async function joinOrder(
  tx: Transaction,
  orgId: string,
  callId: string,
  { orderId, customerId }: { orderId: string; customerId: string },
): Promise<void> {
  await tx
    .update(calls)
    .set({ orderId, customerId })
    .where(
      and(
        hasKey(calls, orgId, callId),
        isNull(calls.orderId),
        sql`coalesce(${calls.customerId}, ${customerId}) = ${customerId}`,
      ),
    )
}
