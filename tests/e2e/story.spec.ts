import type { Page } from 'playwright/test'
import type { Mail, MailRecord } from '../../contract/extensions/mails'
import type { OrderRecord } from '../../contract/extensions/orders'
import type { TransactionSums } from '../../contract/extensions/transactions'
import { Api } from './api'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { addHose, begin, openShop } from './orderNew'
import { pay, typeCard } from './payments'
import { letIn } from './reference'

// One order from the phone to the parcel, by two people: the agent at their desk, the customer with their phone.

test.use({ baseURL: async ({ reference }, use) => use(reference.url), codeAhead: true })

const link = (page: Page) => page.getByRole('region', { name: 'Payment link' })

/** The agent sees what the customer did because they are told, and not by the clock, which would take ten seconds. */
async function sees(page: Page, text: string) {
  const began = performance.now()
  await link(page).getByText(text, { exact: false }).first().waitFor({ timeout: 5_000 })
  console.log(`The agent sees “${text}” after ${Math.round(performance.now() - began)} ms`)
}

test('LV-02 NO-06 PY-01 ML-01 FU-02 OR-03 GW-03 an order is placed, mailed, declined, asked about, paid, sent and half refunded', async ({
  page,
  browser,
  request,
  reference,
}) => {
  const api = await new Api(request, reference.url).signIn()
  const [organization] = await api.call<{ id: string }[]>('GET', '/organizations')
  const organizationId = organization?.id ?? ''
  const shop = await openShop(api)
  const [plugin] = await api.call<{ instance: { id: string } }[]>(
    'GET',
    `/plugins/installed?organizationId=${organizationId}`,
  )
  for (const [event, subject, body] of [
    ['order.payment_link.created', 'Please pay order {{order_id}}', 'Pay here: {{payment_link}}'],
    ['order.completed', 'Receipt of order {{order_id}}', 'Thank you for {{order_total}}.'],
    ['order.tracking_number.assigned', 'Order {{order_id}} is on its way', 'By {{tracking_number}}.'],
  ] as const) {
    const responder = { event, subject, body, from: 'shop@northwind.example', pluginInstanceId: plugin?.instance.id }
    await api.call('POST', `/campaigns/${shop.campaign.id}/autoresponders/email`, { organizationId, ...responder })
  }

  // The agent places the order and sends the link.
  await letIn(page)
  await begin(page, shop)
  await addHose(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await link(page).getByRole('button', { name: 'Send payment link' }).click()
  await expect(link(page).getByText('Mailed to vera@new.example')).toBeVisible()
  const [sold] = await api.search('orders', { filters: { customerId: shop.customer.id } })
  const orderId = sold?.id ?? ''
  const mailOf = async (event: string, state: Mail['state'] = 'kept'): Promise<MailRecord> => {
    const arrived = async () => {
      const mails = await api.call<Mail[]>(
        'GET',
        `/mails?organizationId=${organizationId}&orderId=${orderId}&limit=100`,
      )
      return mails.filter((mail) => mail.event === event && mail.state === state)
    }
    await expect.poll(async () => (await arrived()).length, { timeout: 20_000 }).toBe(1)
    const [mail] = await arrived()
    return api.call('GET', `/mails/${mail?.id}`)
  }

  // The customer opens it from the mail, on their phone.
  const { mailText } = await mailOf('order.payment_link.created')
  const path = /\/pay\/[\w-]+/.exec(mailText)?.[0] ?? ''
  const phone = await browser.newContext({
    baseURL: reference.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const customer = await phone.newPage()
  await customer.goto(path)
  // On a phone the items are folded.
  await customer.getByText('1 item', { exact: true }).click()
  await expect(customer.getByText('Garden Hose')).toBeVisible()
  await sees(page, 'The customer has opened it')
  await expectAccessible(customer)
  await typeCard(customer, '4000 0000 0000 0002')
  await pay(customer)
  await expect(customer.getByText(/The bank declined the card\. Nothing was charged/)).toBeVisible()
  await sees(page, 'Declined: The bank declined the card.')
  await typeCard(customer, '4000 0025 0000 3155')
  await pay(customer)
  await expect(customer.getByText(/Do you agree to pay/)).toBeVisible()
  await sees(page, 'Asked by the bank')
  await customer.getByRole('button', { name: 'Approve' }).click()
  await expect(customer.getByText('This order is paid. Thank you.')).toBeVisible()
  await sees(page, 'Paid')
  await phone.close()
  const order = await api.call<OrderRecord>('GET', `/orders/${orderId}`)
  const total = order.total ?? 0
  expect(order).toMatchObject({ paymentStatus: 'paid', paidTotal: total })
  expect((await mailOf('order.completed')).subject).toBe(`Receipt of order ${order.number}`)

  // The parcel gets its number from the scanner.
  await page.goto('/fulfilments')
  await page.getByRole('button', { name: 'Scan' }).click()
  const scanner = page.getByRole('dialog', { name: 'Scan tracking numbers' })
  await expect(scanner.getByLabel('Order')).toBeFocused()
  const tracking = `1Z999AA1${String(Date.now()).slice(-10)}`
  await page.keyboard.type(`${order.number}`)
  await page.keyboard.press('Enter')
  await expect(scanner.getByLabel('Tracking number')).toBeFocused()
  await page.keyboard.type(tracking)
  await page.keyboard.press('Enter')
  await expect(scanner.getByText('1 assigned', { exact: true })).toBeVisible()
  // It waits for five minutes, in which it can be recalled (FU-04).
  expect((await mailOf('order.tracking_number.assigned', 'queued')).mailText).toContain(tracking)

  // Half of it is refunded.
  await page.goto(`/orders/${orderId}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('dialog', { name: `Refund order #${order.number}` })
  const half = (Math.floor(total * 50) / 100).toFixed(2)
  await refund.getByLabel('What').selectOption('An amount')
  await refund.getByLabel('Amount').fill(half)
  await refund.getByRole('button', { name: 'Continue' }).click()
  await refund.getByRole('button', { name: `Refund $${half}` }).click()
  await expect(page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: /^Refunded/ })).toContainText(
    half,
  )

  // What the order says and what its transactions add up to is the same.
  const filters = { orderId }
  const sums = await api.call<TransactionSums>('POST', '/transactions/sums', { organizationId, filters })
  const { paidTotal, refundedTotal } = await api.call<OrderRecord>('GET', `/orders/${orderId}`)
  expect([sums.charged, sums.refunded]).toEqual([paidTotal, refundedTotal])
  expect([paidTotal, refundedTotal]).toEqual([total, Number(half)])
})
