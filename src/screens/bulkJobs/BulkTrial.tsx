import { useSelector } from '@xstate/react'
import { Text } from '../../components/base/Text'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { takeFocus } from '../../components/form/placed'
import { RowsTable } from '../../components/table/RowsTable'
import { useApp } from '../../app/context'
import { readBulkJob, readFirstRows } from '../../data/resources/bulkJobs'
import { useList } from '../../data/useList'
import { BulkProgress } from './BulkProgress'
import { bulkRowColumns } from './bulkColumns'

/** What would become of the rows, as far as they have been tried; some of them are shown. */
export function BulkTrial({ jobId }: { jobId: string }) {
  const { api } = useApp()
  const list = useList('bulkRows', readFirstRows(api, jobId))
  const { rows, total } = useSelector(list, ({ context }) => context)
  return (
    <>
      {/* The fields are gone, and what would become of the rows is what a person goes on with. */}
      <div ref={takeFocus} tabIndex={-1}>
        <ResourceRecord
          key={jobId}
          id={jobId}
          resource="bulkJobs"
          read={readBulkJob(api, jobId)}
          failure="Error fetching how far it is"
          noun="bulk change"
          toList={null}
        >
          {(job) => <BulkProgress job={job} />}
        </ResourceRecord>
      </div>
      <RowsTable
        label="Rows"
        columns={bulkRowColumns.check}
        rows={rows}
        state={rows.length === 0 ? 'loading' : 'populated'}
        pageSize={5}
      />
      {total > rows.length && <Text tone="muted">These are the first {rows.length} of them.</Text>}
    </>
  )
}
