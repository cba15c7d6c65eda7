import type { Page } from 'playwright/test'
import { chooseAction, chooseProduct, expect, offersTab, row, test } from './fixtures'

// The ways through the flows that the other tests do not take, so that there are recordings of all of them.

const refusal = { status: 500, body: { success: false, message: 'Out of order' } }
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('SE-06 SE-08 SE-09 every form of the sign-in page refuses what is missing, and tells what the server refuses', async ({
  page,
  backend,
}) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('new@one.example')
  backend.fail('POST /users/signup', refusal)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(toast(page, 'Out of order')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('ann@one.example')
  backend.fail('POST /users/forgot-password/start', refusal)
  await page.getByRole('button', { name: 'Send link' }).click()
  // The same is not said twice at a time.
  await expect(toast(page, 'Out of order')).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeVisible()
})

test('SE-09 where accounts are made by invitation, the sign-up page says so and leads back', async ({
  page,
  backend: _,
}) => {
  await page.route('/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), signUp: 'invitation' } })
  })
  await page.goto('/auth?mode=signup')
  await expect(page.getByText('Accounts are made by invitation here.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByText('Welcome back.')).toBeVisible()
})

test('SE-09 a sign-up that lacks a name, or whose token is refused, is told @rare', async ({ page, backend }) => {
  await page.goto('/auth?token=mail-token')
  await page.getByRole('button', { name: 'Complete sign-up' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Nell New')
  await page.getByLabel('Password').fill('a-long-password')
  backend.fail('POST /users/signup/complete', { status: 410, body: { message: 'That link is too old' } })
  await page.getByRole('button', { name: 'Complete sign-up' }).click()
  await expect(toast(page, 'That link is too old')).toBeVisible()
  await page.getByRole('button', { name: 'Complete sign-up' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('SE-08 a reset that lacks a password, or whose token is refused, is told @rare', async ({ page, backend }) => {
  await page.goto('/auth?token=reset-me&mode=reset')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('ann@one.example')
  await page.getByLabel('Password').fill('a-long-password')
  backend.fail('POST /users/forgot-password', { status: 400, body: { message: 'That link is too old' } })
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(page, 'That link is too old')).toBeVisible()
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
})

test('EO-09 OT-09 a write whose list can not be read again is shown until it can @rare', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  await open(offersTab)
  await chooseAction(page, 'Offer 001', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await dialog.getByLabel('Base Price').fill('71')
  const failRead = () => backend.fail('POST /search', refusal)
  const reads = () => backend.callsOf('POST /search', { resource: 'offers' }).length
  const retry = async (work: () => Promise<void>) => {
    const before = reads()
    failRead()
    await work()
    await expect.poll(reads).toBe(before + 1)
    // By its text, as an open dialog hides it.
    await expect(page.getByText('Try again')).toHaveCount(1)
    await page.clock.runFor(3_000)
    await expect.poll(reads).toBe(before + 2)
    await expect(page.getByText('Try again')).toHaveCount(0)
  }
  await retry(() => dialog.getByRole('button', { name: 'Update' }).click())
  await expect(row(page, 'Offer 001')).toContainText('71.00')
  await chooseAction(page, 'Offer 002', 'Delete')
  await retry(() => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click())
  await expect(row(page, 'Offer 002')).toBeHidden()
  await chooseAction(page, 'Offer 003', 'Delete')
  backend.fail('DELETE /offers', refusal)
  await retry(() => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click())
  await expect(row(page, 'Offer 003')).toBeVisible()
  await chooseAction(page, 'Offer 003', 'Edit')
  await dialog.getByLabel('Base Price').fill('72')
  backend.fail('PUT /offers', 'drop', { once: false })
  await retry(() => dialog.getByRole('button', { name: 'Update' }).click())
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Offer' }).click()
  const add = page.getByRole('dialog', { name: 'Add Offer' })
  await add.getByRole('combobox', { name: 'Product' }).click()
  await chooseProduct(add, 'Product 12')
  await add.getByLabel('Gateway').selectOption({ label: 'Main Gateway' })
  await add.getByLabel('Quantity', { exact: true }).fill('7')
  await add.getByLabel('Base Price').fill('19.99')
  await retry(() => add.getByRole('button', { name: 'Save' }).click())
  await expect(row(page, 'Product 12')).toContainText('19.99')
})

test('UC-02 EM-06 the other lists are read again too, until they can be @rare', async ({ open, page, backend }) => {
  await page.clock.install()
  await open('/campaigns/cmp_1?tab=email')
  await page.getByRole('button', { name: 'Add New' }).click()
  const add = page.getByRole('dialog', { name: 'Add Email Auto Responder' })
  await add.getByRole('button', { name: 'Cancel' }).click()
  backend.fail('GET /plugins/installed', refusal)
  await page.getByRole('button', { name: 'Add New' }).click()
  await expect(add).toContainText('Error loading plugins')
  await add.getByRole('button', { name: 'Try again' }).click()
  await expect(add.getByRole('button', { name: 'Try again' })).toBeHidden()
  await expect(add.getByLabel('Plugin Instance').getByRole('option')).not.toHaveCount(0)
  await add.getByLabel('From').fill('shop@one.example')
  await add.getByLabel('Subject').fill('Please pay')
  const lists = () => backend.callsOf('GET /campaigns/cmp_1/autoresponders').length
  const before = lists()
  backend.fail('GET /campaigns/cmp_1/autoresponders', refusal)
  await add.getByRole('button', { name: 'Add' }).click()
  await expect.poll(lists).toBeGreaterThan(before)
  await page.clock.runFor(3_000)
  await expect(row(page, 'Please pay')).toBeVisible()
  await page.getByRole('tab', { name: 'General Details' }).click()
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  const update = page.getByRole('dialog', { name: 'Update Campaign' })
  await update.getByLabel('Category').fill('Balcony')
  const reads = () => backend.callsOf('GET /campaigns/cmp_1').filter(({ path }) => path === '/campaigns/cmp_1').length
  const readBefore = reads()
  backend.fail('GET /campaigns/cmp_1', refusal)
  await update.getByRole('button', { name: 'Update' }).click()
  await expect.poll(reads).toBeGreaterThan(readBefore)
  await page.clock.runFor(3_000)
  await expect.poll(reads).toBeGreaterThan(readBefore + 1)
  await expect(page.getByText('Balcony')).toBeVisible()
  await expect(page.getByText('Out of order')).toBeHidden()
})

test('CD-06 OT-07 what could not be read again can be tried again at once @rare', async ({ open, page, backend }) => {
  await page.clock.install()
  await open('/campaigns/cmp_1')
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  backend.fail('GET /campaigns/cmp_1', refusal)
  await page.clock.runFor(10_000)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await page.getByRole('tab', { name: 'Offers' }).click()
  await expect(row(page, 'Offer 001')).toBeVisible()
  backend.fail('POST /search', refusal, { once: false })
  await chooseAction(page, 'Offer 001', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => backend.callsOf('POST /search', { resource: 'offers' }).length).toBeGreaterThan(2)
  backend.heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
})

test('OT-03 OT-06 the table is sorted, and what is typed and taken back is not searched for', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  await open(offersTab)
  await page.getByRole('button', { name: 'Name' }).click()
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(row(page, 'Offer 095')).toBeVisible()
  const searches = backend.callsOf('POST /search').length
  const box = page.getByRole('searchbox', { name: 'Search Table' })
  await box.fill('x')
  await box.fill('')
  await page.clock.runFor(500)
  await expect(row(page, 'Offer 095')).toBeVisible()
  expect(backend.callsOf('POST /search')).toHaveLength(searches)
})

test('SE-09 the profile can be left as it is, and refuses what is wrong @rare', async ({ open, page, backend: _ }) => {
  await open('/dashboard')
  const openProfile = async () => {
    await page.getByRole('button', { name: 'Ann Archer' }).click()
    await page.getByRole('menuitem', { name: 'Your profile' }).click()
    return page.getByRole('dialog')
  }
  const dialog = await openProfile()
  await dialog.getByLabel('Name', { exact: true }).fill('')
  await dialog.getByLabel('Email').focus()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByRole('button', { name: /Save|Update/ }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('RT-12 KO-01 themes are chosen, and messages dismissed @rare', async ({ open, page, backend }) => {
  backend.fail('GET /organizations', refusal)
  backend.fail('GET /calls/ongoing/me', refusal)
  await open('/dashboard')
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await page.getByRole('button', { name: 'Load organizations again' }).click()
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  for (const [name, value] of [
    ['Light theme', 'light'],
    ['Dark theme', 'dark'],
    ['System theme', null],
    ['Dark theme', 'dark'],
  ] as const) {
    await page.getByRole('menuitemcheckbox', { name }).click()
    if (value === null) await expect(page.locator('html')).not.toHaveAttribute('data-theme')
    else await expect(page.locator('html')).toHaveAttribute('data-theme', value)
  }
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // The app has begun with it, too.
  await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
})

/** What another tab does with the token. */
async function inOtherTab(page: Page, work: () => void, argument?: string) {
  const other = await page.context().newPage()
  await other.goto('/config.json')
  await other.evaluate(work, argument)
  await other.close()
}

test('SE-03 SE-05 SE-13 another tab signs out, in again, and in as somebody else @rare', async ({
  open,
  page,
  backend,
}) => {
  await open('/dashboard')
  await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
  backend.sessions.set('tkn_ann2', 'ann@one.example')
  await inOtherTab(page, () => localStorage.setItem('auth_token', 'tkn_ann2'))
  await expect.poll(() => backend.callsOf('GET /users/me').length).toBeGreaterThan(1)
  await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
  backend.fail('GET /users/me', refusal)
  const asked = backend.callsOf('GET /users/me').length
  await inOtherTab(page, () => localStorage.setItem('auth_token', 'tkn_ann'))
  // A server that fails proves nothing against a token, so it is asked again.
  await expect.poll(() => backend.callsOf('GET /users/me').length).toBe(asked + 2)
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
  await inOtherTab(page, () => localStorage.setItem('auth_token', 'tkn_refused'))
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await inOtherTab(page, () => localStorage.setItem('auth_token', 'tkn_ann2'))
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
  backend.sessions.set('tkn_bob', 'bob@two.example')
  await inOtherTab(page, () => localStorage.setItem('auth_token', 'tkn_bob'))
  await expect(page.getByRole('button', { name: 'Bob Barker' })).toBeVisible()
  await inOtherTab(page, () => localStorage.removeItem('auth_token'))
  await expect(page.getByLabel('Password')).toBeVisible()
  await inOtherTab(page, () => localStorage.setItem('auth_token', 'tkn_bob'))
  await expect(page.getByRole('button', { name: 'Bob Barker' })).toBeVisible()
  // What is asked for by itself has been answered.
  await expect(page.getByText('No records found')).toBeVisible()
  backend.sessions.clear()
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
})

test('SE-01 SE-03 a token that is refused, or removed while it is asked for, leads to the sign-in page', async ({
  open,
  page,
  backend,
}) => {
  const release = backend.hold('GET /users/me')
  await open('/dashboard')
  await expect.poll(() => backend.callsOf('GET /users/me').length).toBe(1)
  await inOtherTab(page, () => localStorage.removeItem('auth_token'))
  await expect(page.getByLabel('Password')).toBeVisible()
  release()
  await page.evaluate(() => localStorage.setItem('auth_token', 'tkn_unknown'))
  await page.goto('/dashboard')
  await expect(page.getByLabel('Password')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
})
