import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { canonical } from '../../machines/qa/record/fingerprint'
import type { RecordedExchange, Recording } from '../../machines/qa/record/recording'
import { rememberedIn, settingsOf } from '../../src/screens/inspector/scene'
import { secure } from '../../server/http/security'
import { serveApp } from '../../server/http/static'
import { chromeArgs, ensureChrome } from '../browser'
import { DrivenApp, patience } from './drivenApp'
import { offerStream } from './fedStream'
import { Unreadable } from './files'
import { answersOf, RecordedBackend } from './recordedBackend'
import { type Parting, statesOf } from './states'
import { stepsOf } from './steps'

/** Serves the built app, and no backend. */
async function serveBuiltApp(runtimeConfig: ReturnType<typeof settingsOf>) {
  if (!existsSync('dist/index.html')) throw new Unreadable('the app is not built; run npm run build first')
  const server = Fastify()
  await secure(server)
  await serveApp(server, {
    root: `${process.cwd()}/dist`,
    runtimeConfig,
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** What the browser remembered before the recording began. */
async function remember(context: BrowserContext, recording: Recording): Promise<void> {
  await context.addInitScript((given: [string, string][]) => {
    // In every page of the browser: what has been remembered since is not to be undone by another tab.
    if (localStorage.getItem('replayed')) return
    localStorage.setItem('replayed', 'yes')
    for (const [name, value] of given) localStorage.setItem(name, value)
  }, rememberedIn(recording))
}

/** What a draft was opened with, as far as the server did not have it yet. */
interface OpenedDraft {
  organizationId: string
  draftId: string
  opened: { content: object; kept: object | null }
}

/** Stores the drafts that the browser had, and the server did not, before the page of the recording came. */
async function rememberDrafts(context: BrowserContext, { actors, exchanges }: Recording): Promise<void> {
  const me = exchanges.find(({ path }) => path === '/api/v1/users/me')?.answer as { data?: { id: string } } | undefined
  const seen = new Set<string>()
  const drafts = actors.flatMap(({ machine, input }) => {
    if (machine !== 'draftKeeping') return []
    const { organizationId, draftId, opened } = input as OpenedDraft
    if (seen.has(draftId)) return []
    seen.add(draftId)
    // One that has just begun holds nothing.
    if (canonical(opened.content) === canonical(opened.kept ?? {})) return []
    return [{ ...opened, userId: me?.data?.id, organizationId, draftId }]
  })
  if (drafts.length === 0) return
  await context.addInitScript((stored: { draftId: string }[]) => {
    if (localStorage.getItem('replayedDrafts')) return
    localStorage.setItem('replayedDrafts', 'yes')
    const opening = indexedDB.open('offerdesk', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('orderDrafts'))
    opening.addEventListener('success', () => {
      const store = opening.result.transaction('orderDrafts', 'readwrite').objectStore('orderDrafts')
      for (const draft of stored) store.put(draft, draft.draftId)
    })
  }, drafts)
}

/** Lets the browser store nothing of what is typed, when it did not while it was recorded. */
async function refuseToStore(context: BrowserContext, { events }: Recording): Promise<void> {
  if (!events.some(({ event }) => /^xstate\.error\..*\.browser\.storing$/.test(event.type))) return
  await context.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    }
  })
}

/** Milliseconds after which a state is not waited for without more of the answers. */
const hasty = 3_000
/** Milliseconds that an answer may take from the network to the machine that asked. */
const taking = 20
/** Milliseconds that an answer may take to come whole, of which the app hears before. */
const whole = 200

/** Milliseconds that a slow machine may take to make the clock of a page stand. */
const untilPaused = 60_000

/** The built app, once for each that servers say of themselves, and a browser, for as many recordings as are driven. */
class Stage {
  readonly #browser: Promise<Browser>
  readonly #servers = new Map<string, ReturnType<typeof serveBuiltApp>>()

  constructor() {
    this.#browser = chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
  }

  /** Where the app is that a recording was made with, and a browser that knows nothing of earlier recordings. */
  async enter(recording: Recording): Promise<{ url: string; context: BrowserContext }> {
    const settings = settingsOf(recording)
    const key = JSON.stringify(settings)
    const server = this.#servers.get(key) ?? serveBuiltApp(settings)
    this.#servers.set(key, server)
    const { url } = await server
    const browser = await this.#browser
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: 'UTC',
      locale: 'en-US',
    })
    return { url, context }
  }

  async close(): Promise<void> {
    await (await this.#browser).close()
    await Promise.all([...this.#servers.values()].map(async (server) => (await server).stop()))
  }
}

/** Drives the app with what a person did, answers as was answered, and compares the states. */
async function driveBrowser(recording: Recording, stage: Stage, print: (text: string) => void): Promise<boolean> {
  const { visits, events } = recording
  const [first] = visits
  if (!first) {
    print('  can not be driven: it does not say on which page it begins')
    return false
  }
  const { url, context } = await stage.enter(recording)
  try {
    await remember(context, recording)
    await rememberDrafts(context, recording)
    await refuseToStore(context, recording)
    await offerStream(context)
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    const answers = answersOf(recording)
    const backend = new RecordedBackend(recording, answers, page)
    await backend.attend()
    // Its clock stands unless the replay goes on, however long what is waited for takes.
    const begin = Date.parse(recording.savedAt) - (events.at(-1)?.at ?? 0)
    await page.clock.install({ time: begin - untilPaused })
    await page.clock.pauseAt(begin)
    await page.goto(`${url}${first.address}`)
    const notDriven = new Map<string, number>()
    const app = new DrivenApp(recording, page)
    // What happened before the recording began is there when it begins.
    const firstAt = events[0]?.number === 1 ? 0 : (events[0]?.at ?? 0)
    backend.advance(firstAt)
    const tick = () => app.tick()
    const goTo = async (at: number, upTo?: RecordedExchange) => {
      await app.passTo(at)
      backend.advance(at, upTo)
      await backend.settle(tick)
    }
    const answered = [...answers]
    // Answers and timers come in the order of the recording, between what a person does, and none before its asker.
    const goThrough = async (at: number) => {
      for (let next = answered[0]; next && next.at <= at; next = answered[0]) {
        answered.shift()
        const { at: due } = next
        await app.reach(events.find((event) => event.at >= due - taking)?.number, hasty)
        await goTo(due, next)
      }
      await goTo(at)
    }
    let found: Parting | undefined
    for (const { at, number, perform, about, isBurst } of stepsOf(recording, page, notDriven)) {
      await goThrough(at)
      found = await app.reach(number, hasty)
      if (found && found.driven === undefined) {
        // What is an answer's consequence may come before the answer has come whole, which is what a recording says.
        backend.advance(at + whole)
        found = await app.reach(number)
      }
      if (found) break
      app.begin(at)
      await (isBurst ? perform() : app.during(perform())).catch((error: unknown) => {
        throw new Unreachable(about, error)
      })
    }
    if (!found) {
      await goThrough(events.at(-1)?.at ?? 0)
      backend.advance(Infinity)
      found = await app.reach()
    }
    const sent = [...notDriven].map(([type, count]) => `${type} (${count})`).join(', ')
    if (sent) print(`  not driven, as the app sends them itself or no control of a page does: ${sent}`)
    if (found) {
      print(`  parts in machine ${found.machine}, at its state ${found.place} of ${found.of}`)
      print(`  recorded : ${found.recorded}\n  driven   : ${found.driven ?? 'nothing more'}`)
      for (const call of backend.unanswered) print(`  waits for ${call}`)
    } else print(`  ${app.states} states of ${app.machines} machines, all reached`)
    return found === undefined
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    print(`  parts: ${error.message}`)
    return false
  } finally {
    await context.close()
  }
}

/** What a recording came to when the app was driven with it. */
export interface Driving {
  path: string
  lines: readonly string[]
  isSame: boolean
  /** How many states it has. */
  states: number
}

/** How many recordings are driven at a time. */
const together = 2

/** Drives the app with every recording, and says what each came to as soon as it has ended. */
export async function drive(
  recordings: readonly { path: string; recording: Recording }[],
  tell: (driving: Driving) => void,
): Promise<void> {
  const stage = new Stage()
  const left = [...recordings]
  const driveOn = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const lines: string[] = []
      const isSame = await driveBrowser(next.recording, stage, (line) => lines.push(line))
      const states = [...statesOf(next.recording).values()].reduce((sum, all) => sum + all.length, 0)
      tell({ path: next.path, lines, isSame, states })
    }
  }
  try {
    await Promise.all(Array.from({ length: together }, driveOn))
  } finally {
    await stage.close()
  }
}

/** What was recorded can't be done in the app as it is. */
class Unreachable extends Error {
  constructor(about: string, cause: unknown) {
    super(
      `${about} can't be done in the app: ${(cause instanceof Error ? cause.message : String(cause)).split('\n')[0]}`,
    )
  }
}
