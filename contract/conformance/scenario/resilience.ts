import net from 'node:net'
import tls from 'node:tls'
import { callNamed } from '../engine/calls'
import { RateLimited } from '../engine/errors'
import type { Ask, Exchange } from '../engine/exchange'
import { NoAnswer } from '../engine/http'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'

const requests = 1_000
const atOnce = 20

/** What a server must live through. */
export async function checkResilience(run: Run, world: World): Promise<void> {
  if (!run.options.readOnly) await attempt(run, 'resilience.head', () => checkHead(run, world))
  if (run.covers('search')) {
    await attempt(run, 'resilience.slowBody', () => checkSlowBody(run, world))
    await attempt(run, 'resilience.hugeBody', () => checkLargeBodies(run, world))
  }
  // It is about the whole server, and takes longer than a single resource.
  if (run.covers('users') && run.covers('search')) await attempt(run, 'resilience.load', () => checkLoad(run, world))
  else run.recorder.skip('resilience.load', 'only some resources were wanted (--only)')
}

async function checkHead(run: Run, { first }: World): Promise<void> {
  const asks: [string, Ask][] = [
    ['users.me', {}],
    ['organizations.list', {}],
    ['gateways.listInstances', { query: { organizationId: first.organizationId } }],
    ['search.search', {}],
  ]
  for (const [name, ask] of asks) {
    for (const method of ['HEAD', 'OPTIONS']) {
      const exchange = await run.ask(name, { ...ask, method, isValid: false, alsoDeclared: [200, 204, 405] })
      const holds =
        [200, 204, 400, 401, 404, ...run.methodRefusals].includes(exchange.status) &&
        (method !== 'HEAD' || exchange.text === '')
      run.verify('resilience.head', exchange, holds, `${method} answered without harm`)
    }
  }
}

/** Who or what an answer is about; the rest may change from one moment to the next. */
function said({ json }: Exchange): string {
  const { data } = (json ?? {}) as { data?: { id?: unknown; email?: unknown } | { id?: unknown }[] | null }
  if (Array.isArray(data)) return JSON.stringify(data.map(({ id }) => id))
  return JSON.stringify([data?.id, data?.email])
}

/** Reads of both accounts at once: none fails, and nobody gets the other's answer. */
async function checkLoad(run: Run, { first, second }: World): Promise<void> {
  const accounts = second === undefined ? [first] : [first, second]
  const asks = accounts.flatMap(({ account, organizationId }) => [
    { as: account, name: 'users.me', ask: {} },
    { as: account, name: 'organizations.list', ask: {} },
    { as: account, name: 'search.search', ask: { body: { organizationId, resource: 'products', limit: 5 } } },
  ])
  const due: string[] = []
  for (const { as, name, ask } of asks) due.push(said(await run.succeed('resilience.load', name, { ...ask, as })))
  let next = 0
  let isOver = false
  const worker = async () => {
    while (next < requests && !isOver) {
      const index = next % asks.length
      next += 1
      const one = asks[index]
      if (one === undefined) return
      const exchange = await run.ask(one.name, { ...one.ask, as: one.as })
      const isSame = exchange.status === 200 && said(exchange) === due[index]
      if (!run.verify('resilience.load', exchange, isSame, 'the same answer as when asked alone')) isOver = true
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && outcome.reason instanceof RateLimited) {
      run.recorder.skip('resilience.load', outcome.reason.message)
      return
    }
    if (outcome.status === 'rejected') throw outcome.reason
  }
}

/** A body that comes in two halves, a second apart; meanwhile others are served. */
async function checkSlowBody(run: Run, { first }: World): Promise<void> {
  const body = JSON.stringify({ organizationId: first.organizationId, resource: 'products', limit: 1 })
  const exchange = await run.succeed('resilience.slowBody', 'search.search', { rawBody: body })
  const slow = sendSlowly(run, body)
  const others = await run.ask('users.me')
  run.verify('resilience.slowBody', others, others.status === 200, 'another request answered meanwhile')
  const status = await slow
  const expected = 'status 200, or 408 for having waited'
  run.verify('resilience.slowBody', exchange, status === 200 || status === 408, expected, `status ${status}`)
}

/** Answers the status; 0 when there was none. */
function sendSlowly(run: Run, body: string): Promise<number> {
  const url = new URL(run.options.baseUrl)
  const isTls = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (isTls ? 443 : 80)
  const { path, headers } = run.sender.requestOf(callNamed('search.search'), { rawBody: body })
  return new Promise((resolve) => {
    const socket = isTls ? tls.connect({ host, port, servername: host }) : net.connect({ host, port })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const half = Math.floor(body.length / 2)
    socket.write(
      [
        `POST ${url.pathname.replace(/\/+$/, '')}${path} HTTP/1.1`,
        `host: ${url.host}`,
        ...lines,
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        body.slice(0, half),
      ].join('\r\n'),
    )
    const timer = setTimeout(() => socket.write(body.slice(half)), 1_000)
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
async function checkLargeBodies(run: Run, { first }: World): Promise<void> {
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
    const shown = { ...after, call, request: { ...request, body: `${body.slice(0, 200)}…` } }
    run.verify(rule, shown, holds, run.isFull ? 'a refusal with 4xx' : 'no failure', `status ${status}`)
  }
}
