import type { Browser, Page } from 'playwright/test'
import { demoPassword } from '../../server/db/demo'
import { expectAccessibleInBoth } from './axe'
import { expect, savingData, test } from './fixtures'
import { letIn, signIn } from './reference'
import { countOf, failCalls, keepEditing, question, waitForState } from './transitions'

/** Nobody else's test signs in as them, so that their devices are those of a test. */
const person = 'kenji.mori@offerdesk.example'
// It holds the one of the demo data, which is looked for in the server's log.
const changedPassword = `${demoPassword} and more`
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

/** Another browser of the person's, with as many tabs, each of which hears of what changes. */
async function elsewhere(browser: Browser, url: string, tabs = 1): Promise<Page[]> {
  const context = await browser.newContext({ baseURL: url, userAgent: firefox })
  await savingData(context)
  const first = await context.newPage()
  await signIn(first, person)
  const pages = [first]
  while (pages.length < tabs) pages.push(await context.newPage())
  for (const page of pages.slice(1)) await page.goto('/customers')
  for (const page of pages) await waitForState(page, 'changeFeed', 'live')
  return pages
}

async function openSecurity(page: Page) {
  await page.goto('/settings?tab=security')
  const table = page.getByRole('table', { name: 'Where you are signed in' })
  await expect(table.getByText('This device')).toHaveCount(1)
  return table
}

/** Begins with nobody signed in as the person but here. */
async function aloneHere(page: Page) {
  await letIn(page, person)
  const table = await openSecurity(page)
  const others = table.getByRole('button', { name: /^Sign out there/ })
  if ((await others.count()) > 0) await signOutElsewhere(page)
  await expect(others).toHaveCount(0)
  return table
}

async function signOutElsewhere(page: Page) {
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Sign out everywhere else' })
  await asked.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(asked).toBeHidden()
}

/** How often a tab has opened its channel again, a second or more after it had none. */
const reopenings = (page: Page) => countOf(page, 'xstate.after.reopenDelay.changeFeed.channel.waiting')

/** Each tab asks for the password, and not only when it would have opened its channel again. */
async function expectOut(pages: readonly Page[], end: () => Promise<unknown>) {
  const before = await Promise.all(pages.map(reopenings))
  await end()
  const since = Date.now()
  await Promise.all(pages.map((page) => page.getByRole('dialog', { name: 'Sign in again' }).waitFor()))
  console.log(`${pages.length} tabs were out after ${Date.now() - since} ms`)
  expect(await Promise.all(pages.map(reopenings))).toEqual(before)
}

const answered = (page: Page, path: string) =>
  page.waitForResponse((answer) => answer.url().includes(path) && answer.request().method() !== 'GET')

test('ST-01 SE-03 a device that is signed out there is out within a second in every tab, and no other is @rare', async ({
  browser,
  page,
  reference,
}) => {
  const table = await aloneHere(page)
  const alone = page.getByRole('button', { name: 'Sign out everywhere else' })
  await alone.focus()
  await expect(page.getByRole('tooltip', { name: 'You are signed in nowhere else.' })).toBeVisible()
  const tabs = await elsewhere(browser, reference.url, 2)
  await openSecurity(page)
  const row = table.getByRole('row', { name: /Firefox on Windows/ })
  await expect(row).toContainText('127.0.0.x')
  const open = row.getByRole('button', { name: 'Sign out there: Firefox on Windows' })
  const asked = page.getByRole('alertdialog', { name: 'Sign out there' })
  const send = () => asked.getByRole('button', { name: 'Sign out there' }).click()
  await open.click()
  await expect(asked).toContainText('Sign out on Firefox on Windows')
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await open.click()
  const heal = await failCalls(page, '/users/sessions/*', 'DELETE')
  await send()
  await heal()
  await expect(page.getByText('Out of order')).toBeVisible()
  await expectOut(tabs, () => Promise.all([answered(page, '/users/sessions/'), send()]))
  await expect(page.getByText('The device is signed out.')).toBeVisible()
  await expect(row).toBeHidden()
  await expect(table.getByText('This device')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
  await tabs[0]?.context().close()
})

test('ST-01 SE-08 SE-06 a changed password ends the other browser, and a wrong one is said at its field @rare', async ({
  browser,
  page,
  reference,
}) => {
  const table = await aloneHere(page)
  const tabs = await elsewhere(browser, reference.url, 2)
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  const [current, next] = ['Current password', 'New password'].map((name) => dialog.getByLabel(name, { exact: true }))
  if (!current || !next) throw new Error('there are no fields')
  const open = async () => {
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(current).toBeFocused()
  }
  const send = () => dialog.getByRole('button', { name: 'Change password' }).click()
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await send()
  await expect(dialog.getByText('Current password is required')).toBeVisible()
  await expect(dialog.getByText('Password must have at least 8 characters')).toBeVisible()
  await next.fill(person)
  await next.blur()
  await expect(dialog.getByText('Your own email address is no password. Choose another one.')).toBeVisible()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()

  await open()
  await current.fill('not the password')
  await next.fill(changedPassword)
  await send()
  await expect(dialog.getByText('This is not your password')).toBeVisible()
  await expect(current).toHaveAttribute('aria-invalid', 'true')
  await expect(current).toHaveValue('not the password')
  await expect(next).toHaveValue(changedPassword)
  await expectAccessibleInBoth(page)
  await current.fill(demoPassword)
  await expect(dialog.getByText('This is not your password')).toBeHidden()
  await next.fill('password123')
  await send()
  await expect(dialog.getByText('This password is one of the most common. Choose another one.')).toBeVisible()
  await next.fill(changedPassword)
  const heal = await failCalls(page, '/users/password', 'PUT')
  await send()
  await heal()
  await expect(next).toHaveValue(changedPassword)
  await expectOut(tabs, () => Promise.all([answered(page, '/users/password'), send()]))
  const told = page.getByRole('region', { name: 'Notifications' })
  await expect(told.getByText('Your password has been changed. You are signed out everywhere else.')).toBeVisible()
  await expect(table.getByRole('button', { name: /^Sign out there/ })).toHaveCount(0)

  // There, only the new one lets them in again, over what they did.
  const [tab] = tabs
  const again = tab?.getByRole('dialog', { name: 'Sign in again' })
  await again?.getByLabel('Password', { exact: true }).fill(changedPassword)
  await again?.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(again!).toBeHidden()

  const kept = await page.evaluate(async () => JSON.stringify(await window.offerdesk?.recording()))
  expect(kept).toContain('passwordChange')
  expect(kept).not.toContain(demoPassword)
  await open()
  await current.fill(changedPassword)
  await next.fill(demoPassword)
  await send()
  await expect(dialog).toBeHidden()
  await tab?.context().close()
})

test('ST-01 SE-03 SE-13 whoever is signed out from elsewhere is out at once, and what was typed stays', async ({
  browser,
  page,
  reference,
}) => {
  await letIn(page, person)
  await page.goto('/customers?action=new')
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('First name') })
  await dialog.getByLabel('First name').fill('Yolanda')
  await waitForState(page, 'changeFeed', 'live')
  const [other] = await elsewhere(browser, reference.url)
  if (!other) throw new Error('there is no other browser')
  await openSecurity(other)
  const done = answered(other, '/users/sessions/end-others')
  await expectOut([page], () => Promise.all([done, signOutElsewhere(other)]))
  await expect(other.getByText('You are signed out everywhere else.')).toBeVisible()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(demoPassword)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(again).toBeHidden()
  await expect(dialog.getByLabel('First name')).toHaveValue('Yolanda')
  await other.context().close()
})

for (const width of [1440, 768, 390]) {
  test(`ST-01 at ${width} one sees where one is signed in, with names and words for all of it @rare`, async ({
    browser,
    page,
    reference,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const table = await aloneHere(page)
    const [other] = await elsewhere(browser, reference.url)
    await openSecurity(page)
    await expect(table.getByRole('button', { name: 'Sign out there: Firefox on Windows' })).toBeVisible()
    await expectAccessibleInBoth(page)
    const isWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(await isWide()).toBe(false)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await expectAccessibleInBoth(page)
    expect(await isWide()).toBe(false)
    await other?.context().close()
  })
}
