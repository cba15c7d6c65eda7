import type { Page } from 'playwright/test'
import { chooseAction, drawn, expect, offersTab, row, test } from './fixtures'
import { keepEditing, question } from './transitions'

const openEdit = async (page: Page) => {
  await chooseAction(page, 'Offer 001', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('GE-07 Escape and the backdrop ask before input is lost, and keeping it leads back to it @rare', async ({
  open,
  page,
}) => {
  await open(offersTab)
  const dialog = await openEdit(page)
  const price = dialog.getByLabel('Base Price')
  await price.fill('77,5')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(price).toHaveValue('77,5')
  await page.mouse.click(5, 5)
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await openEdit(page)
  await expect(price).toHaveValue('10.00')
})

/** Keeps the page from drawing, as a busy machine does, until it may: keys are taken meanwhile. */
async function holdFrames(page: Page) {
  await page.evaluate(() => {
    const draw = window.requestAnimationFrame
    const waiting: FrameRequestCallback[] = []
    window.requestAnimationFrame = (callback) => waiting.push(callback)
    window.addEventListener('draw', () => {
      window.requestAnimationFrame = draw
      for (const callback of waiting) draw(callback)
    })
  })
  return () => page.evaluate(() => window.dispatchEvent(new Event('draw')))
}

test('GE-07 the question is there for screen readers when it is asked before its dialog was ever drawn', async ({
  open,
  page,
}) => {
  await open(offersTab)
  await row(page, 'Offer 001').getByRole('button').last().click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  const draw = await holdFrames(page)
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit Offer' }).getByLabel('Base Price').fill('77,5')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await draw()
  await drawn(page)
  await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
})

test('GE-07 nothing is asked when nothing was typed, and never by Cancel and Close @rare', async ({ open, page }) => {
  await open(offersTab)
  const dialog = await openEdit(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openEdit(page)
  await dialog.getByLabel('Base Price').fill('77.5')
  await dialog.getByLabel('Base Price').fill('10.00')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openEdit(page)
  await dialog.getByLabel('Base Price').fill('77.5')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(question(page)).toBeHidden()
  await page.getByRole('button', { name: 'Add Offer' }).click()
  const add = page.getByRole('dialog', { name: 'Add Offer' })
  await add.getByLabel('Base Price').fill('1')
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await add.getByRole('button', { name: 'Close' }).click()
  await expect(add).toBeHidden()
})

test('GE-07 Back and a link wait for the answer @rare', async ({ open, page }) => {
  await open('/campaigns')
  await page.getByRole('link', { name: 'Spring Launch' }).click()
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Campaign' })
  await dialog.getByLabel('Category').fill('Balcony')
  await page.evaluate(() => history.back())
  await keepEditing(page)
  await expect(dialog.getByLabel('Category')).toHaveValue('Balcony')
  await expect(page).toHaveURL(/cmp_1/)
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('nav a[href="/dashboard"]')?.click())
  await keepEditing(page)
  await expect(page).toHaveURL(/cmp_1/)
  await page.evaluate(() => history.back())
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible()
  await expect(page).toHaveURL(/\/campaigns\/?$/)
})

test('GE-07 closing the tab asks, in the words of the browser', async ({ open, page }) => {
  await open(offersTab)
  const dialog = await openEdit(page)
  await dialog.getByLabel('Base Price').fill('77.5')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const native = await asked
  expect(native.type()).toBe('beforeunload')
  await native.dismiss()
  await expect(dialog.getByLabel('Base Price')).toHaveValue('77.5')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('GE-07 SE-09 every form asks', async ({ open, page }) => {
  await open('/campaigns/cmp_1?tab=email')
  const discard = async () => {
    await page.keyboard.press('Escape')
    await keepEditing(page)
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Add New' }).click()
  // The plugin that is chosen for a person is no input of theirs.
  await expect(page.getByLabel('Plugin Instance').locator('option:checked')).toHaveText('Mailer One')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Add New' }).click()
  await page.getByLabel('Subject').fill('Thanks')
  await discard()
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  await page.getByLabel('Internal Note').fill('Never on Mondays.')
  await discard()
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  await page.getByLabel('Name', { exact: true }).fill('A. Archer')
  await discard()
})
