import type { Page } from 'playwright/test'
import type { OrderRecord } from '../../contract/extensions/orders'
import { Api, home } from './api'
import { expect, row, test } from './fixtures'
import { letIn } from './reference'

async function search(page: Page, text: string) {
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/search') && (response.request().postDataJSON() as { q?: string }).q === text,
  )
  await page.getByRole('searchbox', { name: 'Search Table' }).fill(text)
  await answered
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
}

const choose = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

  let api: Api
  let order: OrderRecord
  test.beforeEach(async ({ page, request, reference }) => {
    api = await new Api(request, reference.url).signIn()
    order = await api.placeOrder()
    await letIn(page)
  })

  test('OR-01 GE-01 GE-13 GE-15 the list is searched, narrowed by status, amount and day, and sorted', async ({
    page,
  }) => {
    await page.goto('/dashboard')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Order',
      'Date',
      'Customer',
      'Campaign',
      'Agent',
      /Total/,
      'Payment',
      'Fulfilment',
    ])
    await search(page, String(order.customerName))
    await expect(row(page, `#${order.number}`)).toContainText('44.95')
    await expect(row(page, `#${order.number}`)).toContainText('Unpaid')
    // It was placed today, which is told by the clock alone.
    await expect(row(page, `#${order.number}`).getByRole('cell').nth(1)).toHaveText(/^\d{1,2}:\d\d [AP]M$/)
    const list = page.getByRole('region', { name: 'Orders' })
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.getByRole('combobox', { name: 'Payment' }).selectOption('Paid')
    await expect(page).toHaveURL(/paymentStatus=paid/)
    await expect(row(page, `#${order.number}`)).toBeHidden()
    await page.getByRole('button', { name: 'Remove filter Payment: Paid' }).click()
    await expect(row(page, `#${order.number}`)).toBeVisible()
    await page.getByText('More filters').click()
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('Miles Carter')
    await expect(row(page, `#${order.number}`)).toBeHidden()
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('Dana Reyes')
    await expect(row(page, `#${order.number}`)).toBeVisible()
    await page.getByLabel('Total from').fill('45')
    await page.getByLabel('Total from').press('Enter')
    await expect(page).toHaveURL(/totalMin=%2245%22/)
    await expect(row(page, `#${order.number}`)).toBeHidden()
    await page.getByRole('button', { name: 'Remove filter Total from: 45' }).click()
    // A day narrows the list as soon as it is whole, and none of those before while its year is typed.
    await page.getByLabel('To', { exact: true }).focus()
    await page.keyboard.type('01312020')
    await expect(page).toHaveURL(/createdTo=2020-01-31/)
    await expect(page.getByLabel('To', { exact: true })).toBeFocused()
    await expect(row(page, `#${order.number}`)).toBeHidden()
    // A range that nothing can be in is told where it is typed, and in place of the rows.
    await page.getByLabel('From', { exact: true }).fill('2020-02-01')
    await page.getByLabel('From', { exact: true }).blur()
    await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription('From is after To')
    await expect(page.getByRole('heading', { name: 'From is after To' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter From: 2020-02-01' }).click()
    await page.getByLabel('Total to').fill('abc')
    await page.getByLabel('Total to').blur()
    await expect(page.getByLabel('Total to')).toHaveAccessibleDescription('Must be a number')
    await page.getByLabel('Total to').fill('')
    await page.getByRole('button', { name: 'Remove filter To: 2020-01-31' }).click()
    await page.getByRole('searchbox', { name: 'Search Table' }).fill('')
    await page.getByRole('button', { name: /^Total/ }).click()
    await expect(page).toHaveURL(/sort=total/)
  })

  test('OR-01 DT-05 on a phone the further filters fit the page, however long a campaign is called', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/orders')
    await page.getByText('More filters').click()
    const longest = page.getByRole('combobox', { name: 'Campaign' }).locator('option', { hasText: /.{60}/ })
    await expect(longest.first()).toBeAttached()
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await over()).toBe(0)
  })

  test('GE-03 a row opens on a click anywhere but on what it holds, and campaign and agent are links @rare', async ({
    page,
  }) => {
    await page.goto(`/orders?q=${order.customer.lastName}`)
    const found = row(page, `#${order.number}`)
    const date = found.getByRole('cell').nth(1)
    // What a click in another tab opens there, a row does, too: the link gets the click, and nobody takes it from the
    // browser. The tab itself is not waited for: headless Chromium does not tell of every one that it opens.
    const links = await page.evaluateHandle(() => {
      const left: string[] = []
      const note = ({ target, ctrlKey, metaKey, defaultPrevented }: MouseEvent) => {
        const isLeft = target instanceof HTMLAnchorElement && (ctrlKey || metaKey) && !defaultPrevented
        if (isLeft) left.push(target.pathname)
      }
      window.addEventListener('click', (event) => note(event))
      return left
    })
    await date.click({ modifiers: ['ControlOrMeta'] })
    await expect.poll(() => links.jsonValue()).toEqual([`/orders/${order.id}`])
    await expect(page).toHaveURL(/\/orders\?q=/)
    // Who marks text reads on.
    const { x, y, height } = (await date.locator('time').boundingBox()) ?? { x: 0, y: 0, height: 0 }
    await page.mouse.move(x + 1, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 30, y + height / 2)
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
    await found.getByRole('cell').nth(5).click()
    await expect(page).toHaveURL(`/orders/${order.id}`)
    await page.getByRole('link', { name: 'Dana Reyes' }).click()
    await expect(page.getByRole('button', { name: 'Remove filter Agent: Dana Reyes' })).toBeVisible()
    await page.goto(`/orders?q=${order.customer.lastName}`)
    await found.getByRole('link', { name: 'Dana Reyes' }).click()
    await expect(page).toHaveURL(/\/orders\?agentId=/)
    await page.goto(`/orders?q=${order.customer.lastName}`)
    await found.getByRole('link', { name: String(order.campaignName) }).click()
    await expect(page).toHaveURL(/\/campaigns\//)
  })

  test('OR-02 GE-12 GE-14 CU-05 an order is opened from the list: what was sold, to whom and where, and a note in its timeline', async ({
    page,
  }) => {
    await page.goto('/orders')
    await search(page, String(order.number))
    await page.getByRole('link', { name: `#${order.number}` }).click()
    await expect(page).toHaveTitle(`#${order.number} · Orders · Offerdesk`)
    const items = page.getByRole('table', { name: 'Items' })
    await expect(items).toContainText('Garden Hose')
    await expect(items.getByRole('row', { name: 'Shipping' })).toContainText('$4.95')
    await expect(items.getByRole('row', { name: /^Total/ })).toContainText('$44.95')
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('9 Heron Wharf')
    await expect(page.getByText('Nothing has been paid yet.')).toBeVisible()
    // What it is made of is wide on the left; who and where stand beside it, and its name stays in sight.
    const edges = async (name: string) => {
      const { x = 0, width = 0 } = (await page.getByRole('region', { name, exact: true }).boundingBox()) ?? {}
      return { from: x, to: x + width }
    }
    expect((await edges('Customer')).from).toBeGreaterThan((await edges('Items')).to)
    await page.mouse.wheel(0, 10_000)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await expect(page.getByRole('heading', { level: 1, name: `#${order.number}` })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Add note' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Add note' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add note' })
    await dialog.getByRole('button', { name: 'Add note' }).click()
    await expect(dialog.getByText('Write something first')).toBeVisible()
    await dialog.getByLabel('Note').fill('Ring twice')
    await dialog.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Note added')).toBeVisible()
    await expect(dialog).toBeHidden()
    const events = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
    await expect(events.first()).toContainText('Ring twice')
    await expect(events.last()).toContainText('Placed')
    await page.getByRole('region', { name: 'Customer' }).getByRole('link').click()
    await expect(
      page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: `#${order.number}` }),
    ).toBeVisible()
  })

  test('OR-02 LI-01 GE-05 GE-06 an order is cancelled with a reason, and what is no longer possible says why', async ({
    page,
  }) => {
    await page.goto(`/orders/${order.id}`)
    await choose(page, 'Cancel order')
    const dialog = page.getByRole('dialog', { name: `Cancel order #${order.number}` })
    await dialog.getByLabel('Reason').fill('Changed their mind')
    await page.keyboard.press('Escape')
    await page
      .getByRole('alertdialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await page.route('**/cancel', (route) => route.fulfill({ status: 409, json: { message: 'Not just now.' } }))
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText('Not just now.')).toBeVisible()
    await expect(dialog.getByLabel('Reason')).toHaveValue('Changed their mind')
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText('Order cancelled')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Changed their mind')
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    for (const action of ['Edit address', 'Cancel order']) {
      const entry = page.getByRole('menuitem', { name: action })
      await expect(entry).toBeDisabled()
      await expect(entry).toContainText('This order has been cancelled.')
    }
  })

  test('OR-05 GE-09 an address that somebody else changed meanwhile is not overwritten unseen @rare', async ({
    page,
  }) => {
    await page.goto(`/orders/${order.id}`)
    await choose(page, 'Edit address')
    const dialog = page.getByRole('dialog', { name: 'Edit address' })
    await dialog.getByLabel('Postal code').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('The address needs a postal code.')).toBeVisible()
    await dialog.getByLabel('Postal code').fill('78705')
    // Nothing is told of it before the person saves.
    await page.route(`**/orders/${order.id}`, (route) => route.fulfill({ status: 503, json: {} }))
    await api.call('PUT', `/orders/${order.id}/address`, { ...home, city: 'Dallas' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Dallas')).toBeVisible()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const messages = page.getByRole('region', { name: 'Notifications' })
    await expect(messages.getByText('Address changed')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('Dallas')
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('78705')
  })

  test('GE-04 OR-02 an order that does not exist is not found', async ({ page }) => {
    await page.goto('/orders/nobody')
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to orders' }).click()
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  })
})

test('OR-01 AP-05 a backend of the twenty calls has the plain list alone', async ({ open, page, backend }) => {
  backend.data.orders = [
    { id: 'ord_1', organizationId: 'org_1', number: 1042, customerName: 'Ada Moss', paymentStatus: 'on_hold' },
  ]
  await open('/orders')
  await expect(row(page, '#1042')).toContainText('On hold')
  await expect(page.getByRole('link', { name: '#1042' })).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Payment' })).toBeHidden()
  await page.goto('/orders/ord_1')
  await expect(page.getByText('This backend does not offer order details.')).toBeVisible()
  expect(backend.callsOf('GET /orders')).toHaveLength(0)
})
