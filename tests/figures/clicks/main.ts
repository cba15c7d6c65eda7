import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type ElementHandle, type Page } from 'playwright'
import { chromeArgs, ensureChrome } from '../../browser'
import { violationsOf } from '../../e2e/axe'
import { stripeKeys } from '../../e2e/fixtures'
import { startServer } from '../../e2e/startServer'
import { freePort } from '../../freePort'
import { StripeStandIn } from '../../server/stripe/standIn'
import { type Control, controlsOf, elementOf, lookOf, overflowOf } from './inPage'

// Everything that can be clicked, of every screen that a click leads to, with menus and dialogs: what the console or the
// network says, what axe finds in both themes, and whether anything is wider than the window.

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    width: { type: 'string', multiple: true, default: ['1440', '390'] },
    screens: { type: 'string', default: '1000' },
    /** Addresses with commas between them; of the screens that they lead to, those within them. */
    only: { type: 'string' },
  },
})

/** Ends the session, or leaves the app. */
const left = /^(skip to|log out|sign out|end (all|every)|leave|switch to)|sign out|inspector/i

/** What opens over every screen, and is on none to be clicked. */
const paletteKey: Control = { index: -1, key: 'Control+k', label: 'Go to', role: 'key' }
const palette = 'dialog Go to'

/** What screens are one: an id is as good as another, and so is a search. */
function screenOf(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const path = pathname
    .split('/')
    .map((part) => (/^[0-9a-f-]{20,}$|^[\w-]{24,}$|^\d+$/.test(part) ? ':id' : part))
    .join('/')
  const tab = searchParams.get('tab')
  return tab === null ? path : `${path}?tab=${tab}`
}

class Visitor {
  readonly findings = new Map<string, string>()
  readonly screens = new Map<string, string>()
  readonly looks = new Set<string>()
  readonly tried = new Set<string>()
  clicks = 0
  #told: string[] = []
  #asked = 0
  #page: Page | undefined
  /** How the screens begin that are visited; none where all are. */
  #within: string[] = []

  constructor(
    readonly context: BrowserContext,
    readonly width: number,
    readonly url: string,
  ) {}

  async #open(path: string): Promise<Page> {
    await this.#page?.close()
    const page = await this.context.newPage()
    this.#page = page
    this.#told = []
    this.#asked = 0
    page.setDefaultTimeout(4_000)
    page.on('pageerror', (error) => this.#told.push(`error ${error.message}`))
    page.on('console', (line) => {
      if (line.type() === 'error') this.#told.push(`console ${line.text()}`)
    })
    page.on('response', (answer) => {
      if (answer.status() >= 400) {
        this.#told.push(`${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname}`)
      }
    })
    const isOurs = (asked: { url: () => string }) => /\/api\/(?!v1\/events)|\/assets\//.test(asked.url())
    page.on('request', (asked) => void (this.#asked += Number(isOurs(asked))))
    for (const end of ['requestfinished', 'requestfailed'] as const) {
      page.on(end as 'requestfinished', (asked) => void (this.#asked -= Number(isOurs(asked))))
    }
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
    while (quiet < 2 && Date.now() < end) {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))).catch(() => 0)
      quiet = this.#asked > 0 ? 0 : quiet + 1
    }
  }

  #find(what: string, where: string) {
    const text = what.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replaceAll(this.url, '')
    if (this.findings.has(text)) return
    this.findings.set(text, where)
    process.stderr.write(`FOUND ${text}\n   at ${this.width}: ${where}\n`)
  }

  async #judge(page: Page, where: string) {
    for (const text of this.#told.splice(0)) this.#find(text, where)
    const over = await overflowOf(page)
    if (over > 0) this.#find(`wider by ${over} px: ${where}`, where)
    const look = await lookOf(page)
    if (this.looks.has(look)) return
    this.looks.add(look)
    for (const { id, nodes } of await violationsOf(page))
      this.#find(`axe ${id}: ${nodes[0]?.html.slice(0, 300)}`, where)
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const { id, nodes } of await violationsOf(page, ['color-contrast'])) {
      this.#find(`axe ${id} in the dark: ${nodes[0]?.html.slice(0, 300)} ${nodes[0]?.failureSummary}`, where)
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }

  async #click(page: Page, control: Control): Promise<boolean> {
    this.clicks += 1
    let element: ElementHandle | null = null
    try {
      if (control.role === 'key') {
        await page.keyboard.press(control.key)
        await page.getByRole('dialog', { name: control.label }).waitFor()
        await this.#settle(page)
        return true
      }
      element = await elementOf(page, control).elementHandle()
      await element?.click({ timeout: 3_000 })
    } catch {
      return false
    }
    await this.#settle(page)
    return true
  }

  /** Whether the page is as it was, or is so again after Escape. */
  async #isBack(page: Page, before: { url: string; look: string }): Promise<boolean> {
    for (let tries = 0; tries < 2; tries += 1) {
      if (page.isClosed()) return false
      if (page.url() === before.url && (await lookOf(page)) === before.look) return true
      await page.keyboard.press('Escape')
      await this.#settle(page)
    }
    return false
  }

  /**
   * Clicks on whatever the page has after these clicks, and goes on in what opens. Where nothing has opened but more can be
   * clicked than before, as when rows are chosen, `fresh` is that.
   */
  async #tryAll(start: string, way: Control[], depth: number, fresh?: ReadonlySet<string>) {
    const again = async () => {
      const page = await this.#open(start)
      for (const step of way) {
        const { controls } = await controlsOf(page)
        const same = step.role === 'key' ? step : controls.find(({ key }) => key === step.key)
        if (!same || !(await this.#click(page, same))) return undefined
      }
      return page
    }
    let page = await again()
    if (!page) return
    const where = [screenOf(start), ...way.map(({ label, role }) => `${role} '${label}'`)].join(' › ')
    await this.#judge(page, where)
    this.#meet(page.url())
    const { scope, controls } = await controlsOf(page)
    if (depth > 0 && scope === '' && !fresh) return
    const place = scope === '' ? screenOf(start) : scope
    let options = 0
    const before = { url: page.url(), look: await lookOf(page) }
    for (const control of controls) {
      const isShared = /^(?:navigation|header)/.test(control.key)
      const key = `${isShared ? '' : place} ${control.key}`
      if (this.tried.has(key) || left.test(control.label) || fresh?.has(control.key) === false) continue
      if (control.role === 'option' && scope !== palette && (options += 1) > 3) continue
      // What is asked once more is not said yes to.
      if (scope.startsWith('alertdialog') && !/cancel|keep|close|back/i.test(control.label)) continue
      this.tried.add(key)
      page = (await this.#isBack(page, before)) ? page : await again()
      if (!page) return
      const same = (await controlsOf(page)).controls.find((other) => other.key === control.key)
      if (!same) continue
      if (!(await this.#click(page, same))) {
        this.#find(`can not be clicked: ${control.role} '${control.label}' in ${place}`, where)
        continue
      }
      await this.#judge(page, `${where} › ${control.role} '${control.label}'`)
      this.#meet(page.url())
      const { scope: opened, controls: now } = await controlsOf(page)
      if (depth >= 3 || screenOf(page.url()) !== screenOf(before.url)) continue
      if (opened !== '' && opened !== scope) await this.#tryAll(start, [...way, control], depth + 1)
      const more = now.filter((one) => !controls.some((other) => other.key === one.key)).map((one) => one.key)
      if (opened === '' && scope === '' && more.length > 0)
        await this.#tryAll(start, [...way, control], depth + 1, new Set(more))
    }
    if (depth === 0) await this.#tryAll(start, [paletteKey], 1)
  }

  #meet(url: string) {
    if (!url.startsWith(this.url)) return
    const screen = screenOf(url)
    if (this.#within.length > 0 && !this.#within.some((one) => screen.startsWith(one))) return
    if (!this.screens.has(screen)) this.screens.set(screen, url.slice(this.url.length))
  }

  async visit(first: string[], most: number) {
    for (const path of first) this.#meet(`${this.url}${path}`)
    if (values.only !== undefined) this.#within = first.map(screenOf)
    const done = new Set<string>()
    for (;;) {
      const next = [...this.screens].find(([screen]) => !done.has(screen))
      if (!next || done.size >= most) break
      done.add(next[0])
      process.stderr.write(`${this.width} ${done.size}/${this.screens.size} ${next[0]} (${this.clicks} clicks)\n`)
      try {
        await this.#tryAll(next[1], [], 0)
      } catch (error) {
        this.#find(`the visit ended: ${String(error).split('\n')[0]}`, next[0])
      }
    }
    await this.#page?.close()
  }
}

const stripe = new StripeStandIn(() => new Date())
for (const key of stripeKeys) stripe.otherKeys.add(key)
await stripe.start()
let failed = 0
await Promise.all(
  values.width.map(async (given) => {
    const width = Number(given)
    const server = await startServer(await freePort(), {
      SEED: 'demo',
      STRIPE_URL: stripe.url,
      WEBHOOKS_ALLOW_PRIVATE: 'on',
    })
    const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
    const answer = await fetch(`${server.url}/api/v1/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@offerdesk.example', password: 'offerdesk-demo' }),
    })
    const { data } = (await answer.json()) as { data: { token: string } }
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width, height: width < 600 ? 844 : 900 },
      ...(width < 600 && { hasTouch: true, isMobile: true }),
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      locale: 'en-US',
    })
    // What compiles this file asks for it within every named function.
    await context.addInitScript('globalThis.__name = (named) => named')
    await context.addInitScript((token) => {
      if (location.protocol === 'about:' || origin === 'null') return
      localStorage.setItem('auth_token', token)
    }, data.token)
    const visitor = new Visitor(context, width, server.url)
    await visitor.visit(
      values.only === undefined ? ['/dashboard', '/nowhere'] : values.only.split(','),
      Number(values.screens),
    )
    failed += visitor.findings.size
    process.stdout.write(
      `${width} px: ${visitor.screens.size} screens, ${visitor.clicks} clicks, ${visitor.looks.size} states judged in both themes, ${visitor.findings.size} findings\n`,
    )
    for (const [what, where] of visitor.findings) process.stdout.write(`  ${what}\n    ${where}\n`)
    await browser.close()
    await server.stop()
  }),
)
await stripe.stop()
process.exitCode = failed === 0 ? 0 : 1
