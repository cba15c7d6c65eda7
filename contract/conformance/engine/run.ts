import type { RuleId } from '../rules'
import { allCalls, type Call, callNamed, isReading } from './calls'
import { curlOf } from './curl'
import { Blocked } from './errors'
import type { Account, Ask, Exchange } from './exchange'
import { judge } from './judge'
import type { CheckOptions } from './model'
import { Recorder } from './recorder'
import { Secrets } from './secrets'
import { Sender } from './sender'

/** One run: sends requests, applies the rules that hold for every answer, and keeps what was found. */
export class Run {
  readonly options: CheckOptions
  readonly calls: readonly Call[]
  readonly recorder: Recorder
  readonly secrets = new Secrets()
  readonly sender: Sender
  readonly first: Account = { name: 'first', token: '' }
  second: Account | undefined
  /** What signing in said of the first account. */
  signedInUser: Record<string, unknown> | undefined
  /** Values that only one account may see. */
  readonly markers: { owner: Account['name']; text: string }[] = []

  constructor(options: CheckOptions) {
    this.options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') }
    this.sender = new Sender(this.options, this.first, this.secrets)
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

  /** Whether rules about the resource are wanted. */
  covers(resource: string): boolean {
    const { only } = this.options
    return only === undefined || only.length === 0 || only.includes(resource)
  }

  /** Calls of the run's level and resources. */
  get wantedCalls(): readonly Call[] {
    return this.calls.filter(({ resource }) => this.covers(resource))
  }

  /** Sends one request of a call. Throws RateLimited, and CouldNotRun when the server is gone. */
  async ask(name: string, ask: Ask = {}): Promise<Exchange> {
    const call = callNamed(name)
    const isWrite = !isReading(call) || (ask.method ?? call.method) !== call.method
    if (this.options.readOnly && isWrite) {
      throw new Error(`${name} would write in a run that must not`)
    }
    const exchange = await this.sender.send(call, this.sender.requestOf(call, ask))
    this.recorder.count(call.name, ask.isValid !== false)
    judge(this, exchange, ask)
    return exchange
  }

  /** Records whether a rule holds, and returns it. */
  verify(rule: RuleId, exchange: Exchange, holds: boolean, expected: string, actual = exchange.summary): boolean {
    return this.recorder.verify({
      rule,
      call: exchange.call.name,
      holds,
      expected: this.secrets.redact(expected),
      actual: this.secrets.redact(actual),
      curl: () => this.secrets.redactCommand(curlOf(this.options.baseUrl, exchange.request)),
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
}
