import { ownOrganization } from '../auth/access'
import { searchedSums } from '../db/searchedSums'
import type { Handlers } from '../http/contract'
import type { Services } from './services'

export const transactionHandlers = ({ database }: Services): Handlers['transactions'] => ({
  sums: async ({ body: { organizationId, ...search }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    const { rows: _, ...data } = await database.tenant(orgId, (tx) => searchedSums(tx, 'transactions', search))
    return { data }
  },
})
