import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '../../../contract'
import { answer, type Exchange, type Handler, parsed, type Reply } from './exchange'

/** What faults call some calls shorter than the contract does. */
const shortNames: Readonly<Record<string, string>> = {
  'gateways.listInstances': 'gateways.instances',
  'plugins.listInstalled': 'plugins.installed',
  'autoresponders.listEmail': 'autoresponders.list',
  'autoresponders.createEmail': 'autoresponders.create',
  'search.search': 'search',
}

export const shortNameOf = (name: string): string => shortNames[name] ?? name

const calls = Object.entries(contract)
  .flatMap(([resource, routes]) =>
    Object.entries(routes as Record<string, { method: string; path: string }>).map(([route, { method, path }]) => {
      const name = `${resource}.${route}`
      const segments = path.replace(/^\/api\/v1/, '').split('/')
      return {
        name: shortNameOf(name),
        method,
        pattern: new RegExp(`^${segments.map((each) => (each.startsWith(':') ? '[^/]+' : each)).join('/')}$`),
        parameters: segments.filter((each) => each.startsWith(':')).length,
      }
    }),
  )
  // A path of words is told before one with an id in the same place.
  .toSorted((a, b) => a.parameters - b.parameters)

/** The names of all calls that faults can be put on. */
export const callNames = calls.map(({ name }) => name)

// The reference server ends a connection over larger bodies; a proxy that has to read them first can only say the same.
const bodyLimit = 1024 * 1024
const tooLarge = answer(413, {
  success: false,
  message: 'The request body is too large',
  error: { code: 'payload_too_large', message: 'The request body is too large' },
})
// What belongs to a connection, and not to the message.
const hops = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'expect'])

export interface Proxy {
  url: string
  /** Requests that the fault has changed something about. */
  applied: () => number
  /** What went wrong in the proxy itself; a run with any is not counted. */
  errors: () => string[]
  stop: () => Promise<void>
}

/** A proxy before a server, with a fault in between. */
export async function startProxy(target: string, handler: Handler, tokens: string[], port = 0): Promise<Proxy> {
  let applied = 0
  const errors: string[] = []

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const body = await bodyOf(request)
    const reply = body === undefined ? tooLarge : await exchanged(request, body)
    if (response.destroyed) return
    for (const [name, value] of Object.entries(reply.headers)) if (!hops.has(name)) response.setHeader(name, value)
    if (reply.live) return passOn(reply.status, reply.live, response)
    const isEmpty = request.method === 'HEAD' || reply.status === 204 || reply.status === 304
    const encoding = encodingOf(reply.headers['content-type'])
    response.writeHead(reply.status).end(isEmpty ? undefined : Buffer.from(reply.text, encoding))
  }

  /** Streams end with whoever hears them, on either side. */
  async function passOn(status: number, live: AsyncIterable<string>, response: ServerResponse) {
    response.writeHead(status).flushHeaders()
    try {
      for await (const text of live) {
        if (response.destroyed) break
        response.write(text)
      }
    } catch (error) {
      if (!response.destroyed) throw error
    }
    response.end()
  }

  async function exchanged(request: IncomingMessage, raw: Buffer): Promise<Reply> {
    const text = raw.toString('utf8')
    const { pathname, searchParams } = splitUrl(request.url ?? '/')
    const method = request.method ?? 'GET'
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        value === undefined || hops.has(name) ? [] : [[name, String(value)]],
      ),
    )
    const path = pathname.replace(/^\/api\/v1/, '')
    const call = calls.find((each) => each.method === method && each.pattern.test(path))?.name ?? ''
    let isChanged = false
    let plain: Reply | undefined
    const exchange: Exchange = {
      call,
      method,
      path: pathname,
      query: searchParams,
      headers,
      text,
      body: isDeep(text) ? undefined : parsed(text),
      tokens,
      send: async (changes) => {
        if (!changes) {
          plain = await pass(target, method, request.url ?? '/', headers, raw, request)
          return plain
        }
        isChanged = true
        const query = (changes.query ?? searchParams).toString()
        const all = { ...headers, ...changes.headers }
        const kept = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined)
        return pass(
          target,
          changes.method ?? method,
          `${changes.path ?? pathname}${query === '' ? '' : `?${query}`}`,
          Object.fromEntries(kept),
          changes.body === undefined ? raw : Buffer.from(JSON.stringify(changes.body)),
          request,
        )
      },
      ask: (method, path, token, body) =>
        pass(
          target,
          method,
          escaped(path),
          {
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          Buffer.from(body === undefined ? '' : JSON.stringify(body)),
        ),
    }
    const reply = await handler(exchange)
    if (isChanged || reply !== plain) applied += 1
    return reply
  }

  const server = createServer({ requestTimeout: 30_000, keepAliveTimeout: 120_000 }, (request, response) => {
    respond(request, response).catch((error: unknown) => {
      // Who hangs up gets no answer, and that is no fault of the proxy.
      if (!request.destroyed || request.complete) errors.push(error instanceof Error ? error.message : String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    // The address of a server that listens on a port is not a text.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    applied: () => applied,
    errors: () => errors,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Whether a body has so many levels that writing it as JSON again would overflow the stack. No fault looks into one. */
function isDeep(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1
    if (depth > 200) return true
    if (character === ']' || character === '}') depth -= 1
  }
  return false
}

/** Path and query as they are: a URL would tidy up what a test put there on purpose. */
function splitUrl(url: string) {
  const [pathname = '/', ...query] = url.split('?')
  return { pathname, searchParams: new URLSearchParams(query.join('?')) }
}

/** A path that a fault makes of what the checker has sent, which may be any text. */
const escaped = (path: string) =>
  path.replaceAll(/[^!-~]/gu, (letter) => Buffer.from(letter).toString('hex').replaceAll(/../g, '%$&'))

/** The body, or undefined when it is larger than the server takes. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= bodyLimit) chunks.push(chunk)
  }
  return size > bodyLimit ? undefined : Buffer.concat(chunks)
}

/** What is no text goes through as it came: each of its bytes is a letter. */
const encodingOf = (contentType = '') => (contentType.includes('openxmlformats') ? 'latin1' : 'utf8')

const namesAndTexts = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function pass(
  target: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer,
  asker?: IncomingMessage,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(target)
    const hasBody = body.length > 0 || method === 'POST' || method === 'PUT'
    // A connection of its own for each: one that is kept may be closed in the moment that it is used again.
    const request = httpRequest(
      {
        hostname,
        port,
        method,
        path,
        agent: false,
        headers: { ...headers, ...(hasBody ? { 'content-length': body.length } : {}) },
      },
      (response) => {
        const status = response.statusCode ?? 0
        const replied = { status, headers: namesAndTexts(response.headers) }
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          asker?.socket.once('close', () => response.destroy())
          response.setEncoding('utf8')
          resolve({ ...replied, text: '', live: response })
          return
        }
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        const encoding = encodingOf(response.headers['content-type'])
        response.on('end', () => resolve({ ...replied, text: Buffer.concat(chunks).toString(encoding) }))
      },
    )
    request.on('error', reject)
    request.end(hasBody ? body : undefined)
  })
}
