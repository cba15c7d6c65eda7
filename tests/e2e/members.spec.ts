import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, Page } from 'playwright/test'
import type { OrganizationMember } from '../../contract/extensions/members'
import { Api } from './api'
import { expectAccessibleInBoth } from './axe'
import { expect, savingData, test } from './fixtures'
import { letIn, signIn } from './reference'
import { failCalls, keepEditing, question, waitForState } from './transitions'

const agent = 'saoirse@offerdesk.example'
const colleague = 'miles.carter@offerdesk.example'
const saoirse = 'Saoirse Ní Bhriain'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

/** What the owner does past the page. */
async function owner(request: APIRequestContext, url: string) {
  const api = await new Api(request, url).signIn()
  const users = `/organizations/${api.organizationId}/users`
  const people = await api.call<OrganizationMember[]>('GET', users)
  const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? ''
  return {
    api,
    idOf,
    take: (email: string, step: string, body = {}) => api.call('POST', `${users}/${idOf(email)}/${step}`, body),
    state: async (email: string) => (await api.call<OrganizationMember>('GET', `${users}/${idOf(email)}`)).state,
  }
}

// Whoever comes after works with all of them again.
test.afterEach(async ({ request, reference }) => {
  const { take, state } = await owner(request, reference.url)
  for (const email of [agent, colleague]) if ((await state(email)) === 'disabled') await take(email, 'enable')
})

/** A browser of somebody's, with as many tabs, each of which hears of what changes. */
async function elsewhere(browser: Browser, url: string, email: string, tabs = 1): Promise<Page[]> {
  const context = await browser.newContext({ baseURL: url })
  await savingData(context)
  const first = await context.newPage()
  await signIn(first, email)
  const pages = [first]
  while (pages.length < tabs) pages.push(await context.newPage())
  for (const page of pages.slice(1)) await page.goto('/customers')
  for (const page of pages) await waitForState(page, 'changeFeed', 'live')
  return pages
}

const table = (page: Page) => page.getByRole('table', { name: 'Users' })
const told = (page: Page) => page.getByRole('heading', { name: 'You are signed out' })
const sentence = 'Your access to Northwind Supply has been disabled.'

/** Opens the dialog of a button on the person's page. */
async function dialogOf(page: Page, step: 'Disable' | 'Enable' | 'Remove') {
  await page.getByRole('button', { name: step, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${step} `) })
  await expect(dialog).toBeVisible()
  return dialog
}

test('AU-01 SE-03 GE-07 who is disabled is out within a second in every tab, and a colleague goes on with their work @rare', async ({
  browser,
  page,
  request,
  reference,
}) => {
  const { take } = await owner(request, reference.url)
  const theirs = await new Api(request, reference.url).signIn(agent)
  const { organizationId } = theirs
  const title = `Typed by half ${randomUUID().slice(0, 8)}`
  await theirs.call('PUT', `/order-drafts/${randomUUID()}`, { organizationId, title, content: {} })
  const tabs = await elsewhere(browser, reference.url, agent, 2)

  await signIn(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
  await expect(table(page).getByRole('row')).toHaveCount(4)
  await expect(table(page).getByRole('row', { name: /Dana Reyes/ })).toContainText('Active')
  await page.getByRole('searchbox').fill('saoirse')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await table(page).getByRole('link', { name: saoirse }).click()
  await expect(page.getByRole('heading', { name: saoirse })).toBeVisible()
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile.getByText('Can sell')).toBeVisible()
  await expect(page.getByText(/^Has begun \d+ drafts? of/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Devices' })).toContainText('127.0.0.x')
  await expect(page.getByRole('button', { name: 'Enable' })).toBeHidden()

  const failed = await failCalls(page, '/organizations/*/users/*', 'GET')
  await page.getByRole('button', { name: 'Disable' }).click()
  await failed()
  await expect(page.getByText('Out of order').first()).toBeVisible()
  const dialog = await dialogOf(page, 'Disable')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await dialogOf(page, 'Disable')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await dialogOf(page, 'Disable')
  const send = () => dialog.getByRole('button', { name: 'Disable' }).click()
  await send()
  await expect(dialog.getByText(/^Choose who takes over .*\d+ draft/)).toBeVisible()
  const choice = dialog.getByLabel(/^Who takes over .*\d+ draft/)
  await choice.selectOption({ label: 'Miles Carter' })
  await choice.blur()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await dialogOf(page, 'Disable')
  await choice.selectOption({ label: 'Miles Carter' })
  await expectAccessibleInBoth(page)
  const heal = await failCalls(page, '/organizations/*/users/*/disable', 'POST')
  await send()
  await heal()
  await expect(choice).toHaveValue(/./)
  // The colleague is kept out meanwhile.
  await take(colleague, 'disable')
  await send()
  await expect(dialog.getByText('Choose somebody else who works in this organization now.')).toBeVisible()
  await take(colleague, 'enable')
  await choice.selectOption({ label: 'Dana Reyes' })
  await choice.selectOption({ label: 'Miles Carter' })
  const [other] = await elsewhere(browser, reference.url, colleague)
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/disable'))
  await Promise.all([answered, send()])
  const since = Date.now()
  await Promise.all(tabs.map((tab) => told(tab).waitFor()))
  console.log(`${tabs.length} tabs were out after ${Date.now() - since} ms`)
  for (const tab of tabs) await expect(tab.getByRole('main')).toContainText(sentence)

  await expect(page.getByText(`${saoirse} is disabled and signed out here.`)).toBeVisible()
  await expect(page.getByText('by Dana Reyes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeHidden()
  await other?.goto('/orders/new')
  await expect(other!.getByText(title)).toBeVisible()

  const again = await dialogOf(page, 'Enable')
  await again.getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText(`${saoirse} can work here again.`)).toBeVisible()
  await expect(page.getByText('by Dana Reyes')).toBeHidden()
  // Nobody could bring them back, so the server is not told.
  await page.route('**/users/*/remove', (route) => route.fulfill({ json: { success: true, message: 'User removed' } }))
  const removal = await dialogOf(page, 'Remove')
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`${saoirse} is removed. What they did keeps their name.`)).toBeVisible()
  await expect(table(page)).toBeVisible()
  await Promise.all([tabs[0]?.context().close(), other?.context().close()])
})

test('AU-01 SE-06 GE-05 an agent reads why they see no users, and what has happened once they are put out @rare', async ({
  page,
  request,
  reference,
}) => {
  const { take, idOf } = await owner(request, reference.url)
  await letIn(page, agent)
  for (const path of ['/admin/users', `/admin/users/${idOf(colleague)}`]) {
    await page.goto(path)
    await expect(
      page.getByRole('heading', { name: 'Only an owner can see the users of the organization.' }),
    ).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Users' })).toHaveCount(0)
  }
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Leave the organization' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave the organization' })
  await expect(leaving).toContainText('To come back takes an invite.')
  await expectAccessibleInBoth(page)
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await waitForState(page, 'changeFeed', 'live')
  await take(agent, 'disable', { handOverTo: idOf(colleague) })
  await expect(told(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(sentence)
  await expectAccessibleInBoth(page)
  await page.reload()
  await expect(told(page)).toBeVisible()
  await page.getByRole('button', { name: 'Go to sign in' }).click()
  await page.getByLabel('Email').fill(agent)
  await page.getByLabel('Password', { exact: true }).fill('offerdesk-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(sentence)).toBeVisible()
  await take(agent, 'enable')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('AU-01 SE-11 who can no longer work in an organization goes on in another one of theirs, and is told so', async ({
  page,
  request,
  reference,
}) => {
  const { api } = await owner(request, reference.url)
  await signIn(page)
  await waitForState(page, 'changeFeed', 'live')
  await page.route('**/api/v1/organizations', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { name: string }[] }
    await route.fulfill({ response: answer, json: { data: data.filter(({ name }) => name !== 'Northwind Supply') } })
  })
  // What is settled there has its organizations read again.
  await api.call('PUT', `/organizations/${api.organizationId}/permissions`, { changesOffers: false })
  await expect(page.getByText('You can no longer work in Northwind Supply.')).toBeVisible()
  await expect(page.getByText('Harbor Goods')).toBeVisible()
})

test('AU-01 LV-01 GE-05 who is let change settings may in every tab within a second, and the last owner stays @rare', async ({
  browser,
  page,
  request,
  reference,
}) => {
  const { idOf } = await owner(request, reference.url)
  const tabs = await elsewhere(browser, reference.url, agent, 2)
  for (const tab of tabs) {
    await tab.goto('/gateways')
    await expect(tab.getByRole('button', { name: 'New gateway' })).toHaveAttribute('aria-disabled', 'true')
    await waitForState(tab, 'changeFeed', 'live')
  }
  await signIn(page)
  await page.goto(`/admin/users/${idOf(agent)}`)
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  const opened = async (step: string) => {
    await page.getByRole('button', { name: step, exact: true }).click()
    await expect(dialog).toBeVisible()
    return dialog.getByRole('button', { name: step, exact: true })
  }
  const letIt = await opened('Let change settings')
  await expect(dialog).toContainText(`Let ${saoirse} change settings?`)
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const heal = await failCalls(page, '/organizations/*/users/*/role', 'PUT')
  await opened('Let change settings')
  await letIt.click()
  await heal()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Out of order').first()).toBeVisible()
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile.getByText('Can sell')).toBeVisible()
  await opened('Let change settings')
  await letIt.click()
  await expect(page.getByText(`${saoirse} can change settings now.`)).toBeVisible()
  await expect(profile.getByText('Can change settings', { exact: true })).toBeVisible()
  for (const tab of tabs) {
    await expect(tab.getByRole('button', { name: 'New gateway' })).not.toHaveAttribute('aria-disabled', {
      timeout: 1_500,
    })
  }

  await page.goto('/settings?tab=team')
  const team = page.getByRole('table', { name: 'Who works here' })
  const menuOf = async (name: string) => {
    await team
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: /^Actions for/ })
      .click()
    return page.getByRole('menuitem', { name: 'Let only sell' })
  }
  await (await menuOf(saoirse)).click()
  await expect(dialog).toContainText('for the tokens that they have made')
  await expectAccessibleInBoth(page)
  await dialog.getByRole('button', { name: 'Let only sell' }).click()
  await expect(page.getByText(`${saoirse} can sell, and no longer change settings.`)).toBeVisible()
  for (const tab of tabs) {
    await expect(tab.getByRole('button', { name: 'New gateway' })).toHaveAttribute('aria-disabled', 'true', {
      timeout: 1_500,
    })
  }
  await expect(await menuOf('Dana Reyes')).toHaveAttribute('aria-disabled', 'true')
  await tabs[0]?.context().close()
})

test('RT-10 AU-01 GE-14 users and a user have names and words at every width, and each state says what it is', async ({
  page,
  request,
  reference,
}) => {
  const { idOf } = await owner(request, reference.url)
  await letIn(page)
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  const failed = await failCalls(page, '/organizations/*/users**', 'GET')
  await page.goto('/admin/users?q=nobody')
  await expect(page.getByText('Error fetching users')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Error fetching users')).toBeVisible()
  await failed()
  // Once the server answers again it is read by itself, unless somebody is quicker.
  await page.reload()
  await expect(page.getByText('No records found')).toBeVisible()
  for (const path of ['/admin/users', `/admin/users/${idOf('demo@offerdesk.example')}`]) {
    await page.goto(path)
    await expect(page.getByText('Dana Reyes').first()).toBeVisible()
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await isWide()).toBe(false)
      await expectAccessibleInBoth(page)
    }
  }
  await page.getByRole('button', { name: 'Disable' }).focus()
  await expect(page.getByRole('tooltip', { name: /^This is you/ })).toBeVisible()
  await page.goto('/admin/users/nobody')
  await expect(page.getByText('There is no such user')).toBeVisible()
})
