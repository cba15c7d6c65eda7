import { chooseAction, expect, offersTab, row, test } from './fixtures'

test('OT-09 after a deletion the focus is on the menu of the next row, and on the table when none is left', async ({
  open,
  page,
}) => {
  await open(offersTab)
  const confirm = page.getByRole('alertdialog')
  const menuOf = (name: string) => row(page, name).getByRole('button').last()
  await chooseAction(page, 'Offer 003', 'Delete')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(menuOf('Offer 003')).toBeFocused()
  await chooseAction(page, 'Offer 003', 'Delete')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(confirm).toBeHidden()
  await expect(menuOf('Offer 004')).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search Table' }).fill('Offer 007')
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
  await chooseAction(page, 'Offer 007', 'Delete')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No records found')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Offers' })).toBeFocused()
})

test('EO-05 EO-06 SE-09 after a refusal the focus is in its field, and after a save on what the dialog was opened by @rare', async ({
  open,
  page,
  backend,
}) => {
  await open(offersTab)
  await chooseAction(page, 'Offer 001', 'Edit')
  const price = page.getByLabel('Base Price')
  await price.fill('33')
  backend.fail('PUT /offers', { status: 500, body: { message: 'Not now' } })
  const release = backend.hold('PUT /offers')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(price).toBeDisabled()
  await expect(price).not.toBeFocused()
  release()
  await expect(page.getByText('Not now')).toBeVisible()
  await expect(price).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit Offer' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Actions for Offer 001' })).toBeFocused()
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Anna Archer')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Anna Archer' })).toBeFocused()
})

test('SE-13 after a wrong password over the work the focus is on the password @rare', async ({
  open,
  page,
  backend,
}) => {
  await open('/campaigns')
  await expect(page.getByText('Spring Launch')).toBeVisible()
  backend.sessions.clear()
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password').fill('wrong')
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(again.getByLabel('Password')).toHaveAccessibleDescription('Those credentials are wrong')
  await expect(again.getByLabel('Password')).toBeFocused()
})

test('UC-02 AO-04 Ctrl+Enter sends a dialog from every field, and what is refused leads to the first wrong one', async ({
  open,
  page,
}) => {
  await open('/campaigns/cmp_1')
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Campaign' })
  const name = dialog.getByLabel('Name', { exact: true })
  const note = dialog.getByLabel('Internal Note')
  await name.fill('')
  await note.fill('Call back on Mondays.')
  await page.keyboard.press('Control+Enter')
  await expect(name).toBeFocused()
  await expect(note).toHaveValue('Call back on Mondays.')
  await name.fill('Summer Launch')
  await note.focus()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
})

test('the tools for testers are there for everybody while a dialog is open @rare', async ({ open, page }) => {
  await open(`${offersTab}&record`)
  await chooseAction(page, 'Offer 001', 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit Offer' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Testing tools' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide testing tools' })).toBeVisible()
})

test('UC-01 who is in a field before a slow dialog has come so far stays there @rare', async ({ open, page }) => {
  await page.clock.install()
  await open(offersTab)
  await expect(row(page, 'Offer 001')).toBeVisible()
  // Nothing that waits for a moment or a frame comes from now on.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Update Campaign' }).dispatchEvent('click')
  const note = page.getByLabel('Internal Note')
  await note.focus()
  await page.clock.runFor(1_000)
  await expect(note).toBeFocused()
})
