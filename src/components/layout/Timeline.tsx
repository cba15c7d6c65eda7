import { timeline } from '../../../styled-system/recipes/timeline'
import type { TimelineEvent } from '../../../contract/timeline'
import { Button } from '../base/Button'
import { Moment } from '../base/Moment'

interface TimelineProps {
  /** The oldest first; the newest is shown first. */
  events: readonly TimelineEvent[]
  /** What an event is called, such as 'Cancelled'. */
  titleOf: (event: TimelineEvent) => string
  /** Lets a person choose an event; the id of the one that is chosen. */
  onChoose?: ((eventId: string) => void) | undefined
  chosen?: string | undefined
}

/** What happened to a record, when, and by whom. */
export function Timeline({ events, titleOf, onChoose, chosen }: TimelineProps) {
  const styles = timeline()
  return (
    <ol className={styles.root} aria-label="Timeline">
      {events.toReversed().map((event) => (
        <li key={event.id} className={styles.event}>
          <div className={styles.head}>
            <span className={styles.title}>
              {onChoose ? (
                <Button variant="link" aria-pressed={event.id === chosen} onClick={() => onChoose(event.id)}>
                  {titleOf(event)}
                </Button>
              ) : (
                titleOf(event)
              )}
            </span>
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
