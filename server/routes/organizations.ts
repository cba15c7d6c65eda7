import { and, asc, eq, inArray } from 'drizzle-orm'
import type { OrganizationPermissions } from '../../contract/extensions/organizations'
import { amountOf } from '../../contract/rules/amounts'
import { ownOrganization } from '../auth/access'
import { withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { locked, type RecordKind } from '../db/recordKind'
import { agentPermissions } from '../db/schema/agentPermissions'
import { memberships, organizations } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { notFound } from '../http/errors'
import type { Services } from './services'

const settledPermissions: RecordKind<typeof agentPermissions.$inferSelect, 'organizationId'> = {
  resource: 'organizations',
  noun: 'Organization',
  param: 'organizationId',
  find: locked(agentPermissions),
  versions: { table: agentPermissions, read: (tx, { orgId }) => permissionsOf(tx, orgId) },
}

export const organizationHandlers = ({ database }: Services): Handlers['organizations'] => ({
  list: async ({ caller }) => {
    const agents = new Map(caller.memberships.map((own) => [own.orgId, own.agents]))
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
        .where(and(eq(memberships.userId, caller.userId), inArray(memberships.orgId, [...agents.keys()])))
        .orderBy(asc(memberships.createdAt), asc(organizations.id)),
    )
    return { data: rows.map((row) => ({ ...row, taxRate: row.taxRate / 1_000, agents: agents.get(row.id) })) }
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

  permissions: async ({ params, caller }) => {
    const orgId = ownOrganization(caller, params.organizationId)
    const data = await database.tenant(orgId, (tx) => permissionsOf(tx, orgId))
    if (!data) throw notFound('Organization')
    return { data }
  },

  setPermissions: withRecord(settledPermissions, async ({ tx, orgId, id, body }) => {
    const { refundLimit, ...fields } = body
    const changed = { ...fields, ...(refundLimit === undefined ? {} : { refundLimitCents: amountOf(refundLimit) }) }
    await tx
      .update(agentPermissions)
      .set(changed)
      .where(hasKey(agentPermissions, orgId, id))
    return permissionsOf(tx, orgId)
  }),
})

const shown = (row: typeof agentPermissions.$inferSelect): OrganizationPermissions => ({
  id: row.orgId,
  refundLimit: row.refundLimitCents / 100,
  changesOffers: row.changesOffers,
  seesAllOrders: row.seesAllOrders,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
})

async function permissionsOf(tx: Transaction, orgId: string): Promise<OrganizationPermissions | undefined> {
  const [row] = await tx
    .select()
    .from(agentPermissions)
    .where(hasKey(agentPermissions, orgId, orgId))
  return row && shown(row)
}
