import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { BulkJobRecord } from '../../../contract/extensions/bulkJobs'
import { bulkRowList } from '../../../contract/lists/bulkJobs'
import { bulkOutcomes, type BulkPass } from '../../../contract/rules/bulkJobs'
import { outcomeWords, passOf } from '../../../contract/rules/bulkTexts'
import { PageButtons } from '../../components/actions/PageMenu'
import { buttonStyle } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { ResourceRecord } from '../../components/record/ResourceRecord'
import { listFilters } from '../../components/table/listFilters'
import { ResourceTable } from '../../components/table/ResourceTable'
import { useApp } from '../../app/context'
import { readBulkJob } from '../../data/resources/bulkJobs'
import { exporting } from '../listExports/exporting'
import { bulkJobActions } from './actions'
import { BulkProgress } from './BulkProgress'
import { BulkStateBadge, bulkRowColumns } from './bulkColumns'
import { jobTitle } from './words'

const filtersOf = (pass: BulkPass) =>
  listFilters(bulkRowList, {
    outcome: bulkOutcomes.map((outcome) => ({ value: outcome, label: outcomeWords[pass][outcome] })),
  })
const filters = { check: filtersOf('check'), run: filtersOf('run'), undo: filtersOf('undo') }

const toAll = (
  <Link to="/settings" search={{ tab: 'bulk' }} className={buttonStyle({ variant: 'outline' })}>
    All bulk changes
  </Link>
)

/** One action over many records: how far it is, and what became of each (WF-03). */
export function BulkJobPage({ jobId }: { jobId: string }) {
  const { api } = useApp()
  const within = useMemo(() => ({ jobId }), [jobId])
  const toolbar = useMemo(() => exporting(bulkRowList, within), [within])
  return (
    <ResourceRecord
      id={jobId}
      resource="bulkJobs"
      read={readBulkJob(api, jobId)}
      failure="Error fetching bulk change"
      noun="bulk change"
      toList={toAll}
    >
      {(job) => (
        <Stack>
          <div>{toAll}</div>
          <Facts job={job} />
          <ResourceTable
            resource="bulkRows"
            within={within}
            label="Rows"
            columns={bulkRowColumns[passOf(job).pass]}
            failure="Error fetching rows"
            withoutSearch
            filters={filters[passOf(job).pass]}
            toolbar={toolbar}
          />
        </Stack>
      )}
    </ResourceRecord>
  )
}

function Facts({ job }: { job: BulkJobRecord }) {
  const { userName, startedAt, finishedAt, undoneAt, undoUserName, undoUntil } = job
  const moment = (iso: string | null | undefined) => iso && <Moment iso={iso} />
  const isOver = job.state === 'done' || job.state === 'cancelled'
  return (
    <Card
      title={jobTitle(job)}
      action={
        <Row>
          <PageButtons actions={bulkJobActions} record={job} />
        </Row>
      }
    >
      <DescriptionList
        entries={[
          { term: 'State', detail: <BulkStateBadge job={job} /> },
          { term: 'By', detail: userName },
          { term: 'Begun', detail: moment(startedAt) },
          { term: 'Ended', detail: moment(finishedAt) },
          { term: 'Can be undone until', detail: isOver && moment(undoUntil) },
          { term: 'Undone by', detail: undoUserName },
          { term: 'Undone', detail: moment(undoneAt) },
        ].filter(({ detail }) => detail)}
      />
      <BulkProgress job={job} />
    </Card>
  )
}
