import { type SearchPage, searchPage } from '../../../contract/client/client'
import type { SearchResource } from '../../../contract/search'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'

/** Rows of a list, and how many there are on all of its pages. */
export interface Rows<Row> {
  rows: Row[]
  total: number
}

/** What a table shows, and of what: all of it makes a page's identity in the cache. */
export interface RowsSource<Resource extends SearchResource = SearchResource> {
  organizationId: string | undefined
  resource: Resource
  /** What every row belongs to, such as a campaign. */
  within: Readonly<Record<string, string>>
}

/** One page of a resource (OT-06). */
export const readRows = <Resource extends SearchResource>(
  { client }: Api,
  { organizationId, resource, within }: RowsSource<Resource>,
  request: TableRequest,
): Read<SearchPage<Resource>> => ({
  key: [resource, 'rows', organizationId, within, request],
  fetch: async (signal) => {
    if (organizationId === undefined) throw new Error('Organization ID is required')
    const filters = { ...within, ...request.filters }
    return searchPage(
      client,
      {
        organizationId,
        resource,
        limit: request.pageSize,
        page: request.pageIndex + 1,
        ...(request.q === '' ? {} : { q: request.q }),
        ...(request.sort ? { sortBy: request.sort.by, sortOrder: request.sort.order } : {}),
        ...(Object.keys(filters).length > 0 ? { filters } : {}),
      },
      signal,
    )
  },
})
