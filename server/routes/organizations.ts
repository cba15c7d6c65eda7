import { asc, eq } from 'drizzle-orm'
import { ownOrganization } from '../auth/access'
import { memberships, organizations } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Handlers } from '../http/contract'
import type { Services } from './services'

export const organizationHandlers = ({ database }: Services): Handlers['organizations'] => ({
  list: async ({ caller }) => {
    const rows = await database.system((tx) =>
      tx
        .select({
          id: organizations.id,
          name: organizations.name,
          currency: organizations.currency,
          timeZone: organizations.timeZone,
          taxRate: organizations.taxRate,
          pricesIncludeTax: organizations.pricesIncludeTax,
          role: memberships.role,
        })
        .from(memberships)
        .innerJoin(organizations, eq(organizations.id, memberships.orgId))
        .where(eq(memberships.userId, caller.userId))
        .orderBy(asc(memberships.createdAt), asc(organizations.id)),
    )
    return { data: rows.map((row) => ({ ...row, taxRate: row.taxRate / 1_000 })) }
  },

  members: async ({ params, caller }) => {
    const orgId = ownOrganization(caller, params.organizationId)
    const data = await database.tenant(orgId, (tx) =>
      tx
        .select({ id: users.id, name: users.name, email: users.email })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(eq(memberships.orgId, orgId))
        .orderBy(asc(users.name), asc(users.id)),
    )
    return { data }
  },
})
