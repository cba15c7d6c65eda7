import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { RecordEvent, TimelineResource } from '../../../contract/extensions/audit'
import { timeline } from '../../../styled-system/recipes/timeline'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { formatCount } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { pageCount, totalText } from '../../components/table/paging'
import { useApp, useSession } from '../../app/context'
import { readTimeline } from '../../data/resources/audit'
import { useList } from '../../data/useList'
import { AuditChanges } from './AuditChanges'
import { actionText, actorText, kindText, recordText } from '../../../contract/rules/auditTexts'

const pageSize = 10

export interface RecordTimelineProps {
  resource: TimelineResource
  recordId: string
}

/** What has happened to a record, by whom, and what changed by it from what to what, as the audit has it (AD-01). */
export default function RecordTimeline(record: RecordTimelineProps) {
  const [pageIndex, setPageIndex] = useState(0)
  return (
    <Card title="Timeline">
      {/* Each page is a reading of its own. */}
      <TimelinePage key={`${record.recordId} ${pageIndex}`} {...record} pageIndex={pageIndex} onOpen={setPageIndex} />
    </Card>
  )
}

interface TimelinePageProps extends RecordTimelineProps {
  pageIndex: number
  onOpen: (pageIndex: number) => void
}

function TimelinePage({ pageIndex, onOpen, ...record }: TimelinePageProps) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('timeline', readTimeline(api, organizationId, record, { pageIndex, pageSize }))
  const state = useSelector(list, (snapshot) => snapshot)
  const { rows, total } = state.context
  if (state.matches('failed')) {
    return <ErrorState message="Error fetching the timeline" onRetry={() => list.send({ type: 'list.retry' })} />
  }
  if (state.matches('loading')) return <LoadingState />
  const pages = pageCount(total, pageSize)
  return (
    <>
      {rows.length === 0 ? <Text tone="muted">Nothing has happened yet.</Text> : <Events events={rows} {...record} />}
      {(pages > 1 || pageIndex > 0) && (
        <Row justify="between">
          <Text tone="muted">{totalText({ pageIndex, pageSize }, total, 'events')}</Text>
          <Row>
            <Button size="sm" disabled={pageIndex === 0} onClick={() => onOpen(pageIndex - 1)}>
              Newer
            </Button>
            <Button size="sm" disabled={pageIndex >= pages - 1} onClick={() => onOpen(pageIndex + 1)}>
              Older
            </Button>
          </Row>
        </Row>
      )}
    </>
  )
}

interface EventsProps extends RecordTimelineProps {
  events: readonly RecordEvent[]
}

function Events({ events, ...record }: EventsProps) {
  const styles = timeline()
  return (
    <ol className={styles.root} aria-label="Timeline">
      {events.map((event) => (
        <li key={event.id} className={styles.event}>
          <div className={styles.head}>
            <span className={styles.title}>{titleOf(event)}</span>
            <span className={styles.by}>
              {actorText(event)}, <Moment iso={event.createdAt} />
            </span>
          </div>
          {event.parts.map((part) => (
            <Part key={part.id} part={part} {...record} />
          ))}
          {event.partsCount > event.parts.length && (
            <div className={styles.text}>And {formatCount(event.partsCount - event.parts.length)} more changes.</div>
          )}
        </li>
      ))}
    </ol>
  )
}

/** What was done; past the server, what became of the record. */
function titleOf(event: RecordEvent): string {
  const [part] = event.parts
  return event.action || !part ? actionText(event) : `${recordText(part.record)}: ${kindText(part).toLowerCase()}`
}

interface PartProps extends RecordTimelineProps {
  part: RecordEvent['parts'][number]
}

/** What changed of the record itself, or of what belongs to it, by its name. */
function Part({ part, resource }: PartProps) {
  const styles = timeline()
  const name = part.part ? kindText(part) : part.record.resource === resource ? undefined : recordText(part.record)
  if (!name && part.changes.length === 0) return null
  return (
    <div className={styles.text}>
      {name}
      {part.changes.length > 0 && <AuditChanges entry={part} />}
    </div>
  )
}
