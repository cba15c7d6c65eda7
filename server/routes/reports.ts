import { ownOrganization } from '../auth/access'
import type { Handlers } from '../http/contract'
import { reportOf } from '../reports/report'
import type { Services } from './services'

export const reportHandlers = ({ database }: Services): Handlers['reports'] => ({
  read: async ({ body: { organizationId, ...asked }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => reportOf(tx, asked)) }
  },
})
