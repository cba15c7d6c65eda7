import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { Customer } from '../../contract/customers'
import { Api, home } from './api'
import { expectAccessibleInBoth } from './axe'
import { expect, test } from './fixtures'
import { letIn } from './reference'
import { countOf, failCalls, keepEditing, question, waitForState } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
let kept: Customer
let other: Customer
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  const name = `Twice ${randomUUID().slice(0, 8)}`
  kept = await api.addCustomer(name, { email: 'kept@twice.example', note: 'Likes blue' })
  other = await api.addCustomer(name, { email: 'other@twice.example', note: 'Rings late', shippingAddress: home })
  await page.clock.install()
  await letIn(page)
  await page.goto(`/customers/${kept.id}`)
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Merge customers' })
const find = (page: Page) => dialog(page).getByRole('combobox', { name: 'The other customer' })
const merge = (page: Page) => dialog(page).getByRole('button', { name: 'Merge', exact: true })
const open = async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(find(page)).toBeFocused()
}
const choose = async (page: Page) => {
  await find(page).fill('')
  await find(page).fill('other@twice.example')
  await page.locator(`[role=option][data-value="${other.id}"]`).click()
  await expect(dialog(page).getByText('0 orders and 0 calls move.')).toBeVisible()
}

test('CU-04 CU-03 two customers become one as was chosen, which is undone at once, or within the day', async ({
  page,
}) => {
  await open(page)
  await choose(page)
  await expectAccessibleInBoth(page)
  await expect(dialog(page).getByLabel('Address')).toHaveValue('other')
  await expect(dialog(page).getByLabel('Note')).toHaveValue('both')
  await dialog(page).getByLabel('Email').selectOption('other@twice.example')
  await merge(page).click()
  await expect(page.getByText('Customers merged')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('other@twice.example')
  await expect(page.getByRole('region', { name: 'Address' })).toContainText('Austin')
  await expect(page.getByRole('region', { name: 'Note' })).toContainText('Rings late')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('They are two customers again')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('kept@twice.example')

  await open(page)
  await choose(page)
  await merge(page).click()
  await expect(page.getByText('Customers merged')).toBeVisible()
  await page.clock.runFor(10_000)
  await waitForState(page, 'customerMerge', 'ended')
  // The one who went leads to the one who is kept.
  await page.goto(`/customers/${other.id}`)
  await expect(page).toHaveURL(new RegExp(`/customers/${kept.id}$`))
  const merged = page.getByRole('region', { name: 'Merged with' })
  await expect(merged).toContainText(other.name ?? '')
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Merged with another customer')
  await merged.getByRole('button', { name: 'Undo the merge' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Undo the merge' })
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(ask).toBeHidden()
  const heal = await failCalls(page, '/customers/*/unmerge', 'POST')
  await merged.getByRole('button', { name: 'Undo the merge' }).click()
  await ask.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await merged.getByRole('button', { name: 'Undo the merge' }).click()
  await ask.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(merged).toBeHidden()
  await waitForState(page, 'customerUnmerge', 'ended')
})

test('CU-04 GE-07 GE-09 merging can be left in every way, and what fails is said and tried again @rare', async ({
  page,
}) => {
  await open(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await open(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await open(page)
  const healSearch = await failCalls(page, '/search', 'POST')
  await find(page).fill('other@twice.exampl')
  await expect(page.getByText('Error searching')).toBeVisible()
  await healSearch()
  await page.getByRole('button', { name: 'Try again' }).click()
  const option = page.locator(`[role=option][data-value="${other.id}"]`)
  await expect(option).toBeVisible()
  const healRead = await failCalls(page, `/customers/${other.id}`, 'GET')
  await option.click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await healRead()
  await choose(page)
  // Nothing is chosen otherwise than at first.
  const email = dialog(page).getByLabel('Email')
  await email.focus()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await open(page)
  await choose(page)
  await email.selectOption('other@twice.example')
  await email.focus()
  await email.blur()
  await email.focus()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await email.focus()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toBeHidden()
  await open(page)
  await choose(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await open(page)
  await choose(page)
  await dialog(page).getByRole('button', { name: 'Choose another' }).click()
  await choose(page)
  // Somebody else changes one of them meanwhile: both are looked at once more.
  await api.call('PUT', `/customers/${other.id}`, { phone: '+12125550144' })
  await merge(page).click()
  await expect.poll(() => countOf(page, 'change.revert')).toBe(1)
  await expect(dialog(page).getByLabel('Phone')).toBeVisible()
  await merge(page).click()
  await expect(page.getByText('Customers merged')).toBeVisible()
  const heal = await failCalls(page, '/customers/*/unmerge', 'POST')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Out of order').last()).toBeVisible()
  await waitForState(page, 'customerMerge', 'ended')
  await heal()
})
