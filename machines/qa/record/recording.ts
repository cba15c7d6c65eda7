import type { AnyStateMachine } from 'xstate'
import * as z from 'zod/mini'
import { change, changesBetween } from './changes'
import { standIn } from './keep'
import { fingerprint, plainConfig, versionOf } from './fingerprint'
import type { Seen, SeenEvent, Take, TakenActor } from './seen'
import { withoutTypedSecrets } from './typedSecrets'
import { withoutTypedText } from './typedText'

/**
 * Every machine that a recording may be of, by its name. It is handed in: the list of all machines names those of these
 * tools too.
 */
export type Machines = Readonly<Record<string, AnyStateMachine>>

const stateValue = z.union([z.string(), z.record(z.string(), z.unknown())])
const event = z.looseObject({ type: z.string().check(z.minLength(1)) })
const session = z.string().check(z.minLength(1))

const recordedActor = z.object({
  session,
  id: z.string(),
  machine: z.optional(z.string()),
  name: z.string(),
  parent: z.optional(session),
  input: z.optional(z.unknown()),
  /** What a machine was when the recording began, if it was running already. */
  before: z.optional(z.object({ state: stateValue, context: z.unknown(), status: z.string() })),
})
export type RecordedActor = z.infer<typeof recordedActor>

const recordedEvent = z.object({
  number: z.int(),
  /** Milliseconds since the page began to load. */
  at: z.number(),
  actor: session,
  source: z.optional(session),
  event,
  steps: z.array(z.string()),
  /** Afterwards; the state and the fingerprint of the context are a machine's. */
  status: z.optional(z.string()),
  state: z.optional(stateValue),
  context: z.optional(z.string()),
  /** What the event changed of the context. */
  changes: z.optional(z.array(change)),
})
export type RecordedEvent = z.infer<typeof recordedEvent>

const exchange = z.object({
  at: z.number(),
  /** The number of the first event after it. */
  before: z.optional(z.int()),
  method: z.string(),
  path: z.string(),
  body: z.optional(z.unknown()),
  status: z.optional(z.int()),
  answer: z.optional(z.unknown()),
})
export type RecordedExchange = z.infer<typeof exchange>

/** As whom anybody may look around, where the server lets them. */
const demo = z.object({ email: z.string(), password: z.string(), name: z.string(), organizationName: z.string() })

const formatName = 'offerdesk.flow'
const formatVersion = 1

const recording = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  app: z.string(),
  /** The fingerprint of every machine that took part. */
  machines: z.record(z.string(), z.string()),
  /** What each of them was. */
  definitions: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
  browser: z.string(),
  /** When it was saved, as ISO 8601 in UTC. */
  savedAt: z.string(),
  /** What a demo server offered; the password is never in it. */
  demo: z.optional(demo),
  actors: z.array(recordedActor),
  firstEvent: z.int(),
  lastEvent: z.int(),
  events: z.array(recordedEvent),
  exchanges: z.array(exchange),
  visits: z.array(z.object({ at: z.number(), address: z.string() })),
})
/** What happened in a page, as a `*.flow.json` holds it. */
export type Recording = z.infer<typeof recording>

export interface Circumstances {
  app: string
  browser: string
  savedAt: Date
  demo?: z.infer<typeof demo> | undefined
  /** Whether it has what somebody typed in words, instead of its length and its shape. */
  keepsText?: boolean | undefined
  /** Whether it is only to be replayed, and has neither definitions nor contexts. */
  isBare?: boolean | undefined
}

/** Recordings are small; what is larger than this many bytes is none. */
export const largestRecording = 64 * 1024 * 1024

/** Returns what a tap has taken as a recording, without any secret. */
export function recordingOf(take: Take, about: Circumstances): Recording {
  const withText = withoutTypedSecrets(take)
  const { actors, events, exchanges, visits } = about.keepsText ? withText : withoutTypedText(withText)
  const parts = new Map(
    actors.flatMap(({ machine, parts }) => (machine !== undefined && parts ? [[machine, parts]] : [])),
  )
  const contexts = new Map(actors.map(({ session, before }) => [session, before?.context]))
  const changesOf = ({ actor, after }: SeenEvent) => {
    if (about.isBare || !after || isMachine.get(actor) !== true) return undefined
    const changes = changesBetween(contexts.get(actor), after.context)
    contexts.set(actor, after.context)
    return changes.length > 0 ? changes : undefined
  }
  const isMachine = new Map(actors.map(({ session: of, machine }) => [of, machine !== undefined]))
  return {
    format: formatName,
    version: formatVersion,
    app: about.app,
    machines: Object.fromEntries(
      [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, made]) => [name, versionOf(made)]),
    ),
    definitions: about.isBare
      ? undefined
      : Object.fromEntries([...parts].map(([name, { config }]) => [name, { ...plainConfig(config) }])),
    browser: about.browser,
    savedAt: about.savedAt.toISOString(),
    demo: about.demo && { ...about.demo, password: standIn(about.demo.password) },
    actors: actors.map(actorOf),
    firstEvent: events[0]?.number ?? 0,
    lastEvent: events.at(-1)?.number ?? 0,
    events: events.map((each) => ({
      ...eventOf(each, isMachine.get(each.actor) ?? false),
      changes: changesOf(each),
    })),
    exchanges,
    visits,
  }
}

function actorOf({ parts: _, before, machine, ...actor }: TakenActor): RecordedActor {
  return {
    ...actor,
    machine,
    before: machine !== undefined && before?.value !== undefined ? beginning(before) : undefined,
  }
}

const beginning = ({ value, context, status }: Seen) => ({
  // A machine's state is a name or names by region.
  state: value as z.infer<typeof stateValue>,
  context,
  status,
})

function eventOf({ number, at, actor, source, event: taken, steps, after }: SeenEvent, isMachine: boolean) {
  const base = { number, at, actor, source, steps, status: after?.status }
  // The event that its machine got has what a request came to.
  if (!isMachine) return { ...base, event: { type: taken.type } }
  return {
    ...base,
    event: taken,
    state: after?.value as z.infer<typeof stateValue> | undefined,
    context: after && fingerprint(after.context),
  }
}

/** Reads a recording of these machines. Throws an `Error` of one line that says what is wrong with it, and where. */
export function parseRecording(text: string, machines: Machines): Recording {
  const data = parseJson(text)
  const head = z.safeParse(z.object({ format: z.literal(formatName), version: z.number() }), data)
  if (!head.success) throw new Error('is no recording of Offerdesk: it has no "format": "offerdesk.flow"')
  if (head.data.version !== formatVersion) {
    throw new Error(`is of format version ${head.data.version}; this Offerdesk reads version ${formatVersion}`)
  }
  const result = z.safeParse(recording, data)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new Error(`is not as it was saved: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'wrong'}`)
  }
  refuseUnknown(result.data, machines)
  return result.data
}

function parseJson(text: string): unknown {
  if (text.trim() === '') throw new Error('is empty')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(
      /\}\s*$/.test(text) && text.trimStart().startsWith('{')
        ? 'is not JSON'
        : 'is not JSON, or was cut off before its end',
    )
  }
}

function refuseUnknown({ actors, events }: Recording, machines: Machines): void {
  const byName = new Map<string, RecordedActor>()
  for (const actor of actors) {
    if (byName.has(actor.session)) throw new Error(`names two actors ${actor.session}`)
    byName.set(actor.session, actor)
    if (actor.machine !== undefined && !Object.hasOwn(machines, actor.machine)) {
      throw new Error(`was made with a machine that this Offerdesk does not have: ${actor.machine}`)
    }
  }
  const isKnownEvent = knownEvents(machines)
  for (const { number, actor, event: taken } of events) {
    const by = byName.get(actor)
    if (!by) throw new Error(`has an event ${number} of an actor that it does not name: ${actor}`)
    if (by.machine !== undefined && !isKnownEvent(taken.type)) {
      throw new Error(`has an event that no machine knows: ${taken.type} (event ${number}, of ${by.machine})`)
    }
  }
}

/**
 * Returns whether a recording may hold an event. A machine may get an event that it does not care about, as long as
 * some machine takes it.
 */
function knownEvents(machines: Machines): (type: string) => boolean {
  // What machines take is typed by each of them; here it is any text.
  const descriptors = new Set(Object.values(machines).flatMap(({ events }) => events as string[]))
  const families = [...descriptors].filter((each) => each.endsWith('.*')).map((each) => each.slice(0, -1))
  return (type) =>
    descriptors.has(type) ||
    families.some((family) => type.startsWith(family)) ||
    /^xstate\.(?:init|stop|done|error|after|snapshot)\b/.test(type)
}
