import { expect, test } from './fixtures'
import { collectFlow } from './flows'

test('RT-01 the start page, the sign-in page and a payment page are open to anyone', async ({ page, backend }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'The back office for campaign sales' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await page.goto('/pay/tok-open')
  await expect(page.getByRole('heading', { name: 'Order A-17' })).toBeVisible()
  expect(backend.callsOf('GET /users/me')).toEqual([])
})

test('RT-02 the sign-in page takes its parameters, and drops what is no text', async ({ page, backend: _ }) => {
  await page.goto('/auth?email=ann%40one.example')
  await expect(page.getByLabel('Email')).toHaveValue('ann@one.example')
  await page.goto('/auth?email=12&mode=5')
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.goto('/auth?token=mailed&organizationName=New%20Org')
  await expect(page.getByLabel('Organization Name')).toHaveValue('New Org')
  await page.goto('/auth?mode=forgot')
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
})

test('RT-03 the order is fetched before the payment page shows', async ({ page, backend }) => {
  const release = backend.hold('GET /orders/token')
  await page.goto('/pay/tok-open')
  await expect(page.getByRole('status', { name: 'Loading...' })).toBeVisible()
  await expect(page.getByText('Rake')).toBeHidden()
  release()
  await expect(page.getByText('Rake')).toBeVisible()
  await expect(page.getByText('€42.50').first()).toBeVisible()
  expect(backend.callsOf('GET /orders/token/tok-open')).toHaveLength(1)
})

test('RT-04 RT-05 a guarded address leads to the sign-in page and back, and Back does not return to it', async ({
  page,
  backend: _,
}) => {
  await page.goto('/')
  await page.goto('/campaigns/cmp_1?tab=terms#top')
  await expect(page).toHaveURL(/\/auth\?/)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/campaigns/cmp_1?tab=terms#top')
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await page.goForward()
  await page.getByLabel('Email').fill('ann@one.example')
  await page.getByLabel('Password').fill('ann-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  await expect(page).toHaveURL('/campaigns/cmp_1?tab=terms#top')
})

test('RT-04 while the user is loading nobody is sent away', async ({ open, backend }) => {
  const release = backend.hold('GET /users/me')
  const page = await open('/dashboard')
  await expect.poll(() => backend.callsOf('GET /users/me').length).toBe(1)
  await expect(page).toHaveURL('/dashboard')
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

for (const [target, rare] of [
  ['https://evil.example/x', ''],
  ['//evil.example', ' @rare'],
  ['/\\evil.example', ''],
  ['javascript:alert(1)', ''],
  ['/auth', ' @rare'],
  ['', ' @rare'],
] as const) {
  test(`RT-05 after signing in nobody is sent to ${target || 'nowhere'}${rare}`, async ({ page, backend: _ }) => {
    await page.goto(`/auth?redirect=${encodeURIComponent(target)}`)
    await page.getByLabel('Email').fill('ann@one.example')
    await page.getByLabel('Password').fill('ann-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })
}

test('RT-05 a signed-in person who opens the sign-in page goes on at once', async ({ open }) => {
  const page = await open('/auth?redirect=%2Fcampaigns')
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible()
})

test('RT-06 the dashboard shows the active campaigns with links', async ({ open }) => {
  const page = await open('/dashboard')
  await page.getByRole('link', { name: 'Spring Launch' }).click()
  await expect(page).toHaveURL(/\/campaigns\/cmp_1/)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Bare Campaign' })).toBeHidden()
})

test('RT-09 the campaigns list leads to a campaign', async ({ open }) => {
  const page = await open('/campaigns/')
  for (const name of ['Name', 'Category', 'Type', 'Status', 'Start', 'End', 'Offers']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Bare Campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Bare Campaign' })).toBeVisible()
})

test('RT-09 RT-13 a search comes into the address of its list, and of no page that was chosen since', async ({
  open,
}) => {
  const page = await open('/campaigns/')
  const search = page.getByRole('searchbox')
  await search.fill('Bare')
  await expect(page).toHaveURL(/q=Bare/)
  let come = () => {}
  const held = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/**', async (code) => {
    await held
    await code.continue()
  })
  const asked = page.waitForRequest((request) => request.postData()?.includes('"q":"Bar"') === true)
  await search.fill('Bar')
  await page.getByRole('link', { name: 'Bare Campaign' }).click()
  await asked
  come()
  await expect(page.getByRole('heading', { name: 'Bare Campaign' })).toBeVisible()
  await expect(page).toHaveURL(/\/campaigns\/cmp_\w+$/)
})

test('RT-11 an unknown address shows Not Found', async ({ page, backend: _ }) => {
  await page.goto('/nowhere/at/all')
  await expect(page.getByText('Not Found', { exact: true })).toBeVisible()
})

test('RT-12 a page whose code can not be loaded reloads once, then offers to try again', async ({ open, page }) => {
  let reloads = 0
  page.on('load', () => (reloads += 1))
  await page.route(/\/assets\/CampaignScreen/, (route) => route.abort())
  await open('/campaigns/cmp_1')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(reloads).toBe(2)
  await collectFlow(page)
  await page.unroute(/\/assets\/CampaignScreen/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
})

test('RT-13 a table is the same after Back, a reload and from a pasted link', async ({ open, page }) => {
  await open('/campaigns/cmp_1?tab=offers')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Page 2 of 10')).toBeVisible()
  await expect(page.getByText('Offer 011')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Page 3 of 10')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Page 2 of 10')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Page 2 of 10')).toBeVisible()
  await page.goto('/campaigns/cmp_1?tab=offers&q=offer%2009&size=20&sort=displayName&order=desc')
  await expect(page.getByRole('searchbox', { name: 'Search Table' })).toHaveValue('offer 09')
  await expect(page.getByLabel('Rows per page')).toHaveValue('20')
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute('aria-sort', 'descending')
})

test('RT-13 a tab that is come back to shows its table as it was left, and so does the list @rare', async ({
  open,
  page,
}) => {
  await open('/campaigns?q=spring')
  await page.getByRole('link', { name: 'Spring Launch' }).click()
  await page.getByRole('tab', { name: 'Offers' }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Page 2 of 10')).toBeVisible()
  await page.getByRole('tab', { name: 'Terms of Service' }).click()
  await expect(page).toHaveURL(/\?tab=terms$/)
  await page.getByRole('tab', { name: 'Offers' }).click()
  await expect(page.getByText('Page 2 of 10')).toBeVisible()
  await expect(page).toHaveURL(/tab=offers.*page=2|page=2.*tab=offers/)
  await page.getByRole('main').getByRole('link', { name: 'Campaigns' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search Table' })).toHaveValue('spring')
  await expect(page).toHaveURL(/\/campaigns\?q=spring$/)
})
