import * as z from 'zod/mini'
import type { SeenExchange } from '../record/seen'
import type { InspectorMessage } from './protocol'

// How pages of the app and our own inspector speak to each other, whichever of them was opened first and however often either is
// loaded anew. Only pages of one origin hear each other.

export const channelName = 'offerdesk.inspector'
/** Held by a page for as long as it can send, so that an inspector learns of its end, however it came. */
export const lockOf = (load: string) => `offerdesk.page.${load}`

/** A page of the app that sends what happens in it, from one load to the next. */
export interface WatchedPage {
  load: string
  /** The same for all loads of a tab. */
  tab: string
  title: string
  /** Without secrets. */
  address: string
}
export type FromPage =
  /** Asks which inspectors there are. */
  | { kind: 'ask' }
  | { kind: 'page'; page: WatchedPage }
  /** To all inspectors, or to the one that has just come. */
  | { kind: 'messages'; load: string; to?: string | undefined; messages: readonly InspectorMessage[] }
  | { kind: 'exchanges'; load: string; to?: string | undefined; exchanges: readonly SeenExchange[] }
  | { kind: 'gone'; load: string; isStopped: boolean }
export type FromInspector =
  /** `open` asks all pages for what they know, `here` answers one that asks. */
  | { kind: 'open' | 'here' | 'closed'; inspector: string }
  /** An event that a person sends to an actor by hand. */
  | { kind: 'send'; load: string; session: string; event: { type: string } }

const text = z.string().check(z.minLength(1))
const exchange = z.object({
  at: z.number(),
  before: z.int(),
  method: z.string(),
  path: z.string(),
  body: z.unknown(),
  status: z.optional(z.number()),
  answer: z.unknown(),
})
const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask') }),
  z.object({
    kind: z.literal('page'),
    page: z.object({ load: text, tab: text, title: z.string(), address: z.string() }),
  }),
  z.object({ kind: z.literal('messages'), load: text, to: z.optional(text), messages: z.array(z.unknown()) }),
  z.object({ kind: z.literal('exchanges'), load: text, to: z.optional(text), exchanges: z.array(exchange) }),
  z.object({ kind: z.literal('gone'), load: text, isStopped: z.boolean() }),
])
const fromInspector = z.union([
  z.object({ kind: z.enum(['open', 'here', 'closed']), inspector: text }),
  z.object({ kind: z.literal('send'), load: text, session: text, event: z.looseObject({ type: text }) }),
])

/** What a page said, or undefined for anything else; its messages are yet to be parsed. */
export const parseFromPage = (data: unknown) => z.safeParse(fromPage, data).data
export const parseFromInspector = (data: unknown): FromInspector | undefined => z.safeParse(fromInspector, data).data

const numberOf = (id: string) => Number.parseInt(id, 10)

/**
 * Returns the messages of a load that an inspector has not had yet, named for that load: two pages name their actors alike, and
 * a page that is asked twice tells everything twice.
 */
export function createReceived() {
  const last = new Map<string, number>()
  return (load: string, messages: readonly InspectorMessage[]): InspectorMessage[] => {
    const named = (name: string) => `${load}/${name}`
    let isNew = false
    return messages.flatMap((message) => {
      const number = numberOf(message.id)
      if (message.type === '@xstate.event') {
        isNew = number > (last.get(load) ?? 0)
        if (isNew) last.set(load, number)
      }
      if ((message.type === '@xstate.event' || message.type === '@xstate.snapshot') && !isNew) return []
      const { id, sessionId, rootId } = message
      const base = { id: named(id), sessionId: named(sessionId), rootId: named(rootId) }
      if (message.type === '@xstate.actor') {
        return { ...message, ...base, parentId: message.parentId && named(message.parentId) }
      }
      if (message.type === '@xstate.event') {
        return { ...message, ...base, sourceId: message.sourceId && named(message.sourceId) }
      }
      return message.type === '@offerdesk.hidden'
        ? { ...message, ...base, of: named(message.of) }
        : { ...message, ...base }
    })
  }
}
