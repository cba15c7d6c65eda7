/** A request on its way to the reference server, and what a fault may do with it. */
export interface Exchange {
  /** Which call of the contract it is, such as `offers.update`; empty for none. */
  call: string
  method: string
  /** Without query. */
  path: string
  query: URLSearchParams
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
  /** The body as JSON, or undefined when it is none. */
  body: unknown
  /** Passes the request on, with changes. */
  send: (changes?: Changes) => Promise<Reply>
  /** A request of the fault's own, with a token of its own choice. */
  ask: (method: string, path: string, token: string, body?: unknown) => Promise<Reply>
  /** Tokens of both demo accounts, whose sessions are the proxy's own. */
  tokens: string[]
}

export interface Changes {
  method?: string
  path?: string
  query?: URLSearchParams
  /** Undefined takes a header away. */
  headers?: Record<string, string | undefined>
  body?: unknown
}

export interface Reply {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
  /** Of a stream, what comes as it comes; its text is empty then. */
  live?: AsyncIterable<string>
}

export type Handler = ((exchange: Exchange) => Promise<Reply>) & {
  /** The calls that it is put on, with blanks between; left out, it may act on any. */
  calls?: string
}

/** One way to break the contract. `make` begins anew, as a fault may remember what it saw. */
export interface Fault {
  id: string
  about: string
  make: () => Handler
}

export const isSuccess = ({ status }: Reply) => status >= 200 && status < 300

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The reply with another body; the same one when the body is the same. */
export function withBody(reply: Reply, body: unknown): Reply {
  const text = JSON.stringify(body)
  return text === JSON.stringify(parsed(reply.text)) ? reply : { ...reply, text }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

export const answer = (status: number, body: unknown): Reply => ({
  status,
  headers: json,
  text: body === undefined ? '' : JSON.stringify(body),
})

/** As a value that takes a field away. */
export const gone = Symbol('gone')

/** A copy with the values at a path changed, such as `data.*.name`; where the path leads nowhere nothing changes. */
export function changed(value: unknown, path: string, change: (value: unknown) => unknown): unknown {
  const [step = '', ...rest] = path === '' ? [] : path.split('.')
  if (step === '') return change(value)
  const within = (part: unknown) => changed(part, rest.join('.'), change)
  if (Array.isArray(value)) return step === '*' ? value.map(within) : value
  if (!isRecord(value) || !(step in value)) return value
  const result = within(value[step])
  const { [step]: _old, ...others } = value
  return result === gone ? others : { ...value, [step]: result }
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, step) => {
    if (Array.isArray(part)) return part[Number(step)] as unknown
    return isRecord(part) ? part[step] : undefined
  }, value)
}

/** The list that an answer holds; an empty one when it holds none. */
export const rowsIn = (text: string): unknown[] => (valueAt(parsed(text), 'data') ?? []) as unknown[]
