import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { Api } from './api'
import { expectAccessibleInBoth } from './axe'
import { expect, test } from './fixtures'
import { letIn, signIn } from './reference'
import { failCalls, waitForState } from './transitions'

const agent = 'miles.carter@offerdesk.example'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

const button = (page: Page) => page.getByRole('button', { name: 'Download', exact: true })
const take = async (page: Page, format: RegExp) => {
  await button(page).click()
  await page.getByRole('menuitem', { name: format }).click()
}

test('ST-02 OR-01 all rows of a list are downloaded as they are found and sorted, and a failure says why @rare', async ({
  page,
}) => {
  await letIn(page)
  await page.goto('/orders?paymentStatus=paid&sort=total&order=asc&size=100')
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const heal = await failCalls(page, '/exports/csv', 'POST')
  await take(page, /CSV/)
  await expect(page.getByRole('alert')).toContainText('The file could not be read.')
  await heal()
  await expectAccessibleInBoth(page)
  const downloading = page.waitForEvent('download')
  await take(page, /CSV/)
  const file = await downloading
  expect(file.suggestedFilename()).toBe('orders.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFOrder,Date (America/Chicago),Customer,Campaign,Agent,Total,Payment,Fulfilment,Status,Currency',
  )
  const first = await table.getByRole('row').nth(1).getByRole('link').first().textContent()
  expect(lines[1]).toMatch(new RegExp(`^${first},.*,Paid,`))
  expect(lines.length).toBeGreaterThan(101)
  for (const [path, name] of [
    ['/customers', 'customers.csv'],
    ['/gateways?tab=transactions', 'transactions.csv'],
    ['/fulfilments', 'fulfilments.xlsx'],
    ['/admin/users', 'users.csv'],
    ['/admin/collaborations', 'collaborations.xlsx'],
    ['/settings?tab=mails', 'mails.csv'],
    ['/settings?tab=bulk', 'bulk-changes.csv'],
  ] as const) {
    await page.goto(path)
    const saved = page.waitForEvent('download')
    await take(page, name.endsWith('.xlsx') ? /XLSX/ : /CSV/)
    expect((await saved).suggestedFilename()).toBe(name)
  }
})

test('ST-02 a download that takes long can be cancelled', async ({ page }) => {
  await letIn(page)
  await page.goto('/products')
  await page.route('**/exports/xlsx', () => undefined)
  await take(page, /XLSX/)
  await page.getByRole('button', { name: 'Downloading…' }).click()
  await page.getByRole('menuitem', { name: 'Cancel the download' }).click()
  await page.unroute('**/exports/xlsx')
  const downloading = page.waitForEvent('download')
  await take(page, /XLSX/)
  const file = await downloading
  expect(file.suggestedFilename()).toBe('products.xlsx')
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
})

test('ST-02 GE-05 LV-01 an agent exports as soon as an owner has settled it, and reads why not until then @rare', async ({
  page,
  reference,
}) => {
  const api = await new Api(page.request, reference.url).signIn()
  const settle = (exports: boolean) => api.call('PUT', `/organizations/${api.organizationId}/permissions`, { exports })
  await signIn(page, agent)
  await page.goto('/orders')
  await waitForState(page, 'changeFeed', 'live')
  await expect(button(page)).toHaveAttribute('aria-disabled', 'true')
  await button(page).focus()
  await expect(page.getByRole('tooltip', { name: 'Only an owner can export lists.' })).toBeVisible()
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(
      false,
    )
  }
  await settle(true)
  await expect(button(page)).not.toHaveAttribute('aria-disabled')
  await settle(false)
  await expect(button(page)).toHaveAttribute('aria-disabled', 'true')
})
