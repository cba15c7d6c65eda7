import { type AddedCampaign, type AddedProduct, Api } from './api'
import { expectAccessibleInBoth } from './axe'
import { expect, row, test } from './fixtures'
import { letIn } from './reference'

const columns =
  'Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name'

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

  let product: AddedProduct
  let campaign: AddedCampaign

  test.beforeEach(async ({ page, request, reference }) => {
    const api = await new Api(request, reference.url).signIn()
    product = await api.addProduct()
    campaign = await api.addCampaign()
    await api.addOffer(campaign.id, product.id, { displayName: 'Lamp at night', quantity: 5, basePrice: 20 })
    await letIn(page)
    await page.goto('/orders')
  })

  test('OR-01 orders of Shopify are chosen, looked at, taken over into a campaign, found by their number, and undone @rare', async ({
    page,
  }) => {
    const dialog = page.getByRole('dialog', { name: 'Import orders' })
    const button = (name: string) => dialog.getByRole('button', { name })
    const number = `#E2E${campaign.id.slice(-6)}`
    const lines = [
      columns,
      `${number},eve@imported.example,paid,fulfilled,USD,45.00,5.00,0.00,50.00,2026-01-05 10:00:00 +0100,2,Lamp,20.00,${product.sku},Eve Moss`,
      `${number},eve@imported.example,,,,,,,,,1,Old hat,5.00,,`,
      `${number}-2,eve@imported.example,paid,fulfilled,USD,45.00,5.00,0.00,49.00,2026-01-05 10:00:00 +0100,1,Lamp,45.00,,Eve Moss`,
    ]
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog.getByLabel('CSV file')).toBeHidden()
    await dialog.getByLabel('Campaign').selectOption(campaign.id)
    await expectAccessibleInBoth(page)
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    await expect(
      dialog.getByRole('row', { name: /Eve Moss New .*2 × Lamp, 1 × Old hat.*Old hat: no offer/ }),
    ).toBeVisible()
    await expect(dialog.getByRole('row', { name: /Left out .*do not come to \$49\.00/ })).toBeVisible()
    await expect(dialog.getByText('1 order with 2 lines, $50.00 in all.')).toBeVisible()
    await expectAccessibleInBoth(page)
    await button('Import 1 order').click()
    await expect(dialog.getByText(/1 order added, 0 orders changed/)).toBeVisible()
    await button('Close').click()

    await page.goto(`/orders?q=${encodeURIComponent(number)}`)
    await expect(row(page, 'Eve Moss')).toContainText(`Imported as ${number}`)
    await row(page, 'Eve Moss').getByRole('link').first().click()
    await expect(page.getByRole('table', { name: 'Payments' })).toContainText('Paid elsewhere')
    await page.goBack()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await button('Undo').click()
    await expect(page.getByText('Import undone')).toBeVisible()
    await expect(row(page, 'Eve Moss')).toBeHidden()
  })
})
