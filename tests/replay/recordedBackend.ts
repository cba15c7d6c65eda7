import type { Page, Route } from 'playwright'
import { contract } from '../../contract'
import { canonical } from '../../machines/qa/record/fingerprint'
import type { RecordedEvent, RecordedExchange, Recording } from '../../machines/qa/record/recording'

/** How long a call may take to be made that was made in the recording, in milliseconds. */
const settling = 1_500
/** After how long a call that was made again counts as made because the person came back to the page, in milliseconds. */
const returning = 300

const extensionPaths = Object.values(contract).flatMap((routes) =>
  Object.values<{ path: string; metadata: { level: string } }>(routes).flatMap(({ path, metadata }) =>
    metadata.level === 'extension' ? [new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}(?:$|\\?)`)] : [],
  ),
)

/** Whether a recording has calls that only some backends offer. */
export const usesExtensions = ({ exchanges }: Recording) =>
  exchanges.some(({ path }) => extensionPaths.some((known) => known.test(path)))

/** A question that the app asks of a server beside its calls, and whether it was answered. */
interface Probe {
  at: number
  isAnswered: boolean
}

const outcomes = ({ actors, events }: Recording, machine: string, states: RegExp): (RecordedEvent & Probe)[] => {
  const sessions = new Set(actors.flatMap((actor) => (actor.machine === machine ? [actor.session] : [])))
  return events.flatMap((recorded) => {
    const { type } = recorded.event
    if (!sessions.has(recorded.actor) || !states.test(type)) return []
    return [{ ...recorded, isAnswered: type.startsWith('xstate.done.') }]
  })
}

const failedCode = /dynamically imported module: https?:\/\/[^/]+(\/\S+?)-[\w-]{8}\.js/

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
      losses.set(lost.name, isThere ? (lost.before ?? losses.get(lost.name) ?? at) : at)
    }
  }
  return losses
}

/** Answers calls as they were answered in the recording, and not before the replay has come that far. */
export class RecordedBackend {
  readonly #page: Page
  readonly #order: readonly RecordedExchange[]
  readonly #left: RecordedExchange[]
  readonly #last = new Map<string, RecordedExchange>()
  readonly #givenUp = new Set<RecordedExchange>()
  readonly #health: Probe[]
  readonly #deliveries: Probe[]
  readonly #losses: ReadonlyMap<string, number>
  #now = -Infinity
  /** The last exchange that may be answered. */
  #released: RecordedExchange | undefined
  #active = 0
  #documents = 0
  #waiting: (() => void)[] = []

  constructor(recording: Recording, page: Page) {
    this.#page = page
    this.#order = recording.exchanges
    this.#left = [...recording.exchanges]
    this.#health = outcomes(recording, 'connection', /\.connection\.(?:doubted|unreachable\.asking)$/)
    this.#deliveries = outcomes(recording, 'lazyPage', /\.lazyPage\.deciding$/)
    this.#losses = lossesOf(recording)
  }

  /** Answers whatever the page asks for. */
  async attend(): Promise<void> {
    await this.#page.route('**/api/v1/**', this.#answer)
    await this.#page.route('**/api/health', (route) => this.#answerProbe(route, this.#health))
    // Asked for once when the page begins, and then only to find out about code that does not come.
    let isBegun = false
    await this.#page.route('**/config.json', (route) => {
      if (!isBegun || route.request().method() !== 'HEAD') {
        isBegun = true
        return route.continue()
      }
      return this.#answerProbe(route, this.#deliveries)
    })
    for (const [name, until] of this.#losses) {
      await this.#page.route(
        (url) => url.pathname.startsWith(`${name}-`),
        (route) => (this.#now <= until ? route.abort() : route.continue()),
      )
    }
    // A page that loads itself anew is no longer the one of the recording.
    await this.#page.route('**', (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback()
      this.#documents += 1
      return this.#documents > 1 ? undefined : route.fallback()
    })
  }

  /** Lets everything be answered that was answered by then, of several at a time those up to one of them. */
  advance(at: number, upTo?: RecordedExchange): void {
    this.#now = at
    this.#released = upTo
    const waiting = this.#waiting
    this.#waiting = []
    for (const proceed of waiting) proceed()
  }

  /**
   * Waits until what was answered by now has been asked for and answered here too. A call that the app does not make
   * this time, such as one of a page that was only pointed at, is waited for a single time. `wait` lets time pass.
   */
  async settle(wait: () => Promise<void>): Promise<void> {
    const begin = performance.now()
    const isDue = (exchange: RecordedExchange) => this.#isReleased(exchange) && !this.#givenUp.has(exchange)
    let hasReturned = false
    while (this.#active > 0 || this.#left.some(isDue)) {
      const waited = performance.now() - begin
      if (waited > settling) break
      if (!hasReturned && waited > returning && this.#left.some((one) => isDue(one) && this.#last.has(keyOf(one)))) {
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

  async #until(isReleased: () => boolean): Promise<void> {
    while (!isReleased()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async #answerProbe(route: Route, left: Probe[]): Promise<void> {
    const probe = left.shift()
    // What had no answer when the recording ended gets none.
    if (!probe) return
    await this.#until(() => probe.at <= this.#now)
    await (probe.isAnswered ? route.fulfill({ status: 200, body: '' }) : route.abort())
  }

  readonly #answer = async (route: Route): Promise<void> => {
    const request = route.request()
    const url = new URL(request.url())
    const call = `${request.method()} ${url.pathname}${url.search}`
    const body = canonical(request.postData() ? request.postDataJSON() : undefined)
    const found = this.#take(call, body)
    if (!found) return
    await this.#until(() => this.#isReleased(found))
    this.#active += 1
    await this.#give(route, found)
      // Nobody waits for it any more.
      .catch(() => {})
      .finally(() => (this.#active -= 1))
  }

  #give(route: Route, { status, answer }: RecordedExchange): Promise<void> {
    if (status === undefined) return route.abort()
    const isText = typeof answer === 'string'
    return route.fulfill({
      status,
      contentType: isText ? 'text/plain' : 'application/json',
      body: isText ? answer : JSON.stringify(answer ?? null),
    })
  }

  #take(call: string, body: string): RecordedExchange | undefined {
    const fits = this.#left.filter(({ method, path }) => `${method} ${path}` === call)
    const exchange =
      fits.find((one) => canonical(one.body) === body) ?? (call.endsWith('/search') ? undefined : fits[0])
    const key = `${call} ${body}`
    if (!exchange) return this.#last.get(key)
    this.#left.splice(this.#left.indexOf(exchange), 1)
    this.#last.set(key, exchange)
    return exchange
  }
}

const keyOf = ({ method, path, body }: RecordedExchange) => `${method} ${path} ${canonical(body)}`
