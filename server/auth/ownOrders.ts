import { and, eq, inArray, sql } from 'drizzle-orm'
import { seesOwnOrdersAlone } from '../../contract/rules/ownOrders'
import type { Acting } from '../db/acting'
import { orders } from '../db/schema/orders'
import type { Transaction } from '../db/transactions'
import { ownMembership } from './access'
import type { Caller } from './sessions'

/** Who asks, where they may not see the orders of others (ST-02). */
export const narrowedTo = (caller: Caller, orgId: string): string | undefined =>
  seesOwnOrdersAlone(ownMembership(caller, orgId)) ? caller.userId : undefined

/** In which of their organizations a caller reads their own orders alone. */
export function ownOrdersOf({ userId, memberships }: Pick<Caller, 'userId' | 'memberships'>): Acting['ownOrders'] {
  const orgIds = new Set(memberships.filter(seesOwnOrdersAlone).map(({ orgId }) => orgId))
  return orgIds.size > 0 ? { userId, orgIds } : undefined
}

/** Whether the caller may know of all these orders, for what writes: what is read, the database narrows by itself. */
export async function seesOrders(
  tx: Transaction,
  { orgId, caller }: { orgId: string; caller: Caller },
  orderIds: readonly string[],
): Promise<boolean> {
  const seller = narrowedTo(caller, orgId)
  if (seller === undefined || orderIds.length === 0) return true
  const ofOthers = and(eq(orders.orgId, orgId), inArray(orders.id, [...orderIds]), notBy(seller))
  return (await tx.$count(orders, ofOthers)) === 0
}

const notBy = (seller: string) => sql`${orders.agentId} is distinct from ${seller}`
