import { ownOrganization } from '../auth/access'
import { narrowedTo } from '../auth/ownOrders'
import { readDashboard } from '../dashboard/read'
import type { Handlers } from '../http/contract'
import type { Services } from './services'

export const dashboardHandlers = ({ database, now }: Services): Handlers['dashboard'] => ({
  read: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    const looked = {
      orgId,
      userId: caller.userId,
      now: now(),
      isNarrowed: narrowedTo(caller, orgId) !== undefined,
    }
    return { data: await database.tenant(orgId, (tx) => readDashboard(tx, looked)) }
  },
})
