import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright/test'
import type { OrderDraft } from '../../contract/extensions/orderDrafts'
import { Api } from './api'
import { expect, test } from './fixtures'
import { addHose, begin, draftIdOf, expectOrder, fillAddress, line, offers, openShop, search, status } from './orderNew'
import { letIn } from './reference'
import { failCalls, holdCalls, keepEditing, loseAnswer, question, waitForState } from './transitions'

// The ways through the flows of a new order that a person rarely takes.

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  await letIn(page)
})

const drafts = '/order-drafts/*'
const quantity = (page: Page) => line(page).getByLabel('Quantity')
const news = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'You have changed this in another tab or browser meanwhile' })
const ended = (page: Page) =>
  page.getByRole('heading', { name: /^This (draft has been discarded|order has been placed)$/ })
const refusal = { status: 422, json: { error: { code: 'validation_failed', message: 'Too long' } } }

/** Does this to calls of one method to a path, until what it returns is called. */
async function meet(page: Page, path: string, method: string, how: (route: Route) => Promise<void>) {
  const url = `**/api/v1${path}`
  const answer = (route: Route) => (route.request().method() === method ? how(route) : route.fallback())
  await page.route(url, answer)
  return () => page.unroute(url, answer)
}

const cutCalls = (page: Page, path: string, method: string) => meet(page, path, method, (route) => route.abort())

/** Lets the searches of one resource fail, until what it returns is called. */
const failSearch = (page: Page, resource: string) =>
  meet(page, '/search', 'POST', (route) => {
    const asked = route.request().postDataJSON() as { resource: string }
    return asked.resource === resource ? route.fulfill({ status: 500, json: {} }) : route.fallback()
  })

/** Lets time pass until nothing that has just happened is told any more. */
const rest = (page: Page) => page.clock.runFor(3_000)

const retry = (page: Page) => page.getByRole('button', { name: 'Try again' }).click()

/** Comes back to the page, which reads the draft again. */
async function comeBack(page: Page) {
  const answer = page.waitForResponse(`**/api/v1${drafts}`)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await answer
}

/** What another tab does with the draft that is open. */
async function sellElsewhere(page: Page, wanted: string) {
  const path = `/order-drafts/${draftIdOf(page)}`
  const { organizationId, title, content } = await api.call<OrderDraft>('GET', path)
  const lines = content.lines?.map((one) => ({ ...one, quantity: wanted }))
  await api.call('PUT', path, { organizationId, title, content: { ...content, lines } })
}
const discardElsewhere = (page: Page) => api.call('DELETE', `/order-drafts/${draftIdOf(page)}`)

test('NO-03 GE-09 a draft is never lost or overwritten unasked, whatever comes between typing and keeping it @rare', async ({
  page,
}) => {
  await begin(page, await openShop(api))
  await addHose(page)
  await comeBack(page)
  await sellElsewhere(page, '2')
  await comeBack(page)
  await expect(quantity(page)).toHaveValue('2')
  const heal = await failCalls(page, drafts, 'GET')
  await comeBack(page)
  await heal()
  // What is typed while it is read again counts.
  const answer = await holdCalls(page, drafts)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await waitForState(page, 'draftKeeping', 'rereading')
  await quantity(page).fill('3')
  answer()
  await expect(status(page)).toHaveText('Saved')
  // It was kept, and only the answer did not come.
  await loseAnswer(page, drafts, 'PUT')
  await quantity(page).fill('1')
  await waitForState(page, 'draftKeeping', 'away')
  await expect(status(page)).toHaveText('Saved')
  await expect(news(page)).toBeHidden()
  const accept = await meet(page, drafts, 'PUT', (route) => route.fulfill(refusal))
  await quantity(page).fill('2')
  await expect(status(page)).toHaveText('Not saved: Too long')
  await accept()
  await quantity(page).fill('3')
  await expect(status(page)).toHaveText('Saved')
  // What is typed while it is being kept is kept next.
  const keep = await holdCalls(page, drafts)
  const kept = page.waitForRequest(`**/api/v1${drafts}`)
  await quantity(page).fill('2')
  await kept
  await quantity(page).fill('1')
  keep()
  await expect(status(page)).toHaveText('Saved')
  await quantity(page).fill('3')
  await expect(status(page)).toHaveText('Saved')
  // It is to be placed while it is being kept, and has been changed elsewhere.
  const send = await holdCalls(page, drafts)
  const sent = page.waitForRequest(`**/api/v1${drafts}`)
  await quantity(page).fill('1')
  await sent
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Placing...' })).toBeVisible()
  await sellElsewhere(page, '2')
  send()
  await expect(news(page)).toContainText('2 × 20.00')
  await page.keyboard.press('Control+Enter')
  await expect(news(page)).toBeVisible()
  await expect(quantity(page)).toHaveValue('1')
  await news(page).getByRole('button', { name: 'Keep this one' }).click()
  await expect(status(page)).toHaveText('Saved')
  await discardElsewhere(page)
  await quantity(page).fill('2')
  await expect(ended(page)).toBeVisible()
})

test('NO-01 NO-03 GE-09 what can’t be read is read again, and who left while the server was away is asked whose draft counts @rare', async ({
  page,
}) => {
  const { campaign, customer } = await openShop(api)
  await page.clock.install()
  const healDraft = await failCalls(page, drafts, 'GET')
  const healCampaigns = await failSearch(page, 'campaigns')
  await page.goto(`/orders/new?draftId=${randomUUID()}`)
  await expect(page.getByText('Out of order')).toBeVisible()
  await healDraft()
  await retry(page)
  await waitForState(page, 'orderOptions', '"campaigns":"failed"')
  // It is read again by itself, in vain as yet.
  await page.clock.runFor(10_000)
  await waitForState(page, 'orderOptions', '"campaigns":"failed"')
  await healCampaigns()
  await retry(page)
  const healOffers = await failSearch(page, 'offers')
  const healCampaign = await failCalls(page, `/campaigns/${campaign.id}*`, 'GET')
  await page.getByLabel('Campaign').selectOption(campaign.name)
  await waitForState(page, 'orderNew', '"facts":"unknown"')
  await healCampaign()
  await page.clock.runFor(10_000)
  await waitForState(page, 'orderNew', '"facts":"known"')
  await offers(page).click()
  await expect(page.getByText('Error loading offers')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page.getByText('Error loading offers')).toBeVisible()
  await healOffers()
  await retry(page)
  await addHose(page)
  await page.getByRole('button', { name: 'Remove Garden Hose' }).click()
  await expect(line(page)).toBeHidden()
  await expect(status(page)).toHaveText('Saved')
  await addHose(page)
  await rest(page)
  const healCustomers = await failSearch(page, 'customers')
  await search(page).fill(customer.lastName ?? '')
  await expect(page.getByText('Error searching')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page.getByText('Error searching')).toBeVisible()
  await healCustomers()
  await retry(page)
  await page.getByRole('option', { name: `Vera ${customer.lastName}` }).click()
  await page.getByRole('button', { name: 'Change customer' }).click()
  await expect(search(page)).toBeFocused()
  await expect(status(page)).toHaveText('Saved')
  const address = page.url()
  /** Types something that does not come to the server, leaves, and comes back when something was done to the draft. */
  const leave = async (typed: string, meanwhile: () => Promise<unknown>) => {
    await rest(page)
    const reach = await cutCalls(page, drafts, 'PUT')
    await quantity(page).fill(typed)
    await expect(status(page)).toHaveText('Saved in this browser until the server can be reached.')
    await meanwhile()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible()
    await reach()
    await page.goBack()
    await expect(page).toHaveURL(address)
  }
  await leave('3', () => sellElsewhere(page, '2'))
  await expect(news(page)).toContainText('2 × 20.00')
  await expect(quantity(page)).toHaveValue('3')
  await page.getByRole('button', { name: 'Use the other one' }).click()
  await expect(quantity(page)).toHaveValue('2')
  await leave('1', () => discardElsewhere(page))
  await expect(ended(page)).toBeVisible()
})

test('NO-04 somebody new and their order are made once, whichever answers are lost on the way @rare', async ({
  page,
}) => {
  const { campaign } = await openShop(api)
  await page.goto(`/orders/new?draftId=${randomUUID()}`)
  await page.getByLabel('Campaign').selectOption(campaign.name)
  await expect(status(page)).toHaveText('Saved')
  await addHose(page)
  const place = () => page.keyboard.press('Control+Enter')
  const email = () => `zelda.${randomUUID().slice(0, 8)}@new.example`
  const [first, second] = [email(), email()]
  await search(page).fill('Zelda Vance')
  await page.getByRole('option', { name: /New customer/ }).click()
  // What is typed before would go where the focus comes.
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(first)
  await fillAddress(page)
  await expect(status(page)).toHaveText('Saved')
  const details = [{ path: 'body.newCustomer.email', message: 'Nobody can be reached there' }]
  const accept = await meet(page, '/orders', 'POST', (route) =>
    route.fulfill({ status: 422, json: { error: { code: 'validation_failed', message: 'Refused', details } } }),
  )
  await place()
  await expect(page.getByText('Nobody can be reached there')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await accept()
  // What is kept while the server is away is known once it answers, and is placed only then.
  const reach = await cutCalls(page, drafts, 'PUT')
  await quantity(page).fill('2')
  await waitForState(page, 'draftKeeping', 'away')
  await place()
  await waitForState(page, 'orderNew', 'unanswered')
  const keep = await meet(page, drafts, 'PUT', (route) => route.fulfill(refusal))
  await expect(status(page)).toHaveText('Not saved: Too long')
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible()
  await reach()
  await keep()
  await page.getByLabel('Email').fill(second)
  await expect(status(page)).toHaveText('Saved')
  const send = await holdCalls(page, drafts)
  const sent = page.waitForRequest(`**/api/v1${drafts}`)
  await quantity(page).fill('3')
  await sent
  await place()
  await expect(page.getByRole('button', { name: 'Placing...' })).toBeVisible()
  await loseAnswer(page, '/orders')
  send()
  await expectOrder(page)
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Zelda Vance')
  // Who was refused with the order is nobody's customer.
  expect(await api.search('customers', { q: first })).toHaveLength(0)
  expect(await api.search('customers', { q: second })).toHaveLength(1)
})

test('NO-03 GE-07 who would lose what neither the server nor the browser keeps is asked first @rare', async ({
  page,
}) => {
  const shop = await openShop(api)
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    }
  })
  await begin(page, shop)
  await addHose(page)
  const address = page.url()
  const reach = await cutCalls(page, drafts, 'PUT')
  await quantity(page).fill('3')
  await expect(status(page)).toHaveText('Not saved: the server can’t be reached and this browser stores nothing.')
  const toOrders = page.getByRole('main').getByRole('link', { name: 'Orders' })
  await toOrders.click()
  await keepEditing(page)
  await expect(quantity(page)).toHaveValue('3')
  await toOrders.click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
  await reach()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(quantity(page)).toHaveValue('1')
  await discardElsewhere(page)
  await comeBack(page)
  await expect(ended(page)).toBeVisible()
})

test('SE-13 NO-01 a list of options never covers the dialog for signing in again, and is read by itself after it @rare', async ({
  page,
}) => {
  await page.clock.install()
  await begin(page, await openShop(api))
  await offers(page).click()
  await expect(page.getByRole('option', { name: /Garden Hose/ })).toBeVisible()
  const letIn = await meet(page, '/search', 'POST', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: 'Sign in' } } }),
  )
  await offers(page).fill('hose')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await page.clock.runFor(1_000)
  await expect(dialog).toBeVisible()
  await expect(page.locator('[data-scope=combobox][data-part=content]')).toBeHidden()
  await letIn()
  await dialog.getByLabel('Password').fill('offerdesk-demo')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.clock.runFor(10_000)
  await offers(page).click()
  await expect(page.getByRole('option', { name: /Garden Hose/ })).toBeVisible()
})
