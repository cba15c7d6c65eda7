import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { Customer } from '../../contract/customers'
import type { OrderDraft } from '../../contract/extensions/orderDrafts'
import { Api } from './api'
import { expect, hasFetched, holdFrames, test } from './fixtures'
import { collectFlow } from './flows'
import {
  addHose,
  address,
  begin,
  draftIdOf,
  expectOrder,
  fillAddress,
  line,
  offers,
  openShop,
  search,
  status,
  summary,
} from './orderNew'
import { letIn } from './reference'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  await letIn(page)
})

const total = (page: Page) => summary(page).getByRole('definition').last()

interface Asked {
  resource: string
  q?: string
  filters?: { ids?: unknown }
}

/** Holds back answers to some of the searches, until what it returns is called. */
async function holdAsked(page: Page, isHeld: (asked: Asked) => boolean): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/search', async (route) => {
    if (isHeld(route.request().postDataJSON() as Asked)) await held
    // Nobody may want the answer any more.
    await route.fallback().catch(() => {})
  })
  return release
}

const ordersOf = async (customer: Customer) =>
  (await api.search('orders', { filters: { customerId: customer.id } })).length

test('NO-01 NO-05 GE-06 an order is taken by keyboard alone: customer, offer, price, terms, placed', async ({
  page,
}) => {
  const shop = await openShop(api, { mustAgreeToTerms: true, termsOfService: 'All sales are final.' })
  const { campaign, customer } = shop
  await api.call('PUT', `/campaigns/${campaign.id}/script`, {
    script: 'Hello {customer.firstName}, here is {agent.name}.',
  })
  await page.goto('/orders')
  await page.getByRole('link', { name: 'New order' }).focus()
  await page.keyboard.press('Enter')
  const select = page.getByLabel('Campaign')
  await expect(select).toBeFocused()
  await select.selectOption(campaign.name)
  await search(page).focus()
  await page.keyboard.type(customer.lastName ?? '')
  await expect(page.getByRole('option', { name: new RegExp(`^Vera ${customer.lastName}`) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(offers(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'What to say' })).toHaveText('Hello Vera, here is Dana Reyes.')
  await expect(address(page)).toContainText('Austin, TX 78704')
  await page.keyboard.type('hose')
  await expect(page.getByRole('option', { name: /Garden Hose/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(line(page).getByLabel('Quantity')).toBeFocused()
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('19,50')
  await expect(summary(page)).toContainText('$39.00')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The customer has to agree to the terms first.').first()).toBeVisible()
  await expect(page.getByText('All sales are final.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'The customer agrees to the terms' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Agreed on /)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Order #\d+ placed$/)).toBeVisible()
  await expectOrder(page)
  await expect(page.getByText('Terms agreed')).toBeVisible()
  expect(await ordersOf(customer)).toBe(1)
})

test('NO-03 NO-04 an order is begun by pressing New order, and not by pointing at it', async ({ page }) => {
  const untold = () => page.evaluate(() => JSON.parse(localStorage.getItem('untoldDrafts') ?? '[]') as string[])
  await page.goto('/orders')
  const button = page.getByRole('link', { name: 'New order' })
  await button.hover()
  // The code comes after the draft would have been begun.
  await expect.poll(() => hasFetched(page, 'OrderNewScreen')).toBe(true)
  expect(await untold()).toEqual([])
  await button.click()
  await expect(page.getByRole('combobox', { name: 'Find a customer' })).toBeVisible()
  expect(await untold()).toEqual([draftIdOf(page)])
})

test('NO-01 somebody new is taken in place, and what is missing is said at its field', async ({ page }) => {
  const shop = await openShop(api)
  await page.goto('/orders/new')
  await page.getByLabel('Campaign').selectOption(shop.campaign.name)
  const name = `Zelda ${randomUUID().slice(0, 8)}`
  await search(page).fill(name)
  await page.getByRole('option', { name: /New customer/ }).click()
  // The name is known already, and the email address is typed next.
  await expect(page.getByLabel('First name')).toHaveValue('Zelda')
  await expect(page.getByLabel('Email')).toBeFocused()
  await addHose(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The address needs a city.')).toBeVisible()
  await page.getByLabel('Email').fill(`zelda.${randomUUID().slice(0, 8)}@new.example`)
  await fillAddress(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expectOrder(page)
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText(name)
})

test('NO-01 the focus is in Quantity as soon as an offer is chosen, before any frame and any answer', async ({
  page,
}) => {
  const shop = await openShop(api)
  await begin(page, shop)
  await offers(page).click()
  await expect(page.getByRole('option', { name: /Garden Hose/ })).toBeVisible()
  // A browser that is busy draws nothing for a while, and the server is slow.
  await page.route('**/api/v1/**', () => {})
  let drawAgain = await holdFrames(page)
  await page.keyboard.press('Enter')
  await expect(line(page).getByLabel('Quantity')).toBeFocused()
  await page.keyboard.type('3')
  await drawAgain()
  await expect(line(page).getByLabel('Quantity')).toBeFocused()
  await expect(line(page).getByLabel('Quantity')).toHaveValue('3')
  await expect(offers(page)).toHaveValue('')
  // Who types faster than it draws goes on in the field that they went to.
  await page.getByRole('button', { name: 'Remove Garden Hose' }).click()
  await page.unroute('**/api/v1/**')
  await offers(page).click()
  await expect(page.getByRole('option', { name: /Garden Hose/ })).toBeVisible()
  drawAgain = await holdFrames(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('19')
  await drawAgain()
  await page.keyboard.type(',50')
  await expect(line(page).getByLabel('Unit price')).toHaveValue('19,50')
  await expect(summary(page)).toContainText('$39.00')
  // Or back to the list itself.
  await page.getByRole('button', { name: 'Remove Garden Hose' }).click()
  await offers(page).click()
  await expect(page.getByRole('option', { name: /Garden Hose/ })).toBeVisible()
  drawAgain = await holdFrames(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await drawAgain()
  await expect(offers(page)).toBeFocused()
  // Whoever is at another field by then is left there.
  await page.getByRole('button', { name: 'Change customer' }).click()
  await page.getByRole('combobox', { name: 'Find a customer' }).fill('Zelda Vance')
  await expect(page.getByRole('option', { name: /New customer/ })).toBeVisible()
  drawAgain = await holdFrames(page)
  await page.getByRole('option', { name: /New customer/ }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Phone').focus()
  await drawAgain()
  await expect(page.getByLabel('Phone')).toBeFocused()
})

test('NO-01 what is entered before its answer came is taken when it comes, unless something else is typed meanwhile @rare', async ({
  page,
}) => {
  const shop = await openShop(api)
  await begin(page, shop)
  let answer = await holdAsked(page, ({ resource, q }) => resource === 'offers' && q !== undefined)
  await offers(page).fill('hose')
  await page.keyboard.press('Enter')
  await page.keyboard.type('x')
  answer()
  await expect(page.getByText('No offers found')).toBeVisible()
  await expect(line(page)).toBeHidden()
  answer = await holdAsked(page, ({ q }) => q === 'hos')
  await offers(page).fill('hos')
  await page.keyboard.press('Enter')
  answer()
  await expect(line(page).getByLabel('Quantity')).toBeFocused()
  await expect(offers(page)).toHaveValue('')
  // Enter where nothing is looked for goes on to what is missing, which is nothing here.
  await page.keyboard.press('Enter')
  await expect(offers(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Place order' })).toBeFocused()
})

test('NO-01 what is typed before the code of a list has come stays where it was, and what was entered is taken', async ({
  page,
}) => {
  const shop = await openShop(api)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const code = '**/assets/Combobox-*.js'
  await page.route(code, (route) => route.abort())
  await page.goto('/orders/new')
  await page.getByLabel('Campaign').selectOption(shop.campaign.name)
  await search(page).focus()
  const name = `${shop.customer.firstName} ${shop.customer.lastName}`
  await page.keyboard.type(name.slice(0, 2))
  await expect(search(page)).toHaveAccessibleDescription(/The list could not be loaded/)
  await page.unroute(code)
  await page.route(code, async (route) => {
    await held
    await route.fallback()
  })
  await page.keyboard.type(name.slice(2, -1))
  await expect(search(page)).not.toHaveAccessibleDescription(/The list could not be loaded/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  release()
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible()
  await expect(search(page)).toBeFocused()
  await page.keyboard.type(name.slice(-1))
  await expect(search(page)).toHaveValue(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(name)).toBeVisible()

  // Another page has nothing of it yet.
  let come = () => {}
  const coming = new Promise<void>((resolve) => (come = resolve))
  await page.route(code, async (route) => {
    await coming
    await route.fallback()
  })
  await page.reload()
  await expect(offers(page)).toBeEnabled()
  await offers(page).focus()
  await page.keyboard.type('hose')
  await page.keyboard.press('Enter')
  come()
  await expect(line(page).getByLabel('Quantity')).toBeFocused()
})

test('NO-01 who types on at the very moment that the code of a list fails to come is told so', async ({ page }) => {
  // What is drawn by and by waits as long as the page says so; a key is drawn at once.
  await page.addInitScript(() => {
    const post = Reflect.get(MessagePort.prototype, 'postMessage') as (...sent: unknown[]) => void
    const held: (() => void)[] = []
    const drawing = { isHeld: false, held, goOn: () => held.splice(0).forEach((draw) => draw()) }
    Object.assign(window, { drawing })
    MessagePort.prototype.postMessage = function (this: MessagePort, ...sent: unknown[]) {
      const draw = () => Reflect.apply(post, this, sent)
      if (drawing.isHeld) held.push(draw)
      else draw()
    }
  })
  const shop = await openShop(api)
  let fail = () => {}
  const failing = new Promise<void>((resolve) => (fail = resolve))
  await page.route('**/assets/Combobox-*.js', async (route) => {
    await failing
    await route.abort()
  })
  await page.goto('/orders/new')
  await page.getByLabel('Campaign').selectOption(shop.campaign.name)
  await search(page).focus()
  const asked = page.waitForRequest('**/assets/Combobox-*.js')
  await page.keyboard.type('V')
  await asked
  const hold = (isHeld: boolean) =>
    page.evaluate((held) => {
      const { drawing } = window as unknown as { drawing: { isHeld: boolean; goOn: () => void } }
      drawing.isHeld = held
      if (!held) drawing.goOn()
    }, isHeld)
  await hold(true)
  fail()
  // The page has heard of it, and has not drawn it.
  await page.waitForFunction(() => (window as unknown as { drawing: { held: unknown[] } }).drawing.held.length > 0)
  await page.keyboard.type('e')
  await hold(false)
  await expect(search(page)).toHaveAccessibleDescription(/The list could not be loaded/)
  await expect(search(page)).toHaveValue('Ve')
})

test('NO-01 a list whose code a proxy has answered with a page of its own comes when its code does @rare', async ({
  page,
}) => {
  const shop = await openShop(api)
  const code = '**/assets/Combobox-*.js'
  await page.route(code, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }),
  )
  await page.goto('/orders/new')
  await page.getByLabel('Campaign').selectOption(shop.campaign.name)
  await search(page).focus()
  await page.keyboard.type('V')
  await expect(search(page)).toHaveAccessibleDescription(/The list could not be loaded/)
  await page.unroute(code)
  await page.keyboard.type('e')
  await expect(page.getByRole('option', { name: /Vera Buys/ }).first()).toBeVisible()
  await expect(search(page)).toHaveValue('Ve')
})

test('NO-01 who goes on before the code of a list has come is not called back, and nothing is taken for them', async ({
  page,
}) => {
  const shop = await openShop(api)
  const { firstName, lastName } = shop.customer
  const code = '**/assets/Combobox-*.js'
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(code, async (route) => {
    await held
    await route.fallback()
  })
  await page.goto('/orders/new')
  const campaign = page.getByLabel('Campaign')
  await campaign.selectOption(shop.campaign.name)
  await search(page).focus()
  await page.keyboard.type(`${firstName} ${lastName}`)
  await page.keyboard.press('Enter')
  await campaign.focus()
  release()
  await expect.poll(() => hasFetched(page, 'Combobox')).toBe(true)
  // By then it would have taken the focus.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise((done) => requestAnimationFrame(done))
  })
  await expect(campaign).toBeFocused()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change customer' })).toBeHidden()
  await search(page).focus()
  await page.keyboard.press('ArrowDown')
  await page
    .getByRole('option', { name: new RegExp(String(lastName)) })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Change customer' })).toBeVisible()
})

test('NO-01 of several customers none is taken by an Enter from before they are seen, and the one that was found is', async ({
  page,
}) => {
  const { campaign, customer } = await openShop(api)
  const { organizationId, lastName } = customer
  const twin = { organizationId, firstName: 'Ada', lastName, email: `ada.${randomUUID().slice(0, 8)}@twin.example` }
  await api.call('POST', '/customers', twin)
  await page.goto('/orders/new')
  await page.getByLabel('Campaign').selectOption(campaign.name)
  const enter = async (typed: string) => {
    const answer = await holdAsked(page, ({ resource, q }) => resource === 'customers' && q === typed)
    await search(page).fill(typed)
    await page.keyboard.press('Enter')
    answer()
  }
  await enter(lastName ?? '')
  await expect(page.getByRole('option', { name: new RegExp(String(lastName)) })).toHaveCount(3)
  await expect(search(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Change customer' })).toBeHidden()
  await enter(twin.email)
  await expect(offers(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText(twin.email)
})

test('NO-01 OT-03 an offer is found by its SKU, whole or its beginning, in any case, while selling and in the list @rare', async ({
  page,
}) => {
  const shop = await openShop(api)
  const { sku } = await api.call<{ sku: string }>('GET', `/products/${shop.product.id}`)
  await begin(page, shop)
  await offers(page).fill(sku.slice(0, 9).toLowerCase())
  await expect(page.getByRole('option', { name: /Garden Hose/ })).toContainText(sku)
  await offers(page).fill('No such thing')
  await expect(page.getByText('No offers found')).toBeVisible()
  await offers(page).fill(sku)
  await page.getByRole('option', { name: /Garden Hose/ }).click()
  await expect(line(page).getByLabel('Quantity')).toBeFocused()
  await page.goto(`/campaigns/${shop.campaign.id}?tab=offers&q=${sku.toLowerCase()}`)
  await expect(page.getByRole('table', { name: 'Offers' }).getByRole('row', { name: /Garden Hose/ })).toBeVisible()
})

test('NO-01 another campaign keeps what it sells too, asks about the rest, and can be undone @rare', async ({
  page,
}) => {
  const shop = await openShop(api)
  const lamp = await api.addProduct({ stock: 20 })
  const terms = { quantity: 9, basePrice: 30 }
  await api.addOffer(shop.campaign.id, lamp.id, { ...terms, displayName: 'Work Lamp' })
  const other = await api.addCampaign()
  await api.addOffer(other.id, shop.product.id, { ...terms, displayName: 'Hose of the other' })
  await begin(page, shop)
  await addHose(page)
  await line(page).getByLabel('Quantity').fill('2')
  await offers(page).fill('lamp')
  await page.getByRole('option', { name: /Work Lamp/ }).click()
  const campaign = page.getByLabel('Campaign')
  const lamps = page.getByRole('group', { name: 'Work Lamp' })
  const moved = page.getByRole('group', { name: 'Hose of the other' })
  await expect(lamps.getByLabel('Quantity')).toBeFocused()
  await campaign.selectOption(other.name)
  await expect(page.getByText(`${other.name} does not sell Work Lamp.`)).toBeVisible()
  await expect(moved.getByLabel('Quantity')).toHaveValue('2')
  await expect(moved.getByLabel('Unit price')).toHaveValue('30.00')
  await expect(lamps.getByText('This offer belongs to another campaign.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(campaign.locator('option:checked')).toHaveText(shop.campaign.name)
  await expect(line(page).getByLabel('Quantity')).toHaveValue('2')
  await expect(total(page)).not.toHaveText('-')
  await campaign.selectOption(other.name)
  await page.getByRole('button', { name: 'Go on without' }).click()
  await expect(lamps).toBeHidden()
  await expect(moved).toBeVisible()
  await expect(total(page)).toContainText('$')
  await expect(status(page)).toHaveText('Saved')
})

test('NO-02 what is not possible is said while it is typed, and what the server refuses at the same field @rare', async ({
  page,
}) => {
  const shop = await openShop(api)
  await begin(page, shop)
  await addHose(page)
  const quantity = line(page).getByLabel('Quantity')
  const price = line(page).getByLabel('Unit price')
  await quantity.fill('4')
  await expect(line(page).getByText('At most 3 of this offer in one order.')).toBeVisible()
  await quantity.fill('some')
  await expect(line(page).getByText('Must be a number')).toBeVisible()
  await quantity.fill('3')
  await price.fill('26')
  await expect(line(page).getByText('The price must be between $15.00 and $25.00.')).toBeVisible()
  await price.fill('25')
  await expect(summary(page)).toContainText('$75.00')
  // The offer is sold elsewhere meanwhile, which this page has not read yet.
  await api.call('PUT', `/offers/${shop.offer.id}`, { quantity: 2 })
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(line(page).getByText('Only 2 of this offer left.')).toBeVisible()
  await expect(quantity).toHaveValue('3')
  await quantity.fill('2')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expectOrder(page)
})

test('NO-02 CU-04 of a customer who is merged into another one meanwhile the draft says who they are now, and sells to them @rare', async ({
  page,
}) => {
  const shop = await openShop(api)
  const kept = await api.addCustomer(`Stays ${shop.customer.lastName}`)
  await begin(page, shop)
  await addHose(page)
  await api.call('POST', `/customers/${kept.id}/merge`, { otherId: shop.customer.id, keep: {} })
  const customer = page.getByRole('region', { name: 'Customer', exact: true })
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(customer.getByText(`This customer was merged into Vera ${kept.lastName}.`)).toBeVisible()
  await expect(customer.getByText('Reading...')).toBeHidden()
  // The same after a reload, before anything is placed.
  await page.reload()
  await expect(customer.getByText(`This customer was merged into Vera ${kept.lastName}.`)).toBeVisible()
  await customer.getByRole('button', { name: `Use Vera ${kept.lastName}` }).click()
  await expect(offers(page)).toBeFocused()
  await expect(customer.getByText('merged into')).toBeHidden()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expectOrder(page)
  expect(await ordersOf(kept)).toBe(1)
})

test('NO-03 GE-07 a reload in the middle finds the draft, which is listed, opened and discarded', async ({ page }) => {
  const shop = await openShop(api)
  await begin(page, shop)
  await addHose(page)
  await line(page).getByLabel('Quantity').fill('3')
  await expect(status(page)).toHaveText('Saved')
  const draftId = draftIdOf(page)
  const offersKnown = await holdAsked(page, ({ resource, filters }) => resource === 'offers' && Boolean(filters?.ids))
  await page.reload()
  await expect(page.getByLabel('Quantity')).toHaveValue('3')
  // No sum is shown without the shipping that is not known yet.
  await expect(total(page)).toHaveText('-')
  offersKnown()
  await expect(total(page)).toHaveText('$64.95')
  await expect(line(page)).toBeVisible()
  await expect(address(page)).toContainText('Austin, TX 78704')
  // What is typed and left at once is kept too.
  await line(page).getByLabel('Unit price').fill('18')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
  await expect
    .poll(async () => (await api.call<OrderDraft>('GET', `/order-drafts/${draftId}`)).content.lines?.[0]?.unitPrice)
    .toBe('18.00')
  await page.goto('/orders/new')
  const drafts = page.getByRole('region', { name: 'Your drafts' })
  const name = `Vera ${shop.customer.lastName}`
  await drafts.getByRole('link', { name: `Open the draft of ${name}` }).click()
  await expect(line(page).getByLabel('Unit price')).toHaveValue('18.00')
  await expect(drafts.getByRole('link', { name: `Open the draft of ${name}` })).toBeHidden()
  await summary(page).getByRole('button', { name: 'Discard draft' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard Draft' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Draft discarded')).toBeVisible()
  await expect(page).toHaveURL(/\/orders$/)
  expect(await ordersOf(shop.customer)).toBe(0)
})

test('NO-03 GE-10 what is typed while the server can’t be reached stays in the browser, and is sent by itself', async ({
  page,
}) => {
  const shop = await openShop(api)
  await begin(page, shop)
  await addHose(page)
  const draftId = draftIdOf(page)
  await page.route('**/api/v1/order-drafts/**', (route) => route.abort())
  await line(page).getByLabel('Quantity').fill('3')
  await expect(status(page)).toHaveText('Saved in this browser until the server can be reached.')
  await page.unroute('**/api/v1/order-drafts/**')
  await expect(status(page)).toHaveText('Saved')
  const kept = await api.call<OrderDraft>('GET', `/order-drafts/${draftId}`)
  expect(kept.content.lines?.[0]?.quantity).toBe('3')
  // And what could not be sent before a reload is sent after it.
  await page.route('**/api/v1/order-drafts/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await line(page).getByLabel('Quantity').fill('1')
  await expect(status(page)).toHaveText('Saved in this browser until the server can be reached.')
  await page.reload()
  await expect(line(page).getByLabel('Quantity')).toHaveValue('1')
  await expect(status(page)).toHaveText('Saved in this browser until the server can be reached.')
  await page.unroute('**/api/v1/order-drafts/**')
  await expect(status(page)).toHaveText('Saved')
})

test('NO-03 GE-09 of two tabs that both type, the second is asked whose counts @rare', async ({ page, context }) => {
  const shop = await openShop(api)
  await begin(page, shop)
  await addHose(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('group', { name: 'Garden Hose' }).getByLabel('Quantity').fill('2')
  await other.getByRole('button', { name: 'Change address' }).click()
  await expect(other.getByRole('textbox', { name: 'Address', exact: true })).toBeFocused()
  await other.getByLabel('City').fill('Dallas')
  await expect(status(other)).toHaveText('Saved')
  const quantity = line(page).getByLabel('Quantity')
  const news = page.getByRole('status').filter({ hasText: 'You have changed this in another tab or browser meanwhile' })
  await quantity.fill('3')
  await expect(news).toContainText('2 × 20.00')
  await expect(news).toContainText('9 Heron Wharf, Dallas, TX, 78704, US')
  await page.getByRole('button', { name: 'Use the other one' }).click()
  await expect(quantity).toHaveValue('2')
  await expect(news).toBeHidden()
  await other.getByRole('group', { name: 'Garden Hose' }).getByLabel('Quantity').fill('1')
  await expect(status(other)).toHaveText('Saved')
  await quantity.fill('3')
  await expect(news).toBeVisible()
  await page.getByRole('button', { name: 'Keep this one' }).click()
  await expect(status(page)).toHaveText('Saved')
  // Both place it: one order.
  await Promise.all([
    page.getByRole('button', { name: 'Place order' }).click(),
    other.getByRole('button', { name: 'Place order' }).click(),
  ])
  await expectOrder(page)
  expect(await ordersOf(shop.customer)).toBe(1)
})

test('NO-03 NO-04 a draft that was placed meanwhile leads to its order, after a reload and in another tab @rare', async ({
  page,
  context,
}) => {
  const shop = await openShop(api)
  await begin(page, shop)
  await addHose(page)
  const other = await context.newPage()
  const placed = (tab: Page) => tab.getByRole('heading', { name: 'This order has been placed' })
  await other.goto(page.url())
  await expect(line(other)).toBeVisible()
  // Placed, and the answer is lost; then the page is loaded again.
  await other.route('**/api/v1/orders', async (route) => {
    await route.fetch()
    return route.abort()
  })
  await other.getByRole('button', { name: 'Place order' }).click()
  await expect(other.getByText('No answer yet.')).toBeVisible()
  await other.reload()
  await expect(placed(other)).toBeVisible()
  // The other tab still types.
  await line(page).getByLabel('Quantity').fill('2')
  await expect(placed(page)).toBeVisible()
  await page.reload()
  await expect(placed(page)).toBeVisible()
  expect(await ordersOf(shop.customer)).toBe(1)
  await expectOrder(page)
})

test('NO-03 NO-04 a tab whose order was placed in another one says so at once @rare', async ({ page, context }) => {
  await begin(page, await openShop(api))
  await addHose(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(line(other)).toBeVisible()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'This order has been placed' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'This order has been placed' })).toBeVisible()
})

test('NO-03 GE-11 nothing about a new draft is refused by the server, however long what is typed is @rare', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  await page.goto('/orders/new')
  await expect(search(page)).toBeVisible()
  await page.reload()
  await search(page).fill('Zelda '.repeat(60))
  await page.getByRole('option', { name: /New customer/ }).click()
  await page.getByLabel('First name').fill('Zelda '.repeat(120))
  const alike = page.waitForResponse('**/api/v1/customers/alike')
  await page.getByLabel('Postal code').fill('78704')
  await alike
  await expect(status(page)).toHaveText('Saved')
  expect(refused).toEqual([])
})

test('NO-04 an order whose answer is lost is asked for again by itself, and is one @rare', async ({ page }) => {
  const shop = await openShop(api)
  await begin(page, shop)
  await addHose(page)
  let lost = 0
  await page.route('**/api/v1/orders', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Place order' }).dblclick()
  await expect(page.getByText('No answer yet.')).toBeVisible()
  // Whoever comes back to the page meanwhile is not shown a draft that was placed elsewhere.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expectOrder(page)
  expect(lost).toBe(1)
  expect(await ordersOf(shop.customer)).toBe(1)
  await collectFlow(page)
  // Back does not lead to the draft that it was, but to its payment link.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This order has been placed' })).toBeVisible()
})

test('NO-02 an offer that is out of stock goes on saying so when Enter is pressed', async ({
  page,
  request,
  reference,
}) => {
  const api = await new Api(request, reference.url).signIn()
  const shop = await openShop(api)
  const gone = await api.addProduct({ stock: 0 })
  await api.addOffer(shop.campaign.id, gone.id, { displayName: 'Rain Barrel', quantity: 5, basePrice: 60 })
  await letIn(page)
  await begin(page, shop)
  await offers(page).fill('barrel')
  const option = page.getByRole('option', { name: /Rain Barrel/ })
  await expect(option).toContainText('out of stock')
  await page.keyboard.press('Enter')
  await expect(option).toBeVisible()
  await expect(page.getByRole('group', { name: 'Rain Barrel' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(option).toBeHidden()
})
