import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { attempted, comeBack, FakePayments, paid, pay, payable, typeCard } from './payments'

// The ways through the payment page, those that a customer rarely takes included.

let payments: FakePayments
test.beforeEach(async ({ page, backend: _ }) => {
  payments = await new FakePayments().serve(page)
})

const thanks = 'This order is paid. Thank you.'

test('PY-01 PY-02 PY-06 a card is judged before it leaves the page, declined with its reason, and tried again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/pay/tok-1')
  // Who is paid and how much come first, and the items are folded on a phone (PY-06).
  const seller = page.getByText('Northwind Supply')
  const heights = [seller, page.getByText('$48.55', { exact: true }), page.getByText('1 item', { exact: true })]
  const tops = await Promise.all(
    heights.map(async (shown) => {
      await expect(shown.first()).toBeVisible()
      return (await shown.first().boundingBox())?.y ?? 0
    }),
  )
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  await expect(page.getByRole('table', { name: 'Ordered items' })).toBeHidden()
  for (const [label, autocomplete] of [
    ['Card number', 'cc-number'],
    ['Expiry', 'cc-exp'],
    ['Security code', 'cc-csc'],
    ['Name on card', 'cc-name'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', autocomplete)
  // A number is grouped, its card named, and one that can't be right said so, as it is typed.
  await page.getByLabel('Card number').pressSequentially('4111111111111111')
  await expect(page.getByLabel('Card number')).toHaveValue('4111 1111 1111 1111')
  await expect(page.getByText('Visa', { exact: true })).toBeVisible()
  await expect(page.getByText(/Only test card numbers work here/)).toBeVisible()
  await page.getByLabel('Card number').fill('')
  await expect(page.getByRole('timer')).toContainText(/^\d+:\d\d:\d\d left$/)
  await pay(page)
  await expect(page.getByText('Card number is required')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await typeCard(page, '4111 1111 1111 1111')
  await expect(page.getByText(/Only test card numbers work here/)).toBeVisible()
  await page.getByLabel('Expiry').fill('01/20')
  await pay(page)
  await expect(page.getByText('This card has expired')).toBeVisible()
  expect(payments.countOf('pay')).toBe(0)
  await expectAccessible(page)
  payments.next.pay = [
    (id) =>
      attempted(id, 'declined', { reasonCode: 'insufficient_funds', reason: 'There is not enough money on the card.' }),
    paid,
  ]
  await typeCard(page, '4000 0000 0000 9995')
  await expect(page.getByText('This card has expired')).toBeHidden()
  const release = payments.hold()
  await pay(page)
  await expect(page.getByRole('button', { name: 'Paying...' })).toBeDisabled()
  release()
  await expect(page.getByRole('alert').filter({ hasText: 'There is not enough money on the card.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText(thanks)).toBeVisible()
  await expect(page.getByText('sbx_1')).toBeVisible()
  await page.evaluate(() => void (window.print = () => document.body.setAttribute('data-printed', 'yes')))
  await page.getByRole('button', { name: 'Print receipt' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  const ids = payments.bodies.flatMap(({ kind, body }) => (kind === 'pay' ? [body.attemptId] : []))
  expect(new Set(ids).size).toBe(2)
  const recorded = await page.evaluate(async () => JSON.stringify(await window.offerdesk?.recording()))
  for (const secret of ['4111 1111', '4111111111111111', '"987"', 'tok-1'])
    expect(recorded, secret).not.toContain(secret)
})

test('PY-01 PY-02 the whole page is used by keyboard alone, and the focus goes on with what is to be done', async ({
  page,
}) => {
  let own = ''
  payments.next.pay = [
    (id) => attempted(id, 'expired'),
    (id) => {
      own = id
      return attempted(id, 'action_required', { action: { kind: 'bank' } })
    },
  ]
  payments.next.bank = [() => paid(own)]
  await page.goto('/pay/tok-1')
  await expect(page.getByLabel('Card number')).toBeVisible()
  const reach = async (name: string) => {
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate(() => document.activeElement?.getAttribute('name'))) === name) return
    }
    throw new Error(`${name} can't be reached`)
  }
  await reach('cardNumber')
  await page.keyboard.type('4242424242424242')
  await reach('expiry')
  await page.keyboard.type('12/40')
  await reach('securityCode')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The payment was not carried out. Nothing was charged.')).toBeVisible()
  await expect(page.getByLabel('Security code')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toContainText('Do you agree to pay $48.55')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toContainText(thanks)
})

test('PY-01 PY-02 PY-06 the bank asks: refused, not taken, lost, and approved', async ({ page }) => {
  const asked = (id: string) => attempted(id, 'action_required', { action: { kind: 'bank' } })
  payments.next.pay = [asked, asked]
  payments.next.bank = [
    attempted('a', 'declined', { reasonCode: 'authentication_failed' }),
    { status: 409, message: 'The bank is not there just now.' },
    'lost',
    paid('a'),
  ]
  await page.goto('/pay/tok-1')
  await typeCard(page, '4000 0025 0000 3155')
  await pay(page)
  const bank = page.getByRole('region', { name: 'Your bank asks' })
  await expect(bank.getByText('Do you agree to pay $48.55 to Northwind Supply?')).toBeVisible()
  await expect(bank.getByText('Simulation', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await comeBack(page)
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The bank was told no, or was not answered.' })).toBeVisible()
  await typeCard(page, '4111 1111 1111 1111')
  await pay(page)
  await expect(page.getByText(/Only test card numbers work here/)).toBeVisible()
  await typeCard(page)
  await pay(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('The bank is not there just now.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('The server did not answer.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(thanks)).toBeVisible()
})

test('PY-04 an attempt whose answer was lost is sent again, and is one attempt @rare', async ({ page }) => {
  let release = () => {}
  const heldAt503 = () => {
    release = payments.hold()
    return { status: 503 }
  }
  payments.next.pay = ['lost', heldAt503, paid]
  await page.goto('/pay/tok-1')
  await typeCard(page, '4000 0000 0000 0119')
  await pay(page)
  const uncertain = page.getByText('No answer yet. It is sent again by itself, and you are charged once.')
  await expect(uncertain).toBeVisible()
  // It stays while the same is being sent again.
  await expect.poll(() => payments.countOf('pay')).toBe(2)
  await expect(page.getByRole('button', { name: 'Paying...' })).toBeVisible()
  await expect(uncertain).toBeVisible()
  release()
  await expect(page.getByText(thanks)).toBeVisible()
  const sent = payments.bodies.filter(({ kind }) => kind === 'pay').map(({ body }) => body)
  expect(sent).toHaveLength(3)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[2]).toEqual(sent[0])
})

test('PY-04 PY-01 what another tab does is followed, and a refusal is said at the form', async ({ page }) => {
  await page.goto('/pay/tok-1')
  await typeCard(page)
  payments.next.pay = [{ status: 409, message: 'This is being paid in another tab.' }]
  payments.next.get = [attempted('theirs', 'created')]
  await pay(page)
  await expect(page.getByText(/being paid right now, perhaps in another tab/)).toBeVisible()
  await expectAccessible(page)
  // It was declined there, and can be tried here.
  payments.now = attempted('theirs', 'declined')
  await expect(page.getByRole('alert').filter({ hasText: 'The bank declined the card.' })).toBeVisible()
  await typeCard(page)
  payments.next.pay = [{ status: 409, message: 'Not just now.' }]
  payments.next.get = [{ status: 500 }]
  await pay(page)
  await expect(page.getByText('Not just now.')).toBeVisible()
  // By another link it is paid as well.
  payments.now = { ...payable, canPay: false, whyNot: 'This order can not be paid any more.' }
  await comeBack(page)
  await expect(page.getByText('This order can not be paid any more.')).toBeVisible()
  await expectAccessible(page)
  payments.now = payable
  await comeBack(page)
  await expect(page.getByLabel('Card number')).toBeVisible()
  payments.now = paid('theirs')
  await comeBack(page)
  await expect(page.getByText(thanks)).toBeVisible()
})

test('PY-04 PY-01 a payment that is not known yet is asked about until it is @rare', async ({ page }) => {
  await page.goto('/pay/tok-1')
  payments.next.pay = [(id) => attempted(id, 'created')]
  await typeCard(page, '4000 0000 0000 0077')
  await pay(page)
  await expect(page.getByText(/Your payment is being carried out/)).toBeVisible()
  await comeBack(page)
  payments.now = attempted('a', 'unknown')
  await expect(page.getByText(/We are asking the bank/)).toBeVisible()
  await expectAccessible(page)
  // Nobody answers for a while.
  payments.next.get = [{ status: 503 }]
  await expect.poll(() => payments.next.get?.length).toBe(0)
  payments.now = paid('a')
  await expect(page.getByText(thanks)).toBeVisible()
})

test('PY-01 a link that ends while its payment is carried out says so', async ({ page }) => {
  await page.goto('/pay/tok-1')
  payments.next.pay = [(id) => attempted(id, 'created')]
  await typeCard(page, '4000 0000 0000 0077')
  await pay(page)
  await expect(page.getByText(/Your payment is being carried out/)).toBeVisible()
  payments.now = { status: 404, code: 'payment_link_expired', message: 'This payment link has expired.' }
  await expect(page.getByRole('button', { name: 'Ask for a new link' })).toBeVisible()
})

test('PY-03 a gateway with a page of its own is gone on to once, and offered to who comes back', async ({ page }) => {
  // The page stays until what happened on it has been recorded.
  await page.route('https://checkout.example/**', (route) => route.fulfill({ status: 204 }))
  const gateway = { kind: 'stripe' as const, displayName: 'Stripe' }
  payments.now = { ...payable, gateway }
  const redirect = { action: { kind: 'redirect' as const, url: 'https://checkout.example/1' } }
  payments.next.pay = [(id) => ({ ...attempted(id, 'action_required', redirect), gateway })]
  await page.goto('/pay/tok-1')
  const asked = page.waitForRequest('https://checkout.example/1')
  await page.getByRole('button', { name: 'Pay $48.55 at Stripe' }).click()
  await (await asked).response()
  await page.goto('/pay/tok-1')
  await expect(page.getByText('You pay at Stripe.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go on to pay' })).toHaveAttribute('href', 'https://checkout.example/1')
  await expectAccessible(page)
  payments.now = paid('a')
  await expect(page.getByText(thanks)).toBeVisible()
})

test('PY-01 ER-02 a link that has ended says how, and one that has expired can be asked for anew @rare', async ({
  page,
  backend,
}) => {
  const gone = (code: string, message: string) => ({ status: 404, code, message })
  const expired = gone('payment_link_expired', 'This payment link has expired.')
  payments.now = expired
  await page.goto('/pay/tok-1')
  payments.next.ask = [{ status: 500, message: 'Not just now' }]
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(page.getByText('Not just now')).toBeVisible()
  await expectAccessible(page)
  payments.next.ask = [payable]
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(page.getByText(/The seller has been told/)).toBeVisible()
  payments.now = gone('payment_link_replaced', 'A newer payment link was made.')
  await page.goto('/pay/tok-1')
  await expect(page.getByText('Open the newest link that you were sent.')).toBeVisible()
  payments.now = gone('not_found', 'Address not found')
  const unknown = { error: { code: 'not_found', message: 'Address not found' } }
  backend.fail('GET /orders/token', { status: 404, body: unknown })
  await page.goto('/pay/a%2Fb')
  await expect(page.getByRole('main').getByText('This payment link opens no order. Check the address.')).toBeVisible()
  payments.now = gone('payment_link_cancelled', 'The seller has cancelled this payment link.')
  await page.goto('/pay/tok-1')
  await expect(page.getByText(/Nothing is to be paid here/)).toBeVisible()
  payments.now = payable
  payments.next.get = [{ status: 503, message: 'Away for a moment' }]
  await page.goto('/pay/tok-1')
  await expect(page.getByText('Away for a moment').first()).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  // It ends while it is looked at, as it is paid, as the refusal is looked into, and as the bank is answered.
  payments.now = expired
  await comeBack(page)
  await expect(page.getByRole('button', { name: 'Ask for a new link' })).toBeVisible()
  const begin = async () => {
    payments.now = payable
    await page.goto('/pay/tok-1')
    await typeCard(page)
  }
  await begin()
  payments.next.pay = [expired]
  await pay(page)
  await expect(page.getByRole('button', { name: 'Ask for a new link' })).toBeVisible()
  await begin()
  payments.next.pay = [{ status: 409 }]
  payments.next.get = [expired]
  await pay(page)
  await expect(page.getByRole('button', { name: 'Ask for a new link' })).toBeVisible()
  await begin()
  payments.next.pay = [(id) => attempted(id, 'action_required', { action: { kind: 'bank' } })]
  payments.next.bank = [expired]
  await pay(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('button', { name: 'Ask for a new link' })).toBeVisible()
  // And while it is waited for.
  for (const waiting of [
    attempted('a', 'unknown'),
    attempted('a', 'created'),
    attempted('a', 'action_required', { action: { kind: 'bank' } }),
    attempted('a', 'action_required', { action: { kind: 'redirect', url: 'https://checkout.example/1' } }),
    attempted('a', 'declined'),
    { ...payable, canPay: false, whyNot: 'Not now.' },
  ]) {
    payments.now = waiting
    await page.goto('/pay/tok-1')
    await expect(page.getByRole('heading', { name: 'Order 1042' })).toBeVisible()
    const before = payments.countOf('get')
    await comeBack(page)
    await expect.poll(() => payments.countOf('get')).toBeGreaterThan(before)
    payments.now = expired
    // Not while it is being read, which says the same in a moment.
    await expect(async () => {
      await comeBack(page)
      await expect(page.getByRole('button', { name: 'Ask for a new link' })).toBeVisible({ timeout: 300 })
    }).toPass()
  }
})

test('NO-06 a code that was read out opens its order; a wrong one is said at the form', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/pay')
  await expectAccessible(page)
  const open = page.getByRole('button', { name: 'Open order' })
  await open.click()
  await expect(page.getByText('Type the code that you were told')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill('ABCD-1234')
  await expect(page.getByText('Type the code that you were told')).toBeHidden()
  await page.getByLabel('Last four digits').fill('0117')
  payments.next.code = [
    { status: 404, message: 'This code and these digits open nothing.' },
    { status: 429, message: 'Too many codes. Try again in a minute.' },
    'lost',
  ]
  for (const message of ['This code and these digits open nothing.', 'Too many codes.', 'The server did not answer.']) {
    await open.click()
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  }
  await page.route('**/payments/codes', (route) =>
    route.fulfill({ json: { data: { token: 'tok-9' } }, headers: { 'access-control-allow-origin': '*' } }),
  )
  // The page of the code goes to that of its order; it stays until what happened on it has been recorded.
  const asked = page.waitForRequest('**/pay/tok-9')
  await page.route('**/pay/tok-9', (route) => route.fulfill({ status: 204 }), { times: 1 })
  await open.click()
  await (await asked).response()
  await page.goto('/pay/tok-9')
  await expect(page.getByRole('heading', { name: 'Order 1042' })).toBeVisible()
})
