import { expectAccessible, expectAccessibleInBoth } from './axe'
import { expect, test } from './fixtures'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('/api/docs narrows the calls while somebody types, at the side too, and its address keeps that', async ({
  page,
}) => {
  await page.goto('/api/docs')
  const calls = page.getByRole('article')
  const all = await calls.count()
  await expect(page.getByRole('status')).toHaveText(`${all} of ${all} calls`)
  await page.getByRole('searchbox', { name: 'Find a call' }).pressSequentially('put offers/')
  await expect(calls).toHaveCount(1)
  await expect(page.getByRole('status')).toHaveText(`1 of ${all} calls`)
  await expect(page.getByRole('navigation', { name: 'Calls' }).getByRole('listitem')).toHaveText(/PUT/)
  await expect(page).toHaveURL(/q=put\+offers%2F/)
  await page.reload()
  await expect(calls).toHaveCount(1)
  await page.getByRole('searchbox').fill('qwertyuiop')
  await expect(page.getByText('No call matches.')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByLabel('Level').selectOption('core')
  await expect(calls).toHaveCount(20)
  // All of the calls are made of the same parts, and axe would take a quarter of a minute for them.
  await page.getByRole('searchbox').fill('offers')
  await expectAccessibleInBoth(page)
})

test('/api/docs gives each call as a command that is copied by a press', async ({ page }) => {
  await page.goto('/api/docs#offersUpdate')
  const call = page.locator('#offersUpdate')
  await expect(call).toBeInViewport()
  await call.getByRole('button', { name: /^Copy the command/ }).click()
  await expect(call.getByRole('button', { name: /^Copy the command/ })).toHaveText('Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`curl -X PUT '${new URL(page.url()).origin}/api/v1/offers/`)
  expect(copied).toContain('-H "Authorization: Bearer $TOKEN"')
  expect(copied).toContain('"basePrice": 49.9')
})

test('/api/docs fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test.describe('/api/docs on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('no button lies over what it copies', async ({ page }) => {
    await page.goto('/api/docs?q=put+offers#offersUpdate')
    const command = page.locator('#offersUpdate .command')
    const [text, button] = [await command.locator('pre').boundingBox(), await command.getByRole('button').boundingBox()]
    expect(text && button && button.y + button.height <= text.y).toBe(true)
    await expectAccessible(page)
  })
})
