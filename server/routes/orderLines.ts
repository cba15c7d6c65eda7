import { ownOrganization } from '../auth/access'
import { searchedSums } from '../db/searchedSums'
import type { Handlers } from '../http/contract'
import type { Services } from './services'

export const orderLineHandlers = ({ database }: Services): Handlers['orderLines'] => ({
  sums: async ({ body: { organizationId, ...search }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => searchedSums(tx, 'orderLines', search)) }
  },
})
