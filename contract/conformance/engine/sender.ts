import { setTimeout } from 'node:timers/promises'
import { type Call, callNamed } from './calls'
import { CouldNotRun, Interrupted, RateLimited } from './errors'
import { type Account, answerOf, type Ask, type Exchange, jsonOf, summaryOf } from './exchange'
import { createHttp, type Http, type HttpReply, type HttpRequest, NoAnswer } from './http'
import type { CheckOptions } from './model'
import type { Secrets } from './secrets'

/** Longest time that a single Retry-After is waited for; without a session there is nothing else to do. */
const maxWaitMs = 5_000
const maxSignInWaitMs = 60_000

/** Most times that a request is sent again after its Retry-After. */
const maxRetries = 3

/** Sends the requests of one run, whatever is thought of their answers. */
export class Sender {
  readonly #baseUrl: string
  readonly #secrets: Secrets
  readonly http: Http
  /** Is told of every answer that asks to wait. */
  onWait: (exchange: Exchange) => void = () => {}
  /** Whose token is sent when a request names nobody. */
  readonly #account: Account
  /** Undefined while cleaning up, which an interruption must not end. */
  #signal: AbortSignal | undefined

  constructor({ baseUrl, requestTimeoutMs = 10_000, signal }: CheckOptions, account: Account, secrets: Secrets) {
    this.#baseUrl = baseUrl
    this.#secrets = secrets
    this.http = createHttp(new URL(baseUrl), requestTimeoutMs)
    this.#account = account
    this.#signal = signal
  }

  /** From now on, no request is interrupted. */
  ignoreInterruption(): void {
    this.#signal = undefined
  }

  /** The request that asks this of a call. */
  requestOf(call: Call, ask: Ask): HttpRequest {
    const path = (ask.path ?? call.path).replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(ask.params?.[name] ?? ''),
    )
    const query = ask.query === undefined ? '' : `?${new URLSearchParams(ask.query).toString()}`
    const body = ask.rawBody ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body))
    const account = ask.as === undefined ? this.#account : ask.as
    return {
      method: ask.method ?? call.method,
      path: `${path}${query}`,
      headers: {
        accept: call.streams ?? 'application/json',
        ...(account === null ? {} : { authorization: `Bearer ${account.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      body,
    }
  }

  /**
   * Sends a request of a call; while the server asks to wait, waits and sends it again, up to a bound. Throws RateLimited,
   * Interrupted, and CouldNotRun when the server is gone.
   */
  async send(
    call: Call,
    request: HttpRequest,
    { until, isHasty }: Pick<Ask, 'until' | 'isHasty'> = {},
  ): Promise<Exchange> {
    for (let retries = 0; ; retries += 1) {
      const exchange = await this.#exchange(call, request, until)
      if (exchange.status !== 429) return exchange
      this.onWait(exchange)
      if (isHasty === true) return exchange
      const seconds = Number(exchange.headers['retry-after'])
      const wait = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : 1000
      const longest = this.#account.token === '' ? maxSignInWaitMs : maxWaitMs
      if (wait > longest || retries >= maxRetries) {
        const time = Number.isFinite(seconds) ? ` for ${seconds} s` : ''
        throw new RateLimited(
          `${call.name} is rate limited${time}: it was answered ${answerOf(exchange)}; check again after that`,
        )
      }
      await this.pause(wait)
    }
  }

  async #exchange(call: Call, request: HttpRequest, until: Ask['until']): Promise<Exchange> {
    let reply: HttpReply
    try {
      reply = await this.http.send(request, { signal: this.#signal, until })
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      if (error.code === 'ABORTED') throw new Interrupted()
      await this.stillThere(error)
      const summary = error.message
      return { call, request, status: 0, contentType: '', headers: {}, text: '', json: undefined, summary }
    }
    const { status, headers, text } = reply
    const contentType = headers['content-type'] ?? ''
    const json = jsonOf(text)
    this.#keepSecret(json)
    return { call, request, status, contentType, headers, text, json, summary: summaryOf(status, contentType, text) }
  }

  /** A request without an answer is a finding only when the server still answers others. Throws CouldNotRun. */
  async stillThere(error: Error): Promise<void> {
    const probe = this.requestOf(callNamed('users.me'), {})
    for (const wait of [0, 300, 1_000]) {
      await this.pause(wait)
      try {
        await this.http.send(probe, { timeoutMs: 3_000 })
        return
      } catch {
        // Tried again, as a server may need a moment.
      }
    }
    throw new CouldNotRun(`${this.#baseUrl} does not answer any more (${error.message})`)
  }

  /** Waits, unless the run is interrupted. */
  async pause(ms: number): Promise<void> {
    try {
      if (ms > 0) await setTimeout(ms, undefined, this.#signal && { signal: this.#signal })
    } catch {
      throw new Interrupted()
    }
  }

  /** A token that an answer hands out must not be shown. */
  #keepSecret(json: unknown): void {
    const { data } = (json ?? {}) as { data?: { token?: unknown } | null }
    if (typeof data?.token === 'string') this.#secrets.add(data.token, 'TOKEN')
  }
}
