import type { ExportedList } from '../../../contract/extensions/listExports'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { lazyPage } from '../../app/lazyPage'

const ExportButton = lazyPage(() => import('./ExportButton'))

/** The button that exports a list, for its toolbar; its code comes when the list is there. */
export const exporting = (resource: ExportedList) =>
  function ofRequest(request: TableRequest) {
    return <ExportButton resource={resource} request={request} />
  }
