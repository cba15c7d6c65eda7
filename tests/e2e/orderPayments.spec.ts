import type { Locator, Page, Route } from 'playwright/test'
import type { OrderRecord } from '../../contract/extensions/orders'
import { Api, home } from './api'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { addHose, begin, openShop } from './orderNew'
import { letIn } from './reference'
import {
  countOf,
  decide,
  failCalls,
  holdCalls,
  keepEditing,
  leaveUnanswered,
  loseAnswers,
  news,
  question,
  tryAgain,
  uncertain,
} from './transitions'

test.use({
  baseURL: async ({ reference }, use) => use(reference.url),
  permissions: ['clipboard-read', 'clipboard-write'],
})

let api: Api
let order: OrderRecord
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  order = await api.placeOrder({ phone: '+1 212 555 0117' })
  await letIn(page)
})

const card = (page: Page) => page.getByRole('region', { name: 'Payment link' })
const button = (page: Page, name: string) => card(page).getByRole('button', { name })
const messages = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** What the agent sees of the link, without having done anything; story.spec.ts says how soon. */
const sees = (page: Page, text: string) => card(page).getByText(text).waitFor()

test('LV-02 NO-06 OR-02 the agent sends a link, reads out its code, and sees each step of the customer', async ({
  page,
}) => {
  await page.goto(`/orders/${order.id}`)
  await expect(card(page).getByText('No payment link has been made yet.')).toBeVisible()
  await expect(card(page).getByText('No payment link is out.')).toBeVisible()
  await button(page, 'Send payment link').click()
  await expect(messages(page).getByText('Payment link sent')).toBeVisible()
  await expect(button(page, 'Send again')).toBeFocused()
  await expect(card(page).getByText('Mailed to vera@new.example')).toBeVisible()
  await expectAccessible(page)
  const code =
    (await card(page).getByRole('group', { name: 'Code to read out' }).getByRole('strong').textContent()) ?? ''
  // It is the largest thing on the screen.
  const sizes = await page
    .getByRole('main')
    .locator('*')
    .evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)))
  const largest = await card(page)
    .getByRole('group', { name: 'Code to read out' })
    .getByRole('strong')
    .evaluate((one) => parseFloat(getComputedStyle(one).fontSize))
  expect(sizes.filter((size) => size >= largest)).toHaveLength(1)
  // Whoever comes to the page later reads it out, too.
  await page.reload()
  await expect(card(page).getByRole('group', { name: 'Code to read out' })).toContainText(code)
  const { token } = await api.asCustomer<{ token: string }>('POST', 'codes', { payCode: code, phoneDigits: '0117' })
  await api.asCustomer('GET', token)
  await sees(page, 'The customer has opened it')
  await api.payAs(token, '4000000000009995')
  await sees(page, 'Declined: There is not enough money on the card.')
  const slow = api.payAs(token, '4000000000000077')
  await sees(page, 'The customer is paying')
  await slow
  await card(page).getByText('Paid', { exact: true }).waitFor()
  await expect(card(page).getByText('This order has been paid.')).toBeVisible()
  await expect(button(page, 'Send payment link')).toBeDisabled()
  const payments = page.getByRole('table', { name: 'Payments' })
  await expect(payments).toContainText('There is not enough money on the card.')
  await expect(payments.getByRole('row', { name: /^Paid/ })).toContainText('$44.95')
  await expectAccessible(page)
})

test('LV-02 OR-02 PY-06 the bank asks the customer, and what was paid is cancelled and refunded in one step', async ({
  page,
}) => {
  const token = await api.linkTo(order.id)
  await page.goto(`/orders/${order.id}`)
  await expect(card(page).getByText('Made, and not opened yet')).toBeVisible()
  const attemptId = await api.payAs(token, '4000002500003155')
  await sees(page, 'Asked by the bank')
  await expect(card(page).getByText(/Your bank asks you to confirm/)).toBeVisible()
  await api.asCustomer('POST', `${token}/attempts/${attemptId}/answer`, { approved: true })
  await card(page).getByText('Paid', { exact: true }).waitFor()
  // What was paid goes back with the order, in one step (OR-02).
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel and refund $44.95' }).click()
  await expect(messages(page).getByText('Order cancelled and refund requested')).toBeVisible()
  await expect(card(page).getByText('This order has been cancelled.')).toBeVisible()
  // Who comes back to the page is not thanked for what they have been given back.
  await page.goto(`/pay/${token}`)
  await expect(page.getByText(/^Refunded \$44\.95 on \w+/)).toBeVisible()
  await expect(page.getByText('Thank you')).toBeHidden()
})

test('OR-02 NO-06 GE-16 a link is copied, ended, and made anew; what fails is said, and what is lost looked up @rare', async ({
  page,
}) => {
  await page.goto(`/orders/${order.id}`)
  for (const name of ['Send payment link', 'Copy link']) {
    const heal = await failCalls(page, '/orders/*/payment-links', 'POST')
    await button(page, name).click()
    await expect(messages(page).getByText('Out of order').first()).toBeVisible()
    await heal()
  }
  // A link whose answers were lost is one all the same.
  await loseAnswers(page, '/orders/*/payment-links', 2)
  await button(page, 'Copy link').click()
  await expect(uncertain(card(page))).toContainText('whether the payment link has been made')
  await expect(messages(page).getByText('Payment link copied')).toBeVisible()
  await expect(uncertain(card(page))).toBeHidden()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/\/pay\/[\w-]{40,}$/)
  await expect(card(page).getByText('Made, and not opened yet')).toBeVisible()
  await button(page, 'Copy link').click()
  await expect(button(page, 'Copy link')).toBeEnabled()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied)
  const heal = await failCalls(page, '/orders/*/payment-links/end', 'POST')
  await button(page, 'End link').click()
  await expect(messages(page).getByText('Out of order').first()).toBeVisible()
  await heal()
  await button(page, 'End link').click()
  await expect(messages(page).getByText('Payment link ended')).toBeVisible()
  await expect(card(page).getByText('Ended', { exact: true })).toBeVisible()
  await expect(button(page, 'End link')).toBeDisabled()
  // It can still be reached, and says why.
  await expect(button(page, 'End link')).toBeFocused()
  await expect(button(page, 'End link')).toHaveAccessibleDescription('No payment link is out.')
  // Where the browser forbids it, the address is there to be copied by hand.
  await page.evaluate(() => {
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('forbidden')) })
  })
  const byHand = card(page).getByLabel('Copy this address by hand')
  const copyByHand = async () => {
    await button(page, 'Copy link').click()
    await expect(byHand).toHaveValue(/\/pay\//)
  }
  await copyByHand()
  await copyByHand()
  await loseAnswers(page, '/orders/*/payment-links', 2)
  await button(page, 'Send payment link').click()
  await expect(uncertain(card(page))).toContainText('whether the payment link has been sent')
  await expect(card(page).getByText('Mailed to vera@new.example')).toBeVisible()
  await expect(uncertain(card(page))).toBeHidden()
  await copyByHand()
  await button(page, 'End link').click()
  await expect(card(page).getByText('Ended', { exact: true })).toBeVisible()
  await copyByHand()
  // Another agent makes a newer one, whose address this page does not know.
  await api.linkTo(order.id)
  await expect(byHand).toBeHidden()
  await button(page, 'Copy link').click()
  await expect(byHand).toBeVisible()
  const recorded = await page.evaluate(async () => JSON.stringify(await window.offerdesk?.recording()))
  expect(recorded).not.toContain(copied.split('/pay/')[1])
})

test('GW-01 GE-05 where the usual gateway is over its cap, another one is offered, and no other link stays copied', async ({
  page,
}) => {
  const full = await api.addGateway({ monthlyCap: 10 })
  const free = await api.addGateway()
  const other = await api.placeOrder({}, { gatewayInstanceId: full.id })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto(`/orders/${order.id}`)
  await button(page, 'Copy link').click()
  await expect(messages(page).getByText('Payment link copied')).toBeVisible()
  const ofFirst = await copied()
  expect(ofFirst).toContain('/pay/')
  await page.goto(`/orders/${other.id}`)
  const why = 'This payment gateway would take more than its cap for this month. Choose another one.'
  for (const name of ['Send payment link', 'Copy link']) {
    await expect(button(page, name)).toBeDisabled()
    await expect(button(page, name)).toHaveAccessibleDescription(new RegExp(why))
  }
  await card(page)
    .getByLabel('Payment gateway')
    .selectOption({ label: free.displayName ?? '' })
  const heal = await failCalls(page, '/orders/*/payment-links', 'POST')
  await button(page, 'Copy link').click()
  await expect(messages(page).getByText('Out of order').first()).toBeVisible()
  expect(await copied()).toBe('')
  await heal()
  await button(page, 'Copy link').click()
  await expect(messages(page).getByText('Payment link copied')).toBeVisible()
  expect(await copied()).not.toBe(ofFirst)
})

test('OR-02 payments that can not be read are said to be so, and asked for again', async ({ page }) => {
  const heal = await failCalls(page, '/orders/*/payments', 'GET')
  await page.goto(`/orders/${order.id}`)
  await expect(card(page).getByText('Error fetching payments')).toBeVisible()
  await tryAgain(card(page), '/orders/*/payments', heal)
  await expect(button(page, 'Send payment link')).toBeEnabled()
})

test('NO-06 after placing, the link is at hand on the new-order screen, and the next order begins there', async ({
  page,
}) => {
  const shop = await openShop(api)
  await begin(page, shop)
  await addHose(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'This order has been placed' })).toBeVisible()
  await expectAccessible(page)
  // What was sold is there to be read back, and sending the link is what comes next.
  await expect(page.getByRole('region', { name: 'Read back' })).toContainText('Garden Hose')
  await expect(page.getByText(/^It is order #\d+ of \$24\.95\./)).toBeVisible()
  await expect(button(page, 'Send payment link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('Mailed to vera@new.example')).toBeVisible()
  await expect(button(page, 'Send again')).toBeFocused()
  await expect(card(page).getByText('There is no code to read out')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'New order', exact: true }).click()
  await expect(page.getByLabel('Campaign')).toBeVisible()
})

test.describe('of a paid order', () => {
  test.beforeEach(async ({ page }) => {
    await api.payAs(await api.linkTo(order.id))
    await page.goto(`/orders/${order.id}`)
    await expect(card(page).getByText('Paid', { exact: true })).toBeVisible()
  })

  test('OR-02 ML-03 the mails of the order are listed with how far they are, and lead to what stands in them @rare', async ({
    page,
  }) => {
    const mails = page.getByRole('region', { name: 'Mails' })
    await expect(mails.getByRole('row').filter({ hasText: `Receipt of order ${order.number}` })).toBeVisible()
    const unpaid = await api.placeOrder()
    await page.goto(`/orders/${unpaid.id}`)
    await expect(mails.getByText('No mail has been sent yet.')).toBeVisible()
    await button(page, 'Send payment link').click()
    const row = mails.getByRole('row').filter({ hasText: 'vera@new.example' })
    await expect(row).toContainText('Kept')
    await expectAccessible(page)
    await row.getByRole('link').click()
    await expect(page.getByRole('dialog', { name: 'Mail' })).toContainText('vera@new.example')
    // One that was given up says why, and is sent once more from here.
    const giveUp = async (route: Route) => {
      const response = await route.fetch()
      const { data, meta } = (await response.json()) as { data: object[]; meta: object }
      const given = data.map((mail) => ({ ...mail, state: 'dead', error: 'Mailbox full' }))
      await route.fulfill({ response, json: { data: given, meta } })
    }
    await page.route('**/api/v1/mails?**', giveUp)
    await page.goto(`/orders/${unpaid.id}`)
    await expect(row).toContainText('Given up')
    await mails.getByRole('button', { name: /^Retry:/ }).click()
    // The server knows better.
    await expect(messages(page).getByText('It is kept here, and sent nowhere.')).toBeVisible()
    const heal = await failCalls(page, '/mails?**', 'GET')
    await page.reload()
    await expect(mails.getByText('Error fetching mails')).toBeVisible()
    await page.unroute('**/api/v1/mails?**', giveUp)
    await tryAgain(mails, '/mails?**', heal)
    await expect(row).toContainText('Kept')
  })

  const openRefund = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Refund order #${order.number}` })
    await expect(dialog).toBeVisible()
    return dialog
  }

  test('OR-03 GE-16 a refund that was left while it was sent again, and arrived after all, is the same one when it is asked for anew @rare', async ({
    page,
  }) => {
    const refundOne = async () => {
      const dialog = await openRefund(page)
      await dialog.getByLabel('Units of Garden Hose').fill('1')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByRole('button', { name: 'Refund $20.00' }).click()
      return dialog
    }
    const url = '**/api/v1/orders/*/refunds'
    await page.route(url, (route) => route.abort(), { times: 2 })
    const dialog = await refundOne()
    await expect(uncertain(dialog)).toBeVisible()
    const sentAgain = await new Promise<Route>((resolve) => void page.route(url, resolve, { times: 1 }))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    const payments = page.getByRole('table', { name: 'Payments' })
    await sentAgain.continue()
    await expect(payments.getByRole('row', { name: /^Refunded/ })).toContainText('$20.00')
    await refundOne()
    await expect(messages(page).getByText('Refund requested')).toBeVisible()
    await expect((await openRefund(page)).getByText('At most $24.95 can be given back.')).toBeVisible()
  })

  test('OR-03 GE-16 a refund by lines and one of an amount, capped, said once more, and once however often it is asked for', async ({
    page,
  }) => {
    let dialog = await openRefund(page)
    await expect(dialog.getByText('At most $44.95 can be given back.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Choose how many units to refund')).toBeVisible()
    await dialog.getByLabel('Units of Garden Hose').fill('3')
    await expect(dialog.getByText('Garden Hose: At most 2 can be refunded')).toBeVisible()
    // What is said of the units follows them, and what it comes to is told apart.
    await expect(dialog.getByText('$20.00 each, up to 2 can be refunded')).toBeVisible()
    await dialog.getByLabel('Units of Garden Hose').fill('1')
    await expect(dialog.getByText('1 × $20.00: $20.00; 1 of 2 stays')).toBeVisible()
    await dialog.getByLabel('Shipping').selectOption('As much as of the goods: $2.47')
    await expect(dialog.getByRole('definition')).toHaveText(['$20.00', '$2.47'])
    await expect(dialog.getByText('Comes to $22.47')).toBeVisible()
    await dialog.getByLabel('Shipping').selectOption('An amount')
    await expect(dialog.getByText('At most $4.95 of the chosen lines’ shipping is left')).toBeVisible()
    await dialog.getByLabel('Shipping to refund').fill('4.96')
    await dialog.getByLabel('Shipping to refund').blur()
    await expect(dialog.getByText('At most $4.95 of their shipping can be refunded')).toBeVisible()
    await dialog.getByLabel('Shipping', { exact: true }).selectOption('None of it')
    await dialog.getByLabel('Reason').fill('<b>Broken</b>')
    await expect(dialog.getByText('Comes to $20.00')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText(/\$20\.00 goes back to the customer/)).toBeVisible()
    await expectAccessible(page)
    // What fails is said at the form, which keeps what was typed.
    const heal = await failCalls(page, '/orders/*/refunds', 'POST')
    await dialog.getByRole('button', { name: 'Refund $20.00' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Out of order' })).toBeVisible()
    await heal()
    await expect(dialog.getByLabel('Units of Garden Hose')).toHaveValue('1')
    // Who does not wait for a server that is away leaves, and nothing has been given back.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const refundOne = async () => {
      const opened = await openRefund(page)
      await opened.getByLabel('Units of Garden Hose').fill('1')
      await opened.getByLabel('Reason').fill('<b>Broken</b>')
      await opened.getByRole('button', { name: 'Continue' }).click()
      await opened.getByRole('button', { name: 'Refund $20.00' }).click()
      return opened
    }
    await leaveUnanswered(page, '/orders/*/refunds', refundOne)
    // The answers are lost: what became of it is looked up, and is nobody else's doing (GE-16).
    await loseAnswers(page, '/orders/*/refunds', 2)
    dialog = await refundOne()
    await expect(uncertain(dialog)).toContainText('whether your refund of $20.00 has gone through')
    await expect(messages(page).getByText('Your refund of $20.00 has gone through')).toBeVisible()
    await expect(dialog).toBeHidden()
    const payments = page.getByRole('table', { name: 'Payments' })
    await expect(payments.getByRole('row', { name: /^Refunded/ })).toContainText('$20.00')
    await expect(payments).toContainText('<b>Broken</b>')
    dialog = await openRefund(page)
    await expect(dialog.getByText('At most $24.95 can be given back.')).toBeVisible()
    await expect(dialog.getByText('$20.00 each, 1 can be refunded')).toBeVisible()
    await dialog.getByLabel('What').selectOption('An amount')
    await dialog.getByLabel('Amount').fill('24,96')
    await dialog.getByLabel('Amount').blur()
    await expect(dialog.getByText('This is more than what was paid and not given back.')).toBeVisible()
    await dialog.getByLabel('Amount').fill('24.95')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Refund $24.95' }).click()
    await expect(payments.getByRole('row', { name: /^Refunded/ })).toContainText('$44.95')
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: /^Refund There/ })).toContainText(
      'There is nothing left to refund.',
    )
  })

  test('OR-03 GE-07 a refund can be left in every way @rare', async ({ page }) => {
    let dialog = await openRefund(page)
    await expect(dialog.getByLabel('What')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    dialog = await openRefund(page)
    await dialog.getByLabel('Units of Garden Hose').fill('1')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    dialog = await openRefund(page)
    await dialog.getByLabel('Units of Garden Hose').fill('1')
    // The second click of two is none upon the last question.
    await dialog.getByRole('button', { name: 'Continue' }).dblclick()
    await expect(dialog.getByRole('button', { name: 'Refund $20.00' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByLabel('Units of Garden Hose').press('Enter')
    await expect(dialog.locator(':focus')).toContainText('goes back to the customer')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(dialog.getByLabel('Units of Garden Hose')).toHaveValue('1')
    await page.keyboard.press('Escape')
    await keepEditing(page)
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
  })

  test('OR-04 an event that is chosen says what the order was then, and shows the states to whoever asks for them @rare', async ({
    page,
  }) => {
    const timeline = page.getByRole('list', { name: 'Timeline' })
    const then = page.getByRole('region', { name: 'The order then' })
    const chosen = (name: string) => timeline.getByRole('button', { name, exact: true })
    const show = then.getByRole('button', { name: 'Show the chart of states' })
    const hide = then.getByRole('button', { name: 'Hide the chart of states' })
    const chart = then.getByRole('img', { name: 'States and transitions of orderLife' })
    // The drawing can't be fetched at first, and is then.
    let fail = () => {}
    const failing = new Promise<void>((resolve) => (fail = resolve))
    await page.route('**/assets/chart*', async (route) => {
      await failing
      await route.abort()
    })
    await timeline.getByRole('button').first().click()
    await expect(then.getByRole('status')).toHaveText('Paid, and nothing sent')
    await expect(then.getByText('2 × Garden Hose', { exact: true })).toBeVisible()
    await expect(then.getByText('$44.95')).toBeVisible()
    await chosen('Placed').click()
    await expect(then.getByRole('status')).toHaveText('Not paid yet, and nothing packed')
    await expect(then.getByText('$0.00')).toBeVisible()
    await expectAccessible(page)
    await expect(chart).toBeHidden()
    await show.click()
    await expect(then.getByText('Drawing the states...')).toBeVisible()
    await hide.click()
    await expect(then.getByText('Drawing the states...')).toBeHidden()
    await show.click()
    fail()
    await expect(then.getByText('The states could not be drawn.')).toBeVisible()
    await page.unrouteAll()
    await show.press('Enter')
    await expect(chart).toBeVisible()
    await expect(then.getByText('Active: orderLife.open')).toBeAttached()
    await expectAccessible(page)
    await hide.click()
    await expect(chart).toBeHidden()
    await show.click()
    await expect(chart).toBeVisible()
    await page.getByRole('button', { name: 'Close history' }).click()
    await expect(then).toBeHidden()
    await chosen('Placed').click()
    await expect(chart).toBeHidden()
    await page.getByRole('button', { name: 'Close history' }).click()
  })
})

test('OR-03 OR-05 GE-09 all that can come between typing a refund and sending it @rare', async ({ page }) => {
  await api.payAs(await api.linkTo(order.id))
  let refundable: number | undefined
  await page.route(`**/api/v1/orders/${order.id}`, async (route) => {
    if (refundable === undefined) return route.fallback()
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, refundable } } })
  })
  const change = (money: string) => {
    refundable = Number(money.slice(1))
    return Promise.resolve()
  }
  await page.clock.install()
  await page.goto(`/orders/${order.id}`)
  await expect(card(page).getByText('Paid', { exact: true })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: `Refund order #${order.number}` })
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Refund', exact: true }).click()
    await expect(dialog).toBeVisible()
    return dialog
  }
  const field = dialog.getByLabel('Units of Garden Hose')
  await decide(page, {
    openDialog,
    typed: { label: 'Units of Garden Hose', from: '', to: '1', again: '2' },
    changed: { label: 'Can be given back', from: '$44.95', to: '$24.95', again: '$14.95' },
    shows: (shown, money) => expect(shown.getByText(`At most ${money} can be given back.`)).toBeVisible(),
    change,
  })
  const comeBack = async (money: string) => {
    await change(money)
    const before = await countOf(page, 'record.refresh')
    await page.clock.runFor(6_000)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(() => countOf(page, 'record.refresh')).toBeGreaterThan(before ?? 0)
  }
  const confirm = async () => {
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText(/goes back to the customer/)).toBeVisible()
  }
  await openDialog()
  await field.fill('1')
  await confirm()
  // While it is said once more, what is as it was is no news, and what has changed leads back.
  await comeBack('$44.95')
  await expect(dialog.getByText(/goes back to the customer/)).toBeVisible()
  await comeBack('$24.95')
  await expect(news(dialog)).toContainText('$24.95')
  await expectAccessible(page)
  await news(dialog).getByRole('button', { name: 'Keep mine' }).click()
  // What somebody else refunds is told by the refusal alone.
  const release = await holdCalls(page, `/orders/${order.id}`)
  await confirm()
  await api.call('POST', `/orders/${order.id}/refunds`, { amount: 5 })
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click()
  await expect(news(dialog)).toContainText('$39.95')
  await news(dialog).getByRole('button', { name: 'Keep mine' }).click()
  // What has changed is nothing of what a refund is judged by.
  await confirm()
  await api.call('PUT', `/orders/${order.id}/address`, { ...home, address1: '10 Heron Wharf' })
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click()
  await expect(messages(page).getByText('Refund requested')).toBeVisible()
  refundable = undefined
  release()
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: /^Refunded/ })).toContainText(
    '$25.00',
  )
})
