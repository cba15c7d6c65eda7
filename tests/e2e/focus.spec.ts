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

test('SE-13 after a wrong password over the work the focus is on the password', async ({ open, page, backend }) => {
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

test('the tools for testers are there for everybody while a dialog is open', async ({ open, page }) => {
  await open(`${offersTab}&record`)
  await chooseAction(page, 'Offer 001', 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit Offer' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Testing tools' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide testing tools' })).toBeVisible()
})
