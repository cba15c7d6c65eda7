import { expectAccessibleInBoth } from './axe'
import { letIn, signIn } from './reference'
import { chooseAction, drawn, expect, offersTab, row, test } from './fixtures'

test('RT-01 RT-11 axe finds nothing on the public pages', async ({ page, backend: _ }) => {
  for (const [path, ready] of [
    ['/', 'Sign in'],
    ['/auth', 'Sign in'],
    ['/auth?mode=signup', 'Sign up'],
    ['/auth?mode=forgot', 'Send link'],
    ['/auth?token=x', 'Complete sign-up'],
    ['/auth?token=x&mode=reset', 'Set password'],
    ['/auth?token=x&mode=email', 'Change email'],
    ['/pay/tok-open', 'Order A-17'],
    ['/pay/tok-bare', 'Order ord_2'],
    ['/pay/wrong', 'Please ask the seller for a new link.'],
    ['/nowhere', 'Not Found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(ready, { exact: true }).first()).toBeVisible()
    await expectAccessibleInBoth(page)
  }
})

test('CD-01 OT-01 EM-01 axe finds nothing on the signed-in screens and menus', async ({ open, page, backend }) => {
  await open('/dashboard')
  await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.goto('/campaigns')
  await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
  await expectAccessibleInBoth(page)
  for (const tab of ['General Details', 'Terms of Service', 'Email', 'Offers']) {
    await page.goto('/campaigns/cmp_1')
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await expectAccessibleInBoth(page)
  }
  await row(page, 'Offer 001').getByRole('button').last().click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expectAccessibleInBoth(page)
  backend.data.offers = []
  await page.goto(offersTab)
  await expect(page.getByText('No records found')).toBeVisible()
  await expectAccessibleInBoth(page)
  backend.fail('POST /search', { status: 500, body: {} })
  await page.reload()
  await expect(page.getByText('Error fetching offers')).toBeVisible()
  await expectAccessibleInBoth(page)
})

test('CD-05 GE-04 GE-07 GE-10 axe finds nothing while something is awaited, missing, foreign, failed or asked @rare', async ({
  open,
  page,
  backend,
}) => {
  const release = backend.hold('GET /campaigns')
  await open(offersTab)
  await expect(page.getByRole('status', { name: 'Loading...' })).toBeVisible()
  await expectAccessibleInBoth(page)
  release()
  await chooseAction(page, 'Offer 001', 'Edit')
  await page.getByLabel('Base Price').fill('33')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.context().setOffline(true)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.context().setOffline(false)
  await page.goto('/campaigns/cmp_3')
  await expect(page.getByRole('button', { name: 'Switch to Second Org' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.goto('/campaigns/nothing')
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await expectAccessibleInBoth(page)
  backend.fail('GET /campaigns', { status: 500, body: {} }, { once: false })
  await page.goto('/campaigns/cmp_1')
  await expect(page.getByText('Error fetching campaign')).toBeVisible()
  await expectAccessibleInBoth(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('RT-06 OT-01 axe finds nothing in cards, the navigation and a sheet, with the tools for testers', async ({
    open,
    page,
  }) => {
    await open(`${offersTab}&record`)
    await expect(row(page, 'Offer 001')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Testing tools' })).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessibleInBoth(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    await chooseAction(page, 'Offer 001', 'Edit')
    await expect(page.getByRole('dialog', { name: 'Edit Offer' })).toBeVisible()
    await expectAccessibleInBoth(page)
  })
})

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

  test("CU-01 CU-03 axe finds nothing on the customers' list, panel and detail @rare", async ({ page }) => {
    await letIn(page)
    await page.goto('/customers?country=US')
    await expect(page.getByRole('button', { name: /Remove filter/ })).toBeVisible()
    await expect(page.locator('tbody a').first()).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.locator('tbody a').first().click()
    await expect(page.getByRole('button', { name: 'Copy email' })).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.goto('/customers?action=new')
    await page.getByRole('button', { name: 'Add customer' }).click()
    await expect(page.getByText('First name is required')).toBeVisible()
    await expectAccessibleInBoth(page)
  })

  test("OR-01 OR-02 axe finds nothing on the orders' list, detail and dialogs @rare", async ({ page }) => {
    await letIn(page)
    await page.goto('/orders?status=open&totalMin=1')
    await expect(page.getByRole('button', { name: /Remove filter Order/ })).toBeVisible()
    await page.getByText('More filters').click()
    await expectAccessibleInBoth(page)
    await page.locator('tbody a').first().click()
    await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Cancel order' })).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('dialog', { name: 'Add note' })).toBeVisible()
    await expectAccessibleInBoth(page)
  })

  test('NO-01 NO-02 axe finds nothing on a new order, with what is wrong and with offers', async ({ page }) => {
    // Somebody who has no call and no draft.
    await signIn(page, 'saoirse@offerdesk.example')
    await page.goto('/orders/new')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByText('Choose a customer, or add a new one.').first()).toBeVisible()
    await page.getByLabel('Campaign').selectOption({ index: 1 })
    await page.getByRole('combobox', { name: 'Add an offer' }).click()
    // The list that opens, and none of a native one.
    const offer = page.locator('[role=option]').first()
    await expect(offer).toBeVisible()
    await expectAccessibleInBoth(page)
    await offer.click()
    await page.getByLabel('Unit price').fill('none')
    await expect(page.getByText('Must be a number').first()).toBeVisible()
    await expectAccessibleInBoth(page)
  })

  test("PR-01 PR-02 PR-03 PR-04 axe finds nothing on the products' list, panels and import @rare", async ({ page }) => {
    await letIn(page)
    await page.goto('/products?stockLevel=low')
    await expect(page.getByRole('button', { name: /Remove filter/ })).toBeVisible()
    await expect(page.locator('tbody a').first()).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.locator('tbody a').first().click()
    const panel = page.getByRole('dialog', { name: 'Product', exact: true })
    for (const tab of ['Details', 'Offers', 'Stock']) {
      await panel.getByRole('tab', { name: tab }).click()
      await expect(panel.getByRole('tabpanel', { name: tab })).toBeVisible()
      await expect(panel.locator('[data-skeleton]')).toHaveCount(0)
      await expectAccessibleInBoth(page)
    }
    await panel.getByRole('button', { name: 'Adjust stock' }).click()
    const adjusting = page.getByRole('dialog', { name: 'Adjust stock' })
    await adjusting.getByRole('button', { name: 'Adjust stock' }).click()
    await expect(adjusting.getByText('A reason is required')).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.goto('/products?action=new')
    await page.getByRole('button', { name: 'Add product' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const importing = page.getByRole('dialog', { name: 'Import products' })
    await importing.getByLabel(/Or paste cells/).fill('SKU;Name;Price\nAX-1;Lamp;5\nAX-2;;x')
    await expectAccessibleInBoth(page)
    await importing.getByRole('button', { name: 'Check pasted lines' }).click()
    await expect(importing.getByRole('button', { name: 'Import 1 line' })).toBeVisible()
    await expectAccessibleInBoth(page)
  })
})

test('EO-01 AO-01 UC-01 EM-02 axe finds nothing in the dialogs', async ({ open, page }) => {
  await open(offersTab)
  await chooseAction(page, 'Offer 001', 'Edit')
  await page.getByLabel('Base Price').fill('-1')
  await page.getByLabel('Base Price').blur()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await chooseAction(page, 'Offer 001', 'Delete')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Offer' }).click()
  await page.getByRole('combobox', { name: 'Product' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  await expect(page.getByRole('dialog', { name: 'Update Campaign' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('button', { name: 'Add New' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Email Auto Responder' })).toBeVisible()
  await expectAccessibleInBoth(page)
})

test('AO-01 EO-01 OT-08 OT-03 DT-05 the whole offers flow works by keyboard alone @rare', async ({
  open,
  page,
  backend,
}) => {
  await open(offersTab)
  await expect(row(page, 'Offer 001')).toBeVisible()
  const tabTo = async (name: string | RegExp, role: 'button' | 'searchbox' | 'menuitem' = 'button') => {
    const target = page.getByRole(role, { name }).first()
    for (let presses = 0; presses < 80; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no focus on ${String(name)}`)
  }
  // The menu keeps the focus and points at its entry.
  const highlighted = page.locator('[role=menuitem][data-highlighted]')
  // Add
  await tabTo('Add Offer')
  await page.keyboard.press('Enter')
  const add = page.getByRole('dialog', { name: 'Add Offer' })
  await expect(add.getByRole('combobox', { name: 'Product' })).toBeFocused()
  await page.keyboard.type('Product 12')
  await expect(page.getByRole('option', { name: /^Product/ })).toHaveText([/Product 12/])
  await page.keyboard.press('Enter')
  await drawn(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12.5')
  await page.keyboard.press('Enter')
  await expect(add).toBeHidden()
  await expect(row(page, 'Product 12')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Offer' })).toBeFocused()
  // Edit
  await tabTo('Actions for Product 12')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  await expect(highlighted).toHaveText('Edit')
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Offer' })
  await expect(edit.getByLabel('Display Name')).toBeFocused()
  await page.keyboard.type('By Keyboard')
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()
  await expect(row(page, 'By Keyboard')).toBeVisible()
  // Delete
  await tabTo('Actions for By Keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  await expect(highlighted).toHaveText('Edit')
  await page.keyboard.press('ArrowDown')
  await expect(highlighted).toHaveText('Delete')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'By Keyboard')).toBeHidden()
  // The row goes before the request has arrived.
  await expect.poll(() => backend.callsOf('DELETE /offers').length).toBe(1)
  // Page and search
  await tabTo('Next page')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Page 2 of 10')).toBeVisible()
  await page.getByRole('tab', { name: 'Offers' }).focus()
  await tabTo('Search Table', 'searchbox')
  await page.keyboard.type('Offer 095')
  await expect(row(page, 'Offer 095')).toBeVisible()
})
