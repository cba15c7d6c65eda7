import type { Page, Route } from 'playwright'
import { canonical } from '../../machines/qa/record/fingerprint'
import type { RecordedExchange, Recording } from '../../machines/qa/record/recording'
import { callKey } from '../../src/screens/inspector/scene'

/** How long a call may take to be made that was made in the recording, in milliseconds. */
const settling = 1_500
/** After how long a call that was made again counts as made because the person came back to the page, in milliseconds. */
const returning = 300

const health = '/api/health'
const settings = '/config.json'

/** What the app asks of a server beside its calls, as the events of a machine tell: an answer, or a failure. */
const probesOf = (
  { actors, events }: Recording,
  { machine, states, asks }: { machine: string; states: RegExp; asks: Pick<RecordedExchange, 'method' | 'path'> },
): RecordedExchange[] => {
  const sessions = new Set(actors.flatMap((actor) => (actor.machine === machine ? [actor.session] : [])))
  return events.flatMap(({ at, actor, event: { type } }) => {
    if (!sessions.has(actor) || !states.test(type)) return []
    return [{ ...asks, at, ...(type.startsWith('xstate.done.') && { status: 200, answer: '' }) }]
  })
}

const failedCode = /dynamically imported module: https?:\/\/[^/]+(\/\S+?)-[\w-]{8}\.js/

/** When a machine that waited for code heard that it could not be loaded; a page hears of its own at once. */
const failuresOf = ({ events }: Recording): { name: string; at: number }[] =>
  events.flatMap(({ at, event }) => {
    const name = event.type.startsWith('xstate.error.') ? failedCode.exec(JSON.stringify(event))?.[1] : undefined
    return name === undefined || event.type.includes('.lazyPage.') ? [] : [{ name, at }]
  })

/** The code that could not be loaded, by its name without its version, with when it last was not there. */
function lossesOf({ actors, events }: Recording): Map<string, number> {
  const losses = new Map<string, number>()
  const lostBy = new Map<string, { name: string; before: number | undefined }>()
  for (const { input } of actors) {
    const name = failedCode.exec(JSON.stringify(input ?? ''))?.[1]
    // What had failed before the recording began.
    if (name !== undefined) losses.set(name, 0)
  }
  for (const { at, actor, event } of events) {
    const name = failedCode.exec(JSON.stringify(event))?.[1]
    if (name !== undefined) {
      lostBy.set(actor, { name, before: losses.get(name) })
      losses.set(name, at)
    } else if (event.type.endsWith('.lazyPage.deciding')) {
      const lost = lostBy.get(actor)
      if (!lost) continue
      const isThere = 'output' in event && (event.output as { isGone?: boolean }).isGone === false
      // An earlier failure may be told once more, when the code is there already.
      if (!isThere) lost.before = at
      losses.set(lost.name, lost.before ?? losses.get(lost.name) ?? at)
    }
  }
  return losses
}

/**
 * All that the app was answered, with when it heard of it: of an answer that refuses the token, before it had come whole,
 * which is what a recording says.
 */
export function answersOf(recording: Recording): RecordedExchange[] {
  const { exchanges, events } = recording
  const refusals = exchanges.filter(({ status }) => status === 401)
  const heard = new Map<RecordedExchange, number>()
  for (const { at, event } of events) {
    if (event.type !== 'session.expire' && event.type !== 'session.end') continue
    const refusal = refusals.find((one) => !heard.has(one) && one.at >= at)
    if (refusal) heard.set(refusal, at)
  }
  return [
    ...exchanges.map((one) => ({ ...one, at: heard.get(one) ?? one.at })),
    ...probesOf(recording, {
      machine: 'connection',
      states: /\.connection\.(?:doubted|unreachable\.asking)$/,
      asks: { method: 'GET', path: health },
    }),
    ...probesOf(recording, {
      machine: 'lazyPage',
      states: /\.lazyPage\.deciding$/,
      asks: { method: 'HEAD', path: settings },
    }),
  ].toSorted((a, b) => a.at - b.at)
}

/** A request of the page that waits for its answer. */
interface Asked {
  route: Route
  call: string
  body: string
}

/** Answers calls as they were answered in the recording, and not before the replay has come that far. */
export class RecordedBackend {
  readonly #page: Page
  readonly #order: readonly RecordedExchange[]
  readonly #left: RecordedExchange[]
  readonly #last = new Map<string, RecordedExchange>()
  readonly #givenUp = new Set<RecordedExchange>()
  readonly #losses: ReadonlyMap<string, number>
  readonly #failures: readonly { name: string; at: number }[]
  /** Code that can't be loaded, until the machine that waits for it hears of that. */
  #failing: { route: Route; at: number }[] = []
  #waiting: Asked[] = []
  #now = -Infinity
  /** The last exchange that may be answered. */
  #released: RecordedExchange | undefined
  #active = 0
  #documents = 0
  /** Whether the recording says itself when somebody came back to the page. */
  readonly #tellsReturns: boolean

  constructor(recording: Recording, answers: readonly RecordedExchange[], page: Page) {
    this.#page = page
    this.#order = answers
    this.#left = [...answers]
    this.#losses = lossesOf(recording)
    this.#failures = failuresOf(recording)
    this.#tellsReturns =
      recording.events.some(({ event }) => event.type === 'facts.refresh') ||
      recording.actors.some(({ machine }) => machine === 'payment')
  }

  /** Answers whatever the page asks for. */
  async attend(): Promise<void> {
    await this.#page.route('**/api/v1/**', this.#ask)
    await this.#page.route(`**${health}`, this.#ask)
    // Asked for once when the page begins, and then only to find out about code that does not come.
    let isBegun = false
    await this.#page.route(`**${settings}`, (route) => {
      if (isBegun && route.request().method() === 'HEAD') return this.#ask(route)
      isBegun = true
      return route.continue()
    })
    this.#page.on('requestfailed', (request) => {
      this.#waiting = this.#waiting.filter(({ route }) => route.request() !== request)
    })
    for (const [name, until] of this.#losses) {
      await this.#page.route(
        (url) => url.pathname.startsWith(`${name}-`),
        (route) => (this.#now <= until ? this.#fail(route, name) : route.continue()),
      )
    }
    // A page that loads itself anew is no longer the one of the recording; without an answer it stays as it is.
    await this.#page.route('**', (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback()
      this.#documents += 1
      return this.#documents === 1 ? route.fallback() : route.fulfill({ status: 204 })
    })
  }

  async #fail(route: Route, name: string): Promise<void> {
    const failure = this.#failures.find((one) => one.name === name && one.at > this.#now)
    if (failure) this.#failing.push({ route, at: failure.at })
    else await route.abort()
  }

  /** What the page waits for that the recording has no answer to. */
  get unanswered(): string[] {
    return this.#waiting.map(({ call, body }) => `${call} ${body}`.trim().slice(0, 200))
  }

  /** Lets everything be answered that was answered by then, of several at a time those up to one of them. */
  advance(at: number, upTo?: RecordedExchange): void {
    this.#now = at
    this.#released = upTo
    for (const { route } of this.#failing.filter(({ at: due }) => due <= at)) void route.abort().catch(() => {})
    this.#failing = this.#failing.filter(({ at: due }) => due > at)
    this.#answerDue()
  }

  /**
   * Waits until what was answered by now has been asked for and answered here too. A call that the app does not make
   * this time, such as one of a page that was only pointed at, is waited for a single time. `wait` lets time pass.
   */
  async settle(wait: () => Promise<void>): Promise<void> {
    const begin = performance.now()
    const isDue = (exchange: RecordedExchange) => this.#isReleased(exchange) && !this.#givenUp.has(exchange)
    let hasReturned = this.#tellsReturns
    while (this.#active > 0 || this.#left.some(isDue)) {
      const waited = performance.now() - begin
      if (waited > settling) break
      if (
        !hasReturned &&
        waited > returning &&
        this.#left.some((one) => isDue(one) && this.#last.has(keyOf({ call: callOf(one), body: canonical(one.body) })))
      ) {
        hasReturned = true
        await this.#page.evaluate(() => window.dispatchEvent(new Event('focus'))).catch(() => {})
      }
      await wait()
    }
    for (const exchange of this.#left.filter(isDue)) this.#givenUp.add(exchange)
  }

  #isReleased(exchange: RecordedExchange): boolean {
    if (exchange.at !== this.#now || this.#released === undefined) return exchange.at <= this.#now
    return this.#order.indexOf(exchange) <= this.#order.indexOf(this.#released)
  }

  readonly #ask = (route: Route): void => {
    const request = route.request()
    const url = new URL(request.url())
    const asked: Asked = {
      route,
      call: callKey(request.method(), `${url.pathname}${url.search}`, undefined).call,
      body: canonical(request.postData() ? request.postDataJSON() : undefined),
    }
    this.#waiting.push(asked)
    const again = this.#last.get(keyOf(asked))
    // What is asked more often than in the recording is answered as before.
    if (again && !this.#left.some((exchange) => isLike(exchange, asked))) this.#give(asked, again)
    else this.#answerDue()
  }

  /** Of equal requests the newest is answered, as the app gives up the ones before it. */
  #answerDue(): void {
    for (const exchange of this.#left.filter((one) => this.#isReleased(one))) {
      const body = canonical(exchange.body)
      const like = this.#waiting.filter((asked) => isLike(exchange, asked))
      const asked = like.findLast((one) => one.body === body) ?? like.at(-1)
      if (!asked) continue
      this.#left.splice(this.#left.indexOf(exchange), 1)
      if (exchange.path.startsWith('/api/v1/')) this.#last.set(keyOf(asked), exchange)
      this.#give(asked, exchange)
    }
  }

  #give(asked: Asked, { status, answer }: RecordedExchange): void {
    this.#waiting.splice(this.#waiting.indexOf(asked), 1)
    this.#active += 1
    const isText = typeof answer === 'string'
    const given =
      status === undefined
        ? asked.route.abort()
        : asked.route.fulfill({
            status,
            contentType: isText ? 'text/plain' : 'application/json',
            body: isText ? answer : JSON.stringify(answer ?? null),
          })
    // Nobody may wait for it any more.
    void given.catch(() => {}).finally(() => (this.#active -= 1))
  }
}

const callOf = ({ method, path, body }: RecordedExchange) => callKey(method, path, body).call
const keyOf = ({ call, body }: Pick<Asked, 'call' | 'body'>) => `${call} ${body}`

/** Whether an answer is one to a request. A search is told from others by its body alone. */
function isLike({ method, path, body }: RecordedExchange, asked: Asked): boolean {
  const like = callKey(method, path, body)
  return like.call === asked.call && (like.body === '' || like.body === asked.body)
}
