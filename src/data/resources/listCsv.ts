import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import type { ExportedList, ExportRequest } from '../../../contract/extensions/listExports'
import { lists } from '../../../contract/lists/lists'
import { byteOrderMark } from '../../../contract/rules/csv'
import type { CsvAsked } from '../../../machines/table/listCsv.machine'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { download } from '../../browser/download'
import type { Api } from '../api'
import { askedFilters } from '../tableAddress'

/** All that a table is narrowed to, in its order, as its export is asked. */
export function exportOf(
  organizationId: string,
  resource: ExportedList,
  { q, sort, filters }: Pick<TableRequest, 'q' | 'sort' | 'filters'>,
): ExportRequest {
  const asked = askedFilters(lists[resource], filters)
  return {
    organizationId,
    resource,
    ...(q === '' ? {} : { q }),
    ...(sort ? { sortBy: sort.by, sortOrder: sort.order } : {}),
    ...(Object.keys(asked).length > 0 ? { filters: asked } : {}),
  }
}

export const csvActors = ({ extended }: Api) => ({
  saveCsv: fromPromise<void, { asked: CsvAsked | undefined }>(async ({ input: { asked }, signal }) => {
    if (!asked) return
    const { client } = await extended()
    const [name, answered] =
      'audit' in asked
        ? ['audit-log', await client.audit.csv({ query: asked.audit, fetchOptions: { signal } })]
        : 'report' in asked
          ? ['report', await client.reports.csv({ body: asked.report, fetchOptions: { signal } })]
          : [asked.list.resource, await client.listExports.csv({ body: asked.list, fetchOptions: { signal } })]
    // The mark by which spreadsheets know the encoding is lost where a browser reads text.
    download(`${name}.csv`, byteOrderMark + String(answer(answered)), 'text/csv')
  }),
})
