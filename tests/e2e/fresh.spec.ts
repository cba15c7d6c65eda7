import type { Page } from 'playwright/test'
import { chooseAction, expect, offersTab, row, test } from './fixtures'

const openEdit = async (page: Page) => {
  await chooseAction(page, 'Offer 001', 'Edit')
  return page.getByRole('dialog', { name: 'Edit Offer' })
}

/** The person comes back to the page from another window. */
const comeBack = async (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test('GE-09 what is on the screen is read again when the person comes back to it', async ({ open, page, backend }) => {
  await page.clock.install()
  await open(offersTab)
  await expect(row(page, 'Offer 001')).toContainText('10.00')
  Object.assign(backend.data.offers[0] ?? {}, { basePrice: 12.25 })
  await page.clock.runFor(6_000)
  await comeBack(page)
  await expect(row(page, 'Offer 001')).toContainText('12.25')
})

test('GE-09 a dialog reads its offer again, and begins with what it is now', async ({ open, page, backend }) => {
  await open(offersTab)
  await expect(row(page, 'Offer 001')).toContainText('10.00')
  Object.assign(backend.data.offers[0] ?? {}, { quantity: 4321 })
  const dialog = await openEdit(page)
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('4321')
  await expect(dialog.getByText('changed elsewhere meanwhile')).toBeHidden()
  // What is shown in its place is told, and nothing has to be decided.
  const taken = dialog.getByRole('status').filter({ hasText: 'This has just been changed elsewhere.' })
  await expect(taken).toContainText('Quantity100 → 4321')
  await expect(taken.getByRole('button')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Update' })).toBeEnabled()
})

test('GE-09 EO-06 what somebody else changed is told with what it was, and what counts is chosen', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  await open(offersTab)
  const dialog = await openEdit(page)
  const price = dialog.getByLabel('Base Price')
  const quantity = dialog.getByLabel('Quantity', { exact: true })
  const change = async (fields: object) => {
    Object.assign(backend.data.offers[0] ?? {}, fields)
    await page.clock.runFor(6_000)
    await comeBack(page)
  }
  await price.fill('77.5')
  await change({ quantity: 4321, basePrice: 12 })
  const news = dialog.getByRole('status').filter({ hasText: 'This has been changed elsewhere meanwhile' })
  await expect(news).toContainText('Quantity100 → 4321')
  await expect(news).toContainText('Base Price10.00 → 12.00')
  await expect(price).toHaveValue('77.5')
  await expect(dialog.getByRole('button', { name: 'Update' })).toBeDisabled()
  await news.getByRole('button', { name: 'Keep mine' }).click()
  await expect(news).toBeHidden()
  // What the person did not change is as it is now.
  await expect(price).toHaveValue('77.50')
  await expect(quantity).toHaveValue('4321')
  await expect(dialog.getByRole('textbox', { name: 'Display Name' })).toBeFocused()
  await change({ quantity: 5 })
  // The question about leaving goes before; the news wait.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await news.getByRole('button', { name: 'Use theirs' }).click()
  await expect(price).toHaveValue('12.00')
  await expect(quantity).toHaveValue('5')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('GE-09 an update upon an outdated version is refused with the offer as it is now, and asks', async ({
  open,
  page,
  backend,
}) => {
  const offer = backend.data.offers[0] ?? {}
  Object.assign(offer, { version: 3 })
  await open(offersTab)
  const dialog = await openEdit(page)
  await dialog.getByLabel('Base Price').fill('77.5')
  Object.assign(offer, { version: 4, quantity: 8 })
  const refusal = { code: 'outdated', message: 'It has changed', details: { current: { ...offer } } }
  backend.fail('PUT /offers', { status: 409, body: { success: false, message: 'It has changed', error: refusal } })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toContainText('Quantity100 → 8')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  const updates = backend.callsOf('PUT /offers')
  expect(updates.map(({ headers, body }) => [headers['if-match'], body])).toEqual([
    ['"3"', { basePrice: 77.5 }],
    ['"4"', { basePrice: 77.5 }],
  ])
})

test('GE-09 UC-02 a campaign whose update is outdated is shown again, and asks', async ({ open, page, backend }) => {
  const campaign = backend.data.campaigns[0] ?? {}
  Object.assign(campaign, { version: 1 })
  await open('/campaigns/cmp_1')
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Campaign' })
  await dialog.getByLabel('Category').fill('Balcony')
  Object.assign(campaign, { version: 2, internalNote: 'Never on Mondays.', category: 'Roof' })
  backend.fail('PUT /campaigns', { status: 409, body: { error: { details: { current: { ...campaign } } } } })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toContainText('CategoryGarden → Roof')
  await expect(dialog).toContainText('Internal NoteCall back on Fridays. → Never on Mondays.')
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(dialog.getByLabel('Category')).toHaveValue('Roof')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})
