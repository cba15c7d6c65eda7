import type { Log, LogActor, LogEntry } from './log'

/** What a person looks at in a log. */
export interface LogView {
  log: Log
  /** The actor whose statechart is shown. */
  selected: string | undefined
  /** The entry that is shown; undefined follows the newest. */
  position: number | undefined
}

export const firstPosition = ({ dropped }: Log) => dropped
export const lastPosition = ({ dropped, entries }: Log) => dropped + entries.length - 1
export const positionOf = ({ position, log }: LogView) => position ?? lastPosition(log)

/** The first machine with states that a log names. */
export const firstMachine = ({ actors }: Log) =>
  actors.find(({ definition }) => definition?.includes('"states"'))?.session

/** Returns the position nearest to an index, and the machine that the event there went to. */
export function placeAt({ log, selected }: LogView, index: number) {
  const position = Math.min(Math.max(index, firstPosition(log)), lastPosition(log))
  const session = log.entries[position - log.dropped]?.actor
  const isMachine = log.actors.some((actor) => actor.session === session && actor.definition !== undefined)
  return { position, selected: isMachine ? session : selected }
}

export const selectedActor = ({ log, selected }: LogView): LogActor | undefined =>
  log.actors.find(({ session }) => session === selected)

/** Returns the entries of one actor, or of all, that a text occurs in, in any case. */
export function matching(entries: readonly LogEntry[], text: string, actor: string): readonly LogEntry[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '' && actor === '') return entries
  return entries.filter(
    (entry) =>
      (actor === '' || entry.actor === actor || entry.source === actor) &&
      (wanted === '' || [entry.event, entry.state, entry.context].some((part) => part.toLowerCase().includes(wanted))),
  )
}

/** Returns the names of the innermost states of a state's value. */
export const leafNames = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leafNames) : [String(value)]

/** Returns what an actor was after an entry, or is now; undefined when that came before its first. */
export const entryAt = (log: Log, actor: string, position: number | undefined): LogEntry | undefined =>
  log.entries.findLast(
    (entry) => entry.actor === actor && entry.status !== '' && (position === undefined || entry.index <= position),
  )
