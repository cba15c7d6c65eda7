import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { LogEntry } from '../../../machines/qa/replay/log'
import { heardActors } from '../../../machines/qa/replay/logView'
import { EventCell, EventList } from '../../components/chart/EventList'
import { beforeLanes, LaneArrow, LaneHeads, middleOfLane } from '../../components/chart/Lanes'
import type { InspectorRef } from './startInspector'

interface EventSequenceProps {
  inspector: InspectorRef
  entries: readonly LogEntry[]
  timeOf: (entry: LogEntry) => string
  nameOf: (session: string | undefined) => string
}

/** The events that machines took, each with a lane of its own; requests and other sources stand beside the lanes. */
export function EventSequence({ inspector, entries, timeOf, nameOf }: EventSequenceProps) {
  const { log, position } = useSelector(inspector, (state) => state.context)
  const { shown, lanes } = useMemo(() => {
    const machines = new Set(log.actors.flatMap(({ session, definition }) => (definition ? session : [])))
    // Who only began, and was never heard of again, would be a lane without anything in it.
    const heard = heardActors(log.entries)
    const shown = entries.filter(({ actor }) => machines.has(actor) && heard.has(actor))
    // A sender has a lane even if a search leaves none of its own events.
    const ends = shown.flatMap(({ source = '', actor }) => (machines.has(source) ? [source, actor] : actor))
    return { shown, lanes: [...new Set(ends)] }
  }, [log, entries])
  const selected = shown.findLastIndex(({ index }) => position === undefined || index <= position)
  const lane = lanes.indexOf(shown[selected]?.actor ?? '')
  return (
    <EventList
      count={shown.length}
      selected={selected}
      spot={lane < 0 ? undefined : beforeLanes + middleOfLane(lane)}
      onSelect={(place) => {
        const entry = shown[place]
        if (entry) inspector.send({ type: 'entry.select', index: entry.index })
      }}
      label="Sequence"
      rowHeight={30}
      hasLanes
      head={<LaneHeads names={lanes.map(nameOf)} />}
      renderRow={(place) => {
        const entry = shown[place]
        if (!entry) return null
        const from = entry.source === undefined ? -1 : lanes.indexOf(entry.source)
        const origin = entry.source === undefined || from >= 0 ? '' : ` (${nameOf(entry.source)})`
        return (
          <>
            <EventCell isMuted>{timeOf(entry)}</EventCell>
            <LaneArrow
              lanes={lanes.length}
              from={from}
              to={lanes.indexOf(entry.actor)}
              label={`${entry.type}${origin}`}
            />
          </>
        )
      }}
    />
  )
}
