import type { Page } from 'playwright/test'
import { importOutdated } from '../../contract/extensions/sheetImports'
import type { Product } from '../../contract/products'
import { type AddedProduct, Api } from './api'
import { expectAccessible } from './axe'
import { expect, row, test } from './fixtures'
import { letIn } from './reference'
import { failCalls, holdCalls, keepEditing, leaveUnanswered, loseAnswers, question, uncertain } from './transitions'

// The ways through an import that a person rarely takes.

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
let product: AddedProduct
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  product = await api.addProduct()
  await letIn(page)
  await page.goto(`/products?q=${product.sku}`)
  await expect(row(page, product.sku)).toBeVisible()
})

const parts = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  const button = (name: string | RegExp) => dialog.getByRole('button', { name })
  return {
    dialog,
    button,
    open: () => page.getByRole('button', { name: 'Import', exact: true }).click(),
    check: async (...lines: string[]) => {
      await dialog.getByLabel(/Or paste cells/).fill(['SKU\tName\tPrice', ...lines].join('\n'))
      // By its key, as what was imported before may come meanwhile and move it from under the mouse.
      await button('Check pasted lines').press('Enter')
    },
  }
}
const renamed = ({ sku }: AddedProduct) => `${sku}\tRenamed Lamp\t12.50`

test('PR-04 an import is left by its button and by Escape, wherever it has come to @rare', async ({ page }) => {
  const { dialog, button, open, check } = parts(page)
  const leave = async () => {
    await button('Cancel').focus()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  const cancel = async () => {
    await button(/^(?:Cancel|Close)$/).click()
    await expect(dialog).toBeHidden()
  }
  for (const end of [leave, cancel]) {
    await open()
    await expect(dialog.getByLabel('CSV file')).toBeAttached()
    await end()
  }
  for (const end of [leave, cancel]) {
    await open()
    const release = await holdCalls(page, '/sheet-imports/*/lines')
    await check(renamed(product))
    await expect(dialog.getByText('Checked 0 of 1 line')).toBeVisible()
    await end()
    release()
  }
  for (const end of [leave, cancel]) {
    await open()
    await check(renamed(product))
    await expect(button('Import 1 line')).toBeEnabled()
    await end()
  }
  expect((await api.call<Product>('GET', `/products/${product.id}`)).name).toBe('Work Lamp')
})

test('PR-04 lines are taken over once they can be read, and the place of those to come is kept', async ({ page }) => {
  const { dialog, button, open, check } = parts(page)
  let answerLines = () => {}
  const areWanted = new Promise<void>((resolve) => (answerLines = resolve))
  await page.route('**/api/v1/sheet-imports/*/lines*', async (route) => {
    if (route.request().method() === 'GET') await areWanted
    await route.fallback()
  })
  await open()
  const asked = page.waitForRequest((request) => request.method() === 'GET' && request.url().endsWith('/lines'))
  await check(renamed(product), `${product.sku}\tAgain\t1`)
  await asked
  await expect(dialog.getByText('Checked 2 of 2 lines')).toBeVisible()
  await expect(button('Import 1 line')).toHaveCount(0)
  answerLines()
  await expect(dialog.getByRole('row', { name: /Renamed Lamp/ })).toBeVisible()
  // What is narrowed keeps the place of the lines that come.
  const place = async () => (await button('Import 1 line').boundingBox())?.y ?? 0
  const before = await place()
  const release = await holdCalls(page, '/sheet-imports/*/lines?*')
  await button('Changed: 1').click()
  const line = dialog.getByRole('row', { name: /Renamed Lamp/ })
  await expect(line).toHaveCount(0)
  await expect(button(/^Show more/)).toHaveCount(0)
  const meanwhile = await place()
  release()
  await expect(line).toBeVisible()
  // But for what one of them needs more, as its changes may be longer than a line.
  expect(Math.abs((await place()) - meanwhile)).toBeLessThan(40)
  expect(Math.abs(meanwhile - before)).toBeLessThan(40)
  // Those that can not be read are said to be so, and read when they are asked for again.
  const heal = await failCalls(page, '/sheet-imports/*/lines*', 'GET')
  await button('Left out: 1').click()
  await expect(dialog.getByText('These lines could not be read.')).toBeVisible()
  await expectAccessible(page)
  await heal()
  await button('Try again').click()
  await expect(dialog.getByRole('row', { name: /Again/ })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await button('Import 1 line').click()
  await expect(dialog.getByText('0 products added, 1 product changed.')).toBeVisible()
})

test('PR-04 GE-07 what fails while lines are checked is said in the dialog, and what was pasted is still there @rare', async ({
  page,
}) => {
  const { dialog, button, open, check } = parts(page)
  const healList = await failCalls(page, '/sheet-imports*', 'GET')
  await open()
  await expect(page.getByText('Out of order')).toBeVisible()
  await healList()
  const healLines = await failCalls(page, '/sheet-imports/*/lines', 'PUT')
  await check(renamed(product))
  await expect(dialog.getByText('Out of order')).toBeVisible()
  await healLines()
  await expect(dialog.getByLabel(/Or paste cells/)).toHaveValue(/Renamed Lamp/)
  const release = await holdCalls(page, '/sheet-imports/*/lines')
  await button('Check pasted lines').click()
  await button('Choose another file').click()
  await expect(dialog.getByLabel('CSV file')).toBeAttached()
  release()
  const healPreview = await failCalls(page, '/sheet-imports/*/lines*', 'GET')
  await button('Check pasted lines').click()
  await expect(dialog.getByText('Out of order')).toBeVisible()
  await button('Changed: 1').click()
  await expect(dialog.getByText('Out of order')).toBeVisible()
  await healPreview()
  await button('All: 1').click()
  await expect(dialog.getByRole('row', { name: /Renamed Lamp/ })).toBeVisible()
  await expect(dialog.getByText('Out of order')).toBeHidden()
})

test('PR-04 GE-07 Escape asks before pasted lines are lost, and Cancel does not', async ({ page }) => {
  const { dialog, button, open } = parts(page)
  await open()
  const pasted = dialog.getByLabel(/Or paste cells/)
  await pasted.fill(`SKU\tName\n${product.sku}\tRenamed Lamp`)
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await expect(pasted).toHaveValue(/Renamed Lamp/)
  await pasted.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await expect(pasted).toHaveValue('')
  await pasted.fill('SKU')
  await button('Cancel').click()
  await expect(dialog).toBeHidden()
})

test('PR-04 lines of products that somebody else has changed meanwhile are checked again, then imported @rare', async ({
  page,
}) => {
  const { dialog, button, open, check } = parts(page)
  await open()
  await check(renamed(product))
  await expect(button('Import 1 line')).toBeEnabled()
  await api.call('PUT', `/products/${product.id}`, { category: 'Lamps' })
  await button('Import 1 line').click()
  await expect(dialog.getByText(importOutdated)).toBeVisible()
  await button('Check again').click()
  await expect(dialog.getByText(importOutdated)).toBeHidden()
  await button('Import 1 line').dblclick()
  await expect(dialog.getByText(/0 products added, 1 product changed/)).toBeVisible()
  await button('Close').focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row(page, product.sku)).toContainText('Renamed Lamp')
})

test('PR-04 GE-16 an import whose answers are lost is looked up, and done once @rare', async ({ page }) => {
  const { dialog, button, open, check } = parts(page)
  await open()
  await check(renamed(product))
  await loseAnswers(page, '/sheet-imports/*/commit', 2)
  await button('Import 1 line').click()
  await expect(uncertain(dialog)).toContainText('whether these lines have been imported')
  await expect(dialog.getByText(/0 products added, 1 product changed/)).toBeVisible()
  await button('Undo import').click()
  await expect(page.getByText('Import undone')).toBeVisible()
  // Whoever does not wait for that need not, and may give it up.
  const importUnanswered = async () => {
    await open()
    await check(renamed(product))
    await button('Import 1 line').click()
    return dialog
  }
  await leaveUnanswered(page, '/sheet-imports/*/commit', importUnanswered)
  await page.route('**/api/v1/sheet-imports/*/commit', (route) => route.abort())
  await expect(uncertain(await importUnanswered())).toContainText('whether these lines have been imported')
  await button('Give up import').click()
  await expect(page.getByText('Import given up')).toBeVisible()
  expect((await api.call<Product>('GET', `/products/${product.id}`)).name).toBe('Work Lamp')
})

test('PR-04 an import is undone but for what has been changed since, and one that can not be undone says so @rare', async ({
  page,
}) => {
  const { dialog, button, open, check } = parts(page)
  const importAs = async (name: string) => {
    await open()
    await check(`${product.sku}\t${name}\t12.50`)
    await button('Import 1 line').click()
    await expect(dialog.getByText(/1 product changed/)).toBeVisible()
  }
  for (const [name, close] of [
    ['Desk Lamp', () => button('Close').click()],
    ['Floor Lamp', () => page.keyboard.press('Escape')],
  ] as const) {
    await importAs(name)
    await api.call('PUT', `/products/${product.id}`, { category: `For ${name}` })
    await button('Undo import').click()
    await expect(dialog.getByText(/^Undone, but for 1 product that has been changed/)).toBeVisible()
    await button('Close').focus()
    await close()
    await expect(dialog).toBeHidden()
    await expect(row(page, product.sku)).toContainText(name)
  }
  await importAs('Garden Lamp')
  const heal = await failCalls(page, '/sheet-imports/*/undo', 'POST')
  await button('Undo import').click()
  await expect(dialog.getByText('Out of order')).toBeVisible()
  await heal()
  await button('Undo').first().click()
  await expect(page.getByText('Import undone')).toBeVisible()
  await expect(row(page, product.sku)).toContainText('Floor Lamp')
})

test('PR-04 of many lines the first are shown, and the others when they are asked for @rare', async ({ page }) => {
  const { dialog, button, open, check } = parts(page)
  await open()
  await check(...Array.from({ length: 60 }, (_, index) => `${product.sku}-${index}\t\t5`))
  await expect(button('Import 0 lines')).toBeDisabled()
  await button('Show more: 50 of 60').click()
  await expect(dialog.getByRole('row', { name: new RegExp(`${product.sku}-59 `) })).toBeVisible()
  await expect(button(/^Show more/)).toBeHidden()
})
