import type { SeenExchange } from '../record/seen'
import type { WatchedPage } from '../tools/channel'
import type { InspectorMessage } from '../tools/protocol'

export interface LogActor {
  session: string
  name: string
  parent: string | undefined
  /** The machine's configuration as JSON text; undefined for an actor that is no machine. */
  definition: string | undefined
  /** What its machine was when it was recorded, where that is another one now. */
  recorded?: string | undefined
  /** What it was when it was first heard of. */
  first: LogState
  /** The index of the first entry that it was there at. */
  begins: number
  /** The index of the first entry after its page was loaded anew. */
  ends?: number | undefined
}

/** A page that sends, or has sent, from one load to the next. */
export interface LogPage extends WatchedPage {
  /** The number of its tab, counted from 1. */
  place: number
  state: 'connected' | 'stopped' | 'gone'
}

/** What an actor is: its state and context as JSON text, both empty for an actor that is no machine. */
export interface LogState {
  status: string
  state: string
  context: string
}

/** An event that an actor took, and what it was afterwards; contexts are kept as JSON text, which is small and can be searched. */
export interface LogEntry extends LogState {
  /** Counts the events of the log, those that were dropped included. */
  index: number
  /** Milliseconds since 1970. */
  at: number
  actor: string
  source: string | undefined
  /** The id of the message that told of it. */
  message?: string | undefined
  type: string
  event: string
  /** The transitions that were taken, where the sender knows them. */
  steps: readonly string[]
  /** What is said instead of an event, such as that a page was loaded anew. */
  note?: string | undefined
}
/** An answer that came before an event, with the load of the page that it came to; its data is JSON text. */
export interface LogExchange extends Omit<SeenExchange, 'body' | 'answer'> {
  load: string
  body: string
  answer: string
}
export interface Log {
  pages: readonly LogPage[]
  exchanges: readonly LogExchange[]
  actors: readonly LogActor[]
  entries: readonly LogEntry[]
  dropped: number
}

/** Events that a log holds at most, and characters of their texts. */
const longestLog = 10_000
const largestLog = 128 * 1024 * 1024

export const emptyLog: Log = { pages: [], exchanges: [], actors: [], entries: [], dropped: 0 }

const stateOf = (snapshot: { status?: string; value?: unknown; context?: unknown } | null | undefined): LogState => ({
  status: snapshot?.status ?? 'active',
  state: textOf(snapshot?.value),
  context: textOf(snapshot?.context),
})
const textOf = (value: unknown): string => JSON.stringify(value) ?? ''
const sizeOf = ({ event: taken, context }: LogEntry) => taken.length + context.length

/** The log with what was received since; the oldest events make room. */
export function withMessages(log: Log, messages: readonly InspectorMessage[], limit = longestLog): Log {
  const actors = new Map(log.actors.map((actor) => [actor.session, actor]))
  const definitions = createShared(log)
  const entries = [...log.entries]
  let next = log.dropped + entries.length
  for (const received of messages) {
    const session = received.sessionId
    if (received.type === '@xstate.actor') {
      // It is told again when a page is asked again.
      if (actors.has(session)) continue
      actors.set(session, {
        session,
        name: received.name,
        parent: received.parentId,
        definition: isMachine(received.definition) ? definitions.get(received.definition) : undefined,
        first: stateOf(received.snapshot),
        begins: next,
      })
    } else if (received.type === '@xstate.event') {
      entries.push(entryOf(received, next))
      next += 1
    } else if (received.type === '@offerdesk.hidden') {
      const index = entries.findLastIndex(({ message }) => message === received.of)
      const before = entries[index]
      const rest = received.snapshot && stateOf(received.snapshot)
      if (before) entries[index] = { ...before, event: textOf(received.event), ...rest }
    } else {
      const index = entries.findLastIndex(({ actor }) => actor === session)
      const before = entries[index]
      const rest = { ...stateOf(received.snapshot), steps: received.steps ?? [] }
      if (before?.type === received.event.type && before.status === '') entries[index] = { ...before, ...rest }
      else {
        entries.push({ ...entryOf({ ...received, sourceId: undefined }, next), ...rest })
        next += 1
      }
    }
  }
  return trimmed({ ...log, actors: [...actors.values()], entries }, limit)
}

/** Definitions are long, and the same ones come with every load of a page. */
function createShared({ actors }: Log) {
  const known = new Map(
    actors.flatMap(({ definition }) => (definition === undefined ? [] : [[definition, definition]])),
  )
  return {
    get: (definition: string) => {
      const shared = known.get(definition) ?? definition
      known.set(shared, shared)
      return shared
    },
  }
}

/** The load of its page that an actor is of; empty when nobody said. */
export const loadOf = ({ session }: Pick<LogActor, 'session'>) => /^(.*)\//.exec(session)?.[1] ?? ''

/** Answers that a log holds at most. */
const mostExchanges = 1_000

/** The log with answers that came since; what came twice is there once. */
export function withExchanges(log: Log, load: string, exchanges: readonly SeenExchange[]): Log {
  const known = new Set(log.exchanges.map((each) => `${each.load} ${each.at} ${each.path}`))
  const added = exchanges
    .filter(({ at, path }) => !known.has(`${load} ${at} ${path}`))
    .map(({ body, answer, ...rest }) => ({ ...rest, load, body: textOf(body), answer: textOf(answer) }))
  return added.length === 0 ? log : { ...log, exchanges: [...log.exchanges, ...added].slice(-mostExchanges) }
}

/** The answers that came between an event and the one before it. */
export function exchangesOf({ exchanges }: Log, { message = '' }: Pick<LogEntry, 'message'>): readonly LogExchange[] {
  const [, load = '', number] = /^(?:(.*)\/)?(\d+)\.event$/.exec(message) ?? []
  return number === undefined ? [] : exchanges.filter((each) => each.load === load && each.before === Number(number))
}

const noteOf = (log: Log, note: string): LogEntry => ({
  index: log.dropped + log.entries.length,
  at: log.entries.at(-1)?.at ?? 0,
  actor: '',
  source: undefined,
  type: note,
  event: '',
  status: '',
  state: '',
  context: '',
  steps: [],
  note,
})

/** The log with a page that sends from now on, or tells where it is now. */
export function withPage(log: Log, page: WatchedPage): Log {
  const known = log.pages.find(({ load }) => load === page.load)
  if (known) {
    const now: LogPage = { ...known, ...page, state: 'connected' }
    const pages = log.pages.map((each) => (each === known ? now : each))
    if (known.state === 'connected') return { ...log, pages }
    return { ...log, pages, entries: [...log.entries, noteOf(log, `Tab ${known.place} sends again`)] }
  }
  // One tab may be a copy of another; only what has gone was loaded anew.
  const before = log.pages.findLast(({ tab, state }) => tab === page.tab && state !== 'connected')
  const place = before?.place ?? 1 + Math.max(0, ...log.pages.map((each) => each.place))
  const pages = [...log.pages.filter((each) => each !== before), { ...page, place, state: 'connected' } as const]
  if (log.pages.length === 0) return { ...log, pages }
  const note = before
    ? `Tab ${place} was loaded anew: ${page.address}`
    : `Tab ${place} is sending, too: ${page.address}`
  const entries = [...log.entries, noteOf(log, note)]
  if (!before) return { ...log, pages, entries }
  const ends = log.dropped + log.entries.length
  const actors = log.actors.map((actor) => (loadOf(actor) === before.load ? { ...actor, ends } : actor))
  return { ...log, pages, entries, actors }
}

/** The log when a page sends no more. */
export function withoutPage(log: Log, load: string, isStopped: boolean): Log {
  const page = log.pages.find((each) => each.load === load)
  // That it was closed says more than that it had stopped before.
  if (!page || page.state === 'gone') return log
  const now = { ...page, state: isStopped ? ('stopped' as const) : ('gone' as const) }
  return { ...log, pages: log.pages.map((each) => (each === page ? now : each)) }
}

/** The log without its events. Who acts stays, as it is now; who has ended does not. */
export function cleared(log: Log): Log {
  const latest = new Map<string, LogState>()
  for (const entry of log.entries) if (entry.status !== '') latest.set(entry.actor, entry)
  const actors = log.actors.flatMap((actor) => {
    const { status, state, context } = latest.get(actor.session) ?? actor.first
    return actor.ends === undefined && status === 'active'
      ? [{ ...actor, first: { status, state, context }, begins: 0 }]
      : []
  })
  return { ...emptyLog, pages: log.pages.filter(({ state }) => state !== 'gone'), actors }
}

const entryOf = (
  {
    id,
    sessionId,
    createdAt,
    event: taken,
    sourceId,
  }: Pick<InspectorMessage, 'id' | 'sessionId' | 'createdAt'> & {
    event: { type: string }
    sourceId: string | undefined
  },
  index: number,
): LogEntry => ({
  index,
  at: Number(createdAt),
  actor: sessionId,
  source: sourceId,
  message: id,
  type: taken.type,
  event: textOf(taken),
  status: '',
  state: '',
  context: '',
  steps: [],
})

const isMachine = (definition: string | undefined): definition is string => {
  if (definition === undefined) return false
  try {
    const config: unknown = JSON.parse(definition)
    return (
      typeof config === 'object' && config !== null && ('states' in config || 'on' in config || 'context' in config)
    )
  } catch {
    return false
  }
}

function trimmed(log: Log, limit: number): Log {
  let size = log.entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
  let drop = Math.max(0, log.entries.length - limit)
  for (const entry of log.entries.slice(0, drop)) size -= sizeOf(entry)
  while (size > largestLog && drop < log.entries.length - 1) {
    size -= sizeOf(log.entries[drop] as LogEntry)
    drop += 1
  }
  if (drop === 0) return log
  const entries = log.entries.slice(drop)
  return { ...log, entries, dropped: log.dropped + drop }
}
