import { ownOrganization } from '../auth/access'
import { transactionSums } from '../db/search'
import type { Handlers } from '../http/contract'
import type { Services } from './services'

export const transactionHandlers = ({ database }: Services): Handlers['transactions'] => ({
  sums: async ({ body: { organizationId, ...search }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => transactionSums(tx, search)) }
  },
})
