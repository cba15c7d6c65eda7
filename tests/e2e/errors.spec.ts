import { chooseAction, expect, offersTab, test } from './fixtures'

for (const [shape, failure, message] of [
  ['an error object with a message', { status: 500, body: { message: 'outer', error: { message: 'inner' } } }, 'inner'],
  ['a string message @rare', { status: 500, body: { message: 'outer' } }, 'outer'],
  ['neither @rare', { status: 503, body: {} }, 'The server could not do this just now (503). Try again in a moment.'],
  [
    'HTML @rare',
    { status: 502, body: '<h1>Bad Gateway</h1>' },
    'The server could not do this just now (502). Try again in a moment.',
  ],
  ['no answer', 'drop', 'The server did not answer. Check your connection, and try again.'],
] as const) {
  test(`ER-01 GE-16 the toast for ${shape}`, async ({ open, page, backend }) => {
    await open(offersTab)
    await chooseAction(page, 'Offer 001', 'Edit')
    await page.getByLabel('Base Price').fill('3')
    // A browser asks again by itself when a connection breaks, so the call fails each time.
    backend.fail('PUT /offers', failure, { once: false })
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: message })).toHaveText(message)
  })
}

test('ER-02 an order that can not be fetched shows a toast and its message, and can be tried again', async ({
  page,
  backend,
}) => {
  backend.fail('GET /orders/token', { status: 500, body: { error: { message: 'Out of order' } } })
  await page.goto('/pay/tok-bare')
  await expect(page.getByRole('alert').filter({ hasText: 'Out of order' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Order ord_2' })).toBeVisible()
})

test('AP-03 an order with nothing but its id shows dashes', async ({ page, backend: _ }) => {
  await page.goto('/pay/tok-bare')
  await expect(page.getByText('Total').last().locator('xpath=following::dd[1]')).toHaveText('-')
})

test('KO-01 toasts stay 4000 ms, three at most, 356 px wide and 14 px apart, and are swiped away', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  await open(offersTab)
  await chooseAction(page, 'Offer 001', 'Edit')
  await page.getByLabel('Base Price').fill('3')
  const update = page.getByRole('button', { name: 'Update', exact: true })
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  for (let shown = 1; shown <= 4; shown += 1) {
    backend.fail('PUT /offers', { status: 500, body: { message: `Refused for the ${shown}. time` } })
    await update.click()
    await expect(toasts).toHaveCount(Math.min(shown, 3))
    await expect(update).toBeEnabled()
  }
  const boxes = await Promise.all((await toasts.all()).map((toast) => toast.boundingBox()))
  expect(boxes.map((box) => box?.width)).toEqual([356, 356, 356])
  const [first, second] = boxes.toSorted((a, b) => (a?.y ?? 0) - (b?.y ?? 0))
  expect((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBe(14)

  const swipe = async (distance: number) => {
    const box = await toasts.first().boundingBox()
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance, y, { steps: 4 })
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toasts).toHaveCount(3)
  await swipe(46)
  await expect(toasts).toHaveCount(2)
  await page.mouse.move(10, 10)
  await page.clock.runFor(4_100)
  await expect(toasts).toHaveCount(0)
})
