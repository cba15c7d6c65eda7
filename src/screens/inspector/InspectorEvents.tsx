import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import type { Log, LogEntry } from '../../../machines/qa/replay/log'
import { matching, pageOf, stateText, withoutHousekeeping } from '../../../machines/qa/replay/logView'
import { Button } from '../../components/base/Button'
import { ToggleButton } from '../../components/base/ToggleButton'
import { SearchBox } from '../../components/table/SearchBox'
import { EventCell, EventList } from '../../components/chart/EventList'
import { formatCount } from '../../components/base/format'
import type { InspectorRef } from './startInspector'
import { EventSequence } from './EventSequence'

type View = 'log' | 'sequence'

/** What happened: as a log, or as a sequence of events between actors. */
export function InspectorEvents({ inspector }: { inspector: InspectorRef }) {
  const { log, flow, position, search, filter, hasHousekeeping } = useSelector(inspector, (state) => state.context)
  const [view, setView] = useState<View>('log')
  const styles = inspectorRecipe()
  // Whoever looks for something finds it, whatever it is.
  const isMuted = !hasHousekeeping && search.trim() === '' && filter === ''
  const heard = useMemo(() => (isMuted ? withoutHousekeeping(log) : log.entries), [log, isMuted])
  const entries = useMemo(() => matching(heard, search, filter), [heard, search, filter])
  const names = useMemo(() => namesOf(log), [log])
  const nameOf = (session: string | undefined) => (session === undefined ? '' : (names.get(session) ?? session))
  const newest = entries.at(-1)?.index ?? -1
  const selected = entries.findLastIndex(({ index }) => index <= (position ?? newest))
  const select = (place: number) => {
    const entry = entries[place]
    if (!entry) return
    inspector.send({ type: 'entry.select', index: entry.index })
  }
  const began = log.entries[0]?.at ?? 0
  const timeOf = ({ at }: LogEntry) => `${((at - began) / 1_000).toFixed(3)} s`
  const list = { count: entries.length, selected, onSelect: select }
  return (
    <section className={styles.lower} aria-label="Events">
      <div className={styles.toolbar}>
        <div className={styles.group} role="group" aria-label="View">
          {(['log', 'sequence'] as const).map((each) => (
            <ToggleButton key={each} pressed={view === each} onClick={() => setView(each)}>
              {each === 'log' ? 'Log' : 'Sequence'}
            </ToggleButton>
          ))}
        </div>
        <SearchBox
          label="Search events"
          value={search}
          onChange={(text) => inspector.send({ type: 'search.change', text })}
        />
        <select
          className={styles.filter}
          aria-label="Actor"
          value={filter}
          onChange={(event) => inspector.send({ type: 'filter.change', session: event.target.value })}
        >
          <option value="">All actors</option>
          {log.actors.map(({ session }) => (
            <option key={session} value={session}>
              {nameOf(session)} ({session.slice(session.lastIndexOf('/') + 1)})
            </option>
          ))}
        </select>
        <ToggleButton
          pressed={hasHousekeeping}
          title="List what goes on by itself, too: polling, toasts, the connection"
          onClick={() => inspector.send({ type: 'housekeeping.toggle' })}
        >
          Housekeeping
        </ToggleButton>
        <span className={styles.status}>
          {entries.length < log.entries.length &&
            `${formatCount(entries.length)} of ${formatCount(log.entries.length)} events`}
        </span>
        {!flow && position !== undefined && (
          <Button size="sm" onClick={() => inspector.send({ type: 'entry.follow' })}>
            Follow the newest
          </Button>
        )}
      </div>
      {entries.length === 0 && (
        <p className={styles.empty}>{log.entries.length === 0 ? 'No events yet.' : 'No event fits the search.'}</p>
      )}
      {entries.length > 0 && view === 'log' && (
        <EventList
          {...list}
          label="Log"
          rowHeight={28}
          isNote={(place) => entries[place]?.note !== undefined}
          renderRow={(place) => <LogRow entry={entries[place]} timeOf={timeOf} nameOf={nameOf} />}
        />
      )}
      {entries.length > 0 && view === 'sequence' && (
        <EventSequence inspector={inspector} entries={entries} timeOf={timeOf} nameOf={nameOf} />
      )}
    </section>
  )
}

/** What actors are called; where there are several tabs, with the tab. */
function namesOf(log: Log): ReadonlyMap<string, string> {
  const places = new Set(log.pages.map(({ place }) => place))
  return new Map(
    log.actors.map((actor) => {
      const place = places.size > 1 ? pageOf(log, actor)?.place : undefined
      return [actor.session, place === undefined ? actor.name : `${place} · ${actor.name}`]
    }),
  )
}

interface RowProps {
  entry: LogEntry | undefined
  timeOf: (entry: LogEntry) => string
  nameOf: (session: string | undefined) => string
}

function LogRow({ entry, timeOf, nameOf }: RowProps) {
  if (!entry) return null
  const { actor, source, type, event, note } = entry
  if (note !== undefined) {
    return (
      <>
        <EventCell isMuted>{timeOf(entry)}</EventCell>
        <EventCell>{note}</EventCell>
      </>
    )
  }
  return (
    <>
      <EventCell isMuted>{timeOf(entry)}</EventCell>
      <EventCell>{nameOf(actor)}</EventCell>
      <EventCell title={event}>{type}</EventCell>
      <EventCell isMuted>{source === undefined ? '' : `from ${nameOf(source)}`}</EventCell>
      <EventCell isMuted title={stateText(entry)}>
        {stateText(entry)}
      </EventCell>
    </>
  )
}
