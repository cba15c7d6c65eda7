import * as z from 'zod/mini'
import { plainConfig } from '../record/fingerprint'
import type { Seen, SeenActor, SeenEvent, TakenActor } from '../record/seen'

// The messages of Stately's inspectors, as @statelyai/inspect declares them.
interface Base {
  _version: string
  id: string
  /** Milliseconds since 1970, as text. */
  createdAt: string
  rootId: string
  sessionId: string
}
export type ActorMessage = Base & {
  type: '@xstate.actor'
  name: string
  parentId: string | undefined
  /** The machine's configuration as JSON text; for an actor that is no machine, its id. */
  definition: string
  snapshot: Seen
}
export type EventMessage = Base & {
  type: '@xstate.event'
  event: { type: string }
  sourceId: string | undefined
}
export type SnapshotMessage = Base & {
  type: '@xstate.snapshot'
  event: { type: string }
  snapshot: Seen
  /** The transitions that were taken; no part of the protocol, for our own inspector. */
  steps?: string[] | undefined
}
/** An event that was sent already, in which something was hidden since; no part of the protocol, for our own inspector. */
export type HiddenMessage = Base & {
  type: '@offerdesk.hidden'
  /** The id of the message that told of the event. */
  of: string
  event: { type: string }
  snapshot?: Seen | undefined
}
export type InspectorMessage = ActorMessage | EventMessage | SnapshotMessage | HiddenMessage

const common = { id: z.optional(z.string()), sessionId: z.string(), createdAt: z.string(), _version: z.string() }
const event = z.looseObject({ type: z.string() })
const snapshot = z.looseObject({ status: z.optional(z.string()) })
const message = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('@xstate.actor'),
    name: z.string(),
    parentId: z.optional(z.string()),
    definition: z.optional(z.string()),
    snapshot: z.optional(z.nullable(snapshot)),
  }),
  z.object({ ...common, type: z.literal('@xstate.event'), event, sourceId: z.optional(z.string()) }),
  z.object({
    ...common,
    type: z.literal('@xstate.snapshot'),
    event,
    snapshot,
    steps: z.optional(z.array(z.string())),
  }),
  z.object({
    ...common,
    type: z.literal('@offerdesk.hidden'),
    of: z.string(),
    event,
    snapshot: z.optional(snapshot),
  }),
])

/** Returns a message of an inspector's sender, or undefined for what is none. */
export function parseMessage(data: unknown): InspectorMessage | undefined {
  const result = z.safeParse(message, data)
  // Its shape was checked; the sender may add to it.
  return result.success ? (data as InspectorMessage) : undefined
}

const protocolVersion = '0.7.2'

/** Turns what a tap has seen into messages for one inspector; each actor is introduced before its first event. */
export function createMessages(actorOf: (session: string) => SeenActor | undefined, timeOrigin: number) {
  const introduced = new Set<string>()
  const roots = new Map<string, string>()
  const base = (session: string, at: number, id: string): Base => ({
    _version: protocolVersion,
    id,
    createdAt: String(Math.round(timeOrigin + at)),
    rootId: roots.get(session) ?? session,
    sessionId: session,
  })
  const introduce = (actor: SeenActor, at: number, snapshot: Seen | undefined): ActorMessage => {
    introduced.add(actor.session)
    roots.set(actor.session, actor.parent === undefined ? actor.session : (roots.get(actor.parent) ?? actor.parent))
    return {
      ...base(actor.session, at, `${actor.session}.actor`),
      type: '@xstate.actor',
      // Screens of one machine differ by their id.
      name: actor.machine === undefined ? actor.name : actor.id,
      parentId: actor.parent,
      definition: JSON.stringify(actor.parts ? plainConfig(actor.parts.config) : { id: actor.id }),
      snapshot: snapshot ?? { status: 'active' },
    }
  }
  return {
    /** An actor that was running before the first event that is known. */
    actor: (actor: TakenActor): InspectorMessage => introduce(actor, 0, actor.before),
    event: ({ number, at, actor: session, source, event, steps, after }: SeenEvent): InspectorMessage[] => {
      const actor = actorOf(session)
      const isNew = !introduced.has(session)
      const introduction = isNew && actor ? [introduce(actor, at, after)] : []
      const messages: InspectorMessage[] = [
        ...introduction,
        { ...base(session, at, `${number}.event`), type: '@xstate.event', event, sourceId: source },
      ]
      if (!after) return messages
      const id = `${number}.snapshot`
      return [...messages, { ...base(session, at, id), type: '@xstate.snapshot', event, snapshot: after, steps }]
    },
    /** The same of an event that was sent before, for who can take back what it was. */
    hidden: ({ number, at, actor: session, event, after }: SeenEvent): InspectorMessage => ({
      ...base(session, at, `${number}.hidden`),
      type: '@offerdesk.hidden',
      of: `${number}.event`,
      event,
      snapshot: after,
    }),
  }
}
