import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { OrderRecord } from '../../contract/extensions/orders'
import { customerName } from '../../contract/customers'
import { Api } from './api'
import { drawn, expect, test } from './fixtures'
import { isFigure, type Keyboard, onLine, sitDown, slowLine } from './keys'

test.use({ baseURL: async ({ reference }, use) => use(reference.url), codeAhead: true })

let api: Api
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  await slowLine(page)
})

const tell = async (what: string, keys: Keyboard) => console.log(`${what}${onLine}: ${await keys.taken()}`)

/** What is played for the figure alone, as its parts are tested elsewhere. */
function inFigure(title: string, play: (given: { page: Page }) => Promise<void>): void {
  if (isFigure) test(title, play)
}

/** As it is typed into a field of a day, where the organization is. */
const today = () =>
  new Date()
    .toLocaleDateString('en-US', { timeZone: 'America/Chicago', year: 'numeric', month: '2-digit', day: '2-digit' })
    .replaceAll('/', '')
const own = () => randomUUID().slice(0, 8)
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Notifications' }).getByText(text)
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** The text in whatever a dialog has the focus in. */
const inDialog = (page: Page, name: string | RegExp) => dialog(page, name).locator(':focus')

/** Goes or does something by the palette, as soon as it is offered. */
async function byPalette(page: Page, keys: Keyboard, typed: string, name: string | RegExp): Promise<void> {
  await keys.press('Control+k')
  await keys.wait('the palette', page.getByRole('combobox', { name: /^Page, action/ }), { isFocused: true })
  await keys.type(typed)
  await keys.wait(`'${typed}' found`, option(page, name))
  await expect(option(page, name)).toHaveAttribute('data-highlighted')
  await keys.press('Enter')
}

async function openOrder(page: Page, keys: Keyboard, { number }: OrderRecord): Promise<void> {
  await byPalette(page, keys, `#${number}`, new RegExp(`^Order #${number}`))
  await keys.wait('the order', page.getByRole('heading', { name: `#${number}` }))
}

/** A campaign with so many offers at 10. */
async function campaignOf(offers: number): Promise<{ id: string; name: string }> {
  const campaign = await api.addCampaign({ name: `Quince days ${own()}` })
  const product = await api.addProduct({ stock: 2000 })
  for (let count = 1; count <= offers; count += 1) {
    const displayName = `Lamp ${String(count).padStart(2, '0')}`
    await api.addOffer(campaign.id, product.id, { displayName, quantity: 5, basePrice: 10 })
  }
  return campaign
}

/** Goes on to a button of the dialog that is open, and presses it. */
async function pressButton(page: Page, keys: Keyboard, name: string | RegExp): Promise<void> {
  const focused = page.getByRole('dialog').getByRole('button', { name }).and(page.locator(':focus'))
  for (let steps = 0; steps < 8 && !(await focused.isVisible()); steps += 1) await keys.press('Tab')
  await expect(focused).toBeVisible()
  await keys.press('Enter')
}

const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

async function openOffers(page: Page, keys: Keyboard, { name }: { name: string }): Promise<void> {
  await byPalette(page, keys, name.slice(-8), name)
  await keys.wait('the offers', rowOf(page, /Lamp/).first())
}

inFigure('WF-01 the order of a caller is found by their phone number', async ({ page }) => {
  const digits = String(randomInt(2_000_000, 9_999_999))
  const order = await api.placeOrder({ phone: `(212) ${digits.slice(0, 3)}-${digits.slice(3)}` })
  const keys = await sitDown(page)
  await byPalette(page, keys, `212${digits}`, new RegExp(`^Vera ${order.customer.lastName}`))
  await keys.wait('what they have bought', rowOf(page, new RegExp(`#${order.number}`)))
  // While the palette is there, keys are its own; it gives the focus back before that goes to a row.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await drawn(page)
  await keys.press('j')
  await keys.press('Enter')
  await keys.wait('the order', page.getByRole('heading', { name: `#${order.number}` }))
  await tell('The order of a caller, by their phone number', keys)
})

inFigure('WF-01 OR-03 one line of an order is given back', async ({ page }) => {
  const order = await api.placeOrder()
  await api.payAs(await api.linkTo(order.id))
  const isPaid = async () => (await api.call<OrderRecord>('GET', `/orders/${order.id}`)).paymentStatus
  await expect.poll(isPaid).toBe('paid')
  const keys = await sitDown(page)
  await openOrder(page, keys, order)
  await byPalette(page, keys, 'refund', /^Refund/)
  await keys.wait('the dialog', page.getByLabel('What'), { isFocused: true })
  await keys.press('Tab')
  await expect(page.getByLabel('Units of Garden Hose')).toBeFocused()
  await keys.type('1')
  await keys.press('Enter')
  await keys.wait('the question', page.getByText('goes back to the customer. This can’t be undone.'))
  await pressButton(page, keys, /^Refund/)
  await keys.wait('the money given back', toast(page, /refund/i))
  await tell('One line of an order given back', keys)
})

inFigure('WF-01 WF-03 the parcels of today are shipped together', async ({ page }) => {
  for (let count = 0; count < 5; count += 1) {
    const order = await api.placeOrder()
    const { id } = await api.call<{ id: string }>('POST', `/orders/${order.id}/fulfilments`, {})
    await api.call('PUT', `/fulfilments/${id}/tracking`, { trackingNumber: `1Z${own()}${count}`, carrier: 'UPS' })
  }
  const keys = await sitDown(page)
  await keys.press('g')
  await keys.press('f')
  await keys.wait('the parcels', rowOf(page, /#\d+/).first())
  await keys.press('/')
  await keys.wait('the search', page.getByRole('searchbox', { name: 'Search Table' }), { isFocused: true })
  await keys.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused()
  await keys.type('p')
  await keys.wait('those that are not sent', page.getByRole('button', { name: /Status: Pending/ }))
  await keys.press('Tab')
  await keys.press('Tab')
  await keys.press('Enter')
  await keys.press('Tab')
  await expect(page.getByLabel('Ordered from')).toBeFocused()
  await keys.type(today())
  await keys.press('Enter')
  await keys.wait('those of today', page.getByRole('button', { name: /Ordered from/ }))
  await byPalette(page, keys, 'choose all', /^Choose all [\d,]+ (?:shown|that match)/)
  await keys.wait('all chosen', page.getByRole('button', { name: /chosen$/ }))
  await byPalette(page, keys, 'shipped', /^Mark shipped/)
  await keys.wait('the dialog', inDialog(page, 'Mark shipped'))
  await pressButton(page, keys, 'Try it')
  await keys.wait('the trial', dialog(page, 'Mark shipped').getByText(/would be changed/))
  await pressButton(page, keys, /^Mark shipped: /)
  await keys.wait('it begun', toast(page, /^Begun\./))
  await tell('Today’s parcels shipped together', keys)
})

test('WF-01 WF-03 the prices of all offers are raised by keys alone, through the palette @rare', async ({ page }) => {
  const count = isFigure ? 20 : 3
  const campaign = await campaignOf(count)
  const keys = await sitDown(page)
  await openOffers(page, keys, campaign)
  await byPalette(page, keys, 'choose all', /^Choose all [\d,]+ shown/)
  await keys.wait('all chosen', page.getByRole('button', { name: /chosen$/ }))
  if (count > 10) await byPalette(page, keys, 'match', /^Choose all 20 that match/)
  await byPalette(page, keys, 'prices', /^Change prices/)
  await keys.wait('the dialog', inDialog(page, 'Change prices'))
  await keys.press('Tab')
  await expect(page.getByLabel('Percent, with a minus to lower')).toBeFocused()
  await keys.type('5')
  await keys.press('Enter')
  await keys.wait('the trial', dialog(page, 'Change prices').getByText(/would be changed/))
  await expect(page.getByText(`${count} would be changed.`)).toBeVisible()
  await pressButton(page, keys, /^Change prices: /)
  await keys.wait('it begun', toast(page, /^Begun\./))
  await expect(rowOf(page, /Lamp/).first()).toContainText('10.50')
  await tell('The prices of twenty offers raised', keys)
})

test('WF-01 CP-03 a campaign is opened, and the price of an offer changed, by keys alone @rare', async ({ page }) => {
  const campaign = await campaignOf(1)
  const keys = await sitDown(page)
  await openOffers(page, keys, campaign)
  await keys.press('j')
  await keys.press('e')
  await keys.wait('the dialog', inDialog(page, 'Edit Offer'))
  await keys.press('Tab')
  await keys.press('Tab')
  await expect(page.getByLabel('Base price')).toBeFocused()
  await keys.type('12,5')
  await keys.press('Enter')
  await keys.wait('the new price', rowOf(page, /Lamp 01.*12\.50/))
  await tell('A campaign opened, and the price of an offer changed', keys)
  await expect(toast(page, /updated/i)).toBeVisible()
})

inFigure('WF-01 a parcel is found by its tracking number', async ({ page }) => {
  const order = await api.placeOrder()
  const { id } = await api.call<{ id: string }>('POST', `/orders/${order.id}/fulfilments`, {})
  const trackingNumber = `1Z${own()}`.toUpperCase()
  await api.call('PUT', `/fulfilments/${id}/tracking`, { trackingNumber, carrier: 'UPS' })
  const keys = await sitDown(page)
  await byPalette(page, keys, trackingNumber.toLowerCase(), new RegExp(`^${trackingNumber}`))
  await keys.wait('its order', page.getByRole('heading', { name: `#${order.number}` }))
  await tell('A parcel, by its tracking number', keys)
})

inFigure('WF-01 NO-06 a payment link is sent again', async ({ page }) => {
  const order = await api.placeOrder()
  await api.call('POST', `/orders/${order.id}/payment-links`, { mail: true })
  const keys = await sitDown(page)
  await openOrder(page, keys, order)
  await byPalette(page, keys, 'send again', /^Send again/)
  await keys.wait('it sent', toast(page, /sent/i))
  await tell('A payment link sent again', keys)
})

inFigure('WF-01 CU-01 a customer gets another phone number', async ({ page }) => {
  const customer = await api.addCustomer(`Quill ${own()}`, { phone: '(212) 555-0134' })
  const name = customerName(customer)
  const keys = await sitDown(page)
  await byPalette(page, keys, name.slice(-8), new RegExp(`^${name}`))
  await keys.wait('the customer', page.getByRole('heading', { name }))
  await byPalette(page, keys, 'edit', /^Edit/)
  await keys.wait('the panel', inDialog(page, 'Edit customer'))
  for (let fields = 0; fields < 3; fields += 1) await keys.press('Tab')
  await expect(dialog(page, 'Edit customer').getByLabel('Phone')).toBeFocused()
  await keys.type('(212) 555-0177')
  await keys.press('Enter')
  await keys.wait(
    'the new number',
    page
      .getByRole('main')
      .getByText('212-555-0177')
      .or(toast(page, /updated|saved/i))
      .first(),
  )
  await tell('A customer’s phone number changed', keys)
})

inFigure('WF-01 WF-02 a list is saved as a view, and opened again', async ({ page }) => {
  const name = `Quick ${own()}`
  const keys = await sitDown(page)
  await keys.press('g')
  await keys.press('o')
  await keys.wait('the orders', rowOf(page, /#\d+/).first())
  await keys.press('/')
  await keys.wait('the search', page.getByRole('searchbox', { name: 'Search Table' }), { isFocused: true })
  await keys.press('Tab')
  await keys.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Payment' })).toBeFocused()
  await keys.type('r')
  await keys.wait('the chip', page.getByRole('button', { name: /Payment: Refunded/ }))
  await byPalette(page, keys, 'save as', /^Save as new view/)
  await keys.wait('the dialog', inDialog(page, 'Save view'))
  await keys.type(name)
  await keys.press('Enter')
  await keys.wait('the view', page.getByRole('button', { name: `View: ${name}` }))
  await byPalette(page, keys, 'dash', /^Dashboard/)
  await keys.wait('the dashboard', page.getByRole('heading', { name: 'Dashboard' }))
  await byPalette(page, keys, name, new RegExp(`^${name}`))
  await keys.wait('the view again', page.getByRole('button', { name: `View: ${name}` }))
  await tell('A list saved as a view, and opened again', keys)
})

test('WF-01 ST-02 a list is taken along as a workbook by keys alone, through the palette @rare', async ({ page }) => {
  const keys = await sitDown(page)
  await keys.press('g')
  await keys.press('c')
  await keys.wait('the customers', rowOf(page, /@/).first())
  const saved = page.waitForEvent('download')
  await byPalette(page, keys, 'xlsx', /^Excel workbook/)
  expect((await saved).suggestedFilename()).toBe('customers.xlsx')
  await tell('A list taken along as a workbook', keys)
})
