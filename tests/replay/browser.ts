import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { type BrowserContext, chromium, type Page, type Route } from 'playwright'
import { contract } from '../../contract'
import { canonical } from '../../machines/qa/record/fingerprint'
import { machines } from '../../machines/qa/machines'
import { parseRecording, type RecordedExchange, type Recording } from '../../machines/qa/record/recording'
import { secure } from '../../server/http/security'
import { serveApp } from '../../server/http/static'
import { chromeArgs, ensureChrome } from '../browser'
import { controls, surroundings, visit } from './controls'
import { Unreadable } from './files'
import { hadStream, RecordedStream } from './stream'

/** How long a control may take to appear, and a machine to start, in milliseconds. */
const patience = 10_000

/** How long a call may take to be made that was made in the recording, in milliseconds. */
const settling = 3_000

/** Serves the built app, and no backend; with what only some backends offer when the recording used it. */
async function serveBuiltApp(extensions: boolean, stream: RecordedStream) {
  if (!existsSync('dist/index.html')) throw new Unreadable('the app is not built; run npm run build first')
  const server = Fastify()
  await secure(server)
  stream.serve(server)
  await serveApp(server, {
    root: `${process.cwd()}/dist`,
    runtimeConfig: { apiHost: '', extensions, inspectorUrl: '' },
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** Answers calls as they were answered in the recording, and not before the replay has come that far. */
class RecordedBackend {
  readonly #left: RecordedExchange[]
  readonly #last = new Map<string, RecordedExchange>()
  readonly #givenUp = new Set<RecordedExchange>()
  #now = -Infinity
  #active = 0
  #waiting: (() => void)[] = []

  constructor({ exchanges }: Recording) {
    this.#left = [...exchanges]
  }

  /** Lets everything be answered that was answered by then. */
  advance(at: number): void {
    this.#now = at
    const waiting = this.#waiting
    this.#waiting = []
    for (const proceed of waiting) proceed()
  }

  /**
   * Waits until what was answered by now has been asked for and answered here too. A call that the app does not make
   * this time, such as one of a page that was only pointed at, is waited for a single time.
   */
  async settle(): Promise<void> {
    const end = performance.now() + settling
    const isDue = (exchange: RecordedExchange) => exchange.at <= this.#now && !this.#givenUp.has(exchange)
    while ((this.#active > 0 || this.#left.some(isDue)) && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    for (const exchange of this.#left.filter(isDue)) this.#givenUp.add(exchange)
  }

  readonly answer = async (route: Route): Promise<void> => {
    const request = route.request()
    const url = new URL(request.url())
    const call = `${request.method()} ${url.pathname}${url.search}`
    const body = canonical(request.postData() ? request.postDataJSON() : undefined)
    const found = this.#take(call, body)
    if (!found) return route.abort()
    while (found.at > this.#now) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#active += 1
    await this.#give(route, found).finally(() => (this.#active -= 1))
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

const extensionPaths = Object.values(contract).flatMap((routes) =>
  Object.values<{ path: string; metadata: { level: string } }>(routes).flatMap(({ path, metadata }) =>
    metadata.level === 'extension' ? [new RegExp(`^${path.replaceAll(/:\\w+/g, '[^/]+')}(?:$|\\?)`)] : [],
  ),
)

const usesExtensions = (recording: Recording) =>
  hadStream(recording) || recording.exchanges.some(({ path }) => extensionPaths.some((known) => known.test(path)))

interface Session {
  hasToken?: boolean
  user?: object
  organizationId?: string
}

/** What a machine of this name knew when the recording began. */
const known = ({ actors }: Recording, name: string): Record<string, unknown> => {
  const actor = actors.find(({ machine }) => machine === name)
  return (actor?.before?.context ?? actor?.input ?? {}) as Record<string, unknown>
}

/** What the browser remembered before the recording began. */
async function remember(context: BrowserContext, recording: Recording): Promise<void> {
  const session: Session = known(recording, 'session')
  const theme: { theme?: string } = known(recording, 'theme')
  const items: [string, string][] = []
  if (session.user ?? session.hasToken) items.push(['auth_token', 'REDACTED'])
  if (session.organizationId !== undefined) items.push(['orgId', session.organizationId])
  if (theme.theme !== undefined) items.push(['theme', theme.theme])
  for (const { machine, id, input } of recording.actors) {
    const hidden = (input as { hiddenColumns?: string[] } | undefined)?.hiddenColumns
    if (machine === 'dataTable' && hidden)
      items.push([`hiddenColumns.${id.replace('table.', '')}`, JSON.stringify(hidden)])
  }
  await context.addInitScript((given: [string, string][]) => {
    if (sessionStorage.getItem('replayed')) return
    sessionStorage.setItem('replayed', 'yes')
    for (const [name, value] of given) localStorage.setItem(name, value)
  }, items)
}

/** Whether a machine runs as often as it did in the recording: a page's own code may still be loading. */
class Starts {
  readonly #page: Page
  readonly #left: { machine: string; at: number }[]
  readonly #due = new Map<string, number>()

  constructor({ actors, events }: Recording, page: Page) {
    this.#page = page
    const begun = new Map(events.flatMap(({ actor, at, event }) => (event.type === 'xstate.init' ? [[actor, at]] : [])))
    this.#left = actors
      .flatMap(({ session, machine }) =>
        machine === undefined || machine === 'toast' ? [] : [{ machine, at: begun.get(session) ?? 0 }],
      )
      .toSorted((a, b) => a.at - b.at)
  }

  /** Waits until what had started by then has started here too, or has had its time to. */
  async settle(now: number): Promise<void> {
    const next = this.#left.findIndex(({ at }) => at > now)
    const begun = this.#left.splice(0, next < 0 ? this.#left.length : next)
    for (const { machine } of begun) this.#due.set(machine, (this.#due.get(machine) ?? 0) + 1)
    const end = performance.now() + patience
    while (begun.length > 0 && !(await this.#allStarted()) && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async #allStarted(): Promise<boolean> {
    const actors = await this.#page
      .evaluate(async () => (await window.offerdesk?.recording())?.actors)
      // While the page is loaded anew there is none to ask.
      .catch(() => undefined)
    const count = (name: string) => actors?.filter(({ machine }) => machine === name).length ?? 0
    return [...this.#due].every(([machine, due]) => count(machine) >= due)
  }
}

/** The states that each machine went through, one after the other; machines of one name in the order of their start. */
function statesOf({ actors, events }: Recording): Map<string, string[]> {
  const states = new Map<string, string[]>()
  const counts = new Map<string, number>()
  for (const { session, machine, before } of actors) {
    // How long a message stays depends on where the pointer is.
    if (machine === undefined || machine === 'toast') continue
    const place = (counts.get(machine) ?? 0) + 1
    counts.set(machine, place)
    const values = events.flatMap(({ actor, state, event }) =>
      actor === session && state !== undefined && event.type !== 'xstate.stop' ? [canonical(state)] : [],
    )
    if (before) values.unshift(canonical(before.state))
    if (values.length > 0) {
      states.set(
        `${machine} ${place}`,
        values.filter((value, index) => value !== values[index - 1]),
      )
    }
  }
  return states
}

type Step = { at: number; perform: () => Promise<void>; about: string }

function stepsOf(recording: Recording, page: Page, notDriven: Map<string, number>): Step[] {
  const actors = new Map(recording.actors.map((actor) => [actor.session, actor]))
  const organizations = recording.exchanges.find(({ path }) => path === '/api/v1/organizations')?.answer as
    | { data?: { id: string; name?: string }[] }
    | undefined
  const organizationName = (id: string) => organizations?.data?.find((one) => one.id === id)?.name ?? id
  const events = recording.events.flatMap(({ at, actor: session, source, event }): Step[] => {
    const actor = actors.get(session)
    if (!actor?.machine || event.type.startsWith('xstate.')) return []
    const control = surroundings[event.type] ?? (source === undefined ? controls[event.type] : undefined)
    if (!control && source !== undefined) return []
    if (!control) {
      notDriven.set(event.type, (notDriven.get(event.type) ?? 0) + 1)
      return []
    }
    return [
      { at, about: `${event.type} of ${actor.id}`, perform: () => control({ event, actor, page, organizationName }) },
    ]
  })
  const visits = recording.visits
    .slice(1)
    .map(({ at, address }): Step => ({ at, about: `to ${address}`, perform: () => visit(page, address) }))
  return [...events, ...visits].toSorted((a, b) => a.at - b.at)
}

/** Drives the app with what a person did, answers as was answered, and compares the states. */
export async function driveBrowser(recording: Recording, print: (text: string) => void): Promise<boolean> {
  const { visits, events } = recording
  const [first] = visits
  if (!first) throw new Unreadable('the recording does not say on which page it begins')
  const stream = new RecordedStream()
  const server = await serveBuiltApp(usesExtensions(recording), stream)
  const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: 'UTC',
      locale: 'en-US',
    })
    await remember(context, recording)
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    const backend = new RecordedBackend(recording)
    const isAnswered = ({ pathname }: URL) => pathname.startsWith('/api/v1/') && pathname !== '/api/v1/events'
    await page.route(isAnswered, backend.answer)
    await page.clock.install()
    await page.goto(`${server.url}${first.address}`)
    const notDriven = new Map<string, number>()
    const starts = new Starts(recording, page)
    // What happened before the recording began is there when it begins.
    let now = events[0]?.number === 1 ? 0 : (events[0]?.at ?? 0)
    backend.advance(now)
    if (now > 0) await quiet(page)
    const goTo = async (at: number) => {
      await page.clock.runFor(Math.max(0, at - now))
      now = Math.max(now, at)
      backend.advance(at)
      await backend.settle()
    }
    const answered = recording.exchanges.map(({ at }) => at).toSorted((a, b) => a - b)
    // Answers and timers come in the order of the recording, between what a person does.
    const goThrough = async (at: number) => {
      while (answered[0] !== undefined && answered[0] <= at) await goTo(answered.shift() ?? at)
      await goTo(at)
    }
    const steps = [...stepsOf(recording, page, notDriven), ...stream.steps(recording)].toSorted((a, b) => a.at - b.at)
    for (const { at, perform, about } of steps) {
      await goThrough(at)
      await perform().catch((error: unknown) => {
        throw new Unreachable(about, error)
      })
      await starts.settle(at)
    }
    await goThrough(events.at(-1)?.at ?? now)
    backend.advance(Infinity)
    await backend.settle()
    await quiet(page)
    const text = JSON.stringify(await page.evaluate(async () => window.offerdesk?.recording()))
    const driven = parseRecording(text, machines)
    return compare(statesOf(recording), statesOf(driven), notDriven, print)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    print(`  parts: ${error.message}`)
    return false
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Waits until nothing is asked any more, but for the channel of changes, which is never done. */
const quiet = (page: Page) => page.waitForLoadState('networkidle', { timeout: settling }).catch(() => undefined)

/** What was recorded can't be done in the app as it is. */
class Unreachable extends Error {
  constructor(about: string, cause: unknown) {
    super(
      `${about} can't be done in the app: ${(cause instanceof Error ? cause.message : String(cause)).split('\n')[0]}`,
    )
  }
}

function compare(
  recorded: Map<string, string[]>,
  driven: Map<string, string[]>,
  notDriven: ReadonlyMap<string, number>,
  print: (text: string) => void,
): boolean {
  const sent = [...notDriven].map(([type, count]) => `${type} (${count})`).join(', ')
  if (sent) print(`  not driven, as the app sends them itself or no control of a page does: ${sent}`)
  for (const [name, states] of recorded) {
    const all = driven.get(name) ?? []
    // A recording may begin later than the page does.
    const reached = all.slice(Math.max(0, all.indexOf(states[0] ?? '')))
    const place = states.findIndex((state, index) => state !== reached[index])
    if (place < 0) continue
    print(`  parts in machine ${name}, at its state ${place + 1} of ${states.length}`)
    print(`  recorded : ${states[place]}\n  driven   : ${reached[place] ?? 'nothing more'}`)
    return false
  }
  print(
    `  ${[...recorded.values()].reduce((sum, states) => sum + states.length, 0)} states of ${recorded.size} machines, all reached`,
  )
  return true
}
