import { setTimeout } from 'node:timers/promises'
import { type Call, allCalls, isReading } from './calls'
import { curlOf, Secrets } from './curl'
import { type Account, type Ask, Blocked, type Exchange, Interrupted, jsonOf, RateLimited, summaryOf } from './exchange'
import { createHttp, type Http, type HttpRequest, NoAnswer } from './http'
import { judge } from './judge'
import { type CheckOptions, CouldNotRun } from './model'
import { Recorder } from './recorder'
import type { RuleId } from '../rules'

/** Longest time that a single Retry-After is waited for; without a session there is nothing else to do. */
const maxWaitMs = 5_000
const maxSignInWaitMs = 60_000

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

  /** How a method that no call uses may be refused; at level core it may also be one that is not known (RFC 9110). */
  get methodRefusals(): readonly number[] {
    return this.isFull ? [405] : [405, 501]
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
    if (this.options.readOnly && isWrite) {
      throw new Error(`${name} would write in a run that must not`)
    }
    const request = this.requestOf(call, ask)
    const exchange = await this.#exchange(call, request)
    this.recorder.count(call.name, ask.isValid !== false)
    judge(this, exchange, ask)
    return exchange
  }

  requestOf(call: Call, ask: Ask): HttpRequest {
    const path = (ask.path ?? call.path).replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(ask.params?.[name] ?? ''),
    )
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
      const json = jsonOf(reply.text)
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

  /** Waits, unless the run is interrupted. */
  async pause(ms: number): Promise<void> {
    const signal = this.isCleaning ? undefined : this.options.signal
    try {
      if (ms > 0) await setTimeout(ms, undefined, signal && { signal })
    } catch {
      throw new Interrupted()
    }
  }

  /** A token that an answer hands out must not be shown. */
  #keepSecret(json: unknown): void {
    const { data } = (json ?? {}) as { data?: { token?: unknown } | null }
    if (typeof data?.token === 'string') this.secrets.add(data.token, 'TOKEN')
  }
}
