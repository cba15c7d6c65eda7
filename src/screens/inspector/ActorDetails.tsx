import { useMemo } from 'react'
import { differences } from '../../../machines/qa/replay/difference'
import { exchangesOf, type Log, type LogEntry, type LogState } from '../../../machines/qa/replay/log'
import { entryAt } from '../../../machines/qa/replay/logView'
import { Differences } from '../../components/chart/Differences'
import { Exchanges } from '../../components/chart/Exchanges'
import { JsonText } from '../../components/chart/JsonText'

interface ActorDetailsProps {
  log: Log
  /** The event that the actor took last; undefined while it has taken none. */
  entry: LogEntry | undefined
  now: LogState
}

const parsed = (json: string): unknown => (json === '' ? undefined : JSON.parse(json))

/** What the last event of an actor changed, and all that it holds. */
export function ActorDetails({ log, entry, now }: ActorDetailsProps) {
  const found = useMemo(() => {
    const before = entry && entryAt(log, entry.actor, entry.index - 1)
    return before && differences(parsed(before.context), parsed(entry.context))
  }, [log, entry])
  const answers = useMemo(() => (entry ? exchangesOf(log, entry) : []), [log, entry])
  return (
    <>
      {answers.length > 0 && <Exchanges label="Answers that came just before" exchanges={answers} />}
      {found && <Differences label="What the event changed" found={found} />}
      <JsonText
        label="Event and context as JSON"
        parts={[
          { name: 'event', json: entry?.event ?? '' },
          { name: 'state', json: now.state },
          { name: 'context', json: now.context },
        ]}
      />
    </>
  )
}
