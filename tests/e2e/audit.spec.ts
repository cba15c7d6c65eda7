import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expectAccessibleInBoth } from './axe'
import { Api } from './api'
import { expect, test } from './fixtures'
import { letIn } from './reference'
import { waitForState } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

const agent = 'miles.carter@offerdesk.example'
const log = (page: Page) => page.getByRole('table', { name: 'Entries' })
/** The entries of a record, by a name that no other test has. */
const entriesOf = (page: Page, name: string) => log(page).getByRole('row').filter({ hasText: name })
const chip = (page: Page, name: string) => page.getByRole('button', { name: `Remove filter ${name}` })

/** An offer that no other test knows, and a price of it that was changed. */
async function changedOffer(api: Api) {
  const campaign = await api.addCampaign()
  const name = `Trail lamp ${campaign.name.slice(-8)}`
  const product = await api.addProduct({ name })
  const offer = await api.addOffer(campaign.id, product.id, { displayName: name, quantity: 7, basePrice: 49.9 })
  await api.call('PUT', `/offers/${offer.id}`, { basePrice: 0.01 })
  return { product, offer, name }
}

test('ST-01 AD-01 an owner sees who changed a price, from what to what, as soon as it is changed', async ({
  page,
  reference,
}) => {
  const api = await new Api(page.request, reference.url).signIn()
  await letIn(page)
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(log(page).getByRole('row').nth(1)).toBeVisible()
  const { name, offer } = await changedOffer(api)
  const entry = entriesOf(page, `Offer ${name}`).filter({ hasText: 'Offer changed' })
  await expect(entry).toContainText('Dana Reyes')
  await expect(entry.getByRole('definition')).toHaveText('$49.90 → $0.01')
  await expect(entry.getByRole('term')).toHaveText('Base price')
  await api.call('PUT', `/offers/${offer.id}`, { basePrice: 0.02, quantity: 8, displayName: `${name} now` })
  const several = entriesOf(page, `Offer ${name} now`)
  await expect(several.getByRole('definition').first()).toBeHidden()
  await several.getByText('and 1 more').click()
  await expect(several.getByRole('definition').filter({ hasText: '→ $0.02' })).toBeVisible()
})

test('ST-01 AD-01 GE-01 the log is narrowed by person, kind, day and record, all in the address @rare', async ({
  page,
  reference,
}) => {
  const api = await new Api(page.request, reference.url).signIn()
  const { name, product } = await changedOffer(api)
  await letIn(page)
  await page.goto('/settings?tab=audit')
  await expect(entriesOf(page, name).first()).toBeVisible()
  await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Miles Carter' })
  await expect(chip(page, 'Who: Miles Carter')).toBeVisible()
  await expect(entriesOf(page, name)).toHaveCount(0)
  await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Dana Reyes' })
  await page.getByLabel('Kind of record').selectOption({ label: 'Product' })
  await expect(entriesOf(page, `Product ${name}`).first()).toBeVisible()
  await expect(entriesOf(page, `Offer ${name}`)).toHaveCount(0)
  await page.getByText('More filters').click()
  await page.getByLabel('To', { exact: true }).fill('2001-02-03')
  await page.getByLabel('To', { exact: true }).press('Enter')
  await expect(page.getByText('No records found')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.reload()
  await expect(page.getByText('No records found')).toBeVisible()
  await chip(page, 'To: 2001-02-03').click()
  await expect(entriesOf(page, `Product ${name}`).first()).toBeVisible()
  await page
    .getByRole('button', { name: `Actions for Product ${name}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Everything about it' }).click()
  await expect(chip(page, `Record: Product ${name}`)).toBeVisible()
  await expect(chip(page, 'Kind of record: Product')).toHaveCount(0)
  await expect(log(page).getByRole('row').filter({ hasNotText: name })).toHaveCount(1)
  expect(new URL(page.url()).searchParams.get('recordId')).toBe(product.id)
  await entriesOf(page, name).getByRole('link', { name }).first().click()
  await expect(page.getByRole('dialog', { name: 'Product', exact: true })).toContainText(name)
  await page.goBack()
  await chip(page, `Record: Product ${name}`).click()
  await expect(entriesOf(page, `Offer ${name}`).first()).toBeVisible()
})

test('ST-01 AD-01 what is found is downloaded as CSV, and a failure says why', async ({ page, reference }) => {
  const api = await new Api(page.request, reference.url).signIn()
  const { name, offer } = await changedOffer(api)
  await letIn(page)
  await page.goto(`/settings?tab=audit&recordId=${offer.id}`)
  await expect(chip(page, `Record: Offer ${name}`)).toBeVisible()
  const button = page.getByRole('button', { name: /^Download/ })
  const entry = page.getByRole('menuitem', { name: /CSV/ })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/v1/audit/csv?**', async (route) => {
    await held
    await route.fulfill({ status: 503, json: { message: 'Out of order' } })
  })
  await button.press('Enter')
  await expect(entry).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(button).toHaveText('Downloading…')
  letGo()
  await expect(page.getByRole('alert')).toHaveText('The file could not be read. Out of order')
  await expect(button).toBeFocused()
  await expectAccessibleInBoth(page)
  await page.unroute('**/api/v1/audit/csv?**')
  const downloading = page.waitForEvent('download')
  await button.click()
  await entry.click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('audit-log.csv')
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFWhen \(America\/Chicago\),Who,/)
  expect(lines[1]).toContain(`Dana Reyes,Offer changed,Offer ${name},${offer.id},Changed,Base price,49.9,0.01`)
  expect(lines.slice(1, -1).filter((line) => !line.includes(offer.id))).toEqual([])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('ST-01 AD-01 GE-05 an agent reads that only an owner can, and nothing is asked for', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await letIn(page, agent)
  await page.goto('/settings?tab=audit')
  await expect(page.getByText('Only an owner can read the audit log.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0)
  await expectAccessibleInBoth(page)
  expect(asked.filter((path) => path.startsWith('/api/v1/audit'))).toEqual([])
})

test('ST-01 AD-01 GE-01 what can not be read is told, and can be tried again', async ({ page }) => {
  await letIn(page)
  await page.route('**/api/v1/audit?**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/settings?tab=audit')
  await expect(page.getByText('Error fetching the audit log')).toBeVisible()
  // With the channel open nothing reads it again by itself.
  await waitForState(page, 'changeFeed', 'live')
  await page.unroute('**/api/v1/audit?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(log(page).getByRole('row').nth(1)).toBeVisible()
})

for (const width of [1440, 768, 390]) {
  test(`ST-01 AD-01 at ${width} the log fits the page, and axe finds nothing @rare`, async ({ page, reference }) => {
    const api = await new Api(page.request, reference.url).signIn()
    const { name, offer } = await changedOffer(api)
    await api.call('PUT', `/offers/${offer.id}`, { displayName: `${name} ${'and more of it '.repeat(9)}`, quantity: 9 })
    await page.setViewportSize({ width, height: 900 })
    await letIn(page)
    await page.goto('/settings?tab=audit')
    await expect(entriesOf(page, name).first()).toBeVisible()
    await log(page).locator('summary').first().click()
    await expect(page.locator('details[open]')).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectAccessibleInBoth(page)
  })
}

test('AD-01 GE-13 a record tells what has happened to it, page by page, at once, and anew after a failure @rare', async ({
  page,
  reference,
}) => {
  const api = await new Api(page.request, reference.url).signIn()
  const { product } = await changedOffer(api)
  for (let price = 1; price <= 10; price += 1) await api.call('PUT', `/products/${product.id}`, { price })
  await letIn(page)
  await page.goto(`/products?action=view&productId=${product.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const events = timeline.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(events).toHaveCount(10)
  await expect(events.first()).toContainText('Product changed')
  await expect(events.first()).toContainText('Dana Reyes')
  await expect(events.first().getByRole('definition')).toHaveText('$9.00 → $10.00')
  await expect(events.first().locator('time')).toHaveAttribute('title', /\d\d:\d\d:\d\d.*\S/)
  await expectAccessibleInBoth(page)
  await api.call('PUT', `/products/${product.id}`, { price: 11 })
  await expect(events.first().getByRole('definition')).toHaveText('$10.00 → $11.00')
  await timeline.getByRole('button', { name: 'Older' }).click()
  await expect(events.last()).toContainText('Product added')
  await expect(events).toHaveCount(2)
  await page.route('**/api/v1/timelines/**', (route) => route.fulfill({ status: 500, json: { message: 'Out' } }))
  await page.reload()
  await expect(timeline.getByText('Error fetching the timeline')).toBeVisible()
  await page.unroute('**/api/v1/timelines/**')
  await timeline.getByRole('button', { name: 'Try again' }).click()
  await expect(events.first()).toContainText('Product changed')
  // Whoever sells reads what became of a gateway, and of its secret that it changed.
  const gateway = await api.addGateway()
  await api.call('PUT', `/gateways/${gateway.id}`, { webhookSecret: 'whsec_of_a_test' })
  await page.evaluate(() => localStorage.clear())
  await letIn(page, agent)
  await page.goto(`/gateways?gatewayInstanceId=${gateway.id}`)
  await expect(events.filter({ hasText: 'Gateway changed' })).toContainText('changed')
  await expect(timeline).not.toContainText('whsec')
})
