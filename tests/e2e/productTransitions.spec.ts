import type { Page } from 'playwright/test'
import type { Product } from '../../contract/products'
import { type AddedProduct, Api } from './api'
import { chooseAction, expect, row, test } from './fixtures'
import { letIn } from './reference'
import {
  decide,
  failCalls,
  holdCalls,
  keepEditing,
  leaveUnanswered,
  loseAnswer,
  loseAnswers,
  news,
  question,
  uncertain,
  waitForState,
} from './transitions'

// The ways through the flows of products that a person rarely takes.

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  await page.clock.install()
  await letIn(page)
})

const openList = async (page: Page, { sku }: AddedProduct) => {
  await page.goto(`/products?q=${sku}`)
  await expect(row(page, sku)).toBeVisible()
}

test('PR-02 GE-07 GE-09 all that can come between typing over a product and saving it @rare', async ({ page }) => {
  const product = await api.addProduct({ category: 'Lamps' })
  const change = async (category: string) => void (await api.call('PUT', `/products/${product.id}`, { category }))
  await openList(page, product)
  const openDialog = async () => {
    await chooseAction(page, product.sku, 'Edit')
    return page.getByRole('dialog', { name: 'Edit product' })
  }
  await decide(page, {
    openDialog,
    typed: { label: 'Name', from: 'Work Lamp', to: 'Desk Lamp', again: 'Floor Lamp' },
    changed: { label: 'Category', from: 'Lamps', to: 'Lights', again: 'Lighting' },
    change,
  })
  const dialog = await openDialog()
  await dialog.getByLabel('Name').fill('Desk Lamp')
  // What somebody else changes is told by the refusal alone.
  const release = await holdCalls(page, '/search')
  await change('Lights')
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(news(dialog)).toContainText('Lights')
  await news(dialog).getByRole('button', { name: 'Keep mine' }).click()
  // It has changed once more, but is as it was.
  await change('Lighting')
  await change('Lights')
  await save.click()
  await expect(page.getByText('Product saved')).toBeVisible()
  const reread = page.waitForResponse('**/api/v1/search')
  release()
  await reread
  await expect(row(page, product.sku)).toContainText('Desk Lamp')
})

test('PR-02 GE-07 a product that can not be saved stays typed until it can or is discarded @rare', async ({ page }) => {
  const product = await api.addProduct()
  await openList(page, product)
  const dialog = page.getByRole('dialog', { name: 'Edit product' })
  const name = dialog.getByLabel('Name')
  await chooseAction(page, product.sku, 'Edit')
  await name.fill('Desk Lamp')
  const heal = await failCalls(page, '/products/*', 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await expect(name).toHaveValue('Desk Lamp')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, product.sku)).toContainText('Work Lamp')
  await chooseAction(page, product.sku, 'Edit')
  await expect(name).toHaveValue('Work Lamp')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('PR-01 GE-04 Back from a panel whose product is still being read opens nothing, and one that does not exist is told @rare', async ({
  page,
}) => {
  const product = await api.addProduct()
  await openList(page, product)
  const release = await holdCalls(page, `/products/${product.id}`)
  await chooseAction(page, product.sku, 'Edit')
  await waitForState(page, 'productEdit', 'loading')
  await page.goBack()
  await waitForState(page, 'productEdit', 'cancelled')
  release()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/products?action=edit&productId=nobody')
  await expect(page.getByText('Product not found')).toBeVisible()
  await expect(page).toHaveURL('/products')
})

test('PR-02 a product whose answer is lost is added once, however often it is sent @rare', async ({ page }) => {
  const { sku } = await api.addProduct()
  await page.goto('/products?action=new')
  const panel = page.getByRole('dialog', { name: 'New product' })
  const add = panel.getByRole('button', { name: 'Add product' })
  await panel.getByLabel('Name').fill('Lost Lamp')
  await panel.getByLabel('SKU').fill(`${sku}-LOST`)
  await panel.getByLabel('Price').fill('9')
  await loseAnswer(page, '/products')
  await add.dblclick()
  await expect(page.getByText('Product added')).toBeVisible()
  await page.goto(`/products?q=${sku}-LOST`)
  await expect(page.getByRole('link', { name: 'Lost Lamp' })).toHaveCount(1)
})

test('PR-02 GE-06 a step that nobody confirms or that is refused changes nothing, and a copy is made once @rare', async ({
  page,
}) => {
  const product = await api.addProduct()
  await openList(page, product)
  const confirm = page.getByRole('alertdialog')
  await chooseAction(page, product.sku, 'Archive')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirm).toBeHidden()
  const heal = await failCalls(page, '/products/*/archive', 'POST')
  await chooseAction(page, product.sku, 'Archive')
  await confirm.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await expect(row(page, product.sku)).toContainText('Active')
  const original = page.getByRole('row').filter({ has: page.getByRole('cell', { name: product.sku, exact: true }) })
  const duplicate = async () => {
    await original.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await confirm.getByRole('button', { name: 'Duplicate' }).click()
  }
  await loseAnswer(page, '/products/*/duplicate')
  await duplicate()
  await expect(page.getByText('Work Lamp duplicated')).toBeVisible()
  await page.reload()
  await expect(row(page, product.sku)).toHaveCount(2)
})

test('PR-01 a product is looked at, and its panel is closed by its button and by Escape @rare', async ({ page }) => {
  const product = await api.addProduct()
  await openList(page, product)
  const panel = page.getByRole('dialog', { name: 'Product', exact: true })
  await chooseAction(page, product.sku, 'View')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(/action=/)
  await chooseAction(page, product.sku, 'View')
  await expect(panel.getByRole('tab', { name: 'Details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(/action=/)
})

test('PR-03 GE-07 GE-09 all that can come between typing an adjustment and making it @rare', async ({ page }) => {
  const product = await api.addProduct()
  const adjust = (by: number) => api.call('POST', `/products/${product.id}/stock`, { by, reason: 'Counted' })
  await openList(page, product)
  const dialog = page.getByRole('dialog', { name: 'Adjust stock' })
  const units = dialog.getByLabel('Units, with a minus to take off')
  const submit = dialog.getByRole('button', { name: 'Adjust stock' })
  const open = () => chooseAction(page, product.sku, 'Adjust stock')
  await open()
  await submit.click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await units.focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await units.fill('-3')
  await dialog.getByLabel('Reason').fill('Broken')
  // What somebody else takes off is told where it is typed, also while the person is asked about leaving.
  await adjust(1)
  await expect(dialog.getByText('In stock: 6 → 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await adjust(-2)
  await expect(page.getByText('In stock: 4 → 1')).toBeAttached()
  await keepEditing(page)
  await expect(units).toHaveValue('-3')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test('PR-03 an adjustment that is refused says so at its field, and one whose answer is lost is made once @rare', async ({
  page,
}) => {
  const product = await api.addProduct()
  const inStock = async () => (await api.call<Product>('GET', `/products/${product.id}`)).stock
  await openList(page, product)
  const dialog = page.getByRole('dialog', { name: 'Adjust stock' })
  const units = dialog.getByLabel('Units, with a minus to take off')
  const submit = dialog.getByRole('button', { name: 'Adjust stock' })
  await chooseAction(page, product.sku, 'Adjust stock')
  await units.fill('-3')
  await dialog.getByLabel('Reason').fill('Broken')
  const release = await holdCalls(page, '/search')
  await api.call('POST', `/products/${product.id}/stock`, { to: 2, reason: 'Counted' })
  await submit.click()
  await expect(dialog.getByText('Only 2 units are left in stock.')).toBeVisible()
  await units.fill('-1')
  const heal = await failCalls(page, '/products/*/stock', 'POST')
  await submit.click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await expect(units).toHaveValue('-1')
  const promised = dialog.getByText(/In stock: \d+ → \d+/)
  const text = await promised.innerText()
  // Its answers are lost: nothing is promised but what was sent, which is asked for again (GE-16).
  await loseAnswers(page, '/products/*/stock', 2)
  await submit.dblclick()
  await expect.poll(inStock).toBe(1)
  release()
  await expect(uncertain(dialog)).toContainText('whether the stock has been adjusted')
  await expect(promised).toHaveText(text)
  await expect(page.getByText('Stock adjusted')).toBeVisible()
  expect(await inStock()).toBe(1)
  await leaveUnanswered(page, '/products/*/stock', async () => {
    await chooseAction(page, product.sku, 'Adjust stock')
    await units.fill('5')
    await dialog.getByLabel('Reason').fill('Found')
    await submit.click()
    return dialog
  })
  expect(await inStock()).toBe(1)
})
