import type { Browser, Page } from 'playwright/test'
import { expectAccessibleInBoth } from './axe'
import { expect, savingData, test } from './fixtures'
import { followToo } from './flows'
import { letIn, signIn } from './reference'
import { failCalls, holdCalls } from './transitions'

/** Nobody else's test looks at how the app looks for them. */
const person = 'saoirse@offerdesk.example'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

test.afterEach(({ page }) => chooseNothing(page))

/** Keeps on the server what somebody has who never chose. */
async function chooseNothing(page: Page) {
  const data = { theme: 'system', density: 'comfortable', language: 'browser', clock: 'language' }
  const headers = await page.evaluate(() => ({ authorization: `Bearer ${localStorage.getItem('auth_token')}` }))
  expect((await page.request.put('/api/v1/users/preferences', { data, headers })).status()).toBe(200)
}

const root = (page: Page) => page.locator('html')
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/users/preferences') && answer.status() === 200)
/** Of the first row that is somebody's, and none that only waits for them. */
const rowHeight = async (page: Page) => {
  const rows = page.locator('tbody tr').filter({ has: page.getByRole('link') })
  await expect(rows.first()).toBeVisible()
  return (await rows.first().boundingBox())?.height ?? Number.NaN
}

/** Holds the files of the app whose names begin so, until they are released. */
async function holdFiles(page: Page, name: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/assets/${name}*`, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Another browser of the person's, which has never been told anything. */
async function elsewhere(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url })
  await savingData(context)
  return context.newPage()
}

test('ST-01 theme and density hold at once in every tab, before the first paint, and on every device @rare', async ({
  browser,
  page,
  reference,
}) => {
  await letIn(page, person)
  await page.goto('/customers')
  const other = await page.context().newPage()
  const collectOther = followToo(page, other)
  await other.goto('/customers')
  const before = await rowHeight(other)
  await page.goto('/settings?tab=appearance')
  await expect(page.getByRole('tab', { name: 'Appearance' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessibleInBoth(page)
  // While the one is told, the next is chosen: what is chosen last is what stays.
  const release = await holdCalls(page, '/users/preferences')
  await page.getByLabel('Theme').selectOption('Light')
  await page.getByLabel('Theme').selectOption('Dark')
  await page.getByLabel('Density').selectOption('Compact')
  await expect(root(page)).toHaveAttribute('data-theme', 'dark')
  const told = saved(page).then(() => saved(page))
  release()
  await told
  await expect(root(other)).toHaveAttribute('data-theme', 'dark')
  await expect(root(other)).toHaveAttribute('data-density', 'compact')
  expect(await rowHeight(other)).toBeLessThan(before)
  await collectOther()
  // The menu and the tab are two ways to the same.
  await page.getByRole('button', { name: 'Saoirse Ní Bhriain' }).click()
  const again = saved(page)
  await page.getByRole('menuitemcheckbox', { name: 'Light theme' }).click()
  await again
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Theme')).toHaveValue('light')
  const third = await elsewhere(browser, reference.url)
  await signIn(third, person)
  await expect(root(third)).toHaveAttribute('data-theme', 'light')
  await expect(root(third)).toHaveAttribute('data-density', 'compact')
  // Before any script of the app has come.
  await third.route(/\/assets\//, (route) => route.abort())
  await third.reload({ waitUntil: 'commit' })
  await expect(root(third)).toHaveAttribute('data-density', 'compact')
  await third.context().close()
  // What could not be saved is taken back, and said.
  const mend = await failCalls(page, '/users/preferences', 'PUT')
  await page.getByLabel('Density').selectOption('Comfortable')
  await expect(page.getByText('Out of order')).toBeVisible()
  await expect(page.getByLabel('Density')).toHaveValue('compact')
  await expect(root(page)).toHaveAttribute('data-density', 'compact')
  await mend()
})

test('ST-01 GE-13 numbers, dates and hours are written as the person chose, also in a tab that is open @rare', async ({
  page,
}) => {
  await letIn(page, person)
  await page.goto('/settings?tab=profile')
  await chooseNothing(page)
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText(person)
  await expectAccessibleInBoth(page)
  const other = await page.context().newPage()
  const collectOther = followToo(page, other)
  // What the other tab was told before is older than what is chosen here, even where its code comes only then.
  const release = await holdFiles(other, 'preferences-')
  await other.route('**/api/v1/events?*', (route) => route.abort())
  await other.goto('/customers')
  await expect(other.getByText(/^\d[\d,]*\.\d\d$/).first()).toBeVisible()
  const told = saved(page)
  await page.getByLabel('Language of numbers and dates').focus()
  await page.getByLabel('Language of numbers and dates').selectOption({ label: 'Deutsch: 1.234,50 · 23. Nov.' })
  await told
  // Whoever chose goes on where they are.
  await expect(page.getByLabel('Language of numbers and dates')).toBeFocused()
  release()
  await expect(other.getByText(/^\d[\d.]*,\d\d$/).first()).toBeVisible()
  await other.reload()
  await expect(other.getByText(/^\d[\d.]*,\d\d$/).first()).toBeVisible()
  await collectOther()
  const hours = saved(page)
  await page.getByLabel('Hours of the day').selectOption('12 hours: 2:25 PM')
  await hours
  await page.goto('/settings?tab=security')
  const here = page.getByRole('row', { name: /This device/ })
  await expect(here).toContainText(/\d:\d\d [AP]M/)
  await page.goto('/settings?tab=profile')
  const back = saved(page)
  await page.getByLabel('Hours of the day').selectOption('As the language has it')
  await back
  await page.goto('/settings?tab=security')
  await expect(here).toContainText(/\d\d:\d\d/)
  await expect(here).not.toContainText(/[AP]M/)
  // The dialog of the account menu is the one of the tab.
  await page.goto('/settings?tab=profile')
  await profile.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Your profile' }).getByLabel('Email')).toHaveValue(person)
})
