import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { drive, type Driving } from '../replay/browser'
import { readRecording } from '../replay/files'
import { Api } from './api'
import { chooseAction, chooseProduct, expect, row, test as base } from './fixtures'
import { leaksIn } from './logSecrets'
import { findWinterWarmers, letIn, linkFor, openWinterWarmers, signIn } from './reference'
import type { Running } from './startServer'

// The whole product: the app on our own server, with its demo data.
const test = base.extend<{ app: Running }>({
  app: async ({ reference }, use) => use(reference),
  baseURL: async ({ reference }, use) => use(reference.url),
})

test('AO-01 EO-04 OT-09 an offer is added, edited, found and deleted @rare', async ({ page, app: _ }) => {
  await letIn(page)
  await openWinterWarmers(page)
  await page.getByRole('tab', { name: 'Offers' }).click()
  await page.getByRole('button', { name: 'Add Offer' }).click()
  const add = page.getByRole('dialog', { name: 'Add Offer' })
  await add.getByRole('combobox', { name: 'Product' }).fill('Desk Lamp Pro Brass')
  await chooseProduct(add, /Desk Lamp Pro Brass/)
  await add.getByLabel('Gateway').selectOption({ index: 1 })
  await add.getByLabel('Quantity', { exact: true }).fill('12')
  await add.getByLabel('Base Price').fill('101.57')
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(add).toBeHidden()
  await expect(row(page, '101.57')).toContainText('Desk Lamp Pro Brass')
  await chooseAction(page, '101.57', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Offer' })
  await edit.getByLabel('Display Name').fill('Lamp of the Week')
  await edit.getByLabel('Max Price').fill('120')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expect(edit).toBeHidden()
  await page.getByRole('searchbox', { name: 'Search Table' }).fill('lamp of the WEEK')
  // The row was there before the search as well; alone it is only after it.
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)
  await expect(row(page, 'Lamp of the Week')).toContainText('120.00')
  await chooseAction(page, 'Lamp of the Week', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No records found')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No records found')).toBeVisible()
})

test('SE-09 SE-08 NO-01 CP-01 a person signs up by mail, is led on by what is empty, and gets back in with a new password', async ({
  page,
  app,
}) => {
  const email = `nia.${Date.now()}@new.example`
  await page.goto('/auth?mode=signup')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect.poll(() => linkFor(app, email)).toContain('mode=signup')
  await page.goto(new URL(linkFor(app, email) ?? '').pathname + new URL(linkFor(app, email) ?? '').search)
  await page.getByLabel('Name', { exact: true }).fill('Nia New')
  await page.getByLabel('Organization Name').fill('Nia & Co')
  await page.getByLabel('Password').fill('first password')
  await page.getByRole('button', { name: 'Complete sign-up' }).click()
  await expect(page.getByText('Nia & Co')).toBeVisible()
  // What is empty leads on: the dashboard, a list, and an order that nothing can be sold in yet.
  await expect(page.getByRole('button', { name: 'New product' })).toBeVisible()
  for (const [address, action] of [
    ['/campaigns', 'New campaign'],
    ['/products', 'New product'],
    ['/customers', 'New customer'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText('No records found')).toBeVisible()
    await expect(page.getByRole('button', { name: action })).toHaveCount(2)
  }
  await page.goto('/orders/new')
  await expect(page.getByText('No campaign is on sale yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New campaign' }).click()
  const campaign = page.getByRole('dialog', { name: 'New campaign' })
  await campaign.getByLabel('Name').fill('The first one')
  await campaign.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The first one' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add the first one' })).toBeVisible()
  await page.getByRole('button', { name: 'Nia New' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect.poll(() => linkFor(app, email)).toContain('mode=reset')
  await page.goto(new URL(linkFor(app, email) ?? '').pathname + new URL(linkFor(app, email) ?? '').search)
  await page.getByLabel('Password').fill('second password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  await signIn(page, email, 'second password')
})

test('SE-09 an email changes by the link mailed to the new address, with the password @rare', async ({ page, app }) => {
  const [before, after] = [`ola.${Date.now()}@new.example`, `ola.later.${Date.now()}@new.example`]
  const follow = async (email: string) => {
    const { pathname, search } = new URL(linkFor(app, email) ?? '')
    await page.goto(pathname + search)
  }
  await page.goto('/auth?mode=signup')
  await page.getByLabel('Email').fill(before)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect.poll(() => linkFor(app, before)).toContain('mode=signup')
  await follow(before)
  await page.getByLabel('Name', { exact: true }).fill('Ola New')
  await page.getByLabel('Password').fill('password1')
  await page.getByRole('button', { name: 'Complete sign-up' }).click()
  const password = page.getByLabel('Password')
  await expect(password).toHaveAccessibleDescription('This password is one of the most common. Choose another one.')
  await expect(password).toBeFocused()
  await password.fill('a rare password')
  await page.getByRole('button', { name: 'Complete sign-up' }).click()
  await page.getByRole('button', { name: 'Ola New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your profile' })
  await expect(dialog.getByLabel('Password')).toBeHidden()
  await dialog.getByLabel('Email').fill(after)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Password is required to change your email')).toBeVisible()
  await dialog.getByLabel('Password').fill('not this one')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is not your password').first()).toBeVisible()
  await dialog.getByLabel('Password').fill('a rare password')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`We have sent a link to ${after}.`)).toBeVisible()
  await expect.poll(() => linkFor(app, after)).toContain('mode=email')
  await follow(after)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(`Your email is ${after} from now on.`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await follow(after)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText('This link is not valid any more').first()).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('auth_token'))
  await signIn(page, after, 'a rare password')
  // Addresses with tokens were opened, and the server's log names none of them.
  await page.goto('/pay/demo-pay-open-northwind-supply-00000001')
  await expect.poll(() => app.output()).toContain('"/api/v1/orders/token/…"')
  expect(app.output()).toMatch(/"\/auth\?mode=email&token=…"/)
  expect(leaksIn(app.output())).toEqual([])
})

test('SE-11 SE-02 two organizations, each with its own campaigns; the ongoing call is shown @rare', async ({
  page,
  app,
}) => {
  await signIn(page)
  const api = await new Api(page.request, app.url).signIn()
  await api.ring('+12125550100')
  await expect(page.getByText('On a call with')).toBeVisible()
  await findWinterWarmers(page)
  await page.goto('/campaigns')
  await page.getByRole('button', { name: 'Organization: Northwind Supply' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Harbor Goods' }).click()
  await expect(page.getByRole('button', { name: 'Organization: Harbor Goods' })).toBeVisible()
  await expect(page.locator('tbody a').first()).toBeVisible()
  await page.goto('/campaigns?q=Winter+Warmers')
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Winter Warmers' })).toBeHidden()
  await api.closeCalls()
})

test('PM-01 a rival finds nothing at the address of a campaign that is not theirs', async ({ page, app: _ }) => {
  await letIn(page)
  await openWinterWarmers(page)
  await expect(page.getByRole('heading', { name: 'Winter Warmers' })).toBeVisible()
  const { pathname } = new URL(page.url())
  await page.getByRole('button', { name: 'Dana Reyes' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await signIn(page, 'rival@offerdesk.example')
  await expect(page.getByRole('button', { name: 'Organization: Rival Traders' })).toBeVisible()
  await page.goto(pathname)
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await expect(page.getByText('Winter Warmers')).toBeHidden()
  await page.getByRole('link', { name: 'Go to campaigns' }).click()
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible()
})

test("GE-04 SE-11 a campaign of another organization of one's own says whose it is, and opens there", async ({
  page,
  app: _,
}) => {
  await letIn(page)
  await openWinterWarmers(page)
  await expect(page.getByRole('heading', { name: 'Winter Warmers' })).toBeVisible()
  const address = `${new URL(page.url()).pathname}?tab=offers`
  await page.getByRole('button', { name: /^Organization: / }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Harbor Goods' }).click()
  await expect(page.getByRole('button', { name: 'Organization: Harbor Goods' })).toBeVisible()
  const writes: string[] = []
  page.on('request', (request) => {
    const isRead = request.method() === 'GET' || request.url().endsWith('/search')
    if (!isRead) writes.push(request.url())
  })
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This campaign belongs to Northwind Supply' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Organization: Harbor Goods' })).toBeVisible()
  await expect(page.getByText('Winter Warmers')).toBeHidden()
  await expect(page.getByRole('button', { name: /Update Campaign|Add Offer/ })).toHaveCount(0)
  expect(writes).toEqual([])
  await page.getByRole('button', { name: 'Switch to Northwind Supply' }).click()
  await expect(page.getByRole('heading', { name: 'Winter Warmers' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Organization: Northwind Supply' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Actions for / }).first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`))
})

test('RT-03 a payment link of the demo data opens its order; an expired one says so', async ({ page, app: _ }) => {
  await page.goto('/pay/demo-pay-open-northwind-supply-00000001')
  await expect(page.getByRole('heading', { name: /^Order \d+$/ })).toBeVisible()
  await page.goto('/pay/demo-pay-expired-northwind-supply-0000001')
  await expect(page.getByText('This payment link has expired').first()).toBeVisible()
})

test('LP-01 on a demo server one click on the landing page is enough, and it says whose the data are; its recording is driven', async ({
  page,
  app: _,
}, info) => {
  await page.goto('/')
  await expect(page.getByText('Everybody who tries the demo shares its data')).toBeVisible()
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: 'Dana Reyes' })).toBeVisible()
  const path = info.outputPath('demo.flow.json')
  writeFileSync(path, JSON.stringify(await page.evaluate(() => window.offerdesk?.recording())))
  expect(readFileSync(path, 'utf8')).not.toContain('offerdesk-demo')
  const driven: Driving[] = []
  await drive([{ path, recording: readRecording(path) }], (driving) => driven.push(driving))
  expect(driven, driven.flatMap(({ lines }) => lines).join('\n')).toMatchObject([{ isSame: true }])
})

test('GE-09 two tabs with the same offer never overwrite each other unasked @rare', async ({
  page,
  context,
  app: _,
}) => {
  // Nothing tells this tab of the other's change before it is asked for.
  await context.route('**/api/v1/events*', (route) => route.abort())
  await letIn(page)
  await openWinterWarmers(page)
  await page.getByRole('tab', { name: 'Offers' }).click()
  const name = (await page.locator('tbody tr').nth(2).getByRole('cell').nth(1).textContent()) ?? ''
  const other = await context.newPage()
  await other.goto(page.url())
  const openIn = async (tab: Page) => {
    await chooseAction(tab, name, 'Edit')
    const dialog = tab.getByRole('dialog', { name: 'Edit Offer' })
    await expect(dialog.getByLabel('Quantity', { exact: true })).toBeVisible()
    return dialog
  }
  const mine = await openIn(page)
  await mine.getByLabel('Base Price').fill('61,5')
  const theirs = await openIn(other)
  await theirs.getByLabel('Quantity', { exact: true }).fill('4321')
  await theirs.getByLabel('Base Price').fill('62')
  await theirs.getByRole('button', { name: 'Update' }).click()
  await expect(theirs).toBeHidden()
  await expect(row(other, name)).toContainText('62.00')
  // This tab has not heard of it; the server has.
  await mine.getByRole('button', { name: 'Update' }).click()
  await expect(mine).toContainText('This has been changed elsewhere meanwhile')
  await expect(mine).toContainText('→ 62.00')
  await expect(mine).toContainText('→ 4321')
  await expect(row(other, name)).toContainText('62.00')
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await expect(mine.getByLabel('Quantity', { exact: true })).toHaveValue('4321')
  await mine.getByRole('button', { name: 'Update' }).click()
  await expect(mine).toBeHidden()
  await expect(row(page, name)).toContainText('61.50')
  // The other tab sees it as soon as somebody comes back to it.
  await expect(async () => {
    await other.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(row(other, name)).toContainText('61.50', { timeout: 500 })
  }).toPass()
  await other.close()
})

/**
 * Lets the server carry out the next request of this kind, and what is asked for again by itself, and cuts the line before
 * either answer comes.
 */
async function cutBothAnswers(page: Page, address: RegExp): Promise<{ keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = []
  await page.route(address, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    keys.push(request.headers()['idempotency-key'])
    if (keys.length > 2) return route.continue()
    expect((await route.fetch()).status()).toBeLessThan(300)
    await route.abort('connectionreset')
  })
  return { keys }
}

test('NO-04 an offer whose answer was lost is there once after it is saved again @rare', async ({ page, app: _ }) => {
  await letIn(page)
  await openWinterWarmers(page)
  await page.getByRole('tab', { name: 'Offers' }).click()
  const { keys } = await cutBothAnswers(page, /\/campaigns\/[^/]+\/offers$/)
  const add = async () => {
    await page.getByRole('button', { name: 'Add Offer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Offer' })
    await dialog.getByRole('combobox', { name: 'Product' }).fill('Desk Lamp Pro Brass')
    await chooseProduct(dialog, /Desk Lamp Pro Brass/)
    await dialog.getByLabel('Gateway').selectOption({ index: 1 })
    await dialog.getByLabel('Quantity', { exact: true }).fill('3')
    await dialog.getByLabel('Base Price').fill('7093.21')
    await dialog.getByRole('button', { name: 'Save' }).click()
    return dialog
  }
  const dialog = await add()
  await expect(page.getByText('The server did not answer.').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(row(page, '7,093.21')).toHaveCount(1)
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]])
  // An equal one that is added on purpose is another one.
  await expect(await add()).toBeHidden()
  await expect(row(page, '7,093.21')).toHaveCount(2)
  expect(keys[3]).not.toBe(keys[0])
})

test('NO-04 an auto-responder whose answer was lost is there once after it is added again @rare', async ({
  page,
  app: _,
}) => {
  await letIn(page)
  await openWinterWarmers(page)
  await page.goto(`${new URL(page.url()).pathname}?tab=email`)
  await cutBothAnswers(page, /\/autoresponders\/email$/)
  const open = async () => {
    await page.getByRole('button', { name: 'Add New' }).click()
    return page.getByRole('dialog', { name: 'Add Email Auto Responder' })
  }
  const first = await open()
  await first.getByLabel('From').fill('lost@one.example')
  await first.getByLabel('Subject').fill('The answer was lost')
  await first.getByRole('button', { name: 'Add' }).click()
  await expect(first).toBeHidden()
  await expect(page.getByText('Error setting up auto-responder').first()).toBeVisible()
  const again = await open()
  await expect(again.getByLabel('Subject')).toHaveValue('The answer was lost')
  await again.getByRole('button', { name: 'Add' }).click()
  await expect(again).toBeHidden()
  await page.reload()
  await expect(row(page, 'The answer was lost')).toHaveCount(1)
})
