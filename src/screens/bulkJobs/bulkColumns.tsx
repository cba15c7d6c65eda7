import { Link } from '@tanstack/react-router'
import type { BulkJob } from '../../../contract/extensions/bulkJobs'
import { bulkJobList, bulkRowList, bulkStateWords } from '../../../contract/lists/bulkJobs'
import type { BulkOutcome, BulkState } from '../../../contract/rules/bulkJobs'
import { outcomeWords, passOf, waitingWord } from '../../../contract/rules/bulkTexts'
import { Badge, type BadgeTone } from '../../components/base/Badge'
import { listColumns } from '../../components/table/columns'
import { changeText, jobTitle, progressOf, tallyText } from './words'

const stateTones: Record<BulkState, BadgeTone> = {
  checking: 'blue',
  checked: 'blue',
  running: 'blue',
  done: 'green',
  cancelled: 'amber',
  undoing: 'blue',
  undone: 'neutral',
}
const outcomeTones: Record<BulkOutcome, BadgeTone> = {
  done: 'green',
  unchanged: 'neutral',
  refused: 'red',
  vanished: 'amber',
}

/** How far it is: a word, and while it goes on how many rows are through. */
export function BulkStateBadge({ job }: { job: BulkJob }) {
  const { tally, of } = passOf(job)
  const isGoingOn = job.state === 'running' || job.state === 'undoing'
  return (
    <Badge tone={stateTones[job.state]} mark="dot">
      {bulkStateWords[job.state]}
      {isGoingOn && `, ${progressOf(tally, of)}`}
    </Badge>
  )
}

const ofJob = listColumns(bulkJobList)

/** What the list of all shows of each. */
export const bulkJobColumns = [
  ofJob('action', {
    size: 260,
    wraps: true,
    cell: (job) => (
      <Link to="/settings" search={{ tab: 'bulk', jobId: job.id }}>
        {jobTitle(job)}
      </Link>
    ),
  }),
  ofJob('state', { cell: (job) => <BulkStateBadge job={job} />, card: {} }),
  ofJob('total'),
  ofJob('ran', { cell: tallyText, wraps: true, card: {} }),
  ofJob('userName', { card: { before: 'By' } }),
  ofJob('startedAt'),
]

const ofRow = listColumns(bulkRowList)

const rowColumns = (words: Readonly<Record<BulkOutcome, string>>) => [
  ofRow('name', { size: 240 }),
  ofRow('outcome', {
    cell: ({ outcome }) =>
      outcome ? <Badge tone={outcomeTones[outcome]}>{words[outcome]}</Badge> : <Badge>{waitingWord}</Badge>,
    card: {},
  }),
  ofRow('after', { cell: (row) => changeText(row) || '-', wraps: true, card: {} }),
  ofRow('reason', { wraps: true, card: {} }),
]

/** What is shown of each record of one, in the pass that it is in. */
export const bulkRowColumns = {
  check: rowColumns(outcomeWords.check),
  run: rowColumns(outcomeWords.run),
  undo: rowColumns(outcomeWords.undo),
}
