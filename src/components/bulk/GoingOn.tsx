import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { BulkJob } from '../../../contract/extensions/bulkJobs'
import { bulkWords } from '../../../contract/lists/bulkJobs'
import { type BulkList, throughOf } from '../../../contract/rules/bulkJobs'
import { useApp, useSession } from '../../app/context'
import { readGoingOn } from '../../data/resources/bulkJobs'
import { useList } from '../../data/useList'
import { formatCount } from '../base/format'

/** What goes on over many rows of the list, with how far it is, and what has just ended (WF-03). */
export default function GoingOn({ list }: { list: BulkList }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const actor = useList<BulkJob>(`bulk.${list}`, readGoingOn(api, organizationId, list))
  const jobs = useSelector(actor, ({ context }) => context.rows)
  // Of what has ended, the last is news.
  const news = jobs.filter(({ state }, place) => place === 0 || state === 'running' || state === 'undoing')
  return news.map((job) => (
    <div key={job.id}>
      <Link to="/settings" search={{ tab: 'bulk', jobId: job.id }}>
        {newsOf(job)}
      </Link>
    </div>
  ))
}

/** How far it is, or how it has ended, as one line. */
function newsOf({ action, state, total, ran, undone }: BulkJob): string {
  const counts: Record<string, string> = {
    running: `${formatCount(throughOf(ran))} of ${formatCount(total)}`,
    undoing: `undone ${formatCount(throughOf(undone))} of ${formatCount(ran.done)}`,
    undone: `${formatCount(undone.done)} undone`,
  }
  return `${bulkWords[action]}: ${counts[state] ?? `${formatCount(ran.done)} changed`}`
}
