import type { Page } from 'playwright/test'
import { type AddedCampaign, Api } from './api'
import { chooseAction, expect, row, test } from './fixtures'
import { letIn } from './reference'
import { countOf, failCalls, keepEditing, loseAnswer, news, question, waitForState } from './transitions'

// The ways through the flows of campaigns that a person rarely takes.

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  await page.clock.install()
  await letIn(page)
})

const openList = async (page: Page, { name }: AddedCampaign) => {
  await page.goto(`/campaigns?q=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
}

test('CP-01 a campaign stays where it is when nobody confirms or the server refuses, and stays archived after ten seconds @rare', async ({
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

test('CP-01 GE-07 a new campaign can be left in every way, and one whose answer is lost is started once @rare', async ({
  page,
}) => {
  const { name } = await api.addCampaign()
  await page.goto(`/campaigns?q=${encodeURIComponent(name)}`)
  const dialog = page.getByRole('dialog', { name: 'New campaign' })
  const typed = dialog.getByLabel('Name')
  const open = async () => {
    await page.getByRole('button', { name: 'New campaign' }).click()
    // Only then does it hear Escape.
    await expect(typed).toBeFocused()
  }
  await open()
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
  await dialog.getByRole('button', { name: 'Create' }).dblclick()
  await expect(page.getByRole('heading', { name: `${name} again` })).toBeVisible()
  await page.goto(`/campaigns?q=${encodeURIComponent(`${name} again`)}`)
  await expect(row(page, `${name} again`)).toHaveCount(1)
})

test('NO-05 GE-07 GE-09 all that can come between writing a script and saving it @rare', async ({ page }) => {
  const campaign = await api.addCampaign()
  const setScript = (script: string) => api.call('PUT', `/campaigns/${campaign.id}/script`, { script })
  await setScript('Hello')
  await page.goto(`/campaigns/${campaign.id}`)
  const dialog = page.getByRole('dialog', { name: 'Update Campaign' })
  const script = dialog.getByRole('textbox', { name: 'Script' })
  const open = async () => {
    await page.getByRole('button', { name: 'Update Campaign' }).click()
    await dialog.getByRole('tab', { name: 'Script' }).click()
    // Only then does it hear Escape.
    await expect(script).toBeFocused()
  }
  const heal = await failCalls(page, '/campaigns/*/script', 'GET')
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  await dialog.getByRole('tab', { name: 'Script' }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await expect(dialog).toBeHidden()
  await heal()
  await open()
  await expect(script).toHaveValue('Hello')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  const save = dialog.getByRole('button', { name: 'Update' })
  await script.fill('x'.repeat(20_001))
  await save.click()
  await expect(script).toHaveAttribute('aria-invalid', 'true')
  await script.fill('Good day')
  const healSave = await failCalls(page, '/campaigns/*/script', 'PUT')
  await save.click()
  await expect.poll(() => countOf(page, 'change.revert')).toBe(1)
  await healSave()
  await setScript('Good evening')
  await save.click()
  await expect(news(dialog)).toContainText('Good evening')
  await script.fill('Good morning')
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await expect(news(dialog)).toContainText('Good evening')
  await news(dialog).getByRole('button', { name: 'Use theirs' }).click()
  await expect(script).toHaveValue('Good evening')
  // It has changed twice, and is as it was.
  await setScript('Hello')
  await setScript('Good evening')
  await script.fill('Good night')
  await save.click()
  await expect(page.getByText('Script saved')).toBeVisible()
  // News that nobody decides about are left with the dialog: with input after a question, without any at once.
  const isNews = async (text: string) => {
    await open()
    await script.fill('Never mind')
    await setScript(text)
    await save.click()
    await expect(news(dialog)).toContainText(text)
  }
  await isNews('Hello once more')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await isNews('Hello again')
  await script.fill('Hello once more')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await isNews('Hello at last')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('CP-02 GE-07 GE-09 who sells in a campaign is assigned, and what two people choose at once is joined @rare', async ({
  page,
}) => {
  const campaign = await api.addCampaign()
  await page.goto(`/campaigns/${campaign.id}`)
  const card = page.getByRole('region', { name: 'Members' })
  const dialog = page.getByRole('dialog', { name: 'Members' })
  const assign = () => card.getByRole('button', { name: 'Assign' }).click()
  const person = (name: string) => dialog.getByRole('checkbox', { name })
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(card).toContainText('Dana Reyes')
  const heal = await failCalls(page, '/organizations/*/members', 'GET')
  await assign()
  await expect(page.getByText('Out of order')).toBeVisible()
  await expect(dialog).toBeHidden()
  await heal()
  // It is left without input, with its button, and after a question.
  await assign()
  await expect(person('Dana Reyes')).toBeChecked()
  await expect(person('Miles Carter')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await assign()
  await person('Miles Carter').check()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await assign()
  await person('Miles Carter').check()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await assign()
  await person('Miles Carter').check()
  const healSave = await failCalls(page, '/campaigns/*/members', 'PUT')
  await save.click()
  await expect.poll(() => countOf(page, 'change.revert')).toBe(1)
  await healSave()
  // Somebody else takes Dana out meanwhile, and what they hold can't be read at first.
  await api.call('PUT', `/campaigns/${campaign.id}/members`, { memberIds: [] })
  const healRead = await failCalls(page, '/organizations/*/members', 'GET')
  await save.click()
  await expect.poll(() => countOf(page, 'change.revert')).toBe(2)
  await waitForState(page, 'campaignMembers', 'editing')
  await healRead()
  await save.click()
  await expect(person('Dana Reyes')).not.toBeChecked()
  await expect(person('Miles Carter')).toBeChecked()
  await expect(dialog.getByText(/This has been changed elsewhere meanwhile/)).toBeVisible()
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByText('Members saved')).toBeVisible()
  await expect(card).toContainText('Miles Carter')
  await expect(card).not.toContainText('Dana Reyes')
})
