import { Readable } from 'node:stream'
import type { streamEnds } from '../../contract/extensions/events'
import type { NotedChange } from './notedChange'

/** Bytes that a reader may leave unread; whoever is further behind is cut off and comes again. */
const longestBacklog = 64 * 1024

export type StreamEnd = (typeof streamEnds)[number]

/** A place to go on from: the transaction, and when it was named, as notes are kept for an hour only. */
export interface Place {
  upTo: string
  at: Date
}
export const placeText = ({ upTo, at }: Place) => `${upTo}-${Math.floor(at.getTime() / 1000)}`

/** The place that a client names; undefined for what we never gave. */
export function placeOf(text: string): Place | undefined {
  const [, upTo, seconds] = /^(\d{1,19})-(\d{1,12})$/.exec(text) ?? []
  return upTo === undefined ? undefined : { upTo, at: new Date(Number(seconds) * 1000) }
}

/** The bytes of one event; the last event of those that belong together names the place. */
function eventText(name: string, data: object, place?: Place): string {
  const id = place === undefined ? '' : `id: ${placeText(place)}\n`
  return `event: ${name}\n${id}data: ${JSON.stringify(data)}\n\n`
}

const shown = ({ resource, recordId, version, kind }: NotedChange) => ({ resource, id: recordId, version, kind })

function textApart(changes: readonly NotedChange[], place: Place): string {
  const last = changes.length - 1
  return changes.map((one, index) => eventText('change', shown(one), index === last ? place : undefined)).join('')
}

/** Written once for all streams that are told the same. */
const written = new WeakMap<readonly NotedChange[], string>()

function textTogether(changes: readonly NotedChange[], place: Place): string {
  if (changes.length === 0) return ''
  const text = written.get(changes) ?? JSON.stringify(changes.map(shown))
  written.set(changes, text)
  return `event: changes\nid: ${placeText(place)}\ndata: ${text}\n\n`
}

/** What one client hears. It is read as fast as the client takes it, and destroyed when the client has gone. */
export class EventStream extends Readable {
  readonly #isTogether: boolean
  #hasEnded = false

  /** Changes that are told at once are one event, or one each. */
  constructor(isTogether = false) {
    super({ highWaterMark: longestBacklog })
    this.#isTogether = isTogether
  }

  override _read(): void {}

  ready(place: Place): void {
    this.#say(eventText('ready', {}, place))
  }

  beat(place: Place): void {
    this.#say(eventText('beat', {}, place))
  }

  /** Nobody sends mails and webhooks; the date says since when, null since ever. Undefined: somebody does again. */
  tellOfWorkers(silentSince: Date | null | undefined): void {
    this.#say(eventText('worker', silentSince === undefined ? {} : { since: silentSince }))
  }

  /** Nothing known: what happened has to be read from the records themselves. */
  tell(changes: readonly NotedChange[] | undefined, place: Place): void {
    if (changes === undefined) return this.#say(eventText('resync', {}, place))
    const text = this.#isTogether ? textTogether(changes, place) : textApart(changes, place)
    // More than can be held at once is read again from the records, too: cut off, it would be as much the next time.
    if (text.length > longestBacklog / 2) this.#say(eventText('resync', {}, place))
    else if (text !== '') this.#say(text)
  }

  end(reason: StreamEnd): void {
    if (this.#hasEnded || this.destroyed) return
    this.#hasEnded = true
    this.push(eventText('end', { reason }))
    this.push(null)
  }

  #say(text: string): void {
    if (this.#hasEnded || this.destroyed) return
    this.push(text)
    if (this.readableLength > longestBacklog) this.destroy()
  }
}
