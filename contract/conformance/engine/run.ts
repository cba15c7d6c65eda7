import { AsyncLocalStorage } from 'node:async_hooks'
import type { RuleId } from '../rules'
import { type Call, callNamed, callsOf, isCounted, isReading, isSelling } from './calls'
import { curlOf } from './curl'
import { Blocked, Interrupted } from './errors'
import { type Account, answerOf, type Ask, type Exchange } from './exchange'
import { History, type Strand } from './history'
import { Journal } from './journal'
import { judge, type Marker, notEvenOnce } from './judge'
import { unkept } from './kept'
import type { CheckOptions } from './model'
import { OnceAgain } from './onceAgain'
import { OnceMore } from './onceMore'
import { hidden, Outsiders } from './outsiders'
import { Phones } from './phones'
import { callOfFinding, Recorder } from './recorder'
import { scriptOf } from './script'
import { Secrets } from './secrets'
import { Sender } from './sender'
import { Sightings } from './sightings'
import { after, before } from './undoes'
import { Versions } from './versions'

/** One run: sends requests, applies the rules that hold for every answer, and keeps what was found. */
export class Run {
  readonly options: CheckOptions
  readonly calls: readonly Call[]
  readonly recorder: Recorder
  readonly secrets = new Secrets()
  readonly phones = new Phones()
  readonly sender: Sender
  /** Calls that the server does not have. */
  readonly #missing = new Set<string>()
  journal = new Journal()
  readonly history = new History()
  readonly #versions = new Versions()
  readonly #sightings = new Sightings()
  readonly #onceMore = new OnceMore()
  readonly #onceAgain = new OnceAgain()
  readonly outsiders = new Outsiders()
  /** Requests that make something and have no answer yet. */
  #unanswered = 0
  readonly #strands = new AsyncLocalStorage<Strand>()
  readonly first: Account = { name: 'first', token: '' }
  second: Account | undefined
  /** What signing in said of the first account. */
  signedInUser: Record<string, unknown> | undefined
  /** Values that only one account may see. */
  readonly markers: Marker[] = []

  constructor(options: CheckOptions) {
    this.options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') }
    this.sender = new Sender(this.options, this.first, this.secrets)
    this.calls = callsOf(options.level)
    this.recorder = new Recorder(this.calls)
    this.recorder.wanted = options.again && new Set(options.again.findings)
    this.sender.onWait = (exchange) => this.#judgeWait(exchange)
  }

  /** At level full, whoever asks to wait says for how long: in seconds, or until when. */
  #judgeWait(exchange: Exchange): void {
    if (!this.isFull) return
    const told = exchange.headers['retry-after']
    const isTold = typeof told === 'string' && (/^\d+$/.test(told) || !Number.isNaN(Date.parse(told)))
    const expected = 'Retry-After with the 429, in seconds or as a date'
    this.verify(
      'refusal.wait',
      exchange,
      isTold,
      expected,
      `status 429, Retry-After ${typeof told === 'string' ? told : 'missing'}`,
    )
  }

  get isFull(): boolean {
    return this.options.level === 'full'
  }

  get isInterrupted(): boolean {
    return this.options.signal?.aborted === true
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

  /** The wanted calls that can be asked what they have to refuse. A call that the server lacks refuses everything. */
  get provenCalls(): readonly Call[] {
    // What a finding is of has answered in the run that found it.
    const { findings = [] } = this.options.again ?? {}
    const isProven = ({ name }: Call) =>
      this.recorder.isExercised(name) || findings.some((finding) => callOfFinding(finding) === name)
    return this.wantedCalls.filter(
      (call) => call.auth !== 'telephone' && (!isSelling(call) || (isProven(call) && !isCounted(call))),
    )
  }

  /** What of the run is under way, as far as who asks is concerned. */
  get part(): string {
    return this.#strands.getStore()?.part ?? ''
  }

  /** What the part of the run that is under way is done for. */
  get #resources(): readonly string[] {
    return this.#strands.getStore()?.resources ?? []
  }

  /** Work that may go on beside other work, of which it knows nothing. */
  strand<Result>(part: string, work: () => Promise<Result>, resources = this.#resources): Promise<Result> {
    return this.#strands.run({ part, resources }, work)
  }

  /** Whether a request that makes something was sent, and its answer never came. */
  get isUnanswered(): boolean {
    return this.#unanswered > 0
  }

  /** Nothing more is asked of the server, but for what has to be undone. */
  isOver = false
  /** What is undone is so, whatever was found. */
  isCleaningUp = false

  /** Sends one request of a call. Throws RateLimited, and CouldNotRun when the server is gone. */
  async ask(name: string, ask: Ask = {}): Promise<Exchange> {
    // All else is of no interest then.
    if ((this.recorder.isFoundAgain || this.isOver) && !this.isCleaningUp) throw new Interrupted()
    const call = callNamed(name)
    const isWrite = !isReading(call) || (ask.method ?? call.method) !== call.method
    if (this.options.readOnly && isWrite) {
      throw new Error(`${name} would write in a run that must not`)
    }
    const account = ask.as === undefined ? this.first : ask.as
    const entry = ask.isRepeat === true ? undefined : before(this.journal, call, ask, account?.name ?? 'first')
    this.#sightings.asked(call, ask)
    const logged = this.history.begin(account?.name, this.#strands.getStore())
    if (entry !== undefined) this.#unanswered += 1
    const exchange = await this.#answered(call, ask, isWrite)
    if (entry !== undefined) this.#unanswered -= 1
    this.history.end(logged, exchange)
    after(this.journal, entry, exchange, ask)
    this.recorder.count(call.name, ask.isValid !== false)
    if (ask.isValid !== false) this.recorder.answered(call.name, answerOf(exchange))
    if (this.#isMissing(exchange, ask)) throw new Blocked(`the server has no ${call.method} ${call.path}`)
    judge(this, exchange, ask)
    this.#versions.see(this, exchange, logged.began)
    this.#sightings.see(this, exchange, ask, logged.began)
    return exchange
  }

  /** What reads and fails is asked once more: a failure that comes and goes is told by itself, and the run goes on. */
  async #answered(call: Call, ask: Ask, isWrite: boolean): Promise<Exchange> {
    const request = this.sender.requestOf(call, ask)
    const exchange = await this.sender.send(call, request, ask)
    if (isWrite || exchange.status < 500) return exchange
    const again = await this.sender.send(call, request, ask)
    if (again.status >= 500 || again.status === 0) return exchange
    const actual = `${exchange.summary}; asked again, status ${again.status}`
    this.verify('http.noServerError', exchange, false, notEvenOnce, actual)
    return again
  }

  /** A call that answers its very first valid request as if it were not there: that is one finding, whatever is asked of it. */
  #isMissing(exchange: Exchange, { mustSucceed }: Ask): boolean {
    const { call, status } = exchange
    if (this.#missing.has(call.name)) return true
    if (mustSucceed !== true) return false
    const expected = `${call.method} ${call.path}, as level ${this.options.level} asks for`
    if (![404, 405, 501].includes(status)) {
      this.recorder.heldFor('call.offered', call.name, expected)
      return false
    }
    if (this.recorder.isExercised(call.name)) return false
    this.verify('call.offered', exchange, false, expected)
    this.#missing.add(call.name)
    return true
  }

  /** Whether the server has been found to lack a call. */
  lacks(name: string): boolean {
    return this.#missing.has(name)
  }

  /** Whether a call is there: an answer that no call of that address would give to the request is a finding. */
  async isOffered(call: Call, ask: Ask): Promise<boolean> {
    try {
      await this.ask(call.name, { ...ask, isValid: false, alsoDeclared: [405, 501], mustSucceed: true })
      return true
    } catch (error) {
      if (error instanceof Blocked) return false
      throw error
    }
  }

  /** Records whether a rule holds, and returns it. */
  verify(rule: RuleId, exchange: Exchange, holds: boolean, expected: string, actual = exchange.summary): boolean {
    if (this.#missing.has(exchange.call.name)) return holds
    this.options.onApplied?.(this.part, rule, exchange.call.name)
    if (holds) {
      const isLookedFor = this.recorder.wanted !== undefined
      this.recorder.heldFor(rule, exchange.call.name, isLookedFor ? this.secrets.redact(expected) : expected)
      return true
    }
    this.recorder.failed({
      rule,
      call: exchange.call.name,
      expected: this.secrets.redact(expected),
      actual: this.secrets.redact(actual),
      curl: () => this.secrets.redactCommand(curlOf(this.options.baseUrl, exchange.request)),
      script: this.#scriptFor(rule, exchange),
    })
    return false
  }

  /** Makes what repeats a finding, only once the finding is kept. The exchange that was seen last shows it. */
  #scriptFor(rule: RuleId, exchange: Exchange): (finding: { expected: string; actual: string }) => string {
    const { now } = this.history
    const { part } = this
    return ({ expected, actual }) => {
      const chain = this.history.chainTo(exchange, [this.first.token, this.second?.token ?? ''], now)
      return scriptOf(this, chain, { rule, call: exchange.call.name, part, expected, actual })
    }
  }

  /** A valid request that must succeed. Throws Blocked when it does not. */
  async succeed(rule: RuleId, name: string, ask: Ask = {}): Promise<Exchange> {
    // Cases that are generated are made small by sending them as they are.
    const isMore = this.isFull && !this.recorder.isMuted
    // A run of one resource has the verdict of the whole about its calls.
    const isOwn = this.#resources.includes(callNamed(name).resource)
    const foreign = isMore && isOwn ? this.outsiders.asked(callNamed(name), ask, this.first, this.second) : undefined
    if (foreign !== undefined) await this.refuse('access.foreignPath', name, foreign, hidden)
    const outdated = isMore && isOwn ? this.#versions.outdated(callNamed(name), ask) : undefined
    if (outdated !== undefined) await this.#refuseOutdated(name, outdated.ask, outdated.id)
    const keyed = isMore ? this.#onceMore.keyed(callNamed(name), ask) : undefined
    const sent = keyed ?? (isMore ? this.#versions.whichever(callNamed(name), ask) : ask)
    const exchange = await this.ask(name, { ...sent, mustSucceed: true })
    if (!this.isSuccess(rule, exchange)) throw new Blocked(`${name} did not succeed`)
    if (isMore && !isReading(exchange.call)) {
      const wrong = unkept(exchange)
      this.verify('values.kept', exchange, wrong === undefined, 'each field as it was sent', wrong)
    }
    if (keyed !== undefined) await this.#onceMore.check(this, name, keyed, exchange)
    if (isMore && isOwn && this.#onceAgain.isDue(exchange.call, ask)) {
      await this.#onceAgain.check(this, name, ask, exchange)
    }
    return exchange
  }

  /** Whoever is refused for what has changed meanwhile is told the record as it is now, where it is known. */
  async #refuseOutdated(name: string, ask: Ask, id: string | undefined): Promise<void> {
    // What was done before may be refused for that.
    const exchange = await this.refuse('change.outdated', name, ask, id === undefined ? [409, 412, 422] : [409, 412])
    if (exchange.status !== 409 || id === undefined) return
    const { current } =
      ((exchange.json ?? {}) as { error?: { details?: { current?: { id?: unknown } } | null } }).error?.details ?? {}
    const expected = 'the record as it is now, in error.details.current'
    this.verify('change.outdated', exchange, current?.id === id, expected)
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
