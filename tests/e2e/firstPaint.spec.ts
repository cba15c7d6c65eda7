import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'

/** Holds all that the page asks for until it is released, as a slow line does. */
async function holdFiles(page: Page): Promise<() => void> {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/(?:assets\/|config\.json|theme\.js)/, async (route) => {
    await gate
    await route.continue()
  })
  return release
}

const frame = (page: Page) => page.locator('#root > [aria-busy=true]')

for (const [colorScheme, theme, shown] of [
  ['light', 'system', 'light'],
  ['dark', 'system', 'dark'],
  ['light', 'dark', 'dark'],
] as const) {
  test(`RT-12 before any other file has come the frame of the page is seen: ${theme} theme, ${colorScheme} system`, async ({
    open,
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const release = await holdFiles(page)
    const opened = open('/campaigns')
    await expect(frame(page).getByText('Offerdesk')).toBeVisible()
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1)
    const brand = await frame(page).getByText('Offerdesk').boundingBox()
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const before = await background()
    expect(before).toBe(shown === 'light' ? 'rgb(247, 247, 248)' : 'rgb(14, 14, 16)')
    release()
    await opened
    await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
    await expect(frame(page)).toHaveCount(0)
    // Nothing jumps when the app takes over.
    expect(await page.getByText('Offerdesk', { exact: true }).boundingBox()).toEqual(brand)
    expect(await background()).toBe(before)
  })
}

test('RT-01 pages for anyone do not begin with the frame of the signed-in ones', async ({ page, backend: _ }) => {
  const release = await holdFiles(page)
  for (const address of ['/', '/auth', '/pay/tok-bare']) {
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toBeAttached()
    await expect(frame(page)).toHaveCount(0)
  }
  release()
})
