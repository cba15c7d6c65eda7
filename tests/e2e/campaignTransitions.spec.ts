import type { Page } from 'playwright/test'
import { type AddedCampaign, Api } from './api'
import { chooseAction, expect, row, test } from './fixtures'
import { signIn } from './reference'
import { countOf, failCalls, keepEditing, loseAnswer, waitForState } from './transitions'

// The ways through the flows of campaigns that a person rarely takes.

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  await page.clock.install()
  await signIn(page)
})

const openList = async (page: Page, { name }: AddedCampaign) => {
  await page.goto(`/campaigns?q=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
}

test('CP-01 a campaign stays where it is when nobody confirms or the server refuses, and stays archived after ten seconds', async ({
  page,
}) => {
  const campaign = await api.addCampaign()
  const { name } = campaign
  await openList(page, campaign)
  const confirm = page.getByRole('alertdialog')
  const archive = async () => {
    await chooseAction(page, name, 'Archive')
    await confirm.getByRole('button', { name: 'Archive' }).click()
  }
  await chooseAction(page, name, 'Archive')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirm).toBeHidden()
  const heal = await failCalls(page, '/campaigns/*/archive', 'POST')
  await archive()
  await expect(page.getByText('Out of order')).toBeVisible()
  await expect(row(page, name)).toBeVisible()
  await heal()
  await archive()
  const undo = page.getByRole('button', { name: 'Undo' })
  const healRestore = await failCalls(page, '/campaigns/*/restore', 'POST')
  await undo.click()
  await expect(page.getByText('Out of order').last()).toBeVisible()
  await waitForState(page, 'campaignArchive', 'ended')
  await healRestore()
  await api.call('POST', `/campaigns/${campaign.id}/restore`, {})
  await expect(row(page, name)).toBeVisible()
  await archive()
  await expect(undo).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(undo).toBeHidden()
  await waitForState(page, 'campaignArchive', 'ended')
  await expect(row(page, name)).toBeHidden()
})

test('CP-01 GE-07 a new campaign can be left in every way, and one whose answer is lost is started once', async ({
  page,
}) => {
  const { name } = await api.addCampaign()
  await page.goto(`/campaigns?q=${encodeURIComponent(name)}`)
  const dialog = page.getByRole('dialog', { name: 'New campaign' })
  const typed = dialog.getByLabel('Name')
  const open = () => page.getByRole('button', { name: 'New campaign' }).click()
  await open()
  await expect(typed).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await typed.fill('Never mind')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await typed.fill(`${name} again`)
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await expect(typed).toHaveValue(`${name} again`)
  await loseAnswer(page, '/campaigns')
  const create = dialog.getByRole('button', { name: 'Create' })
  await create.dblclick()
  await expect.poll(() => countOf(page, 'change.revert')).toBe(1)
  await create.click()
  await expect(page.getByRole('heading', { name: `${name} again` })).toBeVisible()
  await page.goto(`/campaigns?q=${encodeURIComponent(`${name} again`)}`)
  await expect(row(page, `${name} again`)).toHaveCount(1)
})
