import { importOutdated } from '../../contract/extensions/sheetImports'
import type { Offer } from '../../contract/offers'
import { type AddedCampaign, type AddedProduct, Api } from './api'
import { expectAccessibleInBoth } from './axe'
import { expect, offersTab, row, test } from './fixtures'
import { letIn } from './reference'

const columns = 'SKU\tName\tBase Price\tQuantity\tColour'

test('CP-03 GE-11 where a backend has the twenty calls alone, no offers are pasted', async ({ open, page }) => {
  await open(offersTab)
  await expect(page.getByRole('button', { name: 'Add Offer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Paste offers' })).toBeHidden()
})

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

  let api: Api
  let product: AddedProduct
  let campaign: AddedCampaign
  let offer: Offer

  test.beforeEach(async ({ page, request, reference }) => {
    api = await new Api(request, reference.url).signIn()
    product = await api.addProduct()
    campaign = await api.addCampaign()
    offer = await api.addOffer(campaign.id, product.id, { displayName: 'Lamp at night', quantity: 5, basePrice: 20 })
    await letIn(page)
    await page.goto(`/campaigns/${campaign.id}?tab=offers`)
    await expect(row(page, 'Lamp at night')).toBeVisible()
    await page.getByRole('button', { name: 'Paste offers' }).click()
  })

  test('CP-03 offers are pasted, looked at line by line, taken over, and undone another time @rare', async ({
    page,
  }) => {
    const dialog = page.getByRole('dialog', { name: 'Paste offers' })
    const button = (name: string) => dialog.getByRole('button', { name })
    const { sku } = product
    const lines = [
      columns,
      `${sku}\tLamp at night\t19,90\t\tred`,
      `${sku}\tLamp by day\t$ 7\t4\tred`,
      `${sku}\tLamp at dawn\t7\t\tred`,
      `${sku}-X\t\t7\t4\t`,
    ]
    await expectAccessibleInBoth(page)
    await dialog.getByLabel(/Or paste cells/).fill(lines.join('\n'))
    await button('Check pasted lines').click()
    await expect(dialog.getByText(/Left out: Colour/)).toBeVisible()
    await expect(dialog.getByRole('row', { name: /Lamp at night Changed Base price: 20 → 19.9/ })).toBeVisible()
    await expect(dialog.getByRole('row', { name: /Lamp by day New/ })).toBeVisible()
    await expectAccessibleInBoth(page)
    await button('Left out: 2').click()
    await expect(dialog.getByRole('row', { name: /Lamp at dawn Left out Quantity is required/ })).toBeVisible()
    await expect(dialog.getByRole('row', { name: /SKU: There is no product with this SKU/ })).toBeVisible()
    await button('Import 2 lines').click()
    await expect(dialog.getByText(/1 offer added, 1 offer changed\. .* under Paste offers/)).toBeVisible()
    await button('Close').click()
    await expect(row(page, 'Lamp by day')).toBeVisible()
    await expect(row(page, 'Lamp at night')).toContainText('19.90')
    await page.getByRole('button', { name: 'Paste offers' }).click()
    await button('Undo').click()
    await expect(page.getByText('Import undone')).toBeVisible()
    await expect(row(page, 'Lamp by day')).toBeHidden()
    await expect(row(page, 'Lamp at night')).toContainText('20.00')
  })

  test('CP-03 offers that somebody else has changed meanwhile are checked again, and stay when an import is undone @rare', async ({
    page,
  }) => {
    const dialog = page.getByRole('dialog', { name: 'Paste offers' })
    const button = (name: string) => dialog.getByRole('button', { name })
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'offers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`SKU;Shipping price\n${product.sku};2,5\n`),
    })
    await expect(dialog.getByRole('row', { name: /Lamp at night Changed Shipping price: empty → 2.5/ })).toBeVisible()
    await api.call('PUT', `/offers/${offer.id}`, { quantity: 3 })
    await button('Import 1 line').click()
    await expect(dialog.getByText(importOutdated)).toBeVisible()
    await button('Check again').click()
    await expect(dialog.getByText(importOutdated)).toBeHidden()
    await button('Import 1 line').click()
    await expect(dialog.getByText(/0 offers added, 1 offer changed/)).toBeVisible()
    await api.call('PUT', `/offers/${offer.id}`, { quantity: 2 })
    await button('Undo import').click()
    await expect(dialog.getByText('Undone, but for 1 offer that has been changed or sold since.')).toBeVisible()
    await button('Close').click()
    await expect(row(page, 'Lamp at night')).toContainText('2.50')
  })
})
