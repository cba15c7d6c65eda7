import type { BulkJobRecord } from '../../../contract/extensions/bulkJobs'
import { throughOf } from '../../../contract/rules/bulkJobs'
import { passOf } from '../../../contract/rules/bulkTexts'
import { formatCount } from '../../components/base/format'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { ProgressBar } from '../../components/overlay/ProgressBar'
import { progressOf, tallyText } from './words'

const names = { check: 'Rows tried', run: 'Rows done', undo: 'Rows taken back' } as const

/** How far a job is, how its rows have gone, and why some of them were not changed (WF-03). */
export function BulkProgress({ job }: { job: BulkJobRecord }) {
  const { pass, tally, of } = passOf(job)
  const isGoingOn = job.state === 'checking' || job.state === 'running' || job.state === 'undoing'
  return (
    <Stack gap="sm">
      {isGoingOn && (
        <>
          <ProgressBar label={names[pass]} max={of} value={throughOf(tally)} />
          <Text tone="muted">
            {names[pass]}: {progressOf(tally, of)}
          </Text>
        </>
      )}
      <Text weight="semibold">
        <span role="status">{tallyText(job)}</span>
      </Text>
      {job.reasons.map(({ outcome, reason, rows }) => (
        <Text key={`${outcome} ${reason}`} tone="muted">
          {formatCount(rows)}: {reason}
        </Text>
      ))}
    </Stack>
  )
}
