import * as z from 'zod/mini'
import { searchRows, type SearchResource } from '../search'
import { errorBody } from '../schemas'
import { type Call, allCalls, commonStatuses, isReading } from './calls'
import { oddities } from './answers'
import { missingOf } from './completeness'
import { curlOf, Secrets } from './curl'
import { createHttp, type Http, type HttpRequest, NoAnswer } from './http'
import { type CheckOptions, CouldNotRun } from './model'
import { Recorder } from './recorder'
import type { RuleId } from './rules'

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
  /** Another method than the call's own. */
  method?: string
  headers?: Record<string, string>
  /** Whether the contract allows the request, so that it counts as a valid case. */
  isValid?: boolean
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

/** Something is missing that the next steps need; what is wrong with it was recorded already. */
export class Blocked extends Error {}

/** The server asks to wait for longer than a check can. */
export class RateLimited extends Error {}

/** Longest time that a single Retry-After is waited for; without a session there is nothing else to do. */
const maxWaitMs = 5_000
const maxSignInWaitMs = 60_000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One run: sends requests, applies the rules that hold for every answer, and keeps what was found. */
export class Run {
  readonly options: CheckOptions
  readonly calls: readonly Call[]
  readonly recorder: Recorder
  readonly secrets = new Secrets()
  readonly baseUrl: string
  readonly http: Http
  first: Account = { name: 'first', token: '' }
  second: Account | undefined
  /** What signing in said of the first account. */
  signedInUser: Record<string, unknown> | undefined
  /** Values that only one account may see. */
  readonly markers: { owner: Account['name']; text: string }[] = []
  /** Set while cleaning up, which an interruption must not end. */
  isCleaning = false

  constructor(options: CheckOptions) {
    this.options = options
    const url = new URL(options.baseUrl)
    this.baseUrl = options.baseUrl.replace(/\/+$/, '')
    this.http = createHttp(url, options.requestTimeoutMs ?? 10_000)
    this.calls = allCalls.filter(({ level }) => options.level === 'full' || level === 'core')
    this.recorder = new Recorder(this.calls)
  }

  get isFull(): boolean {
    return this.options.level === 'full'
  }

  call(name: string): Call {
    const call = allCalls.find((one) => one.name === name)
    if (!call) throw new Error(`the contract has no call ${name}`)
    return call
  }

  /** Whether rules about the resource are wanted. */
  covers(resource: string): boolean {
    const { only } = this.options
    return only === undefined || only.length === 0 || only.includes(resource)
  }

  /** Sends one request of a call. Throws RateLimited, and CouldNotRun when the server is gone. */
  async ask(name: string, ask: Ask = {}): Promise<Exchange> {
    const call = this.call(name)
    const isWrite = !isReading(call) || (ask.method ?? call.method) !== call.method
    if (this.options.readOnly && isWrite && !['HEAD', 'OPTIONS'].includes(ask.method ?? '')) {
      throw new Error(`${name} would write in a run that must not`)
    }
    const request = this.requestOf(call, ask)
    const exchange = await this.#exchange(call, request)
    this.recorder.count(call.name, ask.isValid !== false)
    this.#judge(exchange, ask)
    return exchange
  }

  requestOf(call: Call, ask: Ask): HttpRequest {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ask.params?.[name] ?? ''))
    const query = ask.query === undefined ? '' : `?${new URLSearchParams(ask.query).toString()}`
    const body = ask.rawBody ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body))
    const account = ask.as === undefined ? this.first : ask.as
    return {
      method: ask.method ?? call.method,
      path: `${path}${query}`,
      headers: {
        accept: 'application/json',
        ...(account === null ? {} : { authorization: `Bearer ${account.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      body,
    }
  }

  /** Records whether a rule holds; answers it. */
  verify(rule: RuleId, exchange: Exchange, holds: boolean, expected: string, actual = exchange.summary): boolean {
    return this.recorder.verify({
      rule,
      call: exchange.call.name,
      holds,
      expected: this.secrets.redact(expected),
      actual: this.secrets.redact(actual),
      curl: () => this.secrets.redactCommand(curlOf(this.baseUrl, exchange.request)),
    })
  }

  /** A valid request that must succeed. Throws Blocked when it does not. */
  async succeed(rule: RuleId, name: string, ask: Ask = {}): Promise<Exchange> {
    const exchange = await this.ask(name, ask)
    if (!this.isSuccess(rule, exchange)) throw new Blocked(`${name} did not succeed`)
    return exchange
  }

  isSuccess(rule: RuleId, exchange: Exchange): boolean {
    const { successes } = exchange.call
    const holds = successes.includes(exchange.status)
    if (holds) this.recorder.exercised(exchange.call.name)
    return this.verify(rule, exchange, holds, `status ${successes.join(' or ')}`)
  }

  /** A request that must be refused with one of the statuses, and with the error body. */
  async refuse(rule: RuleId, name: string, ask: Ask, statuses: readonly number[]): Promise<Exchange> {
    const exchange = await this.ask(name, { isValid: false, alsoDeclared: statuses, ...ask })
    this.verify(rule, exchange, statuses.includes(exchange.status), `a refusal with status ${statuses.join(' or ')}`)
    return exchange
  }

  /** The server's own word for how long to wait is taken, up to a bound. */
  async #exchange(call: Call, request: HttpRequest): Promise<Exchange> {
    for (let tries = 0; ; tries += 1) {
      const exchange = await this.#once(call, request)
      if (exchange.status !== 429) return exchange
      const seconds = Number(exchange.headers['retry-after'])
      const wait = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : 1000
      const longest = this.first.token === '' ? maxSignInWaitMs : maxWaitMs
      if (wait > longest || tries >= 3) {
        throw new RateLimited(`${call.name} is rate limited${Number.isFinite(seconds) ? ` for ${seconds} s` : ''}`)
      }
      await this.pause(wait)
    }
  }

  async #once(call: Call, request: HttpRequest): Promise<Exchange> {
    try {
      const reply = await this.http.send(request, { signal: this.isCleaning ? undefined : this.options.signal })
      const contentType = reply.headers['content-type'] ?? ''
      const json = parsed(reply.text)
      this.#keepSecret(json)
      return {
        call,
        request,
        status: reply.status,
        contentType,
        headers: reply.headers,
        text: reply.text,
        json,
        summary: summaryOf(reply.status, contentType, reply.text),
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      if (error.code === 'ABORTED') throw new Interrupted()
      await this.stillThere(error)
      return {
        call,
        request,
        status: 0,
        contentType: '',
        headers: {},
        text: '',
        json: undefined,
        summary: error.message,
      }
    }
  }

  /** A request without an answer is a finding only when the server still answers others. Throws CouldNotRun. */
  async stillThere(error: Error): Promise<void> {
    const probe = this.requestOf(this.call('users.me'), {})
    for (const wait of [0, 300, 1_000]) {
      await this.pause(wait)
      try {
        await this.http.send(probe, { timeoutMs: 3_000 })
        return
      } catch {
        // Tried again, as a server may need a moment.
      }
    }
    throw new CouldNotRun(`${this.baseUrl} does not answer any more (${error.message})`)
  }

  async pause(ms: number): Promise<void> {
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** A token that an answer hands out must not be shown. */
  #keepSecret(json: unknown): void {
    const { data } = (json ?? {}) as { data?: { token?: unknown } | null }
    if (typeof data?.token === 'string') this.secrets.add(data.token, 'TOKEN')
  }

  #judge(exchange: Exchange, ask: Ask): void {
    const { call, status, request } = exchange
    const isAnswered = this.verify('http.answers', exchange, status > 0, 'an answer')
    if (!isAnswered) return
    const declared = [...call.successes, ...commonStatuses, ...(ask.alsoDeclared ?? [])]
    const isOurs = this.verify('http.noServerError', exchange, status < 500, 'no status from 500')
    if (isOurs) {
      this.verify(
        'http.status',
        exchange,
        declared.includes(status),
        `one of the declared statuses ${declared.join(', ')}`,
      )
    }
    if (request.method === 'HEAD' || request.method === 'OPTIONS') return
    const isJson = /^application\/json\s*(?:;\s*charset=utf-?8\s*)?$/i.test(exchange.contentType)
    this.verify(
      'http.contentType',
      exchange,
      isJson,
      'the content type application/json',
      exchange.contentType || 'none',
    )
    if (status >= 200 && status < 300) this.#judgeAnswer(exchange, ask)
    else if (status >= 400) this.#judgeError(exchange)
    this.#searchMarkers(exchange, ask)
  }

  #judgeAnswer(exchange: Exchange, ask: Ask): void {
    const { call, json, request } = exchange
    const result = z.safeParse(call.answer, json)
    const isShaped = this.verify(
      'shape.answer',
      exchange,
      result.success,
      "an answer of the contract's shape",
      issueOf(result),
    )
    if (!isShaped) return
    if (call.name === 'search.search') this.#judgeRows(exchange, request.body, ask.isValid !== false)
    for (const oddity of oddities(call.name, json)) {
      this.verify(oddity.rule, exchange, oddity.problem === undefined, oddity.expected, oddity.problem)
    }
    if (this.isFull) {
      const missing = missingOf(call, json, request)
      this.verify('shape.complete', exchange, missing === undefined, 'everything that the app shows', missing)
    }
  }

  #judgeRows(exchange: Exchange, body: string | undefined, isValid: boolean): void {
    const asked = (parsed(body ?? '') ?? {}) as { resource?: SearchResource; limit?: number; page?: number }
    const schema = asked.resource === undefined ? undefined : searchRows[asked.resource]
    if (schema === undefined) return
    const { data, meta } = exchange.json as { data: unknown[]; meta: { total: number } }
    const broken = data.map((row) => z.safeParse(schema, row)).find(({ success }) => !success)
    this.verify(
      'shape.row',
      exchange,
      broken === undefined,
      `rows of the shape of ${asked.resource}`,
      broken && issueOf(broken),
    )
    if (!isValid) return
    const limit = asked.limit ?? 10
    const due = Math.min(limit, Math.max(0, meta.total - ((asked.page ?? 1) - 1) * limit))
    const rule = asked.limit === undefined ? 'search.defaults' : data.length > limit ? 'search.limit' : 'search.total'
    this.verify(
      rule,
      exchange,
      data.length === due,
      `as many rows as the total leaves for the page, at most ${limit}`,
      `${data.length} rows with a total of ${meta.total} on page ${asked.page ?? 1}`,
    )
  }

  #judgeError(exchange: Exchange): void {
    const result = z.safeParse(errorBody, exchange.json)
    const isShaped = this.verify(
      'shape.error',
      exchange,
      result.success,
      'the error body { success: false, message, error: { code, message } }',
      result.success ? '' : `${issueOf(result)}; ${exchange.summary}`,
    )
    if (!isShaped || !result.success) return
    const { message, error } = result.data
    const says = [message, error.message, error.code].every((text) => text.trim() !== '')
    this.verify('shape.error', exchange, says, 'a message and a code that say something')
  }

  #searchMarkers(exchange: Exchange, ask: Ask): void {
    const asker = ask.as === undefined ? this.first : ask.as
    // What the request itself says may be repeated by a refusal.
    const said = `${exchange.request.path}${exchange.request.body ?? ''}`
    for (const { owner, text } of this.markers) {
      if (asker?.name === owner || said.includes(text)) continue
      const isSeen = exchange.text.includes(text)
      this.verify('access.nothingForeign', exchange, !isSeen, "nothing of another organization's", exchange.summary)
    }
  }
}

/** The run is to end early. */
export class Interrupted extends Error {}

function summaryOf(status: number, contentType: string, text: string): string {
  const shown = text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text
  const type = contentType.startsWith('application/json') || contentType === '' ? '' : ` ${contentType}`
  return `status ${status}${type}${shown === '' ? ', no body' : `: ${shown}`}`
}

export function issueOf(result: {
  success: boolean
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] }
}) {
  const issue = result.error?.issues[0]
  if (issue === undefined) return ''
  return `${issue.path.length === 0 ? 'the body' : issue.path.map(String).join('.')}: ${issue.message}`
}
