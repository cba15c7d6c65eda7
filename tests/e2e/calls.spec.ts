import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { Api, home } from './api'
import { expectAccessible } from './axe'
import { expect, row, test } from './fixtures'
import { addHose, begin, line, offers, openShop } from './orderNew'
import { letIn, signIn } from './reference'
import { countOf, failCalls, holdCalls, keepEditing, loseAnswer, question, waitForState } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })
// A person is in one call at a time.
test.describe.configure({ mode: 'serial' })

let api: Api
test.beforeEach(async ({ request, reference }) => {
  api = await new Api(request, reference.url).signIn()
})
test.afterEach(() => api.closeCalls())

const bar = (page: Page) => page.getByRole('region', { name: 'Ongoing call' })
const wrapUp = (page: Page) => page.getByRole('form', { name: /^Wrap up the call with/ })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
/** A number that no other test calls. */
const newNumber = () => `+1212${String(Math.floor(2_000_000 + Math.random() * 7_999_999))}`

async function startCall(page: Page, phone: string) {
  await page.getByRole('button', { name: 'Start call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start call' })
  await dialog.getByLabel('Phone number').fill(phone)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('CA-01 CA-02 a call comes in, says who it is and how long, and is wrapped up by keys', async ({ page }) => {
  const phone = newNumber()
  const customer = await api.addCustomer(`Calls ${randomUUID().slice(0, 8)}`, {
    phone: `(${phone.slice(2, 5)}) ${phone.slice(5)}`,
  })
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Start call' })).toBeVisible()
  const title = page.getByRole('heading', { name: 'Dashboard' })
  const before = await title.boundingBox()
  const { id } = await api.ring(phone)
  await expect(bar(page).getByRole('status')).toHaveText(`On a call with ${customer.name} · ${phone}`)
  // Whatever is about to be pressed stays under the pointer.
  expect(await title.boundingBox()).toEqual(before)
  await expect(bar(page).getByText(/^\d:\d\d$/)).toBeVisible()
  await bar(page).getByRole('link', { name: 'Open customer' }).click()
  await expect(page.getByRole('heading', { name: customer.name ?? '', level: 1 })).toBeVisible()
  await expectAccessible(page)

  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect(wrapUp(page)).toBeFocused()
  const close = wrapUp(page).getByRole('button', { name: 'Close call' })
  await expect(close).toBeDisabled()
  await expect(wrapUp(page).getByText('Say how the call went.')).toBeVisible()
  await page.keyboard.press('3')
  await expect(wrapUp(page).getByRole('button', { name: 'Call back' })).toHaveAttribute('aria-pressed', 'true')
  await expect(wrapUp(page).getByText('Say when to call back.')).toBeVisible()
  await expectAccessible(page)
  // When is asked next, and what is promised most often is one key more.
  const at = wrapUp(page).getByLabel('Call back at')
  await expect(at).toBeFocused()
  await page.keyboard.press('h')
  await expect(at).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  await page.keyboard.press('t')
  await expect(at).toHaveValue(/T10:00$/)
  await at.fill('2031-03-04T09:30')
  // What is typed is no choice.
  await wrapUp(page).getByLabel('Note').pressSequentially('Room 1')
  await expect(wrapUp(page).getByRole('button', { name: 'Call back' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page).getByText('Call closed')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await api.openCalls()).toEqual([])
  expect(id).toBeTruthy()
})

/** Whether nothing covers an element at its middle. */
const liesOnTop = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('NO-01 CA-01 GE-14 a new order is for who is on the phone now, whoever called when the app was loaded @rare', async ({
  page,
}) => {
  const [phone, unknown] = [newNumber(), newNumber()]
  const customer = await api.addCustomer(`First ${randomUUID().slice(0, 8)}`, { phone })
  const chosen = page.getByRole('region', { name: 'Customer', exact: true })
  const nobody = page.getByRole('combobox', { name: 'Find a customer' })
  await api.ring(phone)
  await signIn(page)
  await expect(bar(page).getByRole('status')).toContainText(customer.name ?? '')
  await page.goto('/orders/new')
  await expect(chosen).toContainText(customer.name ?? '')
  await page.reload()
  await expect(chosen).toContainText(customer.name ?? '')
  // However far down an order is typed, who is on the phone, the total and Place stay in sight (GE-14).
  await page.setViewportSize({ width: 1440, height: 560 })
  await page.mouse.wheel(0, 10_000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  const summary = page.getByRole('heading', { name: 'Summary' })
  for (const part of [bar(page).getByRole('button', { name: 'End call' }), summary, page.getByText('Ctrl+Enter')]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    expect(await part.evaluate(liesOnTop)).toBe(true)
  }
  // On a phone, the total and Place do, above the call, whose buttons are as large as a finger.
  const cdp = await page.context().newCDPSession(page)
  const touch = (enabled: boolean) => cdp.send('Emulation.setTouchEmulationEnabled', { enabled })
  await touch(true)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  await page.evaluate(() => scrollTo(0, 0))
  const place = page.getByRole('button', { name: 'Place order' })
  for (const part of [bar(page).getByRole('button', { name: 'End call' }), place]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    expect(await part.evaluate(liesOnTop)).toBe(true)
  }
  await touch(false)
  await page.setViewportSize({ width: 1440, height: 560 })
  // That call is over, and has yet to be wrapped up.
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect(wrapUp(page)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(nobody).toBeVisible()
  await page.reload()
  await expect(nobody).toBeVisible()
  await api.ring(unknown)
  await expect(bar(page).getByRole('status')).toContainText(`On a call with ${unknown}`)
  await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
  await page.keyboard.press('F2')
  await expect(nobody).toBeVisible()
  await page.reload()
  await expect(nobody).toBeVisible()
})

test('NO-01 CA-01 GE-14 all of an order is in sight at 1440 × 900 while its customer is on the phone @rare', async ({
  page,
}) => {
  const phone = newNumber()
  const shop = await openShop(api, { mustAgreeToTerms: true, termsOfService: 'All sales are final.' })
  await api.addOffer(shop.campaign.id, shop.product.id, { displayName: 'Work Lamp', quantity: 9, basePrice: 20 })
  await api.call('PUT', `/customers/${shop.customer.id}`, { phone, shippingAddress: home })
  await page.setViewportSize({ width: 1440, height: 900 })
  await api.ring(phone)
  await letIn(page)
  await begin(page, shop)
  await addHose(page)
  await offers(page).click()
  await page.getByRole('option', { name: /Work Lamp/ }).click()
  await expect(page.getByLabel('Quantity')).toHaveCount(2)
  await expect(bar(page).getByRole('status')).toContainText(shop.customer.name ?? '')
  const agreed = page.getByRole('checkbox', { name: 'The customer agrees to the terms' })
  const place = page.getByRole('button', { name: 'Place order' })
  const change = page.getByRole('button', { name: 'Change address' })
  const title = page.getByRole('heading', { name: 'New order' })
  for (const part of [agreed, place, title, page.getByLabel('Campaign', { exact: true }), line(page), change]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    expect(await part.evaluate(liesOnTop)).toBe(true)
  }
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // What is typed in place of the address stays open, however whole it is.
  await change.click()
  const first = page.getByRole('textbox', { name: 'Address', exact: true })
  await expect(first).toBeFocused()
  await first.fill('')
  await first.fill('12 Heron Wharf')
  await page.getByLabel('City').focus()
  await expect(first).toHaveValue('12 Heron Wharf')
})

test('NO-01 NO-03 CA-01 an unknown caller’s number is the new customer’s, and a second F2 asks before it begins another order, and what was typed stays a draft @rare', async ({
  page,
}) => {
  const typed = `Zelda ${randomUUID().slice(0, 8)}`
  await signIn(page)
  const number = newNumber()
  await api.ring(number)
  await expect(bar(page).getByRole('status')).toContainText('On a call with')
  await page.keyboard.press('F2')
  const find = page.getByRole('combobox', { name: 'Find a customer' })
  const asked = page.getByRole('alertdialog', { name: 'Begin another order?' })
  await find.fill(typed)
  await page.getByRole('option', { name: /New customer/ }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Zelda')
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue(number)
  await expect(page.getByLabel('Country').locator('option:checked')).toHaveText('United States')
  // A call that is ended by a wrong key goes on with Escape, and so does what was typed.
  await page.getByLabel('Last name').press('F9')
  await expect(wrapUp(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar(page).getByRole('status')).toContainText('On a call with')
  await expect(page.getByLabel('Last name')).toBeFocused()
  const address = page.url()
  await page.keyboard.press('F2')
  await asked.getByRole('button', { name: 'Go on with this one' }).click()
  await expect(asked).toBeHidden()
  await expect(page).toHaveURL(address)
  await expect(page.getByLabel('First name')).toHaveValue('Zelda')
  await page.keyboard.press('F2')
  await asked.getByRole('button', { name: 'Begin another' }).click()
  await expect(find).toBeVisible()
  expect(page.url()).not.toBe(address)
  await expect(page.getByRole('link', { name: `Open the draft of ${typed}` })).toBeVisible()
  // Of an order without anything typed nobody is asked.
  const empty = page.url()
  await page.keyboard.press('F2')
  await expect(page).not.toHaveURL(empty)
  await expect(find).toBeVisible()
})

test('CA-01 CA-02 CU-03 what is sold in a call is how it went, without anything being sent, and stands with the customer @rare', async ({
  page,
}) => {
  await signIn(page)
  await api.ring(newNumber())
  await expect(bar(page).getByRole('status')).toContainText('On a call with')
  const order = await api.placeOrder()
  await expect(bar(page).getByRole('status')).toContainText('Vera Buys')
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect(wrapUp(page)).toBeFocused()
  await expect(wrapUp(page).getByRole('button', { name: 'Sold', exact: false }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(wrapUp(page).getByRole('link', { name: `#${order.number}` })).toBeVisible()
  await expectAccessible(page)
  expect(await api.openCalls()).toMatchObject([{ state: 'wrapping_up', disposition: null }])
  await page.keyboard.press('Enter')
  await expect(toasts(page).getByText('Call closed')).toBeVisible()
  await page.goto(`/customers/${order.customerId}`)
  const calls = page.getByRole('table', { name: 'Calls' })
  await expect(calls).toContainText(`Sold #${order.number}`)
  await calls.getByRole('link', { name: `#${order.number}` }).click()
  await expect(page).toHaveURL(new RegExp(`/orders/${order.id}`))
})

test('CA-02 whom a person is to call back is on the dashboard, with when, until they are called or done @rare', async ({
  page,
}) => {
  const customer = await api.addCustomer(`Waits ${randomUUID().slice(0, 8)}`, { phone: newNumber() })
  const number = newNumber()
  const callBack = async (phone: string, callBackAt: string) => {
    const { id } = await api.ring(phone)
    await api.call('POST', `/calls/${id}/end`, {})
    await api.call('POST', `/calls/${id}/close`, { disposition: 'call_back', callBackAt, note: 'Wants blue' })
  }
  await callBack(customer.phone ?? '', '2031-03-04T09:30:00Z')
  await callBack(number, '2026-01-04T09:30:00Z')
  await letIn(page)
  await page.goto('/dashboard')
  const rowOf = (text: string) =>
    page.getByRole('table', { name: 'Whom to call back' }).getByRole('row').filter({ hasText: text })
  await expect(rowOf(number)).toContainText('Overdue')
  await expect(rowOf(customer.name ?? '').getByTitle(/2031.*\(GMT.+\)/)).toBeVisible()
  await expect(rowOf(customer.name ?? '')).not.toContainText('Overdue')
  await expectAccessible(page)
  await rowOf(number)
    .getByRole('button', { name: `Done with ${number}` })
    .click()
  const question = page.getByRole('alertdialog', { name: 'Finish Call-back' })
  await expect(question).toContainText(number)
  await question.getByRole('button', { name: 'Finish' }).click()
  await expect(toasts(page).getByText('Call-back done')).toBeVisible()
  await expect(rowOf(number)).toBeHidden()
  await rowOf(customer.name ?? '')
    .getByRole('button', { name: `Call ${customer.name}` })
    .click()
  await page
    .getByRole('dialog', { name: `Call ${customer.name}` })
    .getByRole('button', { name: 'Start call' })
    .click()
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await wrapUp(page).press('9')
  await wrapUp(page).press('Enter')
  await expect(toasts(page).getByText('Call closed')).toBeVisible()
  await expect(rowOf(customer.name ?? '')).toBeHidden()
})

test('CA-01 GE-07 a call is started by number; nothing typed is lost, and a second one says why not @rare', async ({
  page,
}) => {
  await signIn(page)
  const open = page.getByRole('button', { name: 'Start call' })
  const dialog = page.getByRole('dialog', { name: 'Start call' })
  await open.click()
  await dialog.getByRole('button', { name: 'Start call' }).click()
  await expect(dialog.getByText('Type a phone number')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open.click()
  await dialog.getByLabel('Phone number').fill('never mind')
  await dialog.getByLabel('Phone number').blur()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await expect(dialog.getByLabel('Phone number')).toHaveValue('never mind')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await open.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await startCall(page, '555-0199')
  await expect(bar(page).getByRole('status')).toHaveText('On a call with 555-0199')
  await expect(bar(page).getByRole('link', { name: 'New customer' })).toBeVisible()

  await open.click()
  await dialog.getByLabel('Phone number').fill('555-0198')
  await dialog.getByRole('button', { name: 'Start call' }).click()
  await expect(toasts(page).getByText('You are in a call already. End it first.')).toBeVisible()
  await expect(dialog.getByLabel('Phone number')).toHaveValue('555-0198')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('CA-01 CA-02 a customer is called from their page; what fails is said, and tried again @rare', async ({
  page,
}) => {
  const customer = await api.addCustomer(`Rings ${randomUUID().slice(0, 8)}`, { phone: newNumber() })
  await letIn(page)
  await page.goto(`/customers/${customer.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Call', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Call ${customer.name ?? ''}` })
  await expect(dialog.getByLabel('Phone number')).toHaveValue(customer.phone ?? '')
  await loseAnswer(page, '/calls')
  await dialog.getByRole('button', { name: 'Start call' }).click()
  // The answer was lost, and the call had begun: it is the same one.
  await expect(dialog).toBeHidden()
  await expect(bar(page)).toContainText(customer.name ?? '')
  expect(await api.openCalls()).toHaveLength(1)

  const healEnd = await failCalls(page, '/calls/*/end', 'POST')
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect(toasts(page).getByText('Out of order')).toBeVisible()
  await healEnd()
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect(wrapUp(page)).toBeVisible()
  await wrapUp(page).getByLabel('Note').fill('Wants blue')
  await wrapUp(page).getByRole('button', { name: 'Not interested' }).click()
  const healClose = await failCalls(page, '/calls/*/close', 'POST')
  await wrapUp(page).getByRole('button', { name: 'Close call' }).click()
  await expect(toasts(page).getByText('Out of order').last()).toBeVisible()
  await expect(wrapUp(page).getByLabel('Note')).toHaveValue('Wants blue')
  await healClose()
  // It is closed, and nothing of its lost answer is told (GE-16).
  await loseAnswer(page, '/calls/*/close')
  await wrapUp(page).getByRole('button', { name: 'Close call' }).click()
  await expect(toasts(page).getByText('Call closed')).toBeVisible()
  await expect(toasts(page).getByText('The server did not answer')).toBeHidden()
  await expect(bar(page)).toBeHidden()
})

test('CA-02 GE-05 whoever does not want to be called is called from nowhere, and is heard when they call', async ({
  page,
}) => {
  const customer = await api.addCustomer(`Quiet ${randomUUID().slice(0, 8)}`, { phone: newNumber() })
  const [name, phone] = [customer.name ?? '', customer.phone ?? '']
  const close = async (disposition: string, more: object = {}) => {
    const { id } = await api.ring(phone)
    await api.call('POST', `/calls/${id}/end`, {})
    await api.call('POST', `/calls/${id}/close`, { disposition, ...more })
  }
  await close('do_not_call')
  // They ask to be called all the same, and have not taken back what they said.
  await close('call_back', { callBackAt: '2031-03-04T09:30:00Z' })
  await letIn(page)
  await page.goto(`/customers/${customer.id}`)
  const why = 'This customer does not want to be called.'
  const button = page.getByRole('main').getByRole('button', { name: 'Call', exact: true })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription(why)
  await expectAccessible(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: `Call ${name}`, exact: true })).toHaveAccessibleDescription(why)
  await page.getByRole('button', { name: 'Start call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start call' })
  await dialog.getByLabel('Phone number').fill(phone)
  await dialog.getByRole('button', { name: 'Start call' }).click()
  await expect(toasts(page).getByText(why)).toBeVisible()
  await dialog.getByLabel('They are calling').check()
  await dialog.getByRole('button', { name: 'Start call' }).click()
  await expect(bar(page).getByRole('status')).toContainText(name)
})

test('CA-01 LV-01 two tabs show the same call, and what is done in one is seen in the other @rare', async ({
  page,
  context,
}) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/customers')
  await expect(other.getByRole('button', { name: 'Start call' })).toBeVisible()
  await startCall(page, '555-0197')
  await expect(bar(other)).toContainText('On a call with 555-0197')
  await bar(other).getByRole('button', { name: 'End call' }).click()
  await expect(wrapUp(page)).toBeVisible()
  // Nobody's focus goes where they did not ask for it.
  await expect(wrapUp(page)).not.toBeFocused()
  await wrapUp(page).getByRole('button', { name: 'Voicemail' }).click()
  // A call that comes in meanwhile is shown first; the other one is wrapped up after it, with what was chosen.
  await api.ring('')
  await expect(bar(page)).toContainText('On a call with a withheld number')
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await expect(page.getByRole('form', { name: 'Wrap up the call with a withheld number' })).toBeFocused()
  await page.keyboard.press('5')
  await wrapUp(page).getByRole('button', { name: 'Close call' }).click()
  await expect(page.getByRole('form', { name: 'Wrap up the call with 555-0197' })).toBeVisible()
  await expect(wrapUp(page).getByRole('button', { name: 'Voicemail' })).toHaveAttribute('aria-pressed', 'true')
  await wrapUp(page).getByRole('button', { name: 'Close call' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(bar(other)).toBeHidden()
  await other.close()
})

test('CA-01 GE-11 calls that can not be read disturb nobody, and are read again by and by @rare', async ({ page }) => {
  await page.clock.install()
  const heal = await failCalls(page, '/calls/open/me?*', 'GET')
  await api.ring('+15550196')
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Start call' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await waitForState(page, 'ongoingCall', 'unread')
  // Once more in vain: a feed that begins meanwhile would have them read before their time has come.
  const failures = (await countOf(page, 'query.failed')) ?? 0
  await page.clock.runFor(11_000)
  await expect.poll(() => countOf(page, 'query.failed')).toBeGreaterThan(failures)
  await waitForState(page, 'ongoingCall', 'unread')
  await heal()
  await page.clock.runFor(11_000)
  await expect(bar(page)).toContainText('On a call with')
  // An answer that comes while the call is being ended, or closed, says nothing new of it.
  const readAgain = async () => {
    const before = await countOf(page, 'query.loaded')
    await page.clock.runFor(6_000)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(() => countOf(page, 'query.loaded')).toBeGreaterThan(before ?? 0)
  }
  const endAnswers = await holdCalls(page, '/calls/*/end')
  await bar(page).getByRole('button', { name: 'End call' }).click()
  await readAgain()
  await expect(bar(page).getByRole('button', { name: 'End call' })).toBeDisabled()
  endAnswers()
  // It was ended by mistake, which can be taken back for a while.
  const undo = wrapUp(page).getByRole('button', { name: 'Undo' })
  const healResume = await failCalls(page, '/calls/*/resume', 'POST')
  await undo.click()
  await expect(toasts(page).getByText('Out of order')).toBeVisible()
  await healResume()
  const resumeAnswers = await holdCalls(page, '/calls/*/resume')
  await wrapUp(page).press('Escape')
  await waitForState(page, 'ongoingCall', 'resuming')
  await readAgain()
  resumeAnswers()
  await expect(bar(page).getByRole('status')).toContainText('On a call with')
  await page.keyboard.press('F9')
  await expect(undo).toBeVisible()
  await expectAccessible(page)
  await page.clock.runFor(10_000)
  await expect(undo).toBeHidden()
  await wrapUp(page).getByRole('button', { name: 'Voicemail' }).click()
  const closeAnswers = await holdCalls(page, '/calls/*/close')
  await wrapUp(page).getByRole('button', { name: 'Close call' }).click()
  await readAgain()
  closeAnswers()
  await expect(bar(page)).toBeHidden()
})

for (const width of [1440, 768, 390]) {
  test(`CA-01 at ${width} px the call and its wrapping up fit the page @rare`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const customer = await api.addCustomer(`Long ${'name '.repeat(6)}${randomUUID().slice(0, 8)}`, {
      phone: newNumber(),
    })
    await api.ring(customer.phone ?? '')
    await signIn(page)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expect(bar(page).getByRole('button', { name: 'End call' })).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
    }
    await bar(page).getByRole('button', { name: 'End call' }).click()
    await expect(wrapUp(page)).toBeFocused()
    await page.keyboard.press('3')
    await expect(wrapUp(page).getByLabel('Call back at')).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expectAccessible(page)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    // A menu that opens at the height of the call lies above it.
    await page.setViewportSize({ width, height: 520 })
    await page.goto(`/customers?q=${customer.phone}`)
    await expect(wrapUp(page)).toBeVisible()
    await row(page, 'Long name').getByRole('button').last().click()
    for (const item of await page.getByRole('menuitem').all())
      await expect.poll(() => item.evaluate(liesOnTop)).toBe(true)
    // So does that of a record's page.
    await page.goto(`/orders/${(await api.placeOrder()).id}`)
    await expect(wrapUp(page)).toBeVisible()
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    for (const item of await page.getByRole('menuitem').all())
      await expect.poll(() => item.evaluate(liesOnTop)).toBe(true)
    await page.keyboard.press('Escape')
    // What stays in sight of a page lies below the call: on a phone, New order's total and Place.
    await page.goto('/orders/new')
    await wrapUp(page).getByText('Voicemail').click()
    await wrapUp(page).getByRole('button', { name: 'Close call' }).click({ trial: true })
  })
}
