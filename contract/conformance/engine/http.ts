import http from 'node:http'
import https from 'node:https'

export interface HttpRequest {
  method: string
  /** Path and query, as sent. */
  path: string
  headers: Record<string, string>
  body?: string | undefined
  /** Where a script that repeats the request waits for a second. */
  pauseAt?: number
}

export interface HttpReply {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** There was no answer; the message says why in a few words. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** The code of the system's error, such as ECONNREFUSED. */
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** Largest answer that is read. */
const maxAnswer = 50 * 1024 * 1024

export interface SendOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Of a stream of events: whether enough of it has been heard. */
  until?: ((heard: string) => boolean) | undefined
}

/** What is no text: each of its bytes is a letter then. */
const isOfBytes = (contentType = '') => /^application\/(?:vnd\.openxmlformats|zip|octet-stream)/.test(contentType)

/** How long a stream is listened to at most. */
const listenMs = 3_000

export interface Http {
  /** Rejects with NoAnswer; never follows a redirect. */
  send(request: HttpRequest, options?: SendOptions): Promise<HttpReply>
  /** How many connections are open with nothing to be answered. */
  idle(): number
  close(): void
}

/** Requests to one server over kept-alive connections. `path`s are appended to the prefix that the address may have. */
export function createHttp(baseUrl: URL, timeoutMs: number): Http {
  const transport = baseUrl.protocol === 'https:' ? https : http
  const agent = new transport.Agent({ keepAlive: true, maxSockets: 64 })
  // Where one idle connection was closed, others may have been, too: what is sent again has one of its own.
  const anew = new transport.Agent({ keepAlive: false })
  const prefix = baseUrl.pathname.replace(/\/+$/, '')

  function transmit(
    request: HttpRequest,
    limit: number,
    { signal, until }: SendOptions,
    isRetry: boolean,
  ): Promise<HttpReply> {
    return new Promise((resolve, reject) => {
      const sent = transport.request({
        agent: isRetry ? anew : agent,
        protocol: baseUrl.protocol,
        hostname: baseUrl.hostname.replace(/^\[|\]$/g, ''),
        port: baseUrl.port,
        method: request.method,
        path: `${prefix}${request.path}`,
        headers: {
          ...request.headers,
          ...(request.body === undefined ? {} : { 'content-length': `${Buffer.byteLength(request.body)}` }),
        },
      })
      let isAnswered = false
      let isGivenUp = false
      const fail = (message: string, code: string) => {
        isGivenUp = true
        sent.destroy()
        reject(new NoAnswer(message, code))
      }
      let size = 0
      const late = () =>
        isAnswered
          ? `the answer did not end within ${limit / 1000} s, with ${size} bytes so far`
          : `no answer within ${limit / 1000} s`
      const timer = setTimeout(() => fail(late(), 'TIMEOUT'), limit)
      const abort = () => fail('interrupted', 'ABORTED')
      if (signal?.aborted === true) abort()
      signal?.addEventListener('abort', abort, { once: true })
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      sent.once('close', done)
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const code = error.code ?? 'UNKNOWN'
        // A server may close an idle connection just as it is used again; that says nothing about the request.
        const isStale =
          sent.reusedSocket && !isAnswered && !isRetry && !isGivenUp && (code === 'ECONNRESET' || code === 'EPIPE')
        if (isStale) resolve(transmit(request, limit, { signal, until }, true))
        else reject(new NoAnswer(code === 'ECONNRESET' ? 'the connection was closed' : error.message, code))
      })
      sent.on('response', (response) => {
        isAnswered = true
        const { statusCode = 0 } = response
        const chunks: Buffer[] = []
        const encoding = isOfBytes(response.headers['content-type']) ? 'latin1' : 'utf8'
        const text = () => Buffer.concat(chunks).toString(encoding)
        if (until !== undefined && response.headers['content-type']?.startsWith('text/event-stream') === true) {
          const enough = () => {
            clearTimeout(longest)
            isGivenUp = true
            sent.destroy()
            resolve({ status: statusCode, headers: response.headers, text: text() })
          }
          const longest = setTimeout(enough, listenMs)
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            if (until(text())) enough()
          })
          response.on('end', enough)
          response.on('error', enough)
          return
        }
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxAnswer) fail('the answer is larger than 50 MB', 'TOO_LARGE')
          else chunks.push(chunk)
        })
        response.on('end', () => resolve({ status: statusCode, headers: response.headers, text: text() }))
        response.on('error', (error: NodeJS.ErrnoException) => fail('the answer broke off', error.code ?? 'UNKNOWN'))
      })
      sent.end(request.body)
    })
  }

  return {
    send: (request, options = {}) => transmit(request, options.timeoutMs ?? timeoutMs, options, false),
    idle: () => Object.values(agent.freeSockets).flat().length,
    close: () => {
      agent.destroy()
      anew.destroy()
    },
  }
}
