import { and, asc, eq } from 'drizzle-orm'
import { pluginInstances } from '../db/schema/plugins'
import type { Handlers } from '../http/contract'
import { ownOrganization } from '../auth/access'
import type { Services } from './services'

export const pluginHandlers = ({ database }: Services): Handlers['plugins'] => ({
  listInstalled: async ({ query, caller }) => {
    const orgId = ownOrganization(caller, query.organizationId)
    const instances = await database.tenant(orgId, (tx) =>
      tx
        .select({ id: pluginInstances.id, name: pluginInstances.name })
        .from(pluginInstances)
        .where(and(eq(pluginInstances.orgId, orgId), eq(pluginInstances.enabled, true)))
        .orderBy(asc(pluginInstances.createdAt), asc(pluginInstances.id)),
    )
    return { data: instances.map((instance) => ({ instance })) }
  },
})
