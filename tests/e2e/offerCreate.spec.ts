import type { Page } from 'playwright/test'
import { chooseProduct, expect, holdFrames, offersTab, row, test } from './fixtures'

const openAdd = async (page: Page) => {
  await page.getByRole('button', { name: 'Add Offer' }).click()
  return page.getByRole('dialog', { name: 'Add Offer' })
}

test('AO-01 AO-03 AO-08 an offer is added with a product that is searched for', async ({ open, page, backend }) => {
  await open(offersTab)
  const dialog = await openAdd(page)
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Product' }).click()
  await expect(page.getByRole('option', { name: /^Product/ })).toHaveCount(20)
  expect(backend.callsOf('POST /search', { resource: 'products' })[0]?.body).toMatchObject({
    resource: 'products',
    limit: 20,
    page: 1,
  })
  await dialog.getByRole('combobox', { name: 'Product' }).fill('Product 27')
  await chooseProduct(dialog, 'Product 27')
  await dialog.getByLabel('Gateway').selectOption({ label: 'Main Gateway' })
  await dialog.getByLabel('Quantity', { exact: true }).fill('7')
  await dialog.getByLabel('Base Price').fill('19.99')
  await dialog.getByLabel('Max Quantity').fill('2')
  const release = backend.hold('POST /campaigns/cmp_1/offers')
  await save.click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(page.locator('[data-skeleton]')).toHaveCount(1)
  release()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Product 27')).toContainText('19.99')
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  expect(backend.callsOf('POST /campaigns/cmp_1/offers')[0]?.body).toEqual({
    organizationId: 'org_1',
    productId: 'prd_27',
    displayName: 'Product 27',
    gatewayInstanceId: 'gtw_1',
    quantity: 7,
    basePrice: 19.99,
    maxQuantity: 2,
  })
})

test('AO-03 GE-02 the price of a product that was found names its currency @rare', async ({ open, page, backend }) => {
  Object.assign(backend.data.organizations[0] ?? {}, { currency: 'EUR' })
  Object.assign(backend.data.products[0] ?? {}, { price: 1234.5 })
  await open(offersTab)
  const dialog = await openAdd(page)
  await dialog.getByRole('combobox', { name: 'Product' }).click()
  await expect(page.getByRole('option', { name: '€1,234.50' })).toHaveCount(1)
})

test('AO-03 only what was found for the typed text can be chosen @rare', async ({ open, page, backend }) => {
  await open(offersTab)
  const dialog = await openAdd(page)
  const product = dialog.getByRole('combobox', { name: 'Product' })
  const options = page.getByRole('option', { name: /^Product/ })
  await product.click()
  await expect(options).toHaveCount(20)
  const release = backend.hold('POST /search')
  await product.fill('Product 27')
  await expect(options).toHaveCount(0)
  await expect(page.getByText('Loading...')).toBeVisible()
  await product.press('Enter')
  release()
  await expect(options).toHaveText([/^Product 27/])
  await expect(product).toHaveAttribute('aria-activedescendant', /prd_27/)
  await product.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(product).toHaveValue('Product 27')
  await product.blur()
  await expect(dialog.getByText('A product must be chosen')).toBeHidden()
})

test('AO-03 Enter takes the first product that was found, in the very moment in which it appears @rare', async ({
  open,
  page,
}) => {
  await open(offersTab)
  const dialog = await openAdd(page)
  const product = dialog.getByRole('combobox', { name: 'Product' })
  await product.click()
  await expect(page.getByRole('option', { name: /^Product/ })).toHaveCount(20)
  await product.evaluate((input) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelectorAll('[role=option]').length !== 1) return
      observer.disconnect()
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }).observe(document.body, { childList: true, subtree: true })
  })
  await product.fill('Product 27')
  await expect(product).toHaveAttribute('aria-expanded', 'false')
  await product.blur()
  await expect(product).toHaveValue('Product 27')
  await expect(dialog.getByText('A product must be chosen')).toBeHidden()
})

test('AO-03 who chooses a product and goes on faster than the page draws is not called back to it', async ({
  open,
  page,
}) => {
  await open(offersTab)
  const dialog = await openAdd(page)
  await dialog.getByRole('combobox', { name: 'Product' }).fill('Product 27')
  await expect(page.getByRole('option', { name: /^Product/ })).toHaveText([/^Product 27/])
  const drawAgain = await holdFrames(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Gateway')).toBeFocused()
  await drawAgain()
  await expect(dialog.getByLabel('Gateway')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('combobox', { name: 'Product' })).toBeFocused()
})

test('AO-02 the states of the gateway select', async ({ open, page, backend }) => {
  await open(offersTab)
  const release = backend.hold('GET /gateways/instances')
  let dialog = await openAdd(page)
  const shown = () => dialog.getByLabel('Gateway').locator('option').first()
  await expect(shown()).toHaveText('Loading...')
  release()
  await expect(dialog.getByLabel('Gateway').locator('option').nth(1)).toHaveText('Main Gateway')
  expect(backend.callsOf('GET /gateways/instances')[0]?.query).toBe('?organizationId=org_1')
  await dialog.getByRole('button', { name: 'Close' }).click()
  backend.fail('GET /gateways/instances', { status: 500, body: {} })
  dialog = await openAdd(page)
  await expect(shown()).toHaveText('Error loading gateways')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel('Gateway').locator('option').nth(1)).toHaveText('Main Gateway')
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Close' }).click()
  backend.data.gateways = []
  dialog = await openAdd(page)
  await expect(shown()).toHaveText('No gateways found')
})

test('AO-04 AO-05 messages once a field was touched, and Save only when all holds', async ({ open, page }) => {
  await open(offersTab)
  const dialog = await openAdd(page)
  const quantity = 'Quantity is required and must be greater than zero'
  await expect(dialog.getByText(quantity)).toBeHidden()
  const type = async (label: string, value: string) => {
    await dialog.getByLabel(label, { exact: true }).fill(value)
    await dialog.getByLabel(label, { exact: true }).blur()
  }
  await type('Quantity', '0')
  await expect(dialog.getByText(quantity)).toBeVisible()
  await type('Base Price', '')
  await expect(dialog.getByText('Base price is required and must be greater than zero')).toBeVisible()
  await type('Min Price', '-1')
  await expect(dialog.getByText('Min price must be zero or greater')).toBeVisible()
  await type('Min Price', '20')
  await type('Max Price', '10')
  await expect(dialog.getByText('Max price must be zero or greater and not less than min price')).toBeVisible()
  await type('Max Quantity', '1.5')
  await expect(dialog.getByText('Max quantity must be a non-negative integer')).toBeVisible()
  await type('Quantity', '1')
  await type('Base Price', '10')
  await type('Max Price', '30')
  await type('Max Quantity', '0')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Product' }).fill('Product 3')
  await chooseProduct(dialog, 'Product 3')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('AO-06 without an organization: Organization ID is required', async ({ open, page, backend }) => {
  backend.data.organizations = []
  await page.addInitScript(() => localStorage.removeItem('orgId'))
  await open('/campaigns/cmp_1?tab=offers')
  await expect(page.getByText('Error fetching offers')).toBeVisible()
  const dialog = await openAdd(page)
  await expect(dialog.getByLabel('Gateway').locator('option').first()).toHaveText('No gateways found')
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('AO-07 a refused offer is logged, told, and stays typed', async ({ open, page, backend }) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await open(offersTab)
  const dialog = await openAdd(page)
  await dialog.getByRole('combobox', { name: 'Product' }).fill('Product 3')
  await chooseProduct(dialog, 'Product 3')
  await dialog.getByLabel('Quantity', { exact: true }).fill('7')
  await dialog.getByLabel('Base Price').fill('1')
  backend.fail('POST /campaigns/cmp_1/offers', { status: 422, body: { message: 'Too cheap' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Too cheap' })).toBeVisible()
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('7')
  expect(logged.some((text) => text.includes('Too cheap'))).toBe(true)
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
})
