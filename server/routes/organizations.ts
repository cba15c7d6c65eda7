import { asc, eq } from 'drizzle-orm'
import { memberships, organizations } from '../db/schema/organizations'
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
        })
        .from(memberships)
        .innerJoin(organizations, eq(organizations.id, memberships.orgId))
        .where(eq(memberships.userId, caller.userId))
        .orderBy(asc(memberships.createdAt), asc(organizations.id)),
    )
    return { data: rows.map((row) => ({ ...row, taxRate: row.taxRate / 1_000 })) }
  },
})
