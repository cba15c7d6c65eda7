import * as z from 'zod/mini'
import { type Change, change } from '../../contract/extensions/change'
import type { ChangeFeedEvent } from '../../machines/session/changeFeed.machine'
import { type Silence, workerSilence } from './workerSilence'

/** What a stream says to the feed. */
export type StreamEvent = Extract<ChangeFeedEvent, { type: `stream.${string}` }>

/** What the tab with the connection tells the others. */
type Message =
  | { type: 'hello' }
  /** In answer to a hello; what came just before the new tab listened may be news to it. */
  | { type: 'welcome'; recent: readonly Change[]; place: string | undefined }
  | { type: 'beat'; place: string | undefined }
  | { type: 'said'; event: StreamEvent; place: string | undefined }
  | { type: 'worker'; silence: Silence | undefined; place?: undefined }

export interface StreamSource {
  organizationId: string
  /** What tells the backend from others that this browser may know. */
  host: string
  request: (path: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
}

/** Milliseconds without a word, of a server that says one every 15 seconds. */
const longestSilence = 40_000
/** Milliseconds for which changes are kept for tabs that join. */
const recentFor = 10_000

/** Up to where changes of an organization are known to this tab, so that the next stream goes on from there. */
const places = new Map<string, string>()

/**
 * Says what changes in an organization. Of all tabs that listen one holds the connection, the first that gets the lock,
 * and tells the others; another one takes over when it goes. Without locks every tab has a connection of its own.
 */
export function listenToChanges(source: StreamSource, say: (event: StreamEvent) => void): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const name = `offerdesk changes ${source.host} ${source.organizationId}`
  const canShare = 'locks' in navigator && typeof BroadcastChannel === 'function'
  if (!canShare) {
    void lead(source, say, signal, undefined)
    return () => stopping.abort()
  }
  const channel = new BroadcastChannel(name)
  signal.addEventListener('abort', () => channel.close())
  const stopFollowing = follow(source.organizationId, channel, say, signal)
  void navigator.locks
    .request(name, { signal }, async () => {
      stopFollowing()
      await lead(source, say, signal, channel)
    })
    // Given up before its turn came.
    .catch(() => undefined)
  return () => stopping.abort()
}

const postTo = (channel: BroadcastChannel): ((message: Message) => void) => channel.postMessage.bind(channel)

/** Hears what the tab with the connection hears. */
function follow(
  organizationId: string,
  channel: BroadcastChannel,
  say: (event: StreamEvent) => void,
  signal: AbortSignal,
): () => void {
  const ending = new AbortController()
  const watch = watchSilence(() => say({ type: 'stream.lost' }), AbortSignal.any([signal, ending.signal]))
  let isOpen = false
  const hear = ({ data: message }: MessageEvent<Message>) => {
    if (message.type === 'hello') return
    watch.heard()
    if (message.place !== undefined) places.set(organizationId, message.place)
    if (message.type === 'worker') workerSilence.note(organizationId, message.silence)
    if (message.type === 'welcome' && !isOpen) {
      isOpen = true
      say({ type: 'stream.open', isResumed: false })
      if (message.recent.length > 0) say({ type: 'stream.change', changes: message.recent })
    }
    if (message.type === 'said') {
      isOpen ||= message.event.type === 'stream.open'
      if (isOpen || message.event.type !== 'stream.change') say(message.event)
    }
  }
  channel.addEventListener('message', hear, { signal: ending.signal })
  postTo(channel)({ type: 'hello' })
  return () => ending.abort()
}

/** Holds the connection until it is lost, or nobody here listens any more. */
async function lead(
  { organizationId, request }: StreamSource,
  say: (event: StreamEvent) => void,
  stopped: AbortSignal,
  channel: BroadcastChannel | undefined,
): Promise<void> {
  const cutting = new AbortController()
  const signal = AbortSignal.any([stopped, cutting.signal])
  const watch = watchSilence(() => cutting.abort(), signal)
  let recent: { at: number; changes: readonly Change[] }[] = []
  let isOpen = false
  const post = (message: Message) => {
    if (channel && !stopped.aborted) postTo(channel)(message)
  }
  const place = () => places.get(organizationId)
  const tell = (event: StreamEvent) => {
    if (stopped.aborted) return
    if (event.type === 'stream.change') {
      recent = [...recent.filter(({ at }) => at > performance.now() - recentFor), { at: performance.now(), ...event }]
    }
    isOpen ||= event.type === 'stream.open'
    post({ type: 'said', event, place: place() })
    say(event)
  }
  const tellOfWorkers = (silence?: Silence) => {
    post({ type: 'worker', silence })
    workerSilence.note(organizationId, silence)
  }
  const welcome = ({ data }: MessageEvent<Message>) => {
    if (data.type !== 'hello' || !isOpen) return
    const late = recent.filter(({ at }) => at > performance.now() - recentFor)
    post({ type: 'welcome', recent: late.flatMap(({ changes }) => changes), place: place() })
  }
  channel?.addEventListener('message', welcome, { signal })
  try {
    const before = place()
    const path = `/api/v1/events?organizationId=${encodeURIComponent(organizationId)}&together=true`
    const response = await request(path, before === undefined ? {} : { 'last-event-id': before }, signal)
    if (response.status === 404 || response.status === 501) return tell({ type: 'stream.unavailable' })
    if (!response.ok || !response.body) return tell({ type: 'stream.lost' })
    for await (const { event, id, data } of eventsOf(response.body, watch.heard)) {
      if (id !== undefined) places.set(organizationId, id)
      if (event === 'ready') {
        tellOfWorkers()
        tell({ type: 'stream.open', isResumed: before !== undefined })
      } else if (event === 'worker') tellOfWorkers(z.safeParse(silent, data).data)
      else if (event === 'resync') tell({ type: 'stream.resync' })
      else if (event === 'change' || event === 'changes') {
        // A server of the version before tells each by itself.
        const heard = z.safeParse(z.array(change), [data].flat())
        if (heard.success) tell({ type: 'stream.change', changes: heard.data })
      } else if (event === 'beat') post({ type: 'beat', place: place() })
      else if (event === 'end') return tell({ type: isSignedOut(data) ? 'stream.ended' : 'stream.lost' })
    }
    tell({ type: 'stream.lost' })
  } catch {
    tell({ type: 'stream.lost' })
  } finally {
    cutting.abort()
  }
}

// Of a worker that is there again nothing is told.
const silent = z.object({ since: z.nullable(z.string()) })
const ending = z.object({ reason: z.literal('signed_out') })
const isSignedOut = (data: unknown) => z.safeParse(ending, data).success

/** Calls `lose` when nothing was heard for too long. */
function watchSilence(lose: () => void, signal: AbortSignal) {
  let timer = setTimeout(lose, longestSilence)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return {
    heard: () => {
      clearTimeout(timer)
      if (!signal.aborted) timer = setTimeout(lose, longestSilence)
    },
  }
}

interface ServerSentEvent {
  event: string
  id: string | undefined
  data: unknown
}

/** The events of a stream, each whole. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  heard: () => void = () => {},
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      text += decoder.decode(value, { stream: true })
      const parts = text.split(/\r?\n\r?\n/)
      text = parts.pop() ?? ''
      for (const part of parts) yield eventOf(part)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

function eventOf(part: string): ServerSentEvent {
  const fields = new Map<string, string>()
  for (const line of part.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? []
    fields.set(name, value)
  }
  return { event: fields.get('event') ?? 'message', id: fields.get('id'), data: jsonOf(fields.get('data') ?? '') }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
