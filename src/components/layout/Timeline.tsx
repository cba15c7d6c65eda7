import { timeline } from '../../../styled-system/recipes/timeline'
import type { TimelineEvent } from '../../../contract/timeline'
import { Moment } from '../base/Moment'

interface TimelineProps {
  /** The oldest first; the newest is shown first. */
  events: readonly TimelineEvent[]
  /** What an event is called, such as 'Cancelled'. */
  titleOf: (event: TimelineEvent) => string
}

/** What happened to a record, when, and by whom. */
export function Timeline({ events, titleOf }: TimelineProps) {
  const styles = timeline()
  return (
    <ol className={styles.root} aria-label="Timeline">
      {events.toReversed().map((event) => (
        <li key={event.id} className={styles.event}>
          <div className={styles.head}>
            <span className={styles.title}>{titleOf(event)}</span>
            <span className={styles.by}>
              {event.userName && `${event.userName}, `}
              <Moment iso={event.createdAt} />
            </span>
          </div>
          {event.text && <div className={styles.text}>{event.text}</div>}
        </li>
      ))}
    </ol>
  )
}
