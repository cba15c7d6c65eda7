import type { Page } from 'playwright/test'
import { Api } from './api'
import { expectAccessibleInBoth } from './axe'
import { chooseAction, expect, row, test } from './fixtures'
import { openShop, type Shop } from './orderNew'
import { letIn } from './reference'
import { countOf, waitForState } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
let shop: Shop
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  await letIn(page)
  shop = await openShop(api)
  await page.goto(`/campaigns/${shop.campaign.id}?tab=offers`)
  await expect(row(page, 'Garden Hose')).toBeVisible()
})

const offerNow = async () => (await api.search('offers', { filters: { campaignId: shop.campaign.id } }))[0]
const price = (page: Page) => row(page, 'Garden Hose').getByTitle('Change Base Price')
const priceField = (page: Page) => row(page, 'Garden Hose').getByRole('textbox', { name: 'Base Price' })
const quantity = (page: Page) => row(page, 'Garden Hose').getByTitle('Change Quantity')
const quantityField = (page: Page) => row(page, 'Garden Hose').getByRole('textbox', { name: 'Quantity' })

test('CP-03 GE-08 a price is changed where it stands: Enter saves, Escape restores, and what is wrong is said there', async ({
  page,
}) => {
  const columns = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().x)))
  const before = await columns()
  await price(page).focus()
  await page.keyboard.press('Enter')
  await expect(priceField(page)).toBeFocused()
  await expect(priceField(page)).toHaveValue('20.00')
  expect(await columns()).toEqual(before)
  await expectAccessibleInBoth(page)
  await page.keyboard.type('18,5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Offer updated')).toBeVisible()
  await expect(price(page)).toHaveText('18.50')
  await expect(price(page)).toBeFocused()
  expect(await offerNow()).toMatchObject({ basePrice: 18.5, quantity: 9 })

  await page.keyboard.press('Enter')
  await expect(priceField(page)).toBeFocused()
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Garden Hose')).toContainText('Base price must be greater than zero')
  await expect(priceField(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(price(page)).toHaveText('18.50')
  await expect(price(page)).toBeFocused()
})

test('CP-03 what is typed over a price before its field is there is what it becomes, to the last digit', async ({
  page,
}) => {
  let come = () => {}
  const held = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/**', async (code) => {
    await held
    await code.continue()
  })
  // All of it before the code of the field has come.
  await price(page).click()
  await page.keyboard.type('123.456')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  come()
  await expect(page.getByText('Offer updated')).toBeVisible()
  await expect(price(page)).toHaveText('123.45')
  expect(await offerNow()).toMatchObject({ basePrice: 123.45 })
  // Without a pause behind the press, when it is there.
  await price(page).click()
  await page.keyboard.type('67.89')
  await expect(priceField(page)).toHaveValue('67.89')
  await page.keyboard.type('0')
  await expect(priceField(page)).toHaveValue('67.890')
  await page.keyboard.press('Escape')
  await expect(price(page)).toHaveText('123.45')
  await price(page).click()
  await page.keyboard.press('9')
  await page.keyboard.press('Escape')
  await expect(price(page)).toHaveText('123.45')
  await expect(price(page)).toBeFocused()
})

test('CP-03 a quantity stands beside the stock of its product, and is saved when its field is left @rare', async ({
  page,
}) => {
  await expect(row(page, 'Garden Hose')).toContainText('9· 20 in stock')
  await quantity(page).click()
  await expect(quantityField(page)).toBeFocused()
  await page.keyboard.type('12')
  await page.getByRole('heading', { name: shop.campaign.name }).click()
  await expect(quantity(page)).toHaveText('12')
  await countOf(page, 'toast.show')
  expect(await offerNow()).toMatchObject({ quantity: 12 })
  // Left as it was, nothing is saved.
  await quantity(page).click()
  await expect(quantityField(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await waitForState(page, 'offerEdit', 'cancelled')
  await chooseAction(page, 'Garden Hose', 'Edit')
  await expect(page.getByRole('dialog')).toContainText('20 of the product in stock')
})

test('CP-03 GE-09 a price that somebody else has changed while it is typed is decided about in the dialog @rare', async ({
  page,
}) => {
  await price(page).click()
  await expect(priceField(page)).toBeFocused()
  await page.keyboard.type('19')
  await api.call('PUT', `/offers/${shop.offer.id}`, { basePrice: 22 })
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await expect(dialog).toContainText('22.00')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog).toBeHidden()
  await expect(priceField(page)).toHaveValue('19')
  await priceField(page).press('Enter')
  await expect(price(page)).toHaveText('19.00')
  await waitForState(page, 'offerEdit', 'saved')
  expect(await offerNow()).toMatchObject({ basePrice: 19 })
})

test('CP-03 an offer is duplicated: the new one begins with all that the other has @rare', async ({ page }) => {
  await chooseAction(page, 'Garden Hose', 'Duplicate')
  const dialog = page.getByRole('dialog', { name: 'Add Offer' })
  await expect(dialog).toContainText('A copy of Garden Hose')
  await expect(dialog).toContainText('20 of the product in stock')
  await expect(dialog.getByLabel('Min Price')).toHaveValue('15.00')
  await dialog.getByLabel('Base Price').fill('24')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Offer added')).toBeVisible()
  await expect(row(page, 'Garden Hose')).toHaveCount(2)
  const both = await api.search('offers', { filters: { campaignId: shop.campaign.id }, sortBy: 'basePrice' })
  expect(both).toMatchObject([
    { basePrice: 20, productId: shop.product.id },
    { basePrice: 24, productId: shop.product.id, minPrice: 15, maxPrice: 25, maxQuantity: 3, shipPrice: 4.95 },
  ])
})
