import type { Call } from './calls'
import { type Fields, isRecord } from './fields'
import type { HttpRequest } from './http'

/** Who asks. */
export interface Account {
  name: 'first' | 'second'
  token: string
}

/** What to ask of a call. */
export interface Ask {
  /** Whose token is sent; nobody's when null. The first account's when left out. */
  as?: Account | null
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** A body that is sent as it is. */
  rawBody?: string
  /** Another path than the call's own. */
  path?: string
  /** Another method than the call's own. */
  method?: string
  headers?: Record<string, string>
  /** Of a call that streams: whether enough has been heard. After three seconds it has in any case. */
  until?: (heard: string) => boolean
  /** Whether the contract allows the request, so that it counts as a valid case. */
  isValid?: boolean
  /** Whether nothing but a success is right, the record that is asked for being there. */
  mustSucceed?: boolean
  /** Whether being asked to wait is an answer like any other. */
  isHasty?: boolean
  /** Whether it was sent before with the same key, so that it makes nothing. */
  isRepeat?: boolean
  /** Success that is not declared for the call but fits the case, or refusals beside the common ones. */
  alsoDeclared?: readonly number[]
}

/** A request with what it was answered. */
export interface Exchange {
  call: Call
  request: HttpRequest
  /** 0 when there was no answer. */
  status: number
  contentType: string
  headers: Record<string, unknown>
  text: string
  /** The answer as JSON; undefined when it is none. */
  json: unknown
  /** What the answer was, in one line. */
  summary: string
}

/** A text as JSON; undefined when it is none. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What an answer is about; nothing where it is no record. */
export const dataIn = ({ json }: Pick<Exchange, 'json'>): Fields =>
  isRecord(json) && isRecord(json['data']) ? json['data'] : {}

/** What an answer was, in one line. */
export function summaryOf(status: number, contentType: string, text: string): string {
  const shown = text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text
  const type = contentType.startsWith('application/json') || contentType === '' ? '' : ` ${contentType}`
  return `status ${status}${type}${shown === '' ? ', no body' : `: ${shown}`}`
}

/** What an answer says, to be compared with another's: without what the request itself said, which `hide` takes out. */
export function saidBy({ status, json }: Exchange, hide: (text: string) => string): string {
  const { message, error } = (json ?? {}) as { message?: unknown; error?: { code?: unknown; message?: unknown } }
  const texts = [message, error?.code, error?.message]
  return JSON.stringify([status, ...texts.map((text) => (typeof text === 'string' ? hide(text) : text))])
}

/** How a request was answered: the status, and the code of a refusal. */
export function answerOf({ status, json }: Exchange): string {
  const { error } = (json ?? {}) as { error?: { code?: unknown } | null }
  return typeof error?.code === 'string' ? `${status} ${error.code}` : `${status}`
}
