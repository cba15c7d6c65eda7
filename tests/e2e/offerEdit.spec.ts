import type { Page } from 'playwright/test'
import { chooseAction, expect, offersTab, row, test } from './fixtures'

const openEdit = async (page: Page, name: string) => {
  await chooseAction(page, name, 'Edit')
  return page.getByRole('dialog', { name: 'Edit Offer' })
}

test('EO-01 EO-02 the dialog, its fields and its buttons', async ({ open, page }) => {
  await open(offersTab)
  const dialog = await openEdit(page, 'Offer 001')
  await expect(dialog).toContainText('Edit the offer details below and click Update to save changes.')
  const values = {
    'Display Name': 'Offer 001',
    Quantity: '100',
    'Base Price': '10.00',
    'Min Price': '5.00',
    'Max Price': '900.00',
    'Max Quantity': '3',
    'Shipping Price': '4.50',
  }
  for (const [label, value] of Object.entries(values)) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value)
  }
  await expect(dialog.getByLabel('Max Price')).toHaveAttribute('min', '1')
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Update'])
  await page.setViewportSize({ width: 800, height: 420 })
  const heights = await dialog.evaluate((element) => [element.getBoundingClientRect().height, window.innerHeight])
  expect(heights[0]).toBeLessThanOrEqual((heights[1] ?? 0) * 1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('EO-03 EO-04 EO-06 EO-08 while it is saved everything is disabled, the list changed already, and then it closes', async ({
  open,
  page,
  backend,
}) => {
  await open(offersTab)
  const dialog = await openEdit(page, 'Offer 001')
  await dialog.getByLabel('Base Price').fill('77.5')
  await dialog.getByLabel('Min Price').fill('')
  const release = backend.hold('PUT /offers')
  // The dialog has read the list again (GE-09).
  await expect.poll(() => backend.callsOf('POST /search', { resource: 'offers' }).length).toBe(2)
  const searches = 2
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  for (const input of await dialog.getByRole('textbox').all()) {
    await expect(input).toBeDisabled()
  }
  await expect(page.locator('tbody')).toContainText('77.50')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  release()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Offer 001')).toContainText('77.50')
  await expect.poll(() => backend.callsOf('POST /search', { resource: 'offers' }).length).toBe(searches + 1)
  // An emptied field means: leave it as it is. Only what was changed is sent.
  expect(backend.callsOf('PUT /offers').map(({ path, body }) => [path, body])).toEqual([
    ['/offers/off_cmp_1_1', { basePrice: 77.5 }],
  ])
})

test('EO-05 a refused update is rolled back, with a toast, and without a message in the dialog', async ({
  open,
  page,
  backend,
}) => {
  await open(offersTab)
  const dialog = await openEdit(page, 'Offer 001')
  await dialog.getByLabel('Base Price').fill('77.5')
  backend.fail('PUT /offers', { status: 409, body: { success: false, error: { message: 'Prices are frozen' } } })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Prices are frozen' })).toBeVisible()
  await expect(dialog).not.toContainText('Prices are frozen')
  await expect(page.locator('tbody')).not.toContainText('77.50')
  await expect(dialog.getByLabel('Base Price')).toHaveValue('77.5')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Offer 001')).toContainText('10.00')
})

test('EO-05 an update whose answer is lost shows what the server holds', async ({ open, page, backend }) => {
  await open(offersTab)
  const dialog = await openEdit(page, 'Offer 001')
  await dialog.getByLabel('Base Price').fill('77.5')
  backend.fail('PUT /offers', 'drop', { once: false })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The server did not answer.' })).toBeVisible()
  await expect(page.locator('tbody')).not.toContainText('77.50')
})

test('EO-07 nothing changed: No update fields provided @rare', async ({ open, page, backend }) => {
  await open(offersTab)
  const dialog = await openEdit(page, 'Offer 001')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('No update fields provided')).toBeVisible()
  expect(backend.callsOf('PUT /offers')).toEqual([])
})

test('EO-06 the form begins again when the values of the offer change @rare', async ({ open, page, backend }) => {
  await page.clock.install()
  await open(offersTab)
  const dialog = await openEdit(page, 'Offer 001')
  await dialog.getByLabel('Base Price').fill('77.5')
  backend.fail('PUT /offers', { status: 500, body: { message: 'Later' } })
  Object.assign(backend.data.offers[0] ?? {}, { quantity: 4321 })
  await dialog.getByRole('button', { name: 'Update' }).click()
  // What was typed is not taken away unasked (GE-09).
  await expect(dialog).toContainText('Quantity100 → 4321')
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('4321')
  await expect(dialog.getByLabel('Base Price')).toHaveValue('10.00')
})

test('EO-09 an edit that is refused while another succeeds undoes only itself @rare', async ({
  open,
  page,
  backend,
}) => {
  await open(offersTab)
  const release = backend.hold('PUT /offers/off_cmp_1_1')
  backend.fail('PUT /offers/off_cmp_1_1', { status: 500, body: { message: 'First refused' } })
  const first = await openEdit(page, 'Offer 001')
  await first.getByLabel('Base Price').fill('501')
  await first.getByRole('button', { name: 'Update' }).click()
  await expect(page.locator('tbody')).toContainText('501.00')
  // Leaving the screen while the first is under way, and coming back for the second.
  await page.evaluate(() => history.back())
  await open(offersTab)
  const second = await openEdit(page, 'Offer 002')
  await second.getByLabel('Base Price').fill('502')
  await second.getByRole('button', { name: 'Update' }).click()
  await expect(second).toBeHidden()
  release()
  await expect(row(page, 'Offer 002')).toContainText('502.00')
  await expect(row(page, 'Offer 001')).toContainText('10.00')
})

test('EO-02 wrong input is told at its field, and not sent', async ({ open, page, backend }) => {
  await open(offersTab)
  const dialog = await openEdit(page, 'Offer 001')
  await dialog.getByLabel('Base Price').fill('-3')
  await dialog.getByLabel('Max Price').fill('2')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog.getByText('Base price must be greater than zero')).toBeVisible()
  await expect(dialog.getByText('Max price must be zero or greater and not less than min price')).toBeVisible()
  expect(backend.callsOf('PUT /offers')).toEqual([])
})

test('GE-08 wheel and arrows change nothing, a comma begins decimals, and what can be read in two ways is refused @rare', async ({
  open,
  page,
  backend,
}) => {
  await open(offersTab)
  const dialog = await openEdit(page, 'Offer 001')
  const price = dialog.getByLabel('Base Price')
  await expect(price).toHaveAttribute('inputmode', 'decimal')
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveAttribute('inputmode', 'numeric')
  await price.focus()
  await price.hover()
  await page.mouse.wheel(0, 200)
  await price.press('ArrowUp')
  await price.press('ArrowDown')
  await expect(price).toHaveValue('10.00')
  await price.fill('1,234')
  await price.blur()
  await expect(dialog.getByText('Leave out the thousands sign, as in 1234')).toBeVisible()
  await expect(price).toHaveValue('1,234')
  await dialog.getByRole('button', { name: 'Update' }).click()
  expect(backend.callsOf('PUT /offers')).toEqual([])
  await price.fill('1,5')
  await price.blur()
  await expect(price).toHaveValue('1.50')
  await dialog.getByLabel('Max Price').fill('1,234.5')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  expect(backend.callsOf('PUT /offers')[0]?.body).toEqual({ basePrice: 1.5, maxPrice: 1234.5 })
})

test('GE-08 the currency stands in the field of an amount, and is no part of its name @rare', async ({
  open,
  page,
  backend,
}) => {
  Object.assign(backend.data.organizations[0] ?? {}, { currency: 'EUR' })
  await open(offersTab)
  const dialog = await openEdit(page, 'Offer 001')
  await expect(dialog.getByText('EUR')).toHaveCount(4)
  await expect(dialog.getByRole('textbox', { name: 'Base Price', exact: true })).toHaveValue('10.00')
})
