import { and, asc, eq } from 'drizzle-orm'
import { gatewayInstances } from '../db/schema/gateways'
import type { Handlers } from '../http/contract'
import { ownOrganization } from '../auth/access'
import type { Services } from './services'

export const gatewayHandlers = ({ database }: Services): Handlers['gateways'] => ({
  listInstances: async ({ query, caller }) => {
    const orgId = ownOrganization(caller, query.organizationId)
    const data = await database.tenant(orgId, (tx) =>
      tx
        .select({ id: gatewayInstances.id, displayName: gatewayInstances.displayName })
        .from(gatewayInstances)
        .where(and(eq(gatewayInstances.orgId, orgId), eq(gatewayInstances.enabled, true)))
        .orderBy(asc(gatewayInstances.displayName), asc(gatewayInstances.id)),
    )
    return { data }
  },
})
