import { chooseAction, expect, offersTab, row, test } from './fixtures'

test.use({ viewport: { width: 390, height: 844 } })

test('DT-05 DT-08 on a phone nothing scrolls sideways but the table, and the desktop parts hide', async ({
  open,
  page,
}) => {
  await open(offersTab)
  await expect(row(page, 'Offer 001')).toBeVisible()
  await expect(page.getByText('Page 1 of 10')).toBeHidden()
  await expect(page.getByLabel('Rows per page')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  for (const path of ['/', '/auth', '/pay/tok-open', '/dashboard', '/campaigns', '/campaigns/cmp_1', offersTab]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflow(), path).toBeLessThanOrEqual(0)
  }
  await expect(row(page, 'Offer 001')).toBeVisible()
  await chooseAction(page, 'Offer 001', 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit Offer' })).toBeVisible()
  expect(await overflow()).toBeLessThanOrEqual(0)
})

test('RT-06 the navigation opens from its button, and Escape closes it', async ({ open, page }) => {
  await open('/dashboard')
  await expect(page.getByRole('link', { name: 'Campaigns', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Customers', exact: true }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Customers', exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
})
