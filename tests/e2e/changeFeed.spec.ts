import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright/test'
import { Api } from './api'
import { expect, test } from './fixtures'
import { signIn } from './reference'
import { countOf, waitForState } from './transitions'

// What can become of the channel of changes, and what is read in its place.

type Answer = (route: Route) => Promise<void> | void
const refused: Answer = (route) => route.fulfill({ status: 502 })
const missing: Answer = (route) => route.fulfill({ status: 404, json: { message: 'Not found' } })
const silent: Answer = () => {}
const asItIs: Answer = (route) => route.continue()
/** Says these events, and breaks off. */
const saying =
  (...events: string[]): Answer =>
  (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: events.map((event) => `event: ${event}\n\n`).join('') })
const changeOf = (id: string) =>
  `change\ndata: ${JSON.stringify({ resource: 'customers', id, version: 2, kind: 'updated' })}`

/** Whether the person has the page before them, or another tab. */
const look = (page: Page, isSeen: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !is })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isSeen)

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

test('LV-01 GE-09 a channel that is refused, silent, broken off or gone is opened again later each time, and what is on the screen is read meanwhile @rare', async ({
  page,
  request,
  reference,
}) => {
  const api = await new Api(request, reference.url).signIn()
  let answer = refused
  let asked = 0
  let reads = 0
  page.on('request', (sent) => {
    if (sent.url().includes('/api/v1/events')) asked += 1
    if (sent.url().endsWith('/search')) reads += 1
  })
  await page.route('**/api/v1/events*', (route) => answer(route))
  // Begins in a tab that nobody sees, so that every moment is counted from there.
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
  await page.clock.install()
  // Who leaves a page that is still being read leaves it now or then.
  const dashboard = page.waitForResponse(/\/calls\/call-backs\/me/)
  await signIn(page)
  await dashboard
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.locator('tr[data-record]').first()).toBeVisible()
  const feed = (state: string) => waitForState(page, 'changeFeed', state)
  const heard = (type: string, times: number) => expect.poll(() => countOf(page, type)).toBe(times)
  /** So many milliseconds go by, and then the page has a moment for what it asks while it has nothing else to do. */
  const pass = async (milliseconds: number) => {
    await page.clock.runFor(milliseconds)
    await page.clock.runFor(100)
  }
  await feed('"channel":"paused"')
  expect(asked).toBe(0)
  await page.clock.pauseAt(new Date(Date.now() + 1_000))

  await look(page, true)
  await pass(0)
  await heard('stream.lost', 1)
  await feed('"channel":"waiting"')
  await look(page, false)
  await feed('"channel":"paused"')
  answer = silent
  await look(page, true)
  await pass(9_800)
  await feed('"connecting"')
  await pass(100)
  await feed('"channel":"waiting","fallback":"resting"')
  await pass(2_000)
  await feed('"connecting"')
  await pass(10_000)
  await feed('"channel":"waiting","fallback":"polling"')

  // Asked for so often in vain, the lists are read every ten seconds, as long as somebody sees them.
  const before = reads
  await pass(10_000)
  await expect.poll(() => reads).toBeGreaterThan(before)
  await look(page, false)
  await feed('"channel":"paused","fallback":"resting"')
  answer = refused
  await look(page, true)
  await pass(0)
  await heard('stream.lost', 2)
  await feed('"channel":"waiting","fallback":"polling"')

  // It opens, tells of two changes and of more than it can tell, and breaks off.
  answer = saying('ready\ndata: {}', changeOf('cus_1'), `${changeOf('cus_2')}\nid: 7-1`, 'resync\ndata: {}')
  await pass(8_000)
  await heard('stream.lost', 3)
  await heard('stream.resync', 1)
  await feed('"news":"gathering"')
  await pass(100)
  await feed('"marks":"shown"')
  await pass(2_000)
  await feed('"marks":"none"')

  // Opened again it goes on, and holds.
  answer = asItIs
  await pass(16_000)
  await heard('stream.open', 2)
  await feed('"channel":{"listening":"live"},"fallback":"resting"')
  await pass(10_000)
  const lastName = `Heard ${randomUUID().slice(0, 8)}`
  const rowsAfter = async () => {
    await page.clock.runFor(100)
    return page.locator('tr[data-record]').count()
  }
  await page.getByRole('searchbox', { name: 'Search Table' }).fill(lastName)
  await expect.poll(rowsAfter).toBe(0)
  await api.addCustomer(lastName)
  await expect.poll(rowsAfter).toBe(1)

  // A backend that has no channel any more is not asked for it again.
  await look(page, false)
  answer = refused
  await look(page, true)
  await pass(0)
  await heard('stream.lost', 4)
  await pass(1_000)
  await heard('stream.lost', 5)
  await pass(2_000)
  await heard('stream.lost', 6)
  await feed('"channel":"waiting","fallback":"polling"')
  answer = missing
  await pass(4_000)
  await feed('"channel":"unavailable","fallback":"resting"')
  const askedSoFar = asked
  await pass(120_000)
  expect(asked).toBe(askedSoFar)
})
