import { expectAccessible } from './axe'
import { bytesOf, expect, test, scriptsOf } from './fixtures'

const long = 'A rake with a handle of ash and more words to its name than a phone has room for'

test('RT-03 GE-02 the seller is written to by a link, and moments say their zone', async ({ page, backend }) => {
  Object.assign(backend.data.orders[0]!, {
    seller: { name: 'First Org', supportEmail: 'help@one.example' },
    expiresAt: '2026-03-03T14:05:10.000Z',
  })
  await page.goto('/pay/tok-open')
  await expect(page.getByRole('link', { name: 'help@one.example' })).toHaveAttribute(
    'href',
    'mailto:help@one.example?subject=Order%20A-17',
  )
  await expect(page.getByRole('term').filter({ hasText: 'Link expires' }).locator('+ dd')).toHaveText(
    /03 Mar 2026, \d\d:05:10 [AP]M \(GMT[+-]\d\d:\d\d\)/,
  )
})

test('RT-03 ER-02 a link that has ended offers no other try, one that did not answer does', async ({
  page,
  backend,
}) => {
  backend.fail('GET /orders/token', { status: 404, body: { error: { message: 'This payment link has expired' } } })
  await page.goto('/pay/tok-open')
  await expect(page.getByRole('main').getByText('This payment link has expired')).toBeVisible()
  await expect(page.getByText('Please ask the seller for a new link.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  backend.fail('GET /orders/token', { status: 503, body: { error: { message: 'Away for a moment' } } })
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Rake')).toBeVisible()
})

for (const width of [390, 1_440]) {
  test(`RT-03 at ${width} px no amount is cut, and all of them end at one edge`, async ({ page, backend }) => {
    await page.setViewportSize({ width, height: 844 })
    Object.assign(backend.data.orders[0]!, {
      subtotal: 1_234_567.89,
      shippingTotal: 4.5,
      total: 1_234_572.39,
      items: [
        { name: long, quantity: 2_000, unitPrice: 617.28, total: 1_234_560 },
        { name: 'Glove', quantity: 1, unitPrice: 7.89, total: 7.89 },
      ],
    })
    await page.goto('/pay/tok-open')
    // On a phone they are folded, so that the way to pay is in sight.
    if (width === 390) await page.getByText('2 items', { exact: true }).click()
    const table = page.getByRole('table', { name: 'Ordered items' })
    await expect(table.getByText('€1,234,572.39')).toBeVisible()
    const ends = await table.locator('td:last-child').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return Math.round(range.getBoundingClientRect().right)
      }),
    )
    expect(ends).toHaveLength(5)
    expect(new Set(ends).size).toBe(1)
    expect(ends[0]).toBeLessThan(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await expect(table.getByText('2,000 × €617.28')).toBeVisible({ visible: width === 390 })
    await expectAccessible(page)
  })
}

test('RT-03 an order that is paid asks for nothing more', async ({ page, backend }) => {
  Object.assign(backend.data.orders[0]!, { paymentStatus: 'paid', expiresAt: '2026-03-02T09:30:00Z' })
  await page.goto('/pay/tok-open')
  await expect(page.getByText('This order is paid. Thank you.')).toBeVisible()
  await expect(page.getByText('Link expires')).toBeHidden()
  await expect(page.getByText(/Paying online/)).toBeHidden()
})

test('PY-01 AP-05 names of whoever made them stay text, and nothing breaks the policy', async ({ page, backend }) => {
  const evil = '<img src=x onerror="document.title=1"><b>bold</b>'
  Object.assign(backend.data.orders[0]!, { seller: { name: evil }, items: [{ name: evil, quantity: 1, total: 1 }] })
  const said: string[] = []
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`violation ${event.blockedURI}`))
  })
  page.on('console', (message) => said.push(message.text()))
  const response = await page.goto('/pay/tok-open')
  await expect(page.getByText(evil)).toHaveCount(2)
  await expect(page).toHaveTitle('Order A-17 · Offerdesk')
  expect(said.filter((text) => text.includes('violation'))).toEqual([])
  const { 'content-security-policy': policy = '', 'referrer-policy': referrer } = response?.headers() ?? {}
  expect(policy).toContain("img-src 'self';")
  expect(policy).not.toContain('https:')
  expect(referrer).toBe('no-referrer')
})

test('PY-01 the payment page is at most 70 kB of script', async ({ page, request, backend: _ }) => {
  const scripts = scriptsOf(page)
  await page.goto('/pay/tok-open')
  await expect(page.getByText('Rake')).toBeVisible()
  const bytes = await bytesOf(scripts, request)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(70_000)
})

test('PY-01 PY-06 without JavaScript the order stands at the top of the page, and has its looks', async ({
  browser,
  reference,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: reference.url })
  const page = await context.newPage()
  await page.goto('/pay/demo-pay-open-northwind-supply-00000001')
  await expect(page.getByRole('heading', { name: /^Order \d+$/ })).toBeVisible()
  const heading = await page.getByRole('heading').boundingBox()
  expect(heading?.y).toBeLessThan(100)
  await expect(page.getByRole('rowheader', { name: 'Total', exact: true })).toHaveCSS('font-weight', '600')
  await page.goto('/pay/demo-pay-expired-northwind-supply-0000001')
  // What stands in a noscript is no text to getByText.
  await expect(page.getByRole('paragraph').first()).toHaveText(/^This payment link has expired/)
  await context.close()
})
