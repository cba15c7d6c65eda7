import { ownMembership } from '../auth/access'
import { narrowedTo } from '../auth/ownOrders'
import { readDashboard } from '../dashboard/read'
import type { Handlers } from '../http/contract'
import { knownTo } from '../mail/officeMails'
import type { Services } from './services'

export const dashboardHandlers = ({ database, now }: Services): Handlers['dashboard'] => ({
  read: async ({ query: { organizationId }, caller }) => {
    const membership = ownMembership(caller, organizationId)
    const { orgId } = membership
    const looked = {
      orgId,
      userId: caller.userId,
      now: now(),
      isNarrowed: narrowedTo(caller, orgId) !== undefined,
      mails: knownTo({ membership, email: caller.user.email }),
    }
    return { data: await database.tenant(orgId, (tx) => readDashboard(tx, looked)) }
  },
})
