import { searchPage } from '../../../contract/client/client'
import { searched } from '../../../contract/lists/searched'
import type { SearchResource, SearchRow } from '../../../contract/search'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'
import { askedFilters } from '../tableAddress'
import type { OwnRows } from './ownRows'
import type { Rows } from './rows'

/** What a table may show: what every backend searches, and what has a call of its own. */
export type TableResource = SearchResource | keyof OwnRows
export type TableRow<Resource extends TableResource> = Resource extends keyof OwnRows
  ? OwnRows[Resource]
  : Resource extends SearchResource
    ? SearchRow<Resource>
    : never

/** What a table shows, and of what: all of it makes a page's identity in the cache. */
export interface RowsSource<Resource extends TableResource = TableResource> {
  organizationId: string | undefined
  resource: Resource
  /** What every row belongs to, such as a campaign, or the ids of the rows themselves. */
  within: Readonly<Record<string, string | string[]>>
}

/** Whether a resource is one that every backend searches. */
export const isSearched = (resource: string): resource is SearchResource => resource in searched

/** What a list is narrowed to, as a search asks for it: only where one holds several values does it matter what each is. */
async function filtersOf(resource: SearchResource, chosen: TableRequest['filters']) {
  if (!Object.values(chosen).some((text) => text.includes(','))) return chosen
  const { lists } = await import('../../../contract/lists/lists')
  return askedFilters(lists[resource], chosen)
}

/** One page of a resource (OT-06). */
export const readRows = <Resource extends TableResource>(
  api: Api,
  { organizationId, resource, within }: RowsSource<Resource>,
  { columns: _, ...request }: TableRequest,
): Read<Rows<TableRow<Resource>>> => ({
  key: [resource, 'rows', organizationId, within, request],
  fetch: async (signal) => {
    if (organizationId === undefined) throw new Error('Organization ID is required')
    if (!isSearched(resource)) {
      const own: keyof OwnRows = resource
      const { fetchOwn } = await import('./ownRows')
      // They are the rows of the resource, which TypeScript does not follow through its name.
      return (await fetchOwn[own](api, { organizationId, within }, request, signal)) as Rows<object> as Rows<
        TableRow<Resource>
      >
    }
    const filters = { ...within, ...(await filtersOf(resource, request.filters)) }
    const found = await searchPage(
      api.client,
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
    return found as Rows<object> as Rows<TableRow<Resource>>
  },
})
