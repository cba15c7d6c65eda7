import { searchRows } from '../db/search'
import type { Handlers } from '../http/contract'
import { ownOrganization } from '../auth/access'
import type { Services } from './services'

export const searchHandlers = ({ database }: Services): Handlers['search'] => ({
  search: async ({ body: { organizationId, resource, ...search }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    const { rows, total } = await database.tenant(orgId, (tx) => searchRows(tx, resource, search, caller.userId))
    return { data: rows, meta: { total } }
  },
})
