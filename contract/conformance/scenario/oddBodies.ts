import net from 'node:net'
import tls from 'node:tls'
import { callNamed } from '../engine/calls'
import { NoAnswer } from '../engine/http'
import type { Run } from '../engine/run'
import type { World } from '../engine/world'

const half = (body: string) => Math.floor(body.length / 2)

/** A body that comes in two halves, a second apart; meanwhile others are served. */
export async function checkSlowBody(run: Run, { first }: World): Promise<void> {
  const body = JSON.stringify({ organizationId: first.organizationId, resource: 'products', limit: 1 })
  const exchange = await run.succeed('resilience.slowBody', 'search.search', { rawBody: body })
  const slow = sendSlowly(run, body)
  const others = await run.ask('users.me')
  run.verify('resilience.slowBody', others, others.status === 200, 'another request answered meanwhile')
  const status = await slow
  const expected = 'status 200, or 408 for having waited'
  const sent = { ...exchange, request: { ...exchange.request, pauseAt: half(body) }, summary: `status ${status}` }
  run.verify('resilience.slowBody', sent, status === 200 || status === 408, expected, `status ${status}`)
}

/** Returns the status; 0 when there was none. */
function sendSlowly(run: Run, body: string): Promise<number> {
  const url = new URL(run.options.baseUrl)
  const isTls = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (isTls ? 443 : 80)
  const { path, headers } = run.sender.requestOf(callNamed('search.search'), { rawBody: body })
  return new Promise((resolve) => {
    const socket = isTls ? tls.connect({ host, port, servername: host }) : net.connect({ host, port })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write(
      [
        `POST ${url.pathname.replace(/\/+$/, '')}${path} HTTP/1.1`,
        `host: ${url.host}`,
        ...lines,
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        body.slice(0, half(body)),
      ].join('\r\n'),
    )
    const timer = setTimeout(() => socket.write(body.slice(half(body))), 1_000)
    socket.setTimeout(run.options.requestTimeoutMs ?? 10_000, () => socket.destroy())
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0))
    })
  })
}

/** Bodies of 12 MB and of 20,000 levels: a refusal or a closed connection, but no failure, and a server that goes on. */
export async function checkLargeBodies(run: Run, { first }: World): Promise<void> {
  const { organizationId } = first
  const bodies = [
    ['resilience.hugeBody', JSON.stringify({ organizationId, resource: 'offers', q: 'x'.repeat(12_000_000) })],
    [
      'resilience.deepBody',
      `{"organizationId":${JSON.stringify(organizationId)},"resource":"offers","filters":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
    ],
  ] as const
  for (const [rule, body] of bodies) {
    const call = callNamed('search.search')
    const request = run.sender.requestOf(call, { rawBody: body })
    let status: number
    try {
      status = (await run.sender.http.send(request, { signal: run.options.signal, timeoutMs: 30_000 })).status
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      // A server may hang up on whoever sends too much; it must only be there for the next one.
      status = error.code === 'TIMEOUT' ? 0 : 413
      await run.sender.stillThere(error)
    }
    const after = await run.succeed(rule, 'users.me')
    const holds = status > 0 && status < 500 && (!run.isFull || status >= 400)
    const shown = { ...after, call, request, summary: `status ${status}` }
    run.verify(rule, shown, holds, run.isFull ? 'a refusal with 4xx' : 'no failure', `status ${status}`)
  }
}
