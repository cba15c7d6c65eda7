import { expectAccessible, expectAccessibleInBoth } from './axe'
import { expect, test } from './fixtures'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

// What is looked for by its role is looked for in tens of thousands of elements, so that it is named here.
const shownCalls = 'article:not([hidden])'

test('/api/docs narrows the calls while somebody types, at the side too, and its address keeps that @rare', async ({
  page,
}) => {
  // All calls on one page, twice.
  test.slow()
  await page.goto('/api/docs')
  const calls = page.locator(shownCalls)
  const status = page.locator('[role=status]')
  const words = page.locator('input[type=search]')
  const all = await calls.count()
  await expect(status).toHaveText(`${all} of ${all} calls`)
  await words.pressSequentially('put offers/')
  await expect(calls).toHaveCount(1)
  await expect(status).toHaveText(`1 of ${all} calls`)
  await expect(page.locator('nav[aria-label=Calls] li:not([hidden])')).toHaveText(/PUT/)
  await expect(page).toHaveURL(/q=put\+offers%2F/)
  await page.reload()
  await expect(calls).toHaveCount(1)
  await words.fill('qwertyuiop')
  await expect(page.locator('#none')).toBeVisible()
  await words.fill('')
  await page.locator('select[name=level]').selectOption('core')
  await expect(calls).toHaveCount(20)
  // All of the calls are made of the same parts, and axe would take a quarter of a minute for them.
  await words.fill('put offers/')
  await expect(calls).toHaveCount(1)
  await page.evaluate(() => {
    for (const article of document.querySelectorAll('article[hidden]')) article.remove()
  })
  await expectAccessibleInBoth(page)
})

test('/api/docs gives each call as a command that is copied by a press', async ({ page }) => {
  await page.goto('/api/docs#offersUpdate')
  const call = page.locator('#offersUpdate')
  await expect(call).toBeInViewport()
  await call.locator('button.copy').click()
  await expect(call.locator('button.copy')).toHaveText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`curl -X PUT '${new URL(page.url()).origin}/api/v1/offers/`)
  expect(copied).toContain('-H "Authorization: Bearer $TOKEN"')
  expect(copied).toContain('"basePrice": 49.9')
})

test('/api/docs fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/api/docs')
  await expect(page.locator('h1')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test.describe('/api/docs on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('no button lies over what it copies @rare', async ({ page }) => {
    await page.goto('/api/docs?q=put+offers#offersUpdate')
    const command = page.locator('#offersUpdate .command')
    const [text, button] = [await command.locator('pre').boundingBox(), await command.locator('button').boundingBox()]
    expect(text && button && button.y + button.height <= text.y).toBe(true)
    await page.evaluate(() => {
      for (const article of document.querySelectorAll('article[hidden]')) article.remove()
    })
    await expectAccessible(page)
  })
})
