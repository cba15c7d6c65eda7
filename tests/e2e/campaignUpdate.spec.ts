import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'

const openUpdate = async (page: Page) => {
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  return page.getByRole('dialog', { name: 'Update Campaign' })
}

test('UC-01 the dialog, its fields and its buttons', async ({ open, page }) => {
  await open('/campaigns/cmp_1')
  const dialog = await openUpdate(page)
  await expect(dialog).toContainText('Edit the campaign details below and click Update to save changes.')
  for (const [label, value] of [
    ['Name', 'Spring Launch'],
    ['Category', 'Garden'],
    ['Status', 'active'],
    ['Start Date', '2026-03-01'],
    ['End Date', '2026-05-31'],
    ['Internal Note', 'Call back on Fridays.'],
  ] as const) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value)
  }
  await expect(dialog.getByLabel('Terms of Service')).toHaveJSProperty('tagName', 'TEXTAREA')
  await expect(dialog.getByLabel('Status').locator('option')).toHaveText(['Active', 'Completed'])
  await expect(dialog.getByRole('checkbox', { name: 'I agree to the terms and conditions' })).toBeChecked()
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Update'])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('UC-02 UC-03 UC-04 the dialog closes on Update, the campaign changes at once, and only what changed is sent', async ({
  open,
  page,
  backend,
}) => {
  await open('/campaigns/cmp_1')
  const dialog = await openUpdate(page)
  await dialog.getByLabel('Name', { exact: true }).fill('Summer Launch')
  await dialog.getByLabel('Status').selectOption('Completed')
  await dialog.getByLabel('Category').fill('')
  const release = backend.hold('PUT /campaigns/cmp_1')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Summer Launch' })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('Completed', { exact: true })).toBeVisible()
  const reads = () => backend.callsOf('GET /campaigns/cmp_1').length
  const before = reads()
  release()
  await expect.poll(reads).toBeGreaterThan(before)
  expect(backend.callsOf('PUT /campaigns/cmp_1')[0]?.body).toEqual({ name: 'Summer Launch', status: 'completed' })
  const again = await openUpdate(page)
  await again.getByLabel('Status').selectOption('Active')
  await again.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('tabpanel').getByText('Active', { exact: true })).toBeVisible()
  await expect.poll(() => backend.data.campaigns[0]?.['status']).toBe('active')
})

test('UC-02 a refused update restores the campaign, and what was typed is there the next time', async ({
  open,
  page,
  backend,
}) => {
  await open('/campaigns/cmp_1')
  const dialog = await openUpdate(page)
  await dialog.getByLabel('Name', { exact: true }).fill('Summer Launch')
  backend.fail('PUT /campaigns/cmp_1', { status: 500, body: { message: 'Not now' } })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Not now')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  await openUpdate(page)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Summer Launch')
})

test('CD-06 UC-02 a poll that lands meanwhile does not undo what was changed', async ({ open, page, backend }) => {
  await page.clock.install()
  await open('/campaigns/cmp_1')
  const dialog = await openUpdate(page)
  await dialog.getByLabel('Name', { exact: true }).fill('Summer Launch')
  const release = backend.hold('PUT /campaigns/cmp_1')
  // The server has not taken the change yet when it answers the poll.
  backend.fail('GET /campaigns/cmp_1', { status: 200, body: { data: { ...backend.data.campaigns[0] } } })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('heading', { name: 'Summer Launch' })).toBeVisible()
  const before = backend.callsOf('GET /campaigns/cmp_1').length
  await page.clock.runFor(10_500)
  await expect.poll(() => backend.callsOf('GET /campaigns/cmp_1').length).toBeGreaterThan(before)
  await expect(page.getByRole('heading', { name: 'Summer Launch' })).toBeVisible()
  release()
})

test('UC-03 nothing changed: No update fields provided @rare', async ({ open, page }) => {
  await open('/campaigns/cmp_1')
  const dialog = await openUpdate(page)
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('No update fields provided')).toBeVisible()
})

test('UC-01 an end before the start is told at its field', async ({ open, page, backend }) => {
  await open('/campaigns/cmp_1')
  const dialog = await openUpdate(page)
  await dialog.getByLabel('End Date').fill('2026-01-01')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog.getByText('End date must not be before the start date')).toBeVisible()
  expect(backend.callsOf('PUT /campaigns')).toEqual([])
})
