import { chooseAction, expect, offersTab, row, test } from './fixtures'

const columns = [
  'Name',
  'Base Price',
  'Shipping Price',
  'Quantity Per Order',
  'Min Price',
  'Max Price',
  'Max Quantity',
  'Quantity Available',
  'Added on',
  'Last active at',
]

test('OT-01 OT-02 OT-06 the columns, the dates, and a dash for what is absent', async ({ open, page, backend }) => {
  await open(offersTab)
  await expect(row(page, 'Offer 001')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  const cells = (name: string) => row(page, name).getByRole('cell')
  await expect(cells('Offer 001').nth(8)).toHaveText('01 Jan 2026, 09:30:00 AM')
  await expect(cells('Offer 001').nth(9)).toHaveText('28 Jan 2026, 09:30:00 AM')
  await expect(cells('Offer 002').nth(9)).toHaveText('-')
  await expect(cells('Offer 002').nth(2)).toHaveText('-')
  expect(backend.callsOf('POST /search', { resource: 'offers' })[0]?.body).toEqual({
    organizationId: 'org_1',
    resource: 'offers',
    limit: 10,
    page: 1,
    filters: { campaignId: 'cmp_1' },
  })
  await row(page, 'Offer 001').getByRole('button').last().click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Delete'])
})

test('DT-01 no rows: the heading and the text', async ({ open, page, backend }) => {
  backend.data.offers = []
  await open(offersTab)
  await expect(page.getByRole('heading', { name: 'No records found' })).toBeVisible()
  await expect(
    page.getByText(
      "We couldn't find any records to display at the moment. Try adjusting your filters or check back soon for new opportunities to connect and grow your business.",
    ),
  ).toBeVisible()
})

test('DT-02 DT-09 one skeleton row per row of the page while loading', async ({ open, page, backend }) => {
  const release = backend.hold('POST /search')
  await open(`${offersTab}&size=20`)
  await expect(page.locator('[data-skeleton]')).toHaveCount(20)
  release()
  await expect(row(page, 'Offer 020')).toBeVisible()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
})

test('DT-03 columns can be hidden and shown again, and the choice is remembered @rare', async ({ open, page }) => {
  await open(offersTab)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Min Price' }).click()
  await expect(page.getByRole('columnheader', { name: 'Min Price' })).toBeHidden()
  await page.reload()
  await expect(row(page, 'Offer 001')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Min Price' })).toBeHidden()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Min Price' }).click()
  await expect(page.getByRole('columnheader', { name: 'Min Price' })).toBeVisible()
})

test('DT-04 DT-05 DT-06 the pager goes through the pages', async ({ open, page }) => {
  await open(offersTab)
  const numbers = page.getByRole('navigation', { name: 'Pages' }).getByRole('button').filter({ hasText: /^\d+$/ })
  await expect(page.getByText('Page 1 of 10')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await expect(numbers).toHaveText(['1', '2', '3', '10'])
  await numbers.filter({ hasText: '10' }).click()
  await expect(page.getByText('Page 10 of 10')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect(numbers).toHaveText(['1', '8', '9', '10'])
  await numbers.filter({ hasText: '8' }).click()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByText('Page 6 of 10')).toBeVisible()
  await expect(numbers).toHaveText(['1', '5', '6', '7', '10'])
})

test('DT-07 the pager hides when there is only one page', async ({ open, page }) => {
  await open('/campaigns/cmp_4?tab=offers')
  await expect(row(page, 'Offer 003')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeHidden()
  await expect(page.getByText('Page 1 of 1')).toBeHidden()
})

test('DT-08 OT-05 another page size begins at the first page', async ({ open, page, backend }) => {
  await open(offersTab)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Page 2 of 10')).toBeVisible()
  const size = page.getByLabel('Rows per page')
  await expect(size).toHaveValue('10')
  await expect(size.locator('option')).toHaveText(['10', '20', '50', '100'])
  await size.selectOption('50')
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(row(page, 'Offer 050')).toBeVisible()
  expect(backend.callsOf('POST /search', { resource: 'offers' }).at(-1)?.body).toMatchObject({ limit: 50, page: 1 })
})

test('OT-03 OT-04 search is debounced by 500 ms, and begins at page 1', async ({ open, page, backend }) => {
  await page.clock.install()
  await open(offersTab)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(row(page, 'Offer 011')).toBeVisible()
  const searches = () => backend.callsOf('POST /search', { resource: 'offers' })
  const before = searches().length
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const box = page.getByRole('searchbox', { name: 'Search Table' })
  await box.pressSequentially('Offer 09')
  await page.clock.runFor(499)
  expect(searches()).toHaveLength(before)
  await page.clock.runFor(1)
  await expect.poll(() => searches().length).toBe(before + 1)
  expect(searches().at(-1)?.body).toMatchObject({ q: 'Offer 09', page: 1 })
  await page.clock.resume()
  await expect(row(page, 'Offer 091')).toBeVisible()
  await expect(row(page, 'Offer 011')).toBeHidden()
})

test('OT-07 DT-09 rows that can not be loaded say so, and can be tried again', async ({ open, page, backend }) => {
  backend.fail('POST /search', { status: 500, body: {} })
  await open(offersTab)
  await expect(page.getByText('Error fetching offers')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Offer 001')).toBeVisible()
})

test('AP-05 an answer that breaks the contract is an error, never a blank screen', async ({ open, page, backend }) => {
  backend.fail('POST /search', { status: 200, body: { data: [{ displayName: 'no id' }], meta: { total: 1 } } })
  await open(offersTab)
  await expect(page.getByText('Error fetching offers')).toBeVisible()
})

test('OT-08 OT-09 a deleted row goes at once, and its confirmation names the offer', async ({
  open,
  page,
  backend,
}) => {
  await open(offersTab)
  await chooseAction(page, 'Offer 002', 'Delete')
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText('Offer 002')
  const release = backend.hold('DELETE /offers')
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(page.locator('tbody')).not.toContainText('Offer 002')
  await expect(confirmation).toBeVisible()
  release()
  await expect(confirmation).toBeHidden()
  await expect(row(page, 'Offer 011')).toBeVisible()
  expect(backend.data.offers.some(({ id }) => id === 'off_cmp_1_2')).toBe(false)
})

test('OT-09 a refused deletion restores the row and says so @rare', async ({ open, page, backend }) => {
  await open(offersTab)
  await chooseAction(page, 'Offer 002', 'Delete')
  backend.fail('DELETE /offers', { status: 500, body: { message: 'secret reason' } })
  const before = backend.callsOf('POST /search', { resource: 'offers' }).length
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete offer' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(row(page, 'Offer 002')).toBeVisible()
  await expect.poll(() => backend.callsOf('POST /search', { resource: 'offers' }).length).toBe(before + 1)
})

test('DT-09 the last row of the last page gone, the table shows the page before', async ({ open, page, backend }) => {
  backend.data.offers = backend.data.offers.filter(({ campaignId }) => campaignId === 'cmp_1').slice(0, 11)
  await open(`${offersTab}&page=2`)
  await chooseAction(page, 'Offer 011', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Offer 001')).toBeVisible()
  await expect(page.getByText('No records found')).toBeHidden()
})

test('DT-07 DT-09 a list that could not be loaded has nothing to page through', async ({ open, page, backend }) => {
  backend.fail('POST /search', { status: 500, body: {} }, { once: false })
  await open(offersTab)
  await expect(page.getByText('Error fetching offers')).toBeVisible()
  await expect(page.getByLabel('Rows per page')).toBeHidden()
})
