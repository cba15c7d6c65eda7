import { loadOf, type Log, type LogActor, type LogEntry, type LogState } from './log'

/** What a person looks at in a log. */
export interface LogView {
  log: Log
  /** The actor whose statechart is shown. */
  selected: string | undefined
  /** The entry that is shown; undefined follows the newest. */
  position: number | undefined
  /** Whether the statechart is of the actor that acts, whichever that is. */
  isFollowing: boolean
}

/** The number that an event has in its recording, by which whoever tells of it names it, the command line too. */
export const numberOf = ({ message = '' }: Pick<LogEntry, 'message'>): number => Number.parseInt(message, 10)
/** The place of the event of a number, or else of the next one; undefined behind the last. */
export const placeOf = ({ entries }: Log, number: number): number | undefined =>
  entries.find((entry) => numberOf(entry) >= number)?.index

export const firstPosition = ({ dropped }: Log) => dropped
export const lastPosition = ({ dropped, entries }: Log) => dropped + entries.length - 1
export const positionOf = ({ position, log }: Pick<LogView, 'position' | 'log'>) => position ?? lastPosition(log)

/** The first machine with states that a log names. */
export const firstMachine = ({ actors }: Log) =>
  actors.find(({ definition, ends }) => ends === undefined && definition?.includes('"states"'))?.session

/** The actor that is selected, or the one that took its place when its page was loaded anew. */
export function stillSelected({ log, selected }: Pick<LogView, 'log' | 'selected'>): string | undefined {
  const before = log.actors.find(({ session }) => session === selected)
  if (before?.ends === undefined) return before?.session ?? firstMachine(log)
  const next = log.actors.findLast(({ name, ends }) => ends === undefined && name === before.name)
  return next?.session ?? selected
}

/** The page that an actor is of, where pages say who they are. */
export const pageOf = (log: Log, actor: Pick<LogActor, 'session'>) =>
  log.pages.find(({ load }) => load === loadOf(actor))

/** The machine that took the event at a place, or else the one that is selected. */
export function actingAt({ log, selected }: Pick<LogView, 'log' | 'selected'>, position: number) {
  const session = log.entries[position - log.dropped]?.actor
  const isMachine = log.actors.some((actor) => actor.session === session && actor.definition !== undefined)
  return isMachine ? session : selected
}

/** The position nearest to an index, and the actor that is shown there. */
export function placeAt(view: LogView, index: number) {
  const { log, selected, isFollowing } = view
  const position = Math.min(Math.max(index, firstPosition(log)), lastPosition(log))
  return { position, selected: isFollowing ? actingAt(view, position) : selected }
}

export const selectedActor = ({ log, selected }: Pick<LogView, 'log' | 'selected'>): LogActor | undefined =>
  log.actors.find(({ session }) => session === selected)

/** The actors that had begun at a place of the log; undefined for now. */
export const begunActors = ({ actors }: Log, position: number | undefined): readonly LogActor[] =>
  actors.filter(({ begins, ends = Infinity }) =>
    position === undefined ? ends === Infinity : begins <= position && position < ends,
  )

/** The place of the event of an actor that comes next, or came before; undefined where there is none. */
export function eventOfActor({ log, selected, position }: Omit<LogView, 'isFollowing'>, step: 1 | -1) {
  const place = positionOf({ log, position })
  // What is shown of an actor is its newest event up to the place.
  const shown = step < 0 ? log.entries.findLast(({ actor, index }) => actor === selected && index <= place) : undefined
  const now = shown?.index ?? place
  const isNext = ({ actor, index }: LogEntry) => actor === selected && (index - now) * step > 0
  return (step > 0 ? log.entries.find(isNext) : log.entries.findLast(isNext))?.index
}

/** An actor's name without what counts those of its kind. */
export const kindOf = (name: string): string => name.replace(/\.\d+$/, '')

const housekeepers =
  /^(?:toasts?|connection|browserNetwork|changeFeed|changeStream|feedReasons|pollingReasons|reread)\b/
const housekeeping =
  /^(?:query\.fetching|query\.refetch|records\.read|xstate\.promise\.\w+|xstate\.after\.(?:refetch|poll|probe)\w*\..*)$/

/** Whether an actor of this name goes on by itself. */
export const isHousekeeper = (name: string): boolean => housekeepers.test(name)

/** Entries without what goes on by itself: toasts, the connection, and asking again. */
export function withoutHousekeeping({ actors, entries }: Log): readonly LogEntry[] {
  const quiet = new Set(actors.flatMap(({ session, name }) => (isHousekeeper(name) ? [session] : [])))
  const latest = new Map<string, LogEntry>()
  return entries.filter((entry) => {
    const { actor, type } = entry
    const before = latest.get(actor)
    if (entry.status !== '') latest.set(actor, entry)
    if (quiet.has(actor) || housekeeping.test(type)) return false
    // Read once more, and nothing has changed.
    return type !== 'query.loaded' || before?.context !== entry.context || before.state !== entry.state
  })
}

/** Returns the entries of one actor, or of all, that a text occurs in, in any case. */
export function matching(entries: readonly LogEntry[], text: string, actor: string): readonly LogEntry[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '' && actor === '') return entries
  return entries.filter(
    (entry) =>
      (actor === '' || entry.actor === actor || entry.source === actor) &&
      (wanted === '' ||
        [entry.note ?? '', entry.event, entry.state, entry.context].some((part) =>
          part.toLowerCase().includes(wanted),
        )),
  )
}

/** The actors that take part: each took something besides its beginning, or sent something. */
export const heardActors = (entries: readonly LogEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ type, actor, source }) => (type === 'xstate.init' ? [] : source ? [source, actor] : [actor])),
  )

/** The innermost states of a state's value as paths, such as `signedIn.call.idle`. */
export const statePaths = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => {
        const paths = statePaths(inner)
        return paths.length === 0 ? [name] : paths.map((path) => `${name}.${path}`)
      })
    : [String(value)]

/** What an actor is, in a few words: its states, or how it ended. */
export function stateText({ state, status }: LogState): string {
  if (status !== 'active' && status !== '') return status
  return state === '' ? '' : statePaths(JSON.parse(state)).join(', ')
}

/** Returns what an actor was after an entry, or is now; undefined when that came before its first. */
export const entryAt = (log: Log, actor: string, position: number | undefined): LogEntry | undefined =>
  log.entries.findLast(
    (entry) => entry.actor === actor && entry.status !== '' && (position === undefined || entry.index <= position),
  )
