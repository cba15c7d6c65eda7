import type { InspectorMessage } from '../tools/protocol'

export interface LogActor {
  session: string
  name: string
  parent: string | undefined
  /** The machine's configuration as JSON text; undefined for an actor that is no machine. */
  definition: string | undefined
  /** What it was when it was first heard of. */
  first: LogState
  /** The index of the first entry that it was there at. */
  begins: number
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
}
export interface Log {
  actors: readonly LogActor[]
  entries: readonly LogEntry[]
  dropped: number
}

/** Events that a log holds at most, and characters of their texts. */
const longestLog = 10_000
const largestLog = 128 * 1024 * 1024

export const emptyLog: Log = { actors: [], entries: [], dropped: 0 }

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
  const entries = [...log.entries]
  let next = log.dropped + entries.length
  for (const received of messages) {
    const session = received.sessionId
    if (received.type === '@xstate.actor') {
      actors.set(session, {
        session,
        name: received.name,
        parent: received.parentId,
        definition: isMachine(received.definition) ? received.definition : undefined,
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
  return trimmed({ actors: [...actors.values()], entries, dropped: log.dropped }, limit)
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
  return { actors: log.actors, entries, dropped: log.dropped + drop }
}
