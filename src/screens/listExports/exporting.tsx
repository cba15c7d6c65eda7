import { Suspense } from 'react'
import type { ExportedList } from '../../../contract/extensions/listExports'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { lazyPage } from '../../app/lazyPage'

/** Its code comes behind the list. */
export const ExportButton = lazyPage(() => import('./ExportButton'))

/** The toolbar of a list whose rows can be saved, or of those within something. */
export const exporting = (resource: ExportedList, within?: Readonly<Record<string, string>>) =>
  function ofRequest(request: TableRequest) {
    return (
      <Suspense fallback={null}>
        <ExportButton resource={resource} request={request} within={within} />
      </Suspense>
    )
  }
