import { expect, test } from './fixtures'

test('CD-01 CD-02 CD-04 General Details, and the buttons of each tab', async ({ open, page }) => {
  await open('/campaigns/cmp_1')
  await expect(page.getByRole('tab')).toHaveText(['General Details', 'Terms of Service', 'Offers', 'Email'])
  const detail = (term: string) => page.getByRole('term').filter({ hasText: term }).locator('+ dd')
  for (const [term, text] of [
    ['Campaign Name', 'Spring Launch'],
    ['Category', 'Garden'],
    ['Start Date', '01 Mar 2026'],
    ['End Date', '31 May 2026'],
    ['Status', 'Active'],
    ['Type', 'Seasonal'],
    ['Must Agree to Terms Of Service?', 'Yes'],
    ['Internal Note', 'Call back on Fridays.'],
  ] as const) {
    await expect(detail(term)).toHaveText(text)
  }
  await expect(page.getByText('Additional Information')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Campaign' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Offer' })).toBeHidden()
  await page.getByRole('tab', { name: 'Offers' }).click()
  await expect(page.getByRole('button', { name: 'Add Offer' })).toBeVisible()
  await page.getByRole('tab', { name: 'Email' }).click()
  await expect(page.getByRole('button', { name: 'Add auto-responder' })).toHaveText('Add New')
  await expect(page.getByRole('button', { name: 'Add Offer' })).toBeHidden()
})

test('CD-02 AP-03 a completed campaign with nothing optional is green and shows dashes', async ({ open, page }) => {
  await open('/campaigns/cmp_2')
  const status = page.getByRole('tabpanel').getByText('Completed', { exact: true })
  await expect(status).toBeVisible()
  const green = await status.evaluate((badge) => getComputedStyle(badge).backgroundColor)
  await page.goto('/campaigns/cmp_1')
  const active = page.getByRole('tabpanel').getByText('Active', { exact: true })
  await expect(active).toBeVisible()
  expect(await active.evaluate((badge) => getComputedStyle(badge).backgroundColor)).not.toBe(green)
  await page.goto('/campaigns/cmp_2')
  await expect(page.getByRole('term').filter({ hasText: 'Category' }).locator('+ dd')).toHaveText('-')
})

test('CD-03 the terms of the campaign', async ({ open, page }) => {
  await open('/campaigns/cmp_1')
  await page.getByRole('tab', { name: 'Terms of Service' }).click()
  await expect(page.getByText('Terms line one.')).toBeVisible()
})

test('CD-05 CD-07 a skeleton while loading, an error when it fails, and a way to try again', async ({
  open,
  page,
  backend,
}) => {
  const release = backend.hold('GET /campaigns/cmp_1')
  await open('/campaigns/cmp_1')
  await expect(page.getByRole('status', { name: 'Loading...' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  expect(backend.callsOf('GET /campaigns/cmp_1')[0]?.query).toBe('?withMembers=true')
  backend.fail('GET /campaigns/cmp_9', { status: 500, body: 'Internal Server Error' })
  await page.goto('/campaigns/cmp_9')
  await expect(page.getByText('Error fetching campaign')).toBeVisible()
  backend.data.campaigns.push({ id: 'cmp_9', name: 'Back Again' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Back Again' })).toBeVisible()
})

test('CD-06 the campaign is read again every 10 seconds, only while it is open and seen', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  await open('/campaigns/cmp_1')
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  const reads = () => backend.callsOf('GET /campaigns/cmp_1').length
  expect(reads()).toBe(1)
  await page.clock.runFor(9_000)
  expect(reads()).toBe(1)
  backend.data.campaigns[0]!.name = 'Spring Launch II'
  await page.clock.runFor(1_500)
  await expect(page.getByRole('heading', { name: 'Spring Launch II' })).toBeVisible()
  expect(reads()).toBe(2)
  await page.clock.runFor(10_000)
  await expect.poll(reads).toBe(3)

  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.clock.runFor(60_000)
  expect(reads()).toBe(3)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(reads).toBe(4)

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.clock.runFor(60_000)
  expect(reads()).toBe(4)
})

test('CD-06 a failed poll keeps what was read, and says so', async ({ open, page, backend }) => {
  await page.clock.install()
  await open('/campaigns/cmp_1')
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  backend.fail('GET /campaigns/cmp_1', { status: 500, body: {} })
  await page.clock.runFor(10_500)
  await expect(page.getByText('Error fetching campaign')).toBeVisible()
  await expect(page.getByText('Call back on Fridays.')).toBeVisible()
  await page.clock.runFor(10_500)
  await expect(page.getByText('Error fetching campaign')).toBeHidden()
})
