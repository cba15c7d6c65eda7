import type { Snapshot } from 'xstate'
import { kept } from './keep'
import type { MachineParts } from './parts'

/** An actor that has run, machine or not. */
export interface SeenActor {
  /** Tells actors apart, also those of one id that ran one after the other. */
  session: string
  id: string
  /** The id of its machine; a request or another source of events has none. */
  machine: string | undefined
  /** What it is of: its machine, or the name of the request or source. */
  name: string
  parent: string | undefined
  input: unknown
  /** What its machine is made of, for whoever draws it or compares it with another version. */
  parts: MachineParts | undefined
}

/** An event that an actor took, and what it was afterwards. Free of secrets, like all that a tap gives away. */
export interface SeenEvent {
  /** Counts the events of the page, without gaps. */
  number: number
  /** Milliseconds since the page began to load. */
  at: number
  actor: string
  source: string | undefined
  event: { type: string }
  /** The transitions that were taken, as {@link stepName} calls them. */
  steps: string[]
  /** The state, its context and status afterwards; undefined when taking the event threw. */
  after: Seen | undefined
}
export interface Seen {
  status: string
  /** The value of a machine's state. */
  value?: unknown
  context?: unknown
  /** What an actor that is no machine came to. */
  output?: unknown
  error?: unknown
}

/** A call to the backend: its answer's status and body, or neither when there was no answer. */
export interface SeenExchange {
  at: number
  /** The number of the first event after it. */
  before: number
  method: string
  /** Path and query after the host. */
  path: string
  body: unknown
  status: number | undefined
  answer: unknown
}

/** A page that was opened. */
export interface SeenVisit {
  at: number
  address: string
}

/** An actor of a {@link Take} that was running before its first event, with what it was then. */
export interface TakenActor extends SeenActor {
  before: Seen | undefined
}
export interface Take {
  actors: TakenActor[]
  events: SeenEvent[]
  exchanges: SeenExchange[]
  visits: SeenVisit[]
}

/** Returns what may be kept of what an actor is. */
export function seen(snapshot: Snapshot<unknown>): Seen {
  const { status, error } = snapshot
  const failure = error === undefined ? {} : { error: kept(error) }
  if ('value' in snapshot) {
    // Only machines' snapshots have a value.
    const { value, context } = snapshot as unknown as { value: unknown; context: unknown }
    return { status, value, context: kept(context), ...failure }
  }
  return {
    status,
    ...('context' in snapshot ? { context: kept(snapshot.context) } : {}),
    ...output(snapshot),
    ...failure,
  }
}

const output = ({ output: given }: Snapshot<unknown>) => (given === undefined ? {} : { output: kept(given) })
