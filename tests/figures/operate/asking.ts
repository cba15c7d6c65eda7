import { Agent as PlainAgent, type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { Agent, request } from 'node:https'

/** How the API is asked. */
export interface Asking {
  method?: string
  token?: string | undefined
  /** The same key is the same work, however often it is asked for. */
  key?: string
  body?: object
  /** A stream to whoever reads it, in place of an answer. */
  signal?: AbortSignal
}

export interface Answer {
  status: number
  text: string
}

/** Where a server is asked, and by which name and authority it is known where it speaks TLS. */
export interface Place {
  host: string
  port: number
  tls?: { name: string; authority: string }
}

export interface Asker {
  /** One round trip; rejects where no whole answer came. */
  once: (path: string, asking?: Asking) => Promise<Answer>
  /** What is answered with 200. Rejects with any other answer. */
  data: <Data>(path: string, asking?: Asking) => Promise<Data>
  /** An answer that goes on; the bytes are the reader's. */
  stream: (path: string, asking?: Asking) => Promise<IncomingMessage>
}

/** Asks by connections that are kept, as a browser does; `path` begins with the API's own. */
export function askerAt({ host, port, tls }: Place, connections = 100): Asker {
  const kept = { keepAlive: true, maxSockets: connections }
  const agent = tls ? new Agent({ ...kept, ca: tls.authority, servername: tls.name }) : new PlainAgent(kept)
  const begin = (path: string, { method, token, key, body, signal }: Asking): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const sent = body && JSON.stringify(body)
      const options: RequestOptions = {
        agent,
        host,
        port,
        method: method ?? (body ? 'POST' : 'GET'),
        path: path.startsWith('/api') || path.startsWith('/pay/') ? path : `/api/v1${path}`,
        ...(signal && { signal }),
        headers: {
          ...(tls && { host: tls.name }),
          ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
      }
      const asked = tls ? request(options, resolve) : plainRequest(options, resolve)
      asked.once('error', reject).end(sent)
    })
  const once = async (path: string, asking: Asking = {}): Promise<Answer> => {
    const answer = await begin(path, asking)
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    return { status: answer.statusCode ?? 0, text }
  }
  return {
    once,
    stream: (path, asking = {}) => begin(path, asking),
    data: async <Data>(path: string, asking?: Asking) => {
      const { status, text } = await once(path, asking)
      if (status !== 200) throw new Error(`${asking?.method ?? ''} ${path} was answered with ${status}: ${text}`)
      // The API's own answers; what is not there fails where it is used.
      return (JSON.parse(text) as { data: Data }).data
    },
  }
}
