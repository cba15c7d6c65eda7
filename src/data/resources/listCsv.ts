import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { ExportedList, ExportRequest } from '../../../contract/extensions/listExports'
import type { AddressedList } from '../../../contract/lists/description'
import { byteOrderMark } from '../../../contract/rules/csv'
import { archiveType, workbookType } from '../../../contract/schemas'
import type { FileAsked } from '../../../machines/table/listCsv.machine'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { download } from '../../browser/download'
import type { Api } from '../api'
import { askedFilters } from '../tableAddress'

/** As much of a list's description as its export needs. */
export type ListOfExport = Pick<AddressedList, 'filters' | 'ranges'> & { resource: ExportedList }

/** All that a table is narrowed to, in its order, as its export is asked. */
export function exportOf(
  organizationId: string,
  list: ListOfExport,
  { q, sort, filters }: Pick<TableRequest, 'q' | 'sort' | 'filters'>,
  within: Readonly<Record<string, string>> = {},
): ExportRequest {
  const asked = { ...within, ...askedFilters(list, filters) }
  return {
    organizationId,
    resource: list.resource,
    ...(q === '' ? {} : { q }),
    ...(sort ? { sortBy: sort.by, sortOrder: sort.order } : {}),
    ...(Object.keys(asked).length > 0 ? { filters: asked } : {}),
  }
}

const names: Readonly<Partial<Record<ExportedList, string>>> = {
  fulfillments: 'fulfilments',
  orderLines: 'order-lines',
  members: 'users',
  bulkJobs: 'bulk-changes',
  bulkRows: 'bulk-change',
  receivedCampaigns: 'shared-campaigns',
  soldOrders: 'sold-orders',
  webhooks: 'webhook-messages',
}
const nameOf = (resource: ExportedList) => names[resource] ?? resource

export const csvActors = ({ extended }: Api) => ({
  saveCsv: fromPromise<void, { asked: FileAsked | undefined }>(async ({ input: { asked }, signal }) => {
    if (!asked) return
    const fetchOptions = { signal }
    if ('archive' in asked) {
      const { archives } = (await extended('archives')).client
      const { organizationId, name } = asked.archive
      const saved = answer(await archives.save({ params: pathParams({ organizationId }), fetchOptions }))
      return download(name, saved as Blob, archiveType)
    }
    const format = asked.format ?? 'csv'
    const [name, answered] =
      'audit' in asked
        ? ['audit-log', await (await extended('audit')).client.audit[format]({ query: asked.audit, fetchOptions })]
        : 'report' in asked
          ? ['report', await (await extended('reports')).client.reports[format]({ body: asked.report, fetchOptions })]
          : [
              nameOf(asked.list.resource),
              await (await extended('listExports')).client.listExports[format]({ body: asked.list, fetchOptions }),
            ]
    const content = answer(answered)
    if (content instanceof Blob) return download(`${name}.xlsx`, content, workbookType)
    // The mark by which spreadsheets know the encoding is lost where a browser reads text.
    download(`${name}.csv`, byteOrderMark + String(content), 'text/csv')
  }),
})
