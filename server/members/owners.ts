import { and, eq, isNull } from 'drizzle-orm'
import { memberships } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'

/** Whoever may work in the organization now. */
export const activeMember = and(isNull(memberships.disabledAt), isNull(users.disabledAt))

/** Those who may settle what an organization does, as far as they can sign in now. */
export const ownersOf = (tx: Transaction, orgId: string) =>
  tx
    .select({ id: users.id, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.orgId, orgId), eq(memberships.role, 'owner'), activeMember))
