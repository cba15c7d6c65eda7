import { relative } from 'node:path'
import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test as base,
} from 'playwright/test'
import { Backend } from './backend/server'
import { Flows } from './flows'
import { scratchDatabase } from '../server/postgres'
import { StripeStandIn } from '../server/stripe/standIn'
import { everyWay } from '../everyWay'
import { freePort } from '../freePort'
import { measure } from '../times'
import { Api } from './api'
import { leaksIn } from './logSecrets'
import { type Running, startServer } from './startServer'

/** Secret keys that Stripe knows. */
export const stripeKeys = ['sk_test_abcdefgh1234', 'sk_test_abcdefgh9999'] as const

interface WorkerFixtures {
  /** The app's own server, which only delivers the app. */
  delivery: Running
  sharedBackend: Backend
  /** The whole product: app, server and demo data. */
  reference: Running
}
interface TestOptions {
  /** Whether pages fetch the code of what can be opened next, which takes as long again as opening them. */
  codeAhead: boolean
}
interface TestFixtures {
  /** Adds what the test uses to the time of its file. */
  time: void
  backend: Backend
  /** Signs Ann in without the sign-in page, and opens an address. */
  open: (path: string) => Promise<Page>
}

/** Has the pages of a browser fetch no more code than they need, as for somebody who saves data. */
export const savingData = (context: BrowserContext) =>
  context.addInitScript('Object.defineProperty(navigator, "connection", { value: { saveData: true } })')

/**
 * Keeps all requests under Playwright's control once a test has changed one: what is on its way while Chromium gives that
 * control up may never be answered (7 times in 150 when tried, against 0 in 154).
 */
function keepRouting(page: Page) {
  const route = page.route.bind(page)
  let kept: Promise<unknown> | undefined
  page.route = async (...change) => {
    kept ??= page.context().route('https://nothing.example/**', (never) => never.abort())
    await kept
    return route(...change)
  }
}

export const test = base.extend<TestOptions & TestFixtures, WorkerFixtures>({
  codeAhead: [false, { option: true }],
  time: [
    async ({}, use, { file }) => {
      const done = measure()
      await use()
      done(relative('.', file))
    },
    { auto: true },
  ],
  sharedBackend: [
    async ({}, use) => {
      const backend = await new Backend().start()
      await use(backend)
      await backend.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  delivery: [
    async ({ sharedBackend }, use) => {
      const server = await startServer(await freePort(), { SEED: 'none', API_HOST: sharedBackend.url })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  reference: [
    async ({ playwright }, use) => {
      const stripe = new StripeStandIn(() => new Date())
      for (const key of stripeKeys) stripe.otherKeys.add(key)
      await stripe.start()
      // PostgreSQL takes a tenth less time; every way goes over the embedded database.
      const scratch = everyWay ? undefined : await scratchDatabase('demo')
      const place = scratch && { DATABASE_URL: scratch.databaseUrl ?? '', DATA_DIR: scratch.dataDir }
      const env = { ...place, SEED: 'demo', LOG_LEVEL: 'info', STRIPE_URL: stripe.url, WEBHOOKS_ALLOW_PRIVATE: 'on' }
      const server = await startServer(await freePort(), env)
      // Its demo data are in a call, which would be seen until a test has ended it. A test that begins one closes it.
      const request = await playwright.request.newContext()
      await (await new Api(request, server.url).signIn()).closeCalls()
      await request.dispose()
      await use(server)
      await server.stop()
      await scratch?.stop()
      await stripe.stop()
      // Of whatever the tests have done.
      expect(leaksIn(server.output())).toEqual([])
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ delivery }, use) => use(delivery.url),
  backend: async ({ sharedBackend }, use) => {
    sharedBackend.reset()
    await use(sharedBackend)
  },
  context: async ({ context, codeAhead }, use) => {
    context.on('page', keepRouting)
    if (!codeAhead) await savingData(context)
    // hasFetched finds what the browser remembers, which is 250 files unless it is asked for more.
    await context.addInitScript('performance.setResourceTimingBufferSize(2000)')
    await use(context)
  },
  // Whatever a test does is also a recording, which tests/recorded replays; and it leaves no error behind.
  page: async ({ page }, use, info) => {
    const flows = new Flows(page)
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await use(page)
    // A call whose answer a test changes may still be under way when the test is over.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(errors).toEqual([])
    await flows.collect()
    flows.write(info)
  },
  open: async ({ page, backend }, use) => {
    await use(async (path) => {
      backend.sessions.set('tkn_ann', 'ann@one.example')
      await page.addInitScript(() => {
        // The blank page before the first has no storage, nor has a frame of no origin.
        if (location.protocol === 'about:' || origin === 'null' || sessionStorage.getItem('opened')) return
        sessionStorage.setItem('opened', 'yes')
        localStorage.setItem('auth_token', 'tkn_ann')
      })
      await page.goto(path)
      return page
    })
  },
})

export { expect } from 'playwright/test'

export const offersTab = '/campaigns/cmp_1?tab=offers'

/** The row of a table that begins with this text. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Chooses an action of a row's menu, whose button is the last one of the row. */
export async function chooseAction(page: Page, name: string, action: string) {
  await row(page, name).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The scripts that a page asks for from now on. */
export function scriptsOf(page: Page): ReadonlySet<string> {
  const scripts = new Set<string>()
  page.on('request', (asked) => {
    if (asked.resourceType() === 'script') scripts.add(asked.url())
  })
  return scripts
}

/** Lets the page draw no frame until what is answered is called, which resolves once it has drawn some. */
export async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const draw = window.requestAnimationFrame.bind(window)
    const waiting: FrameRequestCallback[] = []
    window.requestAnimationFrame = (step) => waiting.push(step)
    Object.assign(window, {
      drawAgain: async () => {
        window.requestAnimationFrame = draw
        for (const step of waiting) step(performance.now())
        for (let frame = 0; frame < 3; frame += 1) await new Promise(draw)
      },
    })
  })
  return () => page.evaluate(() => (window as Window & { drawAgain?: () => Promise<void> }).drawAgain?.())
}

/** Whether the page has fetched a file whose name begins so. */
export const hasFetched = (page: Page, name: string) =>
  page.evaluate(
    (start) => performance.getEntriesByType('resource').some((entry) => new URL(entry.name).pathname.includes(start)),
    `/assets/${name}`,
  )

/** Waits until the page has fetched the code of whatever can be opened next, of which this is the last. */
export const codeIsThere = (page: Page) =>
  expect.poll(() => hasFetched(page, 'SignInAgainDialog'), { timeout: 30_000 }).toBe(true)

/** What scripts weigh on the wire, in bytes, as browsers take them. */
export async function bytesOf(scripts: ReadonlySet<string>, request: APIRequestContext): Promise<number> {
  let bytes = 0
  for (const url of scripts) {
    const headers = (await request.get(url, { headers: { 'accept-encoding': 'br' } })).headers()
    expect(headers['content-encoding']).toBe('br')
    bytes += Number(headers['content-length'])
  }
  return bytes
}

/** Waits until all is drawn that was to be, and the focus is where it was to go with it. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

/** Chooses a product in the dialog of a new offer, which then takes the focus back. */
export async function chooseProduct(dialog: Locator, name: string | RegExp) {
  const page = dialog.page()
  await page.getByRole('option', { name, exact: typeof name === 'string' }).click()
  await drawn(page)
}
