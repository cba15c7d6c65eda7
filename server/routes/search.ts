import { quickSearch } from '../db/quickSearch'
import { searchRows } from '../db/search'
import type { Handlers } from '../http/contract'
import { ownOrganization } from '../auth/access'
import { narrowedTo } from '../auth/ownOrders'
import type { Services } from './services'

export const searchHandlers = ({ database }: Services): Handlers['search'] => ({
  search: async ({ body: { organizationId, resource, ...search }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    const { rows, total } = await database.tenant(orgId, (tx) =>
      searchRows(tx, resource, search, { person: caller.userId, isNarrowed: narrowedTo(caller, orgId) !== undefined }),
    )
    return { data: rows, meta: { total } }
  },

  find: async ({ query: { organizationId, q }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => quickSearch(tx, q)) }
  },
})
