import type { Page } from 'playwright/test'
import type { AgentPermissions } from '../../contract/agentPermissions'
import { expectAccessibleInBoth } from './axe'
import { takeEveryWay } from './everyWay'
import { expect, test } from './fixtures'
import { letIn, openWinterWarmers, signIn } from './reference'
import { failCalls, holdCalls } from './transitions'

const agent = 'miles.carter@offerdesk.example'
const mine: AgentPermissions = {
  refundLimit: 0,
  changesOffers: false,
  seesAllOrders: true,
  exports: false,
  sharesViews: false,
}

/** Opens what agents may do, and returns the record that the page was given. */
async function openPermissions(page: Page) {
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/permissions'))
  await page.goto('/settings?tab=permissions')
  const { data } = (await (await answered).json()) as { data: AgentPermissions & { id: string; version: number } }
  await expect(page.getByRole('table', { name: 'Who may do what' })).toBeVisible()
  return data
}

/** What the owner settles, past the page. */
async function settle(page: Page, permissions: Partial<AgentPermissions>) {
  const login = await page.request.post('/api/v1/users/login', {
    data: { email: 'demo@offerdesk.example', password: 'offerdesk-demo' },
  })
  const { data } = (await login.json()) as { data: { token: string } }
  const headers = { authorization: `Bearer ${data.token}` }
  const listed = await page.request.get('/api/v1/organizations', { headers })
  const { data: organizations } = (await listed.json()) as { data: { id: string; name: string }[] }
  const id = organizations.find(({ name }) => name === 'Northwind Supply')?.id
  const put = await page.request.put(`/api/v1/organizations/${id}/permissions`, { headers, data: permissions })
  expect(put.status()).toBe(200)
}

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

test.afterEach(({ page }) => settle(page, mine))

test('ST-02 GE-07 GE-09 owners settle what agents may do, and the table says so @rare', async ({ page }) => {
  await letIn(page)
  const record = await openPermissions(page)
  const card = page.getByRole('region', { name: 'Agents' })
  await expectAccessibleInBoth(page)
  const numbers: Record<string, string> = {
    Mine: '11.00',
    'Mine too': '12.00',
    Theirs: '13.00',
    Saved: '25.50',
    '0': '0',
  }
  const typed = (text: string) => numbers[text] ?? `${14 + text.length}.00`
  await takeEveryWay(page, {
    open: async () => {
      await card.getByRole('button', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit permissions' })
      await expect(dialog.locator(':focus')).toHaveCount(1)
      return dialog
    },
    label: 'Refund up to',
    save: 'Save',
    path: `/organizations/${record.id}/permissions`,
    record,
    with: (text) => ({ refundLimit: Number(typed(text)) }),
    wrong: '-1',
    typed,
    from: '0',
  })
  await expect(card).toContainText('$25.50 of an order')
  const row = page.getByRole('row', { name: /Refund orders/ })
  await expect(row).toContainText('Up to $25.50 of an order')
  await card.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Change offers, products and prices').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Change offers/ })).toContainText('YesYes')
})

for (const width of [1440, 768, 390]) {
  test(`ST-02 GE-05 at ${width} whoever may not settle it reads it, and what they may not do says why @rare`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await letIn(page, agent)
    await openPermissions(page)
    const edit = page.getByRole('button', { name: 'Edit' })
    await edit.focus()
    await expect(edit).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('tooltip', { name: 'Only an owner can settle who may do what.' })).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.goto('/gateways')
    const add = page.getByRole('button', { name: 'New gateway' })
    await add.focus()
    await expect(page.getByRole('tooltip', { name: 'Only an owner can change gateways.' })).toBeVisible()
    await expectAccessibleInBoth(page)
  })
}

test('GE-05 a button that has the focus already says why as soon as that is known', async ({ page }) => {
  await letIn(page, agent)
  await page.goto('/gateways')
  const add = page.getByRole('button', { name: 'New gateway' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  const release = await holdCalls(page, '/organizations')
  await page.reload()
  await add.focus()
  await expect(add).not.toHaveAttribute('aria-disabled')
  release()
  const why = page.getByRole('tooltip', { name: 'Only an owner can change gateways.' })
  await expect(why).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(why).toBeHidden()
})

test('ST-02 CP-03 LV-01 offers are changed as soon as an owner lets agents do it, without a reload @rare', async ({
  page,
}) => {
  await signIn(page, agent)
  await openWinterWarmers(page)
  await page.getByRole('tab', { name: 'Offers' }).click()
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
  const inPlace = page.getByTitle('Change Base Price').first()
  const add = page.getByRole('button', { name: 'Add Offer' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(inPlace).toBeHidden()
  await settle(page, { changesOffers: true })
  await expect(inPlace).toBeVisible()
  await expect(add).not.toHaveAttribute('aria-disabled')
  await settle(page, { changesOffers: false })
  await expect(inPlace).toBeHidden()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
})

test('ST-02 LV-01 what agents may do stays as it was read until it can be read again, and the last answer counts @rare', async ({
  page,
}) => {
  await letIn(page, agent)
  await page.goto('/products')
  const add = page.getByRole('button', { name: 'New product' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  const heal = await failCalls(page, '/organizations', 'GET')
  await settle(page, { changesOffers: true })
  await heal()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await settle(page, { refundLimit: 5 })
  await expect(add).not.toHaveAttribute('aria-disabled')
  const release = await holdCalls(page, '/organizations')
  const asked = () => page.waitForRequest('**/api/v1/organizations')
  let asking = asked()
  await settle(page, { refundLimit: 6 })
  await asking
  asking = asked()
  await settle(page, { changesOffers: false })
  await asking
  release()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
})

test('ST-02 LV-01 agents see the orders of others for as long as an owner lets them @rare', async ({ page }) => {
  await letIn(page, agent)
  const members = page.waitForResponse((answer) => answer.url().endsWith('/members'))
  await page.goto('/orders')
  const { data } = (await (await members).json()) as { data: { id: string; name: string }[] }
  await page.goto(`/orders?agentId=${data.find(({ name }) => name === 'Dana Reyes')?.id}`)
  const theirs = page.getByRole('table', { name: 'Orders' }).getByRole('link')
  await expect(theirs.first()).toBeVisible()
  await settle(page, { seesAllOrders: false })
  await expect(page.getByText('You see the orders that you have sold.')).toBeVisible()
  await expect(theirs).toHaveCount(0)
  await settle(page, { seesAllOrders: true })
  await expect(theirs.first()).toBeVisible()
  await expect(page.getByText('You see the orders that you have sold.')).toBeHidden()
})

test('ST-02 OR-03 how much agents may refund is said before they type, and before they send @rare', async ({
  page,
}) => {
  await settle(page, { refundLimit: 5 })
  await letIn(page, agent)
  await page.goto('/orders?paymentStatus=paid')
  await page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Refund order/ })
  const limit = 'You can refund $5.00 of an order at most. An owner can refund more.'
  await expect(dialog.getByText(limit)).toBeVisible()
  await dialog.getByLabel('What').selectOption('An amount')
  const amount = dialog.getByLabel('Amount', { exact: true })
  await amount.fill('5.01')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(amount).toHaveAccessibleDescription(limit)
  await expectAccessibleInBoth(page)
  await amount.fill('5')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('button', { name: 'Refund $5.00' })).toBeVisible()
})

test('ST-02 GE-05 what an address asks for and nobody lets them do is told, and not opened', async ({ page }) => {
  await signIn(page, agent)
  await page.goto('/products?action=new')
  const told = page.getByRole('region', { name: 'Notifications' })
  await expect(told.getByText('Only an owner can change offers, products and prices.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})
