import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DraftContent } from '../../contract/extensions/orderDrafts'
import { hasKey, isId } from '../db/keys'
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
 * Keeps what a person types of a new order while they talk, as what their call is about if nothing comes of it. It comes before
 * the draft is locked, as placing it locks them in this order; of what is the same already nothing is locked.
 */
export async function noteTyped(
  tx: Transaction,
  orgId: string,
  userId: string,
  { campaignId, lines: [first] = [] }: DraftContent,
): Promise<void> {
  if (campaignId === undefined || !isId(campaignId)) return
  const offerId = first && isId(first.offerId) ? first.offerId : null
  await tx.execute(sql`
    update calls set campaign_id = ${campaignId}, offer_id = typed.offer_id
    from (select (select id from offers where org_id = ${orgId} and id = ${offerId}::uuid and campaign_id = ${campaignId}) as offer_id
      from campaigns where org_id = ${orgId} and id = ${campaignId}) as typed
    where calls.org_id = ${orgId} and agent_id = ${userId} and ended_at is null and order_id is null
      and (calls.campaign_id, calls.offer_id) is distinct from (${campaignId}::uuid, typed.offer_id)`)
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
