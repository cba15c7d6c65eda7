import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Change } from '../../contract/events'
import type { Recording } from '../../machines/qa/record/recording'

/** How long the app may take to ask for the channel, and to take what it says, in milliseconds. */
const patience = 3_000
const taking = 100

/** Milliseconds of the recording between two signs of life. */
const betweenBeats = 15_000

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Whether the backend had a channel of changes when this was recorded. */
export function hadStream({ actors, events }: Recording): boolean {
  const feed = actors.find(({ machine }) => machine === 'changeFeed')
  const before = feed?.before?.state as { channel?: unknown } | undefined
  const isRefused = before?.channel === 'unavailable' || events.some(({ event }) => event.type === 'stream.unavailable')
  return feed !== undefined && !isRefused
}

/** Says on the channel of changes what it said in the recording. */
export class RecordedStream {
  #open: PassThrough | undefined
  #place = 0

  serve(app: FastifyInstance): void {
    app.get('/api/v1/events', (_request, reply) => {
      const stream = new PassThrough()
      stream.once('close', () => {
        if (this.#open === stream) this.#open = undefined
      })
      this.#open = stream
      void reply.type('text/event-stream').send(stream)
    })
  }

  /** What is said, and when; with the signs of life that no recording has. */
  steps({ actors, events }: Recording): { at: number; perform: () => Promise<void>; about: string }[] {
    const feeds = new Set(actors.flatMap(({ machine, session }) => (machine === 'changeFeed' ? [session] : [])))
    const said = events.flatMap(({ at, actor, event }) =>
      feeds.has(actor) && event.type.startsWith('stream.')
        ? [{ at, about: event.type, perform: () => this.#say(event) }]
        : [],
    )
    const end = events.at(-1)?.at ?? 0
    const beats = Array.from({ length: Math.floor(end / betweenBeats) }, (_, index) => ({
      at: (index + 1) * betweenBeats,
      about: 'a sign of life',
      perform: async () => this.#write('beat', {}),
    }))
    return [...said, ...beats]
  }

  async #say(event: { type: string; changes?: unknown }): Promise<void> {
    for (const end = performance.now() + patience; !this.#open && performance.now() < end;) await wait(20)
    if (event.type === 'stream.open') this.#write('ready', {})
    else if (event.type === 'stream.resync') this.#write('resync', {})
    else if (event.type === 'stream.lost') this.#open?.end()
    // What a feed was told is what its channel said.
    else for (const change of (event.changes ?? []) as Change[]) this.#write('change', change)
    await wait(taking)
  }

  #write(name: string, data: object): void {
    this.#place += 1
    this.#open?.write(`event: ${name}\nid: ${this.#place}-1\ndata: ${JSON.stringify(data)}\n\n`)
  }
}
