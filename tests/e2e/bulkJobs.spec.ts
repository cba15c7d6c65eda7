import type { Page } from 'playwright/test'
import { type AddedCampaign, Api } from './api'
import { expectAccessibleInBoth } from './axe'
import { savedCsv } from './downloads'
import { expect, row, test } from './fixtures'
import { letIn } from './reference'
import { failCalls, keepEditing, question } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let campaign: AddedCampaign

test.beforeEach(async ({ page, request, reference }) => {
  const api = await new Api(request, reference.url).signIn()
  const product = await api.addProduct()
  campaign = await api.addCampaign()
  for (const [index, displayName] of ['Lamp one', 'Lamp two', 'Lamp three'].entries()) {
    await api.addOffer(campaign.id, product.id, { displayName, quantity: 5, basePrice: 10 * (index + 1) })
  }
  await letIn(page)
  await page.goto(`/campaigns/${campaign.id}?tab=offers`)
  await expect(row(page, 'Lamp three')).toBeVisible()
})

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const choose = async (page: Page, button: string, action: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('WF-03 GE-07 prices of chosen offers are tried, changed by a job, and taken back', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  const button = (name: string) => dialog.getByRole('button', { name })
  const percent = dialog.getByLabel('Percent, with a minus to lower')
  await page.getByLabel('Choose Lamp one').check()
  await page.getByLabel('Choose Lamp two').check()
  await choose(page, '2 chosen', 'Change prices')
  await percent.fill('-100')
  await percent.blur()
  await button('Try it').click()
  await expect(dialog.getByText('A percentage is required, with a minus to lower prices, and above -100')).toBeVisible()
  await percent.fill('5')
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await expectAccessibleInBoth(page)
  const healTrial = await failCalls(page, '/bulk-jobs', 'POST')
  await button('Try it').click()
  await expect(toasts(page).getByText('Out of order')).toBeVisible()
  await healTrial()
  await button('Try it').click()
  await expect(dialog.getByText('2 would be changed.')).toBeVisible()
  await expect(row(page, 'Base price: 20.00 → 21.00')).toBeVisible()
  await expectAccessibleInBoth(page)
  const healStart = await failCalls(page, '/bulk-jobs/*/start', 'POST')
  await button('Change prices: 2 offers').click()
  await expect(toasts(page).getByText('Out of order')).toBeVisible()
  await healStart()
  await button('Change prices: 2 offers').click()
  await expect(toasts(page).getByText(/^Begun\./)).toBeVisible()
  await expect(row(page, 'Lamp two')).toContainText('21.00')
  await expect(row(page, 'Lamp three')).toContainText('30.00')
  // How it has ended is told where it was begun, with a way back (GE-06).
  const ended = toasts(page).getByText('Change prices of offers by +5 %: 2 changed.')
  const undoHere = toasts(page).getByRole('button', { name: 'Undo' })
  const healHere = await failCalls(page, '/bulk-jobs/*/undo', 'POST')
  await expect(ended).toBeVisible()
  await undoHere.click()
  await expect(toasts(page).getByText('Out of order')).toBeVisible()
  await healHere()

  await page.goto('/settings?tab=bulk')
  await expectAccessibleInBoth(page)
  await page.getByRole('link', { name: 'Change prices of offers by +5 %' }).first().click()
  await expect(page.getByText('2 changed.')).toBeVisible()
  await expectAccessibleInBoth(page)
  const { name, lines } = await savedCsv(page)
  expect([name, ...lines]).toEqual([
    'bulk-change.csv',
    'Lamp one,Changed,Base price: 10.00 → 10.50,',
    'Lamp two,Changed,Base price: 20.00 → 21.00,',
  ])
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  const confirm = page.getByRole('alertdialog')
  await undo.click()
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  const healUndo = await failCalls(page, '/bulk-jobs/*/undo', 'POST')
  await undo.click()
  await confirm.getByRole('button', { name: 'Undo for 2 offers' }).click()
  await expect(toasts(page).getByText('Out of order')).toBeVisible()
  await healUndo()
  await undo.click()
  await confirm.getByRole('button', { name: 'Undo for 2 offers' }).click()
  await expect(page.getByText('2 taken back.')).toBeVisible()
  await page.goto(`/campaigns/${campaign.id}?tab=offers`)
  await expect(row(page, 'Lamp two')).toContainText('20.00')
})

test('WF-03 GE-06 what a bulk change has come to is told where it was begun, and taken back from there @rare', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  const undo = toasts(page).getByRole('button', { name: 'Undo' })
  await page.clock.install()
  const changeTo = async (price: string) => {
    await page.getByLabel('Choose Lamp one').check()
    await choose(page, '1 chosen', 'Change prices')
    await dialog.getByLabel('How').selectOption('To an amount')
    await dialog.getByLabel('New price').fill(price)
    await dialog.getByRole('button', { name: 'Try it' }).click()
    await dialog.getByRole('button', { name: 'Change prices: 1 offer' }).click()
  }
  await changeTo('12')
  await expect(toasts(page).getByText('Change prices of offers to 12.00: 1 changed.')).toBeVisible()
  await undo.click()
  await expect(toasts(page).getByText('It is being taken back')).toBeVisible()
  await expect(row(page, 'Lamp one')).toContainText('10.00')
  // Nothing has become of it, so that there is nothing to undo.
  await changeTo('10')
  await expect(toasts(page).getByText('Change prices of offers to 10.00: 0 changed, 1 so already.')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await changeTo('13')
  await expect(undo).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(undo).toHaveCount(0)
})

test('WF-03 all that match are chosen, and what was only tried is given up @rare', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Delete' })
  await page.goto(`/campaigns/${campaign.id}?tab=offers&size=10&q=lamp`)
  await page.getByLabel('Choose all shown').check()
  const open = async () => {
    await choose(page, '3 chosen', 'Delete')
    await expect(dialog).toBeVisible()
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByLabel('Choose all shown').check()
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Choose all shown').check()
  await open()
  await dialog.getByRole('button', { name: 'Try it' }).click()
  await expect(dialog.getByText('3 would be changed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByLabel('Choose all shown').check()
  await open()
  await dialog.getByRole('button', { name: 'Try it' }).click()
  // With its rows the dialog has its height, and its buttons stay where they are.
  await expect(dialog.getByText('3 would be changed.')).toBeVisible()
  const heal = await failCalls(page, '/bulk-jobs/*/cancel', 'POST')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await heal()
  await page.getByLabel('Choose Lamp one').check()
  await choose(page, '1 chosen', 'Set limits')
  const limits = page.getByRole('dialog', { name: 'Set limits' })
  await limits.getByLabel('Min price').fill('3')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(limits).toBeHidden()
  await expect(row(page, 'Lamp one')).toBeVisible()
})
