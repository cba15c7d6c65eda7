import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Secrets, Unsealable } from '../secrets'

// What doctor learns by asking through the proxy: whether a stream comes through as it is written, and where the server takes
// the request to be from. It is asked for at the address of the stream of changes, as proxies may have a rule for that one.

export const probePath = '/api/v1/events'
/** Its value is sealed by a key of the server's, so that whoever has none is answered as if there were no such thing. */
export const probeHeader = 'x-offerdesk-probe'

/** The second event of the answer, which is as short as what is told of a change. */
export const beat = 'event: beat\ndata: {}\n\n'

/** Milliseconds between the events of the answer. */
export const betweenEvents = 1_000
/** Milliseconds for which a header is taken after it was sealed: clocks of one machine are alike. */
const goodFor = 60_000

/** What the server saw of a request. */
export const probed = z.object({
  /** Where it takes it to be from. */
  ip: z.string(),
  /** Who has connected to the server. */
  peer: z.string(),
  peerPort: z.number(),
  /** What was said on the way of where it is from, the first first. */
  forwarded: z.array(z.string()),
})
export type Probed = z.infer<typeof probed>

const written = (now: number) => `doctor ${now}`

/** What whoever has the keys asks by. */
export const sealProbe = (secrets: Secrets, now: number): string => secrets.seal(written(now))

function isProbe(secrets: Secrets, sealed: unknown, now: number): boolean {
  if (typeof sealed !== 'string' || sealed.length > 300) return false
  try {
    const [, at] = /^doctor (\d{1,15})$/.exec(secrets.unseal(sealed)) ?? []
    return at !== undefined && Math.abs(now - Number(at)) < goodFor
  } catch (error) {
    if (error instanceof Unsealable) return false
    throw error
  }
}

/** Answers whoever shows by a key that they run this server; everybody else's request goes on as it is. */
export function answerProbes(app: FastifyInstance, secrets: Secrets, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (request, reply) => {
    const sealed = request.headers[probeHeader]
    if (sealed === undefined || request.method !== 'GET' || request.url !== probePath) return
    if (!isProbe(secrets, sealed, Date.now())) return
    const contentType = 'text/event-stream; charset=utf-8'
    return reply.headers({ ...headers, 'content-type': contentType }).send(Readable.from(events(request)))
  })
}

async function* events({ ip, socket, headers }: FastifyRequest): AsyncGenerator<string> {
  const given = headers['x-forwarded-for']
  const text = Array.isArray(given) ? given.join(',') : (given ?? '')
  const seen: Probed = {
    ip,
    peer: socket.remoteAddress ?? '',
    peerPort: socket.remotePort ?? 0,
    forwarded: text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  }
  yield `event: seen\ndata: ${JSON.stringify(seen)}\n\n`
  // The first one comes with the head of the answer, which may be long enough for a proxy to pass it on.
  await delay(betweenEvents)
  yield beat
  await delay(betweenEvents)
  yield 'event: end\ndata: {}\n\n'
}
