import type { Locator, Page, Request, Route } from 'playwright/test'
import { expect } from './fixtures'

// What the specs share that take the ways through the machines which a person rarely takes.

export const refusal = { status: 500, body: { success: false, message: 'Out of order' } }
export const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })
/** Keeps editing. A key that is pressed while the question goes away would be the question's. */
export async function keepEditing(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toBeHidden()
}

/** What is typed is asked about, and kept or discarded; what is not typed is not asked about. */
export async function leaveInAllWays(page: Page, dialog: Locator, field: Locator, open: () => Promise<unknown>) {
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await field.fill('1')
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
}

export const news = (dialog: Locator) =>
  dialog.getByRole('status').filter({ hasText: 'This has been changed elsewhere meanwhile' })

/** How often machines got an event, as the page itself has recorded. */
export const countOf = (page: Page, type: string) =>
  page.evaluate(
    async (wanted) => (await window.offerdesk?.recording())?.events.filter(({ event }) => event.type === wanted).length,
    type,
  )

/** Waits until a machine has come to a state, by what the page itself has recorded. */
export const waitForState = (page: Page, machine: string, state: string) =>
  expect
    .poll(() =>
      page.evaluate(async (name) => {
        const { actors = [], events = [] } = (await window.offerdesk?.recording()) ?? {}
        const sessions = new Set(actors.flatMap((actor) => (actor.machine === name ? [actor.session] : [])))
        return JSON.stringify(events.findLast((event) => sessions.has(event.actor))?.state)
      }, machine),
    )
    .toContain(state)

export interface Edited {
  /** Opens its dialog. */
  openDialog: () => Promise<Locator>
  /** The field that the person types into, with what it holds at first and what is typed. */
  typed: { label: string; from: string; to: string; again: string }
  /** The field that somebody else changes. */
  changed: { label: string; from: string; to: string; again: string }
  /** Expects the dialog to show what somebody else did; by default, in a field of that label. */
  shows?: (dialog: Locator, value: string) => Promise<void>
  /** What somebody else does. */
  change: (value: string) => Promise<void>
}

/** Walks through everything that can happen between what a person types and what somebody else does. */
export async function decide(page: Page, { openDialog, typed, changed, change, ...edited }: Edited): Promise<void> {
  const comeBack = async (value: string) => {
    await change(value)
    const before = await countOf(page, 'record.refresh')
    await page.clock.runFor(6_000)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(() => countOf(page, 'record.refresh')).toBeGreaterThan(before ?? 0)
  }
  const dialog = await openDialog()
  const field = dialog.getByLabel(typed.label, { exact: true })
  const shows = (value: string) =>
    edited.shows?.(dialog, value) ?? expect(dialog.getByLabel(changed.label, { exact: true })).toHaveValue(value)
  // What comes while the record is still being read is no news.
  await expect(field).toHaveValue(typed.from)
  // Nothing new is nothing to tell, and without input news are shown at once.
  await comeBack(changed.from)
  await comeBack(changed.to)
  await shows(changed.to)
  await comeBack(changed.from)
  await shows(changed.from)
  await field.fill(typed.to)
  await comeBack(changed.to)
  await expect(news(dialog)).toContainText(changed.to)
  // While it is decided about, more is typed and more is changed; what is changed back is no news.
  await field.fill(typed.again)
  await field.blur()
  await comeBack(changed.again)
  await expect(news(dialog)).toContainText(changed.again)
  await comeBack(changed.from)
  await expect(news(dialog)).toBeHidden()
  // News that come while the person is asked about leaving wait.
  await comeBack(changed.to)
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await comeBack(changed.again)
  await keepEditing(page)
  await expect(news(dialog)).toContainText(changed.again)
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await comeBack(changed.from)
  await keepEditing(page)
  await expect(news(dialog)).toBeHidden()
  await expect(field).toHaveValue(typed.again)
  await comeBack(changed.to)
  await news(dialog).getByRole('button', { name: 'Keep mine' }).click()
  await shows(changed.to)
  await comeBack(changed.from)
  await news(dialog).getByRole('button', { name: 'Use theirs' }).click()
  await expect(field).toHaveValue(typed.from)
  await field.fill(typed.to)
  await comeBack(changed.to)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  // What was typed and taken back is no input, whatever somebody else does.
  await openDialog()
  await shows(changed.to)
  await field.fill(typed.to)
  await comeBack(changed.from)
  await expect(news(dialog)).toBeVisible()
  await field.fill(typed.from)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openDialog()
  // Only then does it hear Escape.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

export const outdated = (current: object) => ({
  status: 409,
  body: { success: false, message: 'It has changed', error: { details: { current } } },
})

/** What the browser says of its network, whatever there is of it. */
export const sayNetwork = (page: Page, isOnline: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => is })
    window.dispatchEvent(new Event(is ? 'online' : 'offline'))
  }, isOnline)

/** Lets calls to a path fail, those with this method alone, until what it returns is called and one of them has failed. */
export async function failCalls(
  page: Page,
  path: string,
  method: string,
  answer: { status: number; json: object } = { status: 500, json: { message: 'Out of order' } },
): Promise<() => Promise<void>> {
  const url = `**/api/v1${path}`
  let hasFailed = () => {}
  const failed = new Promise<void>((resolve) => (hasFailed = resolve))
  const fail = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fulfill(answer)
    hasFailed()
  }
  await page.route(url, fail)
  return async () => {
    await failed
    await page.unroute(url, fail)
  }
}

/**
 * Has the server do what the next such calls ask for, and cuts the connection before their answers: what is never done twice
 * is sent a second time by itself.
 */
export async function loseAnswers(page: Page, path: string, times: number, method = 'POST'): Promise<void> {
  let left = times
  await page.route(`**/api/v1${path}`, async (route) => {
    if (left === 0 || route.request().method() !== method) return route.fallback()
    left -= 1
    await route.fetch()
    await route.abort()
  })
}

export const loseAnswer = (page: Page, path: string, method?: string) => loseAnswers(page, path, 1, method)

/** Holds calls to a path until what it returns is called; those that are under way already are answered first. */
export async function holdCalls(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = new Set<Request>()
  await page.route(`**/api/v1${path}`, async (route) => {
    held.add(route.request())
    await released
    // Nobody may want the answer any more.
    await route.fallback().catch(() => {})
  })
  const ofPath = new RegExp(`/api/v1${path.replace(/[.?]/g, '\\$&').replace(/\*+/g, '.*')}$`)
  const earlier = (await page.requests()).filter((request) => ofPath.test(request.url()) && !held.has(request))
  await Promise.all(earlier.map((request) => request.response()))
  return release
}

/** Asks by a person's own click for what could not be read until it is healed; read again by itself it would be there before. */
export async function tryAgain(region: Locator, path: string, heal: () => Promise<void>): Promise<void> {
  const release = await holdCalls(region.page(), path)
  await heal()
  await region.getByRole('button', { name: 'Try again' }).click()
  release()
}

/** What a person reads while nobody knows whether what they sent was done (GE-16). */
export const uncertain = (within: Locator | Page) =>
  within.getByRole('status').filter({ hasText: 'We do not know yet whether' })

/**
 * Leaves a dialog in both ways while the server can't be reached with what it has sent, and does not come back: while the same
 * is being sent again, and between two tries.
 */
export async function leaveUnanswered(page: Page, path: string, send: () => Promise<Locator>): Promise<void> {
  const url = `**/api/v1${path}`
  const lose = (route: Route) => route.abort()
  await page.route(url, lose)
  const byButton = await send()
  await expect(uncertain(byButton)).toContainText('it is looked up, and never done twice')
  const sentAgain = await new Promise<Route>((resolve) => void page.route(url, resolve, { times: 1 }))
  await byButton.getByRole('button', { name: 'Close' }).click()
  await expect(byButton).toBeHidden()
  await sentAgain.abort()
  const byEscape = await send()
  await expect(byEscape.getByRole('button', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(byEscape).toBeHidden()
  await page.unroute(url, lose)
}
