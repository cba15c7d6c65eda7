import type { BrowserContext, Page } from 'playwright'
import { violationsOf } from '../../e2e/axe'
import { type Control, controlsOf, elementOf, lookOf, markToJudge, overflowOf, showIn } from './inPage'

/** What no client can know before it asks, and shows as it should: that a payment link has expired. */
const meant = /^404 GET \/api\/v1\/payments\/demo-pay-expired/

/** Milliseconds for which something may not be there to be clicked, as it moves or comes late. */
const patience = 3_000

/** Ends the session, or leaves the app; they are told at the end. */
const left = /^(skip to|log out|sign out|end (all|every)|leave|switch to)|sign out|inspector/i

/** What opens over every screen, and is on none to be clicked. */
const paletteKey: Control = { index: -1, key: 'Control+k', kind: '', label: 'Go to', role: 'key' }
const palette = 'dialog Go to'

/** Kinds of rows of which one is clicked, and so the records of a screen that are opened. */
const mostKinds = 6

/** What screens are one: an id is as good as another, and so is a search. */
export function screenOf(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const path = pathname
    .split('/')
    .map((part) => (/^[0-9a-f-]{20,}$|^[\w-]{24,}$|^\d+$/.test(part) ? ':id' : part))
    .join('/')
  const part = ['tab', 'mode'].flatMap((name) => searchParams.get(name) ?? []).join(' ')
  return part === '' ? path : `${path}?${part}`
}

const isSame = (one: Control) => (other: Control) => other.key === one.key && other.kind === one.kind
const named = ({ label, role }: Control) => `${role} '${label}'`

/** What windows of one width have seen already, and need not try or judge again. */
export class Seen {
  /** The kinds of rows, by what was clicked. */
  readonly tried = new Map<string, Set<string>>()
  /** The screens, dialogs and menus that were judged as a whole. */
  readonly wholes = new Set<string>()
  /** The kinds of elements that were judged. */
  readonly kinds = new Set<string>()
}

/** Clicks on everything, in one window. */
export class Visitor {
  /** What is wrong, and where it was first. */
  readonly findings = new Map<string, string>()
  /** The addresses that are visited, by screen. */
  readonly screens = new Map<string, string[]>()
  /** What was never clicked, as it ends the session or leaves the app. */
  readonly spared = new Set<string>()
  /** What was there once and, after other clicks, no more. */
  readonly missed = new Set<string>()
  clicks = 0
  #told: string[] = []
  #asked = new Set<object>()
  #page: Page | undefined
  #where = ''
  /** What the page was like at its address, and after each of the clicks that it has come by. */
  #levels: { url: string; look: string }[] = []

  constructor(
    readonly context: BrowserContext,
    readonly url: string,
    readonly isSignedIn: boolean,
    readonly seen: Seen,
    /** Whether a screen is one of those to visit. */
    readonly isWanted: (screen: string) => boolean,
    readonly tell: (line: string) => void,
  ) {}

  async #open(path: string): Promise<Page> {
    await this.#page?.close()
    this.#tellAll()
    const page = await this.context.newPage()
    this.#page = page
    const asked = (this.#asked = new Set())
    page.setDefaultTimeout(patience)
    page.setDefaultNavigationTimeout(30_000)
    page.on('pageerror', (error) => this.#told.push(`error ${error.message}`))
    page.on('console', (line) => {
      // What was refused is told below, with what it was.
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource: the server responded'))
        this.#told.push(`console ${line.text()}`)
    })
    page.on('response', (answer) => {
      if (answer.status() < 400) return
      const refused = `${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname}`
      if (!meant.test(refused)) this.#told.push(refused)
    })
    page.on('request', (request) => {
      if (/\/api\/(?!v1\/events)|\/assets\//.test(request.url())) asked.add(request)
    })
    page.on('requestfinished', (request) => void asked.delete(request))
    page.on('requestfailed', (request) => {
      asked.delete(request)
      const why = request.failure()?.errorText ?? ''
      // Whoever goes on, or has seen enough, no longer wants what was asked.
      if (why !== 'net::ERR_ABORTED') this.#told.push(`${why} ${request.method()} ${new URL(request.url()).pathname}`)
    })
    page.on('popup', (other) => void other.close())
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    page.on('download', (file) => void file.cancel().catch(() => undefined))
    await page.goto(path)
    await this.#settle(page)
    return page
  }

  /** Until nothing is asked and all is drawn, or for as long as somebody would wait. */
  async #settle(page: Page) {
    const end = Date.now() + 5_000
    let quiet = 0
    while (quiet < 4 && Date.now() < end) {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))).catch(() => 0)
      quiet = this.#asked.size > 0 ? 0 : quiet + 1
    }
  }

  #find(what: string, where: string) {
    const text = what.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replaceAll(this.url, '')
    if (this.findings.has(text)) return
    this.findings.set(text, where)
    this.tell(`FOUND ${text}\n   at ${where}`)
  }

  #miss(what: string) {
    this.missed.add(what)
    this.tell(`no longer there: ${what}`)
  }

  #tellAll() {
    for (const text of this.#told.splice(0)) this.#find(text, this.#where)
  }

  /** Judges the page as it is now, its colours in both themes; wholly at first, and then what is new on it. */
  async #judge(page: Page, where: string, place: string) {
    this.#where = where
    this.#tellAll()
    const over = await overflowOf(page)
    if (over > 0) this.#find(`wider by ${over} px: ${where}`, where)
    const { count, kinds, selector } = await markToJudge(
      page,
      this.seen.wholes.has(place) ? [...this.seen.kinds] : 'all',
    )
    this.seen.wholes.add(place)
    for (const kind of kinds) this.seen.kinds.add(kind)
    if (count === 0) return
    await showIn(page, 'light')
    for (const { id, nodes } of await violationsOf(page, undefined, selector))
      this.#find(`axe ${id}: ${nodes[0]?.html.slice(0, 300)} ${nodes[0]?.failureSummary}`, where)
    await showIn(page, 'dark')
    for (const { id, nodes } of await violationsOf(page, ['color-contrast'], selector))
      this.#find(`axe ${id} in the dark: ${nodes[0]?.html.slice(0, 300)} ${nodes[0]?.failureSummary}`, where)
    await showIn(page, 'light')
  }

  async #click(page: Page, control: Control, at?: { x: number; y: number }): Promise<boolean> {
    this.clicks += 1
    try {
      if (control.role === 'key') {
        await page.keyboard.press(control.key)
        await page.getByRole('dialog', { name: control.label }).waitFor()
      } else if (control.role === 'select') {
        const choice = elementOf(page, control)
        const other = await choice.locator('option:not(:checked):not(:disabled)').first().getAttribute('value')
        if (other !== null) await choice.selectOption(other)
      } else {
        const element = await elementOf(page, control).elementHandle()
        await element?.click(at && { position: at })
      }
    } catch {
      return false
    }
    await this.#settle(page)
    return true
  }

  /** After how many of its clicks the page is as it was then, after Back or Escape where that is needed; -1 for none. */
  async #goBack(page: Page): Promise<number> {
    for (let tries = 0; ; tries += 1) {
      if (page.isClosed()) return -1
      const look = await lookOf(page)
      const level = this.#levels.findLastIndex((one) => one.url === page.url() && one.look === look)
      if (level >= 0 || tries === 2) return level
      await (page.url() === this.#levels.at(-1)?.url ? page.keyboard.press('Escape') : page.goBack())
      await this.#settle(page)
    }
  }

  /** Clicks on these one after the other, from where the page is or from the address; nothing, if one is there no more. */
  async #go(start: string, way: Control[], isAfresh = false): Promise<Page | undefined> {
    this.#levels.splice(way.length + 1)
    const level = this.#page && !isAfresh ? await this.#goBack(this.#page) : -1
    const page = this.#page && level >= 0 ? this.#page : await this.#open(start)
    this.#levels = this.#levels.slice(0, level + 1)
    if (level < 0) this.#levels.push({ url: page.url(), look: await lookOf(page) })
    for (const step of way.slice(this.#levels.length - 1)) {
      const same = step.role === 'key' ? step : (await controlsOf(page)).controls.find(isSame(step))
      const isGone = !same || !(await this.#click(page, same))
      if (isGone) return level < 0 ? undefined : this.#go(start, way, true)
      this.#levels.push({ url: page.url(), look: await lookOf(page) })
    }
    return page
  }

  /** What is the same in whatever opens there: a dialog is so everywhere, the menu of a button is on its screen. */
  #placeOf(start: string, scope: string, way: Control[]): string {
    if (/^(alert)?dialog/.test(scope)) return scope
    const shared = way.at(-1)?.key.match(/^(?:nav|header).*/)?.[0]
    return shared ?? [screenOf(start), scope && way.at(-1)?.key].join(' ')
  }

  /**
   * Clicks on whatever the page has after these clicks, and goes on in what opens. Where nothing has opened but more can be
   * clicked than before, as when rows are chosen, `fresh` is that.
   */
  async #tryAll(start: string, way: Control[], fresh?: readonly Control[]) {
    const where = [screenOf(start), ...way.map(named)].join(' › ')
    let page = await this.#go(start, way, way.length === 0)
    if (!page) return this.#miss(where)
    this.#meet(page.url())
    const { scope, controls } = await controlsOf(page)
    if (way.length > 0 && scope === '' && !fresh) return
    const here = this.#placeOf(start, scope, way)
    const screen = screenOf(page.url())
    await this.#judge(page, where, here)
    let options = 0
    for (const control of controls) {
      const isShared = /^(?:nav|header|#notifications)/.test(control.key)
      const place = isShared ? '' : here
      const kinds = this.seen.tried.get(`${place} ${control.key}`) ?? new Set()
      if (kinds.has(control.kind) || kinds.size >= mostKinds || fresh?.some(isSame(control)) === false) continue
      if (left.test(control.label)) {
        this.spared.add(control.label)
        continue
      }
      if (control.role === 'option' && scope !== palette && (options += 1) > 3) continue
      // What is asked once more is not said yes to.
      if (scope.startsWith('alertdialog') && !/cancel|keep|close|back/i.test(control.label)) continue
      const what = `${where} › ${named(control)}`
      let isClicked = false
      let same: Control | undefined
      // What comes late, or lies under something else for a moment, is there the next time; a name whose end a cell cuts off
      // can be clicked where it begins.
      for (let tries = 0; tries < 3 && !isClicked; tries += 1) {
        page = await this.#go(start, way, tries > 0)
        if (!page) return this.#miss(where)
        same = (await controlsOf(page)).controls.find(isSame(control))
        isClicked = same !== undefined && (await this.#click(page, same, tries === 1 ? { x: 4, y: 4 } : undefined))
      }
      // What one state has no more another may have.
      if (!same) {
        this.#miss(what)
        continue
      }
      this.seen.tried.set(`${place} ${control.key}`, kinds.add(control.kind))
      if (!isClicked) {
        this.#find(`can not be clicked: ${named(control)} in ${place}`, where)
        continue
      }
      this.#meet(page.url())
      const { scope: opened, controls: now } = await controlsOf(page)
      const isHere = screenOf(page.url()) === screen
      await this.#judge(page, what, isHere ? this.#placeOf(start, opened, [...way, control]) : screenOf(page.url()))
      // A column that stays hidden takes away what is in it, here and in every window.
      if (control.role === 'menuitemcheckbox') {
        const again = now.find(isSame(control))
        if (again) await this.#click(page, again)
      }
      if (way.length >= 3 || !isHere) continue
      if (opened !== '' && opened !== scope) await this.#tryAll(start, [...way, control])
      const more = now.filter((one) => !controls.some(({ key: known }) => known === one.key))
      if (opened === '' && scope === '' && more.length > 0) await this.#tryAll(start, [...way, control], more)
    }
    if (way.length === 0 && this.isSignedIn) await this.#tryAll(start, [paletteKey])
  }

  #meet(url: string) {
    if (!url.startsWith(this.url)) return
    const screen = screenOf(url)
    if (!this.isWanted(screen)) return
    const { pathname, search } = new URL(url)
    const met = this.screens.get(screen) ?? []
    const isOfRecord = /:id/.test(screen)
    if (met.some((path) => new URL(path, url).pathname === pathname) || met.length >= (isOfRecord ? mostKinds : 1))
      return
    this.screens.set(screen, [...met, `${pathname}${search}`])
  }

  /** Visits these addresses, and whatever is met from there. */
  async visit(first: readonly string[]) {
    for (const path of first) this.#meet(`${this.url}${path}`)
    const done = new Set<string>()
    for (;;) {
      const addresses = [...this.screens.values()].flat()
      const next = addresses.find((path) => !done.has(path))
      if (next === undefined) break
      done.add(next)
      this.tell(
        `${done.size}/${addresses.length} ${next} (${this.clicks} clicks, ${this.seen.kinds.size} kinds of elements)`,
      )
      try {
        await this.#tryAll(next, [])
      } catch (error) {
        this.#find(`the visit ended: ${String(error).split('\n')[0]}`, next)
      }
    }
    await this.#page?.close()
    this.#tellAll()
  }
}
