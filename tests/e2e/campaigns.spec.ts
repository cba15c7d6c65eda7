import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { Api } from './api'
import { chooseAction, expect, row, test } from './fixtures'
import { letIn } from './reference'
import { keepEditing, news } from './transitions'

/** A campaign that no other test knows, made by the dialog; its offers are open. */
async function createCampaign(page: Page): Promise<string> {
  const name = `Autumn lights ${Date.now()}`
  await page.goto('/campaigns')
  await page.getByRole('button', { name: 'New campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'New campaign' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Category').fill('Lighting')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  return name
}

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })
  let api: Api
  test.beforeEach(async ({ page, request, reference }) => {
    api = await new Api(request, reference.url).signIn()
    await letIn(page)
  })

  test('CP-01 GE-06 GE-07 a new campaign says what is missing, keeps what a refusal left, and opens on its offers', async ({
    page,
  }) => {
    await page.goto('/campaigns')
    await page.getByRole('button', { name: 'New campaign' }).click()
    const dialog = page.getByRole('dialog', { name: 'New campaign' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await dialog.getByLabel('Name').fill('Kept while refused')
    await dialog.getByLabel('Start Date').fill('2026-05-02')
    await dialog.getByLabel('End Date').fill('2026-05-01')
    await dialog.getByLabel('Category').click()
    await expect(dialog.getByText('End date must not be before the start date')).toBeVisible()
    await dialog.getByLabel('End Date').fill('2026-06-01')
    await page.route('**/api/v1/campaigns', (route) => route.fulfill({ status: 409, json: { message: 'Not now' } }))
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Not now')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('Kept while refused')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await page.unroute('**/api/v1/campaigns')
    await createCampaign(page)
    await expect(page.getByText('Campaign created')).toBeVisible()
    await expect(page).toHaveURL(/\/campaigns\/[\w-]+\?tab=offers$/)
    await expect(page.getByRole('heading', { name: 'No records found' })).toBeVisible()
  })

  test('NO-05 GE-07 GE-09 the Script tab of Update Campaign keeps what agents say, and asks before input is left @rare', async ({
    page,
  }) => {
    await createCampaign(page)
    const dialog = page.getByRole('dialog', { name: 'Update Campaign' })
    const script = dialog.getByRole('textbox', { name: 'Script' })
    const open = async () => {
      await page.getByRole('button', { name: 'Update Campaign' }).click()
      await dialog.getByRole('tab', { name: 'Script' }).click()
    }
    await open()
    await script.fill('Hello {customer.name}, {customer.shoeSize}')
    await expect(dialog.getByText('There is no placeholder {customer.shoeSize}.')).toBeVisible()
    await dialog.getByRole('tab', { name: 'Details' }).click()
    await keepEditing(page)
    await expect(script).toHaveValue('Hello {customer.name}, {customer.shoeSize}')
    await script.fill('Hello {customer.name}')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Script saved')).toBeVisible()
    await open()
    await expect(script).toHaveValue('Hello {customer.name}')
    await script.fill('Good day')
    const [, campaignId = ''] = /campaigns\/([\w-]+)/.exec(page.url()) ?? []
    await api.call('PUT', `/campaigns/${campaignId}/script`, { script: 'Good evening' })
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(news(dialog)).toContainText('Good evening')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Script saved')).toBeVisible()
    await open()
    await expect(script).toHaveValue('Good day')
    await dialog.getByRole('tab', { name: 'Details' }).click()
    await expect(dialog.getByLabel('Name', { exact: true })).toBeVisible()
    await expect(script).toBeHidden()
  })

  test('CP-01 a new campaign copies from another that is chosen, and what was typed stays @rare', async ({ page }) => {
    const source = await api.addCampaign({ type: 'Inbound', termsOfService: 'Pay at once.' })
    const [product] = await api.search('products', { filters: { status: 'active' } })
    await api.addOffer(source.id, product?.id ?? '', { displayName: 'Copied Lamp', quantity: 5, basePrice: 20 })
    await page.goto('/campaigns')
    await page.getByRole('button', { name: 'New campaign' }).click()
    const dialog = page.getByRole('dialog', { name: 'New campaign' })
    await dialog.getByLabel('Name').fill(`Copy of ${source.name}`)
    await dialog.getByLabel('Category').fill('Typed')
    await dialog.getByLabel('Copy from').selectOption(source.name)
    await expect(dialog.getByLabel('Category')).toHaveValue('Typed')
    await expect(dialog.getByLabel('Type')).toHaveValue('Inbound')
    await expect(dialog.getByLabel('Terms of Service')).toHaveValue('Pay at once.')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name: `Copy of ${source.name}` })).toBeVisible()
    await expect(row(page, 'Copied Lamp')).toBeVisible()
  })

  test('CP-02 General Details tells who sells in a campaign: of a new one, who made it @rare', async ({ page }) => {
    await createCampaign(page)
    await page.getByRole('tab', { name: 'General Details' }).click()
    await expect(page.getByText('Sold by')).toBeVisible()
    await expect(page.getByText('Dana Reyes', { exact: true }).last()).toBeVisible()
  })

  test('CP-02 the campaigns in which a person sells come first and are marked: in the list, on the dashboard, in a new order @rare', async ({
    page,
  }) => {
    const own = await api.addCampaign({ name: `First come ${randomUUID()}` })
    const others = await api.addCampaign({ name: own.name.replace('First', 'Later first') })
    await api.call('PUT', `/campaigns/${others.id}/members`, { memberIds: [] })
    await page.goto(`/campaigns?q=${own.name.slice('First '.length)}`)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('row').nth(1)).toContainText(`${own.name} Yours`)
    await expect(page.getByRole('row').nth(2)).toContainText(others.name)
    await expect(page.getByRole('row').nth(2)).not.toContainText('Yours')
    await page.goto('/dashboard')
    const active = page.getByRole('table', { name: 'Active campaigns' })
    await expect(active.getByRole('row').nth(1)).toContainText('Yours')
    await page.goto('/orders/new')
    const choices = page.getByLabel('Campaign')
    await expect(choices.locator('optgroup[label=Yours] option', { hasText: own.name })).toBeAttached()
    await expect(
      choices.locator('optgroup[label=Yours] + optgroup[label=Others] option', { hasText: others.name }),
    ).toBeAttached()
  })

  test('CP-01 RT-13 the list is narrowed to a category, which the address carries @rare', async ({ page }) => {
    const name = await createCampaign(page)
    await page.goto('/campaigns')
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Lighting')
    await expect(page).toHaveURL(/category=Lighting/)
    await expect(row(page, name)).toBeVisible()
    await expect(row(page, 'Winter Warmers')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Type' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Lighting')
    await expect(row(page, name)).toBeVisible()
  })

  test('CP-01 a campaign is duplicated with its offers, from the menu of its row @rare', async ({ page }) => {
    await page.goto('/campaigns?sort=offersCount&q=spring')
    const first = page.getByRole('row').nth(1)
    const name = await first.getByRole('link').first().innerText()
    await chooseAction(page, name, 'Duplicate')
    const dialog = page.getByRole('dialog', { name: 'Duplicate campaign' })
    await expect(dialog.getByLabel('Name')).toHaveValue(`${name} (copy)`)
    await dialog.getByLabel('Name').fill(`${name} again ${Date.now()}`)
    await dialog.getByRole('button', { name: 'Duplicate' }).click()
    await expect(page.getByRole('heading', { name: `${name} again` })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
  })

  test('CP-01 GE-06 a campaign is archived after a question, comes back by Undo, and is found in the archive @rare', async ({
    page,
  }) => {
    const name = await createCampaign(page)
    const archive = async () => {
      await page.goto(`/campaigns?q=${encodeURIComponent(name)}`)
      await chooseAction(page, name, 'Archive')
      const question = page.getByRole('alertdialog', { name: 'Archive campaign' })
      await expect(question).toContainText(name)
      await question.getByRole('button', { name: 'Archive' }).click()
      await expect(page.getByText('Campaign archived')).toBeVisible()
      await expect(row(page, name)).toBeHidden()
    }
    await archive()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Campaign restored')).toBeVisible()
    await expect(row(page, name)).toBeVisible()
    await archive()
    await page.getByRole('combobox', { name: 'Archive' }).selectOption('Archived')
    await expect(row(page, name)).toContainText('Archived')
    await chooseAction(page, name, 'Restore')
    await page.getByRole('alertdialog', { name: 'Restore campaign' }).getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('Campaign restored').last()).toBeVisible()
    await expect(row(page, name)).toBeHidden()
    await page.getByRole('button', { name: 'Remove filter Archive: Archived' }).click()
    await expect(row(page, name)).toContainText('Active')
  })
})
