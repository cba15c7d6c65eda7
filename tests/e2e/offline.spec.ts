import type { Page } from 'playwright/test'
import { chooseAction, codeIsThere, expect, hasFetched, offersTab, row, test } from './fixtures'

test.use({ codeAhead: true })

const bar = (page: Page) => page.getByRole('main').getByText(/^You are offline\./)

/** How often the page was loaded. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

test('GE-10 RT-12 offline menus, dialogs and pages still open, and nothing reloads', async ({
  open,
  page,
  context,
}) => {
  const loads = countLoads(page)
  await open(offersTab)
  await expect(row(page, 'Offer 001')).toBeVisible()
  await codeIsThere(page)
  await context.setOffline(true)
  await expect(bar(page)).toBeVisible()
  await chooseAction(page, 'Offer 001', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Offer' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  for (const name of ['Customers', 'Campaigns', 'Dashboard']) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  expect(loads()).toBe(1)
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
})

test('GE-10 an answer that was on its way when the network went does not hide that it has gone', async ({
  open,
  page,
  context,
}) => {
  await open('/campaigns')
  await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
  await codeIsThere(page)
  let ask = () => {}
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (ask = resolve))
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(
    /\/api\/v1\/(?:search|customers)/,
    async (route) => {
      const response = await route.fetch()
      ask()
      await answered
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await asked
  await context.setOffline(true)
  await expect(bar(page)).toBeVisible()
  answer()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(bar(page)).toBeVisible()
})

test('GE-10 a write is refused in plain words while offline, and what was typed stays', async ({
  open,
  page,
  context,
}) => {
  await open(offersTab)
  await chooseAction(page, 'Offer 001', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await dialog.getByLabel('Base Price').fill('71')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('You are offline. Try again when you are back online.')).toBeVisible()
  await expect(dialog.getByLabel('Base Price')).toHaveValue(/^71(?:\.00)?$/)
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Offer 001')).toContainText('71.00')
})

test('GE-10 RT-12 a page whose code could not be fetched before is waited for, without a reload @rare', async ({
  open,
  page,
  context,
}) => {
  const loads = countLoads(page)
  await page.route(/\/assets\/CampaignScreen/, (route) => route.abort())
  await open('/campaigns')
  await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
  await codeIsThere(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Spring Launch' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Campaigns', exact: true })).toBeVisible()
  await page.unroute(/\/assets\/CampaignScreen/)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  expect(loads()).toBe(1)
})

test('GE-10 RT-12 while a write is under way, code that is gone is asked for again in its place, without a reload @rare', async ({
  open,
  page,
  backend,
}) => {
  const loads = countLoads(page)
  await page.route(/\/assets\/EmailTab/, (route) => route.abort())
  await open('/campaigns/cmp_1')
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  await page.getByRole('dialog').getByLabel('Category').fill('Balcony')
  const release = backend.hold('PUT /campaigns/cmp_1')
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('tab', { name: 'Email' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  await page.unroute(/\/assets\/EmailTab/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Add New' })).toBeVisible()
  release()
  await page.getByRole('tab', { name: 'General Details' }).click()
  await expect(page.getByText('Balcony')).toBeVisible()
  expect(loads()).toBe(1)
})

test('GE-10 a menu whose code does not come says so on its button, and opens when it does @rare', async ({
  open,
  page,
}) => {
  await page.route(/\/assets\/MenuPopup/, (route) => route.abort())
  await open(offersTab)
  const actions = row(page, 'Offer 001').getByRole('button').last()
  await actions.click()
  await expect(actions).toHaveText('Try again')
  await page.unroute(/\/assets\/MenuPopup/)
  await actions.click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
})

test('GE-10 a dialog whose code does not come is told, and opens when it is asked for again @rare', async ({
  open,
  page,
}) => {
  const loads = countLoads(page)
  await page.route(/\/assets\/OfferEditDialog/, (route) => route.abort())
  await open(offersTab)
  await chooseAction(page, 'Offer 001', 'Edit')
  await expect(page.getByText('This could not be opened. Check your connection and try again.')).toBeVisible()
  await expect(row(page, 'Offer 001')).toBeVisible()
  await page.unroute(/\/assets\/OfferEditDialog/)
  await chooseAction(page, 'Offer 001', 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit Offer' })).toBeVisible()
  expect(loads()).toBe(1)
})

test('GE-10 a server that can not be reached is told by the bar, until it answers again', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  await open('/campaigns/cmp_1')
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  const away = page.getByText(/^Can't reach the server\. Retrying… Showing what was read at \d?\d:\d\d [AP]M$/)
  await page.route(`${backend.url}/**`, (route) => route.abort())
  await page.clock.runFor(10_000)
  await expect(away).toBeVisible()
  await expect(page.getByText('Error fetching campaign')).toBeHidden()
  await page.clock.runFor(1_000)
  await expect(away).toBeVisible()
  await page.unroute(`${backend.url}/**`)
  const reads = backend.callsOf('GET /campaigns/cmp_1').length
  await page.clock.runFor(3_000)
  await expect(away).toBeHidden()
  await expect.poll(() => backend.callsOf('GET /campaigns/cmp_1').length).toBeGreaterThan(reads)
})

test('GE-10 EM-06 an auto-responder that is added offline is refused with a clear word @rare', async ({
  open,
  page,
}) => {
  await open('/campaigns/cmp_1?tab=email')
  await page.getByRole('button', { name: 'Add New' }).click()
  await page.getByLabel('From').fill('hello@one.example')
  await page.getByLabel('Subject').fill('Thank you')
  await page.context().setOffline(true)
  await expect(page.getByText(/^You are offline\. Showing/)).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('You are offline. Try again when you are back online.')).toBeVisible()
})

test.describe('for whoever saves data', () => {
  test.use({ codeAhead: false })

  test('GE-10 no code is fetched before it is needed @rare', async ({ open, page }) => {
    await open(offersTab)
    await expect(row(page, 'Offer 001')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await hasFetched(page, 'allCode')).toBe(false)
    await chooseAction(page, 'Offer 001', 'Edit')
    await expect(page.getByRole('dialog', { name: 'Edit Offer' })).toBeVisible()
  })

  test('GE-10 offline is one bar with the time of the last answer, which goes by itself', async ({
    open,
    page,
    context,
    backend,
  }) => {
    await page.clock.install({ time: new Date('2026-03-05T14:02:30Z') })
    await open('/campaigns/cmp_1')
    await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
    // The heading does not wait for these two reads and for their code; offline they would be tried again.
    for (const read of ['GET /organizations', 'GET /calls/ongoing/me'])
      await expect.poll(() => backend.callsOf(read).length).toBe(1)
    await context.setOffline(true)
    await expect(bar(page)).toHaveText('You are offline. Showing what was read at 2:02 PM')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.clock.runFor(60_000)
    expect(sent).toEqual([])
    await expect(page.getByText('Error fetching campaign')).toBeHidden()
    await expect(bar(page)).toHaveCount(1)
    const reads = () => backend.callsOf('GET /campaigns/cmp_1').length
    const before = reads()
    await context.setOffline(false)
    await expect(bar(page)).toBeHidden()
    await expect.poll(reads).toBe(before + 1)
    // It is read at its interval again; a read that is still under way is not doubled.
    await expect(async () => {
      await page.clock.runFor(10_000)
      expect(reads()).toBeGreaterThan(before + 1)
    }).toPass()
  })
})
