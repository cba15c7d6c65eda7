import type { Page } from 'playwright/test'
import { Api } from './api'
import { chooseAction, expect, row, test } from './fixtures'
import { openWinterWarmers, signIn } from './reference'

let made = 0
/** A product that no other test knows, made by the panel, whose SKU is returned. */
async function addProduct(page: Page, name: string, stock = '5'): Promise<string> {
  made += 1
  const sku = `E2E-${Date.now()}-${made}`
  await page.goto('/products?action=new')
  const panel = page.getByRole('dialog', { name: 'New product' })
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('SKU').fill(sku)
  await panel.getByLabel('Price').fill('12,50')
  await panel.getByLabel('Stock to begin with').fill(stock)
  await panel.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('Product added')).toBeVisible()
  await expect(panel).toBeHidden()
  return sku
}

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })
  test.beforeEach(async ({ page }) => signIn(page))

  test('PR-01 RT-08 the list is narrowed to a status, a category and what is low in stock', async ({ page }) => {
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'SKU',
      'Category',
      'Price',
      'Stock',
      'Status',
      'Updated',
    ])
    await page.getByRole('combobox', { name: 'Stock' }).selectOption('Low stock')
    await expect(page).toHaveURL(/stockLevel=low/)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Active')
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Outdoor')
    await expect(page).toHaveURL(/category=Outdoor/)
    await page.getByRole('button', { name: 'Remove filter Stock: Low stock' }).click()
    await expect(page).not.toHaveURL(/stockLevel/)
  })

  test('GE-09 LV-01 a form is told of what somebody else has changed, though no list behind it shows its record', async ({
    page,
    request,
    reference,
  }) => {
    const api = await new Api(request, reference.url).signIn()
    const { id } = await api.addProduct({ name: 'Deck Lamp' })
    await page.goto('about:blank')
    const listening = page.waitForResponse((response) => response.url().includes('/api/v1/events'))
    await Promise.all([listening, page.goto(`/products?q=nothing-is-called-so&action=edit&productId=${id}`)])
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Name').fill('Deck Lamp of mine')
    await api.call('PUT', `/products/${id}`, { price: 13.75 })
    await expect(panel).toContainText('This has been changed elsewhere meanwhile')
    await expect(panel).toContainText('13.75')
    await expect(panel.getByLabel('Name')).toHaveValue('Deck Lamp of mine')
  })

  test('GE-09 LV-01 a form is told of a change of what was made just before, though both are told at once as made', async ({
    page,
    request,
    reference,
  }) => {
    const api = await new Api(request, reference.url).signIn()
    const { id } = await api.addProduct({ name: 'Porch Lamp' })
    let tell = () => {}
    const isChanged = new Promise<void>((resolve) => (tell = resolve))
    await page.route('**/api/v1/events*', async (route) => {
      await isChanged
      const told = [{ resource: 'products', id, version: 2, kind: 'created' }]
      const body = `event: ready\ndata: {}\n\nevent: changes\ndata: ${JSON.stringify(told)}\n\n`
      await route.fulfill({ contentType: 'text/event-stream', body })
    })
    await page.goto(`/products?q=nothing-is-called-so&action=edit&productId=${id}`)
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Name').fill('Porch Lamp of mine')
    await api.call('PUT', `/products/${id}`, { price: 13.75 })
    tell()
    await expect(panel).toContainText('This has been changed elsewhere meanwhile')
  })

  test('PR-02 a new product: what is missing and a SKU that is taken are told at the field, and nothing typed is lost', async ({
    page,
  }) => {
    const sku = await addProduct(page, 'Taken Lamp')
    await page.getByRole('button', { name: 'New product' }).click()
    const panel = page.getByRole('dialog', { name: 'New product' })
    await panel.getByRole('button', { name: 'Add product' }).click()
    await expect(panel.getByText('Name is required')).toBeVisible()
    await expect(panel.getByLabel('Name')).toBeFocused()
    await expect(panel.getByText('SKU is required')).toBeVisible()
    await expect(panel.getByText('Price is required and must be zero or greater')).toBeVisible()
    await panel.getByLabel('Name').fill('Other Lamp')
    await panel.getByLabel('SKU').fill(sku)
    await panel.getByLabel('Price').fill('9')
    await page.keyboard.press('Control+Enter')
    await expect(panel.getByText('Another product has this SKU')).toBeVisible()
    await expect(panel.getByLabel('SKU')).toHaveAttribute('aria-invalid', 'true')
    await expect(panel.getByLabel('SKU')).toBeFocused()
    await expect(panel.getByLabel('Name')).toHaveValue('Other Lamp')
    await panel.getByLabel('SKU').fill(`${sku}-2`)
    await expect(panel.getByText('Another product has this SKU')).toBeHidden()
    await panel.getByRole('button', { name: 'Add product' }).click()
    await expect(panel).toBeHidden()
    await expect(row(page, `${sku}-2`)).toBeVisible()
  })

  test('PR-01 PR-03 the address carries the panel and its tab, and the stock is adjusted from there @rare', async ({
    page,
  }) => {
    const sku = await addProduct(page, 'Counted Lamp')
    await row(page, sku).getByRole('link', { name: 'Counted Lamp' }).click()
    const panel = page.getByRole('dialog', { name: 'Product', exact: true })
    await expect(panel.getByText(sku).first()).toBeVisible()
    await panel.getByRole('tab', { name: 'Stock' }).click()
    await expect(page).toHaveURL(/action=view.*tab=stock/)
    await page.reload()
    await expect(panel.getByRole('row', { name: /Opening stock .* \+5 5 .*Dana Reyes/ })).toBeVisible()
    await panel.getByRole('button', { name: 'Adjust stock' }).click()
    const dialog = page.getByRole('dialog', { name: 'Adjust stock' })
    await expect(dialog.getByLabel('Units, with a minus to take off')).toBeFocused()
    await dialog.getByLabel('Units, with a minus to take off').fill('-6')
    await dialog.getByLabel('Reason').fill('Broken in the warehouse')
    await dialog.getByRole('button', { name: 'Adjust stock' }).click()
    await expect(dialog.getByText('Only 5 units are left in stock.')).toBeVisible()
    await dialog.getByLabel('Units, with a minus to take off').fill('-2')
    await expect(dialog.getByText('In stock: 5 → 3')).toBeVisible()
    await dialog.getByRole('button', { name: 'Adjust stock' }).click()
    await expect(page.getByText('Stock adjusted')).toBeVisible()
    await expect(
      panel.getByRole('row', { name: /Adjustment .* -2 3 Broken in the warehouse Dana Reyes/ }),
    ).toBeVisible()
    await expect(panel.getByText('3 in stock')).toBeVisible()
    await page.goBack()
    await expect(panel).toBeHidden()
  })

  test('PR-01 GE-14 what a product is made of stands beside its facts, and its name and actions stay in sight @rare', async ({
    page,
    request,
    reference,
  }) => {
    const api = await new Api(request, reference.url).signIn()
    const { id } = await api.addProduct({ name: 'Beacon Lamp', stock: 0 })
    await page.goto(`/products?action=view&productId=${id}`)
    const panel = page.getByRole('dialog', { name: 'Product', exact: true })
    const name = panel.getByRole('heading', { name: 'Beacon Lamp', level: 1 })
    await expect(name).toBeVisible()
    await expect(page).toHaveTitle('Beacon Lamp · Products · Offerdesk')
    // What is empty is told in a sentence or not at all.
    await expect(panel.getByText('No offer sells this product.')).toBeVisible()
    await expect(panel.getByText('Nothing has come in or gone out yet.')).toBeVisible()
    await expect(panel.getByText('Category')).toBeHidden()
    const campaign = await api.addCampaign()
    await api.call('POST', `/products/${id}/stock`, { by: 100, reason: 'Delivered' })
    for (let n = 1; n <= 6; n += 1) {
      await api.addOffer(campaign.id, id, { displayName: `Beacon ${n}`, quantity: 1, basePrice: 20 })
      await api.call('POST', `/products/${id}/stock`, { by: -n, reason: 'Counted' })
    }
    await page.reload()
    const offers = panel.getByRole('region', { name: 'Offers', exact: true })
    const stock = panel.getByRole('region', { name: 'Stock', exact: true })
    await expect(offers.getByRole('row')).toHaveCount(6)
    await expect(stock.getByRole('link', { name: 'All 7 movements' })).toBeVisible()
    const price = panel.getByRole('term').filter({ hasText: /^Price$/ })
    const [main, side] = await Promise.all([offers.boundingBox(), price.boundingBox()])
    expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThan(side?.x ?? 0)
    await page.setViewportSize({ width: 390, height: 700 })
    expect((await price.boundingBox())?.y).toBeLessThan((await offers.boundingBox())?.y ?? 0)
    await stock.getByRole('link', { name: 'All 7 movements' }).scrollIntoViewIfNeeded()
    await expect(name).toBeInViewport({ ratio: 1 })
    await expect(panel.getByRole('button', { name: 'Adjust stock' })).toBeInViewport({ ratio: 1 })
    await offers.getByRole('link', { name: 'All 6 offers' }).click()
    await expect(page).toHaveURL(/tab=offers/)
    // The rows are cards, which have no head.
    await expect(offers.getByRole('row')).toHaveCount(6)
    await expect(stock).toBeHidden()
    await panel.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await expect(panel.getByText('Archived', { exact: true }).first()).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveTitle('Products · Offerdesk')
  })

  test('PR-02 a product is duplicated, archived, refused in the picker, and restored @rare', async ({ page }) => {
    const sku = await addProduct(page, `Archived Lamp ${Date.now()}`)
    await chooseAction(page, sku, 'Duplicate')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Duplicate' }).click()
    await expect(row(page, `${sku}-COPY`)).toBeVisible()
    await chooseAction(page, `${sku}-COPY`, 'Archive')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await expect(row(page, `${sku}-COPY`).getByText('Archived', { exact: true })).toBeVisible()
    await openWinterWarmers(page)
    await page.getByRole('tab', { name: 'Offers' }).click()
    await page.getByRole('button', { name: 'Add Offer' }).click()
    await page.getByRole('combobox', { name: 'Product' }).fill(`${sku}-COPY`)
    const option = page.getByRole('option', { name: /This product is archived/ })
    await expect(option).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await page.goto('/products')
    await chooseAction(page, `${sku}-COPY`, 'Restore')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await expect(row(page, `${sku}-COPY`).getByText('Active', { exact: true })).toBeVisible()
  })

  test('PR-04 a file is looked at line by line, imported, and undone @rare', async ({ page }) => {
    const sku = await addProduct(page, 'Imported Lamp')
    const csv = `SKU;Name;Price;Colour\n${sku};Renamed Lamp;9,90;red\n${sku}-N;New Lamp;5;blue\n${sku}-X;;5;\n`
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import products' })
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'lamps.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    })
    await expect(dialog.getByRole('button', { name: 'All: 3' })).toBeVisible()
    await expect(dialog.getByText(/Left out: Colour/)).toBeVisible()
    await expect(
      dialog.getByRole('row', { name: /Changed Name: Imported Lamp → Renamed Lamp · Price: 12.5 → 9.9/ }),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Left out: 1' }).click()
    await expect(dialog.getByRole('row', { name: /Name: A new product needs a name/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
    await expect(dialog.getByText(/1 product added, 1 product changed/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(row(page, `${sku}-N`)).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByText('Import undone')).toBeVisible()
    await expect(row(page, `${sku}-N`)).toBeHidden()
    await expect(page.getByRole('link', { name: 'Imported Lamp' }).first()).toBeVisible()
  })

  test('PR-04 what can not be read says why, and pasted lines are read @rare', async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import products' })
    const pasted = dialog.getByLabel(/Or paste cells/)
    await pasted.fill('Name\tPrice\nLamp\t5')
    await dialog.getByRole('button', { name: 'Check pasted lines' }).click()
    await expect(dialog.getByText('There is no column SKU, by which products are known.')).toBeVisible()
    await pasted.fill('SKU\tName\tPrice\nP-1\t=1+1\t=2+2')
    await dialog.getByRole('button', { name: 'Check pasted lines' }).click()
    await expect(dialog.getByRole('row', { name: /Price: This is a formula/ })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Import 0 lines' })).toBeDisabled()
  })
})
