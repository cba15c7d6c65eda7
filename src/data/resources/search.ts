import { searchPage } from '../../../contract/client/client'
import type { AuditEntry } from '../../../contract/extensions/audit'
import type { Mail } from '../../../contract/extensions/mails'
import type { WebhookDelivery } from '../../../contract/extensions/webhooks'
import { lists } from '../../../contract/lists/lists'
import type { SearchResource, SearchRow } from '../../../contract/search'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import type { Api } from '../api'
import type { Read } from '../cache'
import { askedFilters } from '../tableAddress'
import type { Rows } from './rows'

/** What has a list by a call of its own. */
interface OwnRows {
  mails: Mail
  audit: AuditEntry
  /** The messages to one of them. */
  webhooks: WebhookDelivery
}

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

/** One page of a resource (OT-06). */
export const readRows = <Resource extends TableResource>(
  api: Api,
  { organizationId, resource, within }: RowsSource<Resource>,
  request: TableRequest,
): Read<Rows<TableRow<Resource>>> => ({
  key: [resource, 'rows', organizationId, within, request],
  fetch: async (signal) => {
    if (organizationId === undefined) throw new Error('Organization ID is required')
    // Each branch has the rows of its resource, which TypeScript does not follow through its name.
    if (resource === 'webhooks') {
      const { fetchDeliveries } = await import('./webhooks')
      const found = await fetchDeliveries(api, String(within['webhookId']), request, signal)
      return found as Rows<object> as Rows<TableRow<Resource>>
    }
    if (resource === 'mails' || resource === 'audit') {
      const fetchOwn =
        resource === 'mails' ? (await import('./mails')).fetchMails : (await import('./audit')).fetchAudit
      return (await fetchOwn(api, organizationId, request, signal)) as Rows<object> as Rows<TableRow<Resource>>
    }
    const searched: SearchResource = resource
    const filters = { ...within, ...askedFilters(lists[searched], request.filters) }
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
