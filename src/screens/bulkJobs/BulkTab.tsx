import { getRouteApi } from '@tanstack/react-router'
import type { BulkJob } from '../../../contract/extensions/bulkJobs'
import { bulkJobList, bulkWords } from '../../../contract/lists/bulkJobs'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { exporting } from '../listExports/exporting'
import { bulkJobActions } from './actions'
import { bulkJobColumns } from './bulkColumns'
import { BulkJobPage } from './BulkJobPage'

const route = getRouteApi('/_signedIn/settings/')

const filters = listFilters(bulkJobList, {})
const toolbar = exporting(bulkJobList)
const rowActions = {
  label: ({ action }: BulkJob) => `Actions for ${bulkWords[action]}`,
  actions: bulkJobActions,
}

/** What was done to many records at once in the last thirty days, by whom, and what goes on (WF-03). */
export default function BulkTab() {
  const { jobId } = route.useSearch()
  return jobId ? (
    <BulkJobPage key={jobId} jobId={jobId} />
  ) : (
    <ResourceTable
      resource="bulkJobs"
      label="Bulk changes"
      columns={bulkJobColumns}
      failure="Error fetching bulk changes"
      filters={filters}
      rowActions={rowActions}
      toolbar={toolbar}
    />
  )
}
