import { expect, offersTab, row, test } from './fixtures'

test('PM-01 SE-05 no token in an address or the console, and nothing breaks the content security policy', async ({
  open,
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => {
    // A backend of the twenty calls alone is asked what it can do, and says 404 (GE-11).
    if (!message.location().url.endsWith('/api/v1/capabilities')) said.push(message.text())
  })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`violation ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  await open(offersTab)
  await row(page, 'Offer 001').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Offer' }).click()
  await page.getByRole('combobox', { name: 'Product' }).fill('Product')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('button', { name: 'Add New' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(said).toEqual([])
  expect(addresses.filter((address) => address.includes('tkn_'))).toEqual([])
})

test('AP-06 the policy allows scripts and styles of our own only, and the backend that is configured', async ({
  page,
  backend,
}) => {
  const response = await page.goto('/auth')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  // Beside them, what our own pages carry in themselves, to the letter.
  expect(policy).toMatch(/;script-src 'self'(?: 'sha256-[\w+/]+='){2};style-src 'self' 'sha256-[\w+/]+=';/)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain(`connect-src 'self' ${backend.url}`)
})

test('AP-05 markup in data is shown as text', async ({ open, page, backend }) => {
  const evil = '<img src=x onerror="document.title=1"><b>bold</b>'
  Object.assign(backend.data.campaigns[0] ?? {}, { name: evil, internalNote: evil, termsOfService: evil })
  Object.assign(backend.data.offers[0] ?? {}, { displayName: evil })
  await open(offersTab)
  await expect(page.getByRole('heading', { name: evil })).toBeVisible()
  await expect(row(page, '<b>bold</b>')).toBeVisible()
  // Its text names the page; what the text would do if it were markup is not done.
  await expect(page).toHaveTitle(`${evil} · Campaigns · Offerdesk`)
})

test('PM-01 SE-11 every search is for the current organization', async ({ open, page, backend }) => {
  await open('/campaigns')
  await expect(page.getByText('Spring Launch')).toBeVisible()
  await expect(page.getByText('Second Org Secret')).toBeHidden()
  expect(new Set(backend.callsOf('POST /search').map(({ body }) => body['organizationId']))).toEqual(new Set(['org_1']))
})
