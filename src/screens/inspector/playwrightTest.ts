import type { Page } from 'playwright'
import type { RecordedActor, RecordedEvent, Recording } from '../../../machines/qa/record/recording'
import { lastStatesOf, rememberedIn, settingsOf, withoutTools } from './scene'
import type { Control } from './controls/control'
import { controls, surroundings } from './controls/controls'
import { givenWith } from './controls/visit'

// A recording as a test of Playwright. What a person did is told by the controls that drive a browser with a recording: here
// they are given a page that writes down what is asked of it.

/** A value as it is written in a program. */
function written(value: unknown): string {
  if (typeof value === 'function') return expressions.get(value) ?? String(value)
  if (value instanceof RegExp) return String(value)
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{ ${Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${/^\w+$/.test(name) ? name : written(name)}: ${written(part)}`)
    .join(', ')} }`
}

/** What stands for a locator, and how it is written. */
const expressions = new WeakMap<object, string>()

const finds = /^(?:getBy\w+|locator|first|last|nth|filter|or|and)$/
const does = /^(?:click|press|check|setChecked|selectOption|setInputFiles|focus|blur|goBack)$/

/** What is asked of a page before it is known: fields are there, and neither a menu nor a list of options is open. */
function assumed(name: string): unknown {
  if (name === 'count') return 1
  return name === 'isVisible' || name === 'isDisabled' ? false : ''
}

/** A page, or a part of one, that writes down what is done with it. */
function notebook(lines: string[], expression: string, address: () => string): object {
  const answer = (name: string) => {
    if (name === 'keyboard') return notebook(lines, `${expression}.keyboard`, address)
    if (name === 'url') return () => new URL(address(), 'http://localhost').href
    if (name === 'context') throw new Error('Another tab did it.')
    return (...given: unknown[]) => {
      const call = `${expression}.${name}(${given.map(written).join(', ')})`
      if (finds.test(name)) return notebook(lines, call, address)
      if (name === 'fill') lines.push(`await put(${expression}, ${given.map(written).join(', ')})`)
      else if (does.test(name) || (name === 'evaluate' && expression === 'page')) lines.push(`await ${call}`)
      return Promise.resolve(assumed(name))
    }
  }
  const page = new Proxy(() => {}, {
    // Whatever is awaited is asked whether it is a promise.
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? answer(name) : undefined),
  })
  expressions.set(page, expression)
  return page
}

interface Step {
  at: number
  number: number
  about: string
  lines: string[]
}

async function linesOf(control: Control, driven: Omit<Parameters<Control>[0], 'page'>, address: string) {
  const lines: string[] = []
  // Of a page, controls use what it writes down.
  const page = notebook(lines, 'page', () => address) as unknown as Page
  try {
    await control({ ...driven, page })
    return lines
  } catch {
    return [untold(driven.event.type)]
  }
}

/** What the app, or the browser, does when something else is done. */
const byItself =
  /^(?:field\.blur|toast\.\w+|screen\.leave|address\.change|organizations\.reread|session\.(?:end|expire)|request\.\w+|open\.(?:customerEdit|gatewayView|mailShow|productEdit|productView|webhookDeliveryView))$/

/** The field that an event changes to a text, if it changes no other. */
function changed({ event }: RecordedEvent): [field: string, text: string] | undefined {
  const fields = event.type === 'field.change' && 'fields' in event ? event.fields : undefined
  const [only, ...others] = typeof fields === 'object' && fields !== null ? Object.entries(fields) : []
  return only && others.length === 0 && typeof only[1] === 'string' ? [only[0], only[1]] : undefined
}

/** Whether a number is only written out, as 77 is as 77.00, because its field is left: the field does so again by itself. */
export function isWrittenOut(events: readonly RecordedEvent[], change: RecordedEvent): boolean {
  const [field, text] = changed(change) ?? []
  if (field === undefined || text === undefined || text === '') return false
  const own = events.filter(({ actor }) => actor === change.actor)
  const place = own.indexOf(change)
  const after = own[place + 1]?.event
  if (after?.type !== 'field.blur' || !('field' in after) || after.field !== field) return false
  const before = own.slice(0, place).findLast((event) => changed(event)?.[0] === field)
  const typed = before && changed(before)?.[1]
  return typed !== undefined && typed !== '' && Number(typed) === Number(text)
}

const untold = (type: string) => `// The recording does not tell how ${type} was done.`

async function stepsOf(recording: Recording): Promise<Step[]> {
  const { events, visits, exchanges } = recording
  const actors = new Map(recording.actors.map((actor): [string, RecordedActor] => [actor.session, actor]))
  const listed = exchanges.find(({ path }) => path === '/api/v1/organizations')?.answer as
    | { data?: { id: string; name?: string }[] }
    | undefined
  const organizationName = (id: string) => listed?.data?.find((one) => one.id === id)?.name ?? id
  const steps: Step[] = []
  for (const recorded of events) {
    if (isWrittenOut(events, recorded)) continue
    const { at, number, actor: session, source, event } = recorded
    const actor = actors.get(session)
    const control = surroundings[event.type] ?? (source === undefined ? controls[event.type] : undefined)
    if (!actor?.machine) continue
    if (!control) {
      const isTold = source === undefined && !event.type.startsWith('xstate.') && !byItself.test(event.type)
      if (isTold) steps.push({ at, number, about: `${actor.id}: ${event.type}`, lines: [untold(event.type)] })
      continue
    }
    const address = visits.findLast((visit) => visit.at <= at)?.address ?? '/'
    const lines = await linesOf(control, { event, actor, organizationName, recording, at }, address)
    if (lines.length > 0) steps.push({ at, number, about: `${actor.id}: ${event.type}`, lines })
  }
  const gone = visits.slice(1).map((visited): Step => {
    const { at, address } = visited
    const number = events.find((event) => event.at >= at)?.number ?? recording.lastEvent
    const given = givenWith(recording, visited)
    const to = [withoutTools(address), ...(Object.keys(given).length > 0 ? [given] : [])].map(written).join(', ')
    return { at, number, about: '', lines: [`await visit(page, ${to})`] }
  })
  return [...steps, ...gone].toSorted((a, b) => a.at - b.at || a.number - b.number)
}

/** How the test answers what the page asks for, goes where the recording went, and tells states. */
const helpers = String.raw`
interface Answer {
  /** The number of the first event after it. */
  before: number
  call: string
  body?: unknown
  /** Undefined where no answer came. */
  status?: number
  answer?: unknown
}

/** JSON text that is the same whatever the order of its names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''

/** Answers as was answered, and nothing before the test has come that far. */
async function answering(page: Page) {
  const left = [...answers]
  const last = new Map<string, Answer>()
  let waiting: (() => boolean)[] = []
  let now = 0
  await page.route('**/config.json', (route) => route.fulfill({ json: settings }))
  await page.route('**/api/health', (route) => route.fulfill({ body: '' }))
  await page.route('**/api/v1/**', (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const call = request.method() + ' ' + pathname + search
    const body = canonical(request.postData() === null ? undefined : request.postDataJSON())
    const isLike = (one: Answer) => one.call === call && (!pathname.endsWith('/search') || canonical(one.body) === body)
    const give = ({ status, answer }: Answer) =>
      status === undefined
        ? route.abort()
        : route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(answer ?? null) })
    const answered = () => {
      const next = left.find(isLike) ?? last.get(call + body) ?? { before: 0, call, status: 404, answer: {} }
      if (next.before > now) return false
      if (left.includes(next)) left.splice(left.indexOf(next), 1)
      last.set(call + body, next)
      // Nobody may wait for it any more.
      void give(next).catch(() => {})
      return true
    }
    if (!answered()) waiting.push(answered)
  })
  return (number: number) => {
    now = number
    waiting = waiting.filter((answered) => !answered())
  }
}

/** Puts a value into a field of any kind. */
async function put(field: Locator, value: string) {
  // Those behind 'More filters' are only seen once it is open.
  await field.evaluate((element) => element.closest('details')?.setAttribute('open', ''))
  // A field that takes nothing now was left just before, which the app reports by itself.
  if (await field.isDisabled()) return
  const kind = await field.evaluate((element) => (element instanceof HTMLInputElement ? element.type : element.tagName))
  if (kind === 'SELECT') await field.selectOption(value)
  else if (kind === 'checkbox') await field.setChecked(value === 'true')
  else await field.fill(value)
}

/** Goes where the recording went, unless what was done last leads there, with what the page is given beside its address. */
async function visit(page: Page, address: string, given: object = {}) {
  const goal = new URL(address, page.url()).href
  const isThere = await page.waitForURL(goal, { timeout: 1_000 }).then(
    () => true,
    () => false,
  )
  if (isThere) return
  const link = page.locator('a[href="' + address + '"]').first()
  if (await link.isVisible()) return link.click()
  await page.evaluate(
    ([to, state]) => {
      window.history.pushState(state, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    },
    [address, given] as const,
  )
}

interface Recorded {
  actors: { session: string; machine?: string }[]
  events: { actor: string; event: { type: string }; state?: unknown }[]
}

/** The state that the last actor of each machine has come to. */
const states = async (page: Page) => {
  const { actors, events } = await page.evaluate(async () => {
    const { offerdesk } = window as unknown as { offerdesk: { recording: (of: object) => Promise<Recorded> } }
    return offerdesk.recording({ isBare: true })
  })
  const last = actors.map(({ session, machine = '' }) => {
    const own = events.filter(({ actor, event, state }) => actor === session && event.type !== 'xstate.stop' && state !== undefined)
    return [machine, own.at(-1)?.state]
  })
  return Object.fromEntries(last.filter(([, state]) => state !== undefined))
}
`

/** A recording as the text of a test that does the same, is answered the same, and comes to the same states. */
export async function playwrightTestOf(name: string, recording: Recording): Promise<string> {
  const { visits, exchanges, events, firstEvent, lastEvent } = recording
  const answers = exchanges.map(({ before = firstEvent, method, path, body, status, answer }) =>
    JSON.stringify({ before, call: `${method} ${path}`, body, status, answer }),
  )
  const steps = await stepsOf(recording)
  const done = steps.flatMap(({ about, lines }, place) => [
    ...(about === '' ? [] : [`// ${about}`]),
    ...lines,
    // What came before the next step may come.
    `until(${steps[place + 1]?.number ?? 'Infinity'})`,
  ])
  const test = [
    'const until = await answering(page)',
    `await page.addInitScript((items) => items.forEach(([name, value]) => localStorage.getItem(name) ?? localStorage.setItem(name, value)), remembered)`,
    `until(${steps[0]?.number ?? 'Infinity'})`,
    `await page.goto(${written(withoutTools(visits[0]?.address ?? '/'))})`,
    ...done,
    'await expect.poll(() => states(page)).toMatchObject(comesTo)',
  ]
  return `import { expect, type Locator, type Page, test } from 'playwright/test'

// Of the recording ${name}, events ${firstEvent} to ${lastEvent}, ${events.length} in all. Every call is answered from it.
// Saved as tests/e2e/copied.spec.ts, it runs with BASE_URL=http://localhost:3000 npx playwright test copied

test.use({ baseURL: process.env['BASE_URL'] ?? 'http://localhost:3000', viewport: { width: 1440, height: 900 } })

const settings = ${JSON.stringify(settingsOf(recording))}
const remembered: [string, string][] = ${JSON.stringify(rememberedIn(recording))}
const comesTo = ${JSON.stringify(lastStatesOf(recording))}
const answers: Answer[] = [
${answers.map((answer) => `  ${answer},`).join('\n')}
]

test(${written(name)}, async ({ page }) => {
${test.map((line) => `  ${line}`).join('\n')}
})
${helpers}`
}
