import type { Page } from 'playwright'
import type { Backend } from './backend/server'
import { chooseAction, offersTab } from './fixtures'

/** A state of the app worth looking at. */
export interface Screen {
  name: string
  path: string
  /** By default, Ann of the test's backend; Dana works on the demo data of our own server. */
  as?: 'nobody' | 'Ann' | 'Dana'
  /** What the backend does before the page opens. */
  given?: (backend: Backend) => void
  /** What happens to the page before it opens. */
  before?: (page: Page) => Promise<void>
  /** What the person does, up to something that shows the state is reached. */
  when: (page: Page, backend: Backend) => Promise<unknown>
  /** The picture of it that the README shows. */
  picture?: string
  /** Whether docs/screens shows it. */
  ofRecord?: boolean
  /** Another page than the one that was opened, such as the inspector's window. */
  shows?: 'popup'
}

const long = 'An extraordinarily long name that somebody pasted without a thought '.repeat(3)
const shown = (text: string | RegExp) => (page: Page) => page.getByText(text).locator('visible=true').first().waitFor()
/** Opens a tab of a campaign of the demo data, from the dashboard. */
const openTab = async (page: Page, name: string, campaign = 'Winter Warmers') => {
  await page.getByRole('link', { name: campaign }).click()
  await page.getByRole('tab', { name }).click()
}
/** A campaign of the demo data that has auto-responders. */
const mailing = 'Welcome Back: Lapsed Customers'
/** Opens the first record of a list. */
const openFirst = (page: Page) => page.locator('tbody a').first().click()

/** Chooses an action of the first row. */
async function chooseOfFirst(page: Page, action: string) {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Opens the page of an order, up to its end. */
const openOrder = async (page: Page) => {
  await openFirst(page)
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** A request of Dana's own, past the screen. */
const asDana = (page: Page, path: string, body?: object, method = 'POST') =>
  page.evaluate(
    async ({ to, json, by }) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('auth_token')}`,
        'idempotency-key': crypto.randomUUID(),
      }
      const organizations = await (await fetch('/api/v1/organizations', { headers })).json()
      const organizationId = organizations.data[0].id
      const request = json && { method: by, body: JSON.stringify({ organizationId, ...json }) }
      const answer = await fetch(`/api/v1${to}?organizationId=${organizationId}`, { headers, ...request })
      return (await answer.json()).data
    },
    { to: path, json: body, by: method },
  )
/** Dana's organization as an agent of it has it. */
async function asAgent(page: Page): Promise<void> {
  await page.route('**/api/v1/organizations', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object[] }
    const own = data.map((organization) => ({ ...organization, role: 'agent' }))
    await route.fulfill({ response, json: { ...rest, data: own } })
  })
}

/** Dana's organization demands a second step, which she has not. */
async function demandSteps(page: Page): Promise<void> {
  await page.route('**/api/v1/organizations', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object[] }
    const own = data.map((organization) => ({ ...organization, needsSecondStep: true }))
    await route.fulfill({ response, json: { ...rest, data: own } })
  })
}

/** Every call of a resource fails. */
async function failing(page: Page, resource: string): Promise<void> {
  const answer = { status: 500, json: { message: 'Out of order' } }
  await page.route(new RegExp(`/api/v1/${resource}\\b`), (route) => route.fulfill(answer))
}

/** A webhook of Dana's whose receiver can't be found, with messages; there are some more. */
async function aFailingWebhook(page: Page): Promise<{ id: string }> {
  await page.getByRole('button', { name: 'Add webhook' }).waitFor()
  const known: { id: string; failingSince: string | null }[] = await asDana(page, '/outgoing-webhooks')
  if (known[0]) return known[0]
  const add = (address: string, events: string[]) => asDana(page, '/outgoing-webhooks', { address, events })
  const webhook = await add(`https://offerdesk.invalid/${long.replaceAll(' ', '-').slice(0, 150)}?key=42`, [
    'customer.created',
    'order.placed',
  ])
  const off = await add('https://erp.northwind.invalid/hooks/offerdesk', ['order.paid', 'order.refunded'])
  await asDana(page, `/outgoing-webhooks/${off.id}/state`, { state: 'disabled' })
  for (const firstName of ['Bo', 'Ida']) {
    await asDana(page, '/customers', { firstName, email: `${firstName}@hooks.example` })
  }
  await expectSoon(async () => {
    const all: { id: string; failingSince: string | null }[] = await asDana(page, '/outgoing-webhooks')
    return all.some(({ failingSince }) => failingSince !== null)
  })
  return webhook
}

/** Asks until the answer is yes. */
async function expectSoon(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 8_000
  while (!(await isSo())) if (Date.now() > end) throw new Error('it did not come about')
}

/** An order of Dana's with names that are too long, and the token of its payment link. */
async function payableOrder(page: Page): Promise<{ id: string; number: number; token: string }> {
  const person = { firstName: 'Bartholomew-Alexander', lastName: long.slice(0, 60), phone: '+1 212 555 0171' }
  const customer = await asDana(page, '/customers', { ...person, email: 'bartholomew@customers.example' })
  // One is enough: the dashboard has room for a few.
  const [known] = await asDana(page, '/search', { resource: 'campaigns', q: long.slice(0, 30) })
  const campaign = known ?? (await asDana(page, '/campaigns', { name: long.slice(0, 100) }))
  const sku = `NW-${Date.now()}`
  const product = await asDana(page, '/products', { name: long.slice(0, 100), sku, price: 12_345.67, stock: 9 })
  const offer = await asDana(page, `/campaigns/${campaign.id}/offers`, {
    productId: product.id,
    displayName: long.slice(0, 100),
    quantity: 5,
    basePrice: 12_345.67,
    shipPrice: 1_234.95,
  })
  const address = { address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }
  const { id, number } = await asDana(page, '/orders', {
    draftId: crypto.randomUUID(),
    campaignId: campaign.id,
    customerId: customer.id,
    address,
    lines: [{ offerId: offer.id, quantity: 2, unitPrice: 12_345.67 }],
  })
  const { linkUrl } = await asDana(page, `/orders/${id}/payment-links`, { mail: false })
  return { id, number, token: linkUrl.split('/pay/')[1] }
}
/** What the customer does with a card. */
const payAs = (page: Page, token: string, cardNumber: string) =>
  asDana(page, `/payments/${token}/attempts`, {
    attemptId: crypto.randomUUID(),
    card: { cardNumber, expiry: '12/40', securityCode: '123' },
  })
async function paidOrder(page: Page) {
  const order = await payableOrder(page)
  await payAs(page, order.token, '4242424242424242')
  return order
}
async function chooseOfOrder(page: Page, action: string) {
  await button(page, 'Actions').click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}
const down = { status: 500, body: { error: { message: 'The database is down for maintenance' } } }

const seller = {
  name: long,
  supportEmail: 'an-address-that-is-long-enough-to-have-to-wrap@a-seller-with-a-long-name.example',
}
const fullOrder = {
  seller: { name: 'Northwind Supply', supportEmail: 'help@northwind.example' },
  customer: { firstName: 'Bartholomew-Alexander', lastName: long.slice(0, 60) },
  items: [
    { id: 'itm_1', name: long, quantity: 1_000, unitPrice: 10_000_000, total: 10_000_000_000 },
    { id: 'itm_2', name: 'Rake', quantity: 2, unitPrice: 21.25, total: 42.5 },
  ],
  subtotal: 10_000_000_042.5,
  shippingTotal: 12_345.67,
  total: 10_000_012_388.17,
  paymentStatus: 'unpaid',
  createdAt: '2026-03-01T09:30:00Z',
  expiresAt: '2026-03-02T09:30:00Z',
}

async function openAddOffer(page: Page) {
  await button(page, 'Add Offer').click()
  await page.getByRole('dialog', { name: 'Add Offer' }).waitFor()
}

export const screens: readonly Screen[] = [
  { name: 'landing', path: '/', as: 'nobody', when: shown('Sign in') },
  { name: 'auth-signIn', path: '/auth', as: 'nobody', when: shown('Welcome back.') },
  {
    name: 'auth-refused',
    path: '/auth?email=ann%40one.example',
    as: 'nobody',
    when: async (page) => {
      await page.getByLabel('Password').fill('wrong')
      await button(page, 'Sign in').click()
      await shown('Those credentials are wrong')(page)
    },
  },
  { name: 'auth-signUp', path: '/auth?mode=signup', as: 'nobody', when: shown('completes your account') },
  { name: 'auth-reset', path: '/auth?mode=reset&token=x', as: 'nobody', when: shown('Set password') },
  {
    name: 'auth-sent',
    path: '/auth?mode=forgot',
    as: 'nobody',
    when: async (page) => {
      await page.getByLabel('Email').fill('ann@one.example')
      await button(page, 'Send link').click()
      await shown('A link is on its way')(page)
    },
  },
  { name: 'auth-emailChange', path: '/auth?mode=email&token=x', as: 'nobody', when: shown('this link was mailed to') },
  { name: 'auth-completion', path: '/auth?token=x', as: 'nobody', when: shown('Complete sign-up') },
  { name: 'payment', path: '/pay/tok-open', as: 'nobody', when: shown('Rake') },
  { name: 'payment-bare', path: '/pay/tok-bare', as: 'nobody', when: shown('Order ord_2') },
  { name: 'payment-failed', path: '/pay/wrong', as: 'nobody', when: shown('ask the seller') },
  { name: 'notFound', path: '/nowhere', as: 'nobody', when: shown('Not Found') },
  {
    name: 'payment-overfull',
    path: '/pay/tok-open',
    as: 'nobody',
    given: ({ data }) => void Object.assign(data.orders[0] ?? {}, fullOrder),
    when: shown('Order A-17'),
  },
  {
    name: 'payment-paid',
    path: '/pay/tok-open',
    as: 'nobody',
    given: ({ data }) => void Object.assign(data.orders[0] ?? {}, { ...fullOrder, paymentStatus: 'paid', seller }),
    when: shown('This order is paid'),
  },
  {
    name: 'payment-expired',
    path: '/pay/tok-open',
    as: 'nobody',
    given: (b) =>
      b.fail('GET /orders', { status: 410, body: { error: { message: 'This payment link has expired.' } } }),
    when: shown('ask the seller'),
  },
  {
    name: 'payment-unreachable',
    path: '/pay/tok-open',
    as: 'nobody',
    given: (b) => b.fail('GET /orders', 'drop', { once: false }),
    when: shown('Try again'),
  },
  {
    name: 'firstFrame',
    path: '/campaigns',
    before: async (page) => {
      await page.route(/\/assets\/.*\.js$/, () => undefined)
    },
    when: (page) => page.locator('#root > [aria-busy] .skeleton').first().waitFor(),
  },
  { name: 'notFound-signedIn', path: '/nowhere', when: shown('Not Found') },
  { name: 'campaign-foreign', path: '/campaigns/cmp_3', when: shown('belongs to Second Org') },
  { name: 'campaign-unknown', path: '/campaigns/nothing', when: shown('Not found') },
  {
    name: 'offline',
    path: offersTab,
    when: async (page) => {
      await shown('Offer 001')(page)
      await page.context().setOffline(true)
      await shown('You are offline.')(page)
    },
  },
  {
    name: 'unreachable',
    path: offersTab,
    when: async (page, backend) => {
      await shown('Offer 001')(page)
      for (const call of ['GET ', 'POST ']) backend.fail(call, 'drop', { once: false })
      await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
      await shown("Can't reach the server")(page)
    },
  },
  {
    name: 'campaigns-overfull',
    path: '/campaigns',
    given: ({ data: { campaigns } }) => {
      for (let index = 0; index < 150; index += 1)
        campaigns.push({ ...campaigns[0], id: `cmp_more_${index}`, name: index % 2 ? `Campaign ${index}` : long })
    },
    when: shown('Spring Launch'),
  },
  {
    name: 'campaigns-failed',
    path: '/campaigns',
    given: (b) => b.fail('POST /search', down, { once: false }),
    when: shown('Error fetching campaigns'),
  },
  {
    name: 'dashboard-failed',
    path: '/dashboard',
    given: (b) => b.fail('POST /search', down, { once: false }),
    when: shown('Try again'),
  },
  {
    name: 'dashboard-empty',
    path: '/dashboard',
    given: ({ data }) => void (data.campaigns = []),
    when: shown('First Org'),
  },
  {
    name: 'customers',
    path: '/customers',
    as: 'Dana',
    ofRecord: true,
    when: (page) => page.locator('tbody a').first().waitFor(),
  },
  {
    name: 'customers-filtered',
    path: '/customers?country=US',
    as: 'Dana',
    when: (page) => page.getByRole('button', { name: /Remove filter/ }).waitFor(),
  },
  {
    name: 'customers-none',
    path: '/customers?q=zzzzzz',
    as: 'Dana',
    when: shown('No records found'),
  },
  {
    name: 'customers-new',
    path: '/customers?action=new',
    as: 'Dana',
    when: async (page) => {
      await button(page, 'Add customer').click()
      await shown('First name is required')(page)
    },
  },
  {
    name: 'customer',
    ofRecord: true,
    path: '/customers',
    as: 'Dana',
    when: async (page) => {
      await openFirst(page)
      await button(page, 'Copy email').waitFor()
    },
  },
  {
    name: 'order-new-empty',
    path: '/orders/new',
    as: 'Dana',
    when: async (page) => {
      await page.getByLabel('Campaign').waitFor()
      await button(page, 'Place order').click()
      await shown('Choose a campaign.')(page)
    },
  },
  {
    name: 'order-new',
    ofRecord: true,
    path: '/customers',
    as: 'Dana',
    when: async (page) => {
      await openFirst(page)
      await page.getByRole('link', { name: 'New order', exact: true }).click()
      await page.getByLabel('Campaign').selectOption({ index: 1 })
      for (const at of [0, 1]) {
        await page.getByRole('combobox', { name: 'Add an offer' }).click()
        await page.getByRole('option').locator('visible=true').nth(at).click()
        await page.getByLabel('Quantity').nth(at).waitFor()
      }
      await page.getByLabel('Unit price').first().fill('1')
      await shown(/The price/)(page)
      await shown('Saved')(page)
    },
  },
  {
    name: 'customer-delete',
    path: '/customers',
    as: 'Dana',
    when: async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').last().click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'unsaved',
    path: offersTab,
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByLabel('Base Price').fill('33')
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'edit-outdated',
    path: offersTab,
    when: async (page, b) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByLabel('Base Price').fill('33')
      const current = Object.assign(b.data.offers[0] ?? {}, { basePrice: 77 })
      const error = { message: 'Changed meanwhile', details: { current } }
      b.fail('PUT /offers', { status: 409, body: { success: false, error } })
      await button(page, 'Update').click()
      await shown(/Changed meanwhile|Use theirs/)(page)
    },
  },
  {
    name: 'delete-overfull',
    path: offersTab,
    given: ({ data }) => void Object.assign(data.offers[0] ?? {}, { displayName: long }),
    when: async (page) => {
      await chooseAction(page, 'An extraordinarily', 'Delete')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'toasts',
    path: offersTab,
    given: (b) => b.fail('DELETE /offers', down, { once: false }),
    when: async (page) => {
      for (const name of ['Offer 001', 'Offer 002']) {
        await chooseAction(page, name, 'Delete')
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
        await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
      }
    },
  },
  {
    name: 'organizations',
    path: '/campaigns',
    when: async (page) => {
      await page.getByRole('button', { name: /^Organization/ }).click()
      await page.getByRole('menuitemcheckbox').first().waitFor()
    },
  },
  {
    name: 'menu',
    path: '/campaigns',
    when: async (page) => {
      await shown('Spring Launch')(page)
      const menu = button(page, 'Menu')
      if (await menu.isVisible()) await menu.click()
    },
  },
  {
    name: 'tools',
    path: `${offersTab}&record`,
    when: async (page) => {
      await shown('Offer 001')(page)
      await button(page, 'Record').click()
      await button(page, 'Stop').waitFor()
    },
  },
  { name: 'inspector-empty', path: '/inspector', as: 'nobody', when: shown('Waiting for a page.') },
  {
    name: 'inspector-live',
    path: `${offersTab}&inspect=local`,
    shows: 'popup',
    when: async (page) => {
      const inspector = page.context().pages()[1] ?? (await page.context().waitForEvent('page'))
      await chooseAction(page, 'Offer 001', 'Edit')
      await inspector.getByRole('button', { name: /^offerEdit\./ }).click()
      await page.getByLabel('Base Price').fill('33')
      await inspector.locator('[data-state="offerEdit.editing"]').first().waitFor()
    },
  },
  {
    name: 'inspector-sequence',
    path: `${offersTab}&inspect=local`,
    shows: 'popup',
    when: async (page) => {
      const inspector = page.context().pages()[1] ?? (await page.context().waitForEvent('page'))
      await shown('Offer 001')(page)
      await inspector.getByRole('button', { name: 'Sequence' }).click()
      await inspector.getByRole('listbox', { name: 'Sequence' }).getByRole('option').last().waitFor()
    },
  },
  {
    name: 'inspector-replay',
    path: '/inspector',
    as: 'nobody',
    when: async (page) => {
      await page.getByLabel('Recording').setInputFiles('tests/flows/offerEdit.flow.json')
      await page.getByRole('slider', { name: 'Event' }).fill('20')
      await page.locator('[data-state]').first().waitFor()
    },
  },
  { name: 'docs', path: '/api/docs', as: 'nobody', when: shown('Offerdesk') },
  {
    name: 'docs-call',
    path: '/api/docs#offersUpdate',
    as: 'nobody',
    when: (page) => page.locator('#offersUpdate').waitFor(),
  },
  { name: 'demo-dashboard', path: '/dashboard', as: 'Dana', ofRecord: true, when: shown('Winter Warmers') },
  { name: 'demo-orders', path: '/orders', as: 'Dana', ofRecord: true, when: shown(/^#\d+$/) },
  {
    name: 'demo-orders-narrowed',
    path: '/orders?paymentStatus=paid&totalMin=50',
    as: 'Dana',
    when: async (page) => {
      await page.getByText('More filters').click()
      await shown(/^#\d+$/)(page)
    },
  },
  {
    name: 'demo-order-page',
    path: '/orders?paymentStatus=partially_refunded',
    as: 'Dana',
    ofRecord: true,
    when: openOrder,
  },
  {
    name: 'demo-order',
    path: '/orders?paymentStatus=partially_refunded',
    as: 'Dana',
    when: async (page) => {
      await openOrder(page)
      await button(page, 'Actions').click()
      await page.getByRole('menuitem', { name: 'Cancel order' }).waitFor()
    },
  },
  {
    name: 'demo-order-link',
    path: '/orders?paymentStatus=unpaid&status=open',
    as: 'Dana',
    when: async (page) => {
      await openFirst(page)
      await page.getByRole('button', { name: 'Copy link' }).first().click()
      await page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).waitFor()
    },
  },
  {
    name: 'demo-order-refund',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await page.goto(`/orders/${(await paidOrder(page)).id}`)
      await chooseOfOrder(page, 'Refund')
      await page.getByLabel(/^Units of/).fill('7')
      await page.getByLabel('Reason').focus()
      await shown(/At most 2/)(page)
    },
  },
  {
    name: 'demo-order-refund-confirm',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await page.goto(`/orders/${(await paidOrder(page)).id}`)
      await chooseOfOrder(page, 'Refund')
      await page.getByLabel('What').selectOption('An amount')
      await page.getByLabel('Amount').fill('12,50')
      await page.getByLabel('Reason').fill(long)
      await button(page, 'Continue').click()
      await button(page, 'Refund $12.50').waitFor()
    },
  },
  {
    name: 'demo-order-payments',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      const { id, token } = await payableOrder(page)
      await payAs(page, token, '4000000000009995')
      await page.goto(`/orders/${id}`)
      await page.getByRole('table', { name: 'Payments' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'demo-order-history',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await page.goto(`/orders/${(await paidOrder(page)).id}`)
      await page.getByRole('list', { name: 'Timeline' }).getByRole('button').first().click()
      await button(page, 'Show the chart of states').click()
      await page.getByRole('img', { name: /States and transitions/ }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'demo-order-link-asked',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      const { id, token } = await payableOrder(page)
      await payAs(page, token, '4000002500003155')
      await page.goto(`/orders/${id}`)
      await shown('Asked by the bank')(page)
    },
  },
  {
    name: 'demo-pay',
    path: '/pay/demo-pay-open-northwind-supply-00000001',
    as: 'Dana',
    ofRecord: true,
    when: shown('Pay'),
  },
  {
    name: 'demo-pay-wrong',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await page.goto(`/pay/${(await payableOrder(page)).token}`)
      await page.getByText('Test cards').click()
      await page.getByRole('button', { name: /^Pay / }).click()
      await page.getByLabel('Card number').fill('4111')
      await page.getByLabel('Expiry').fill('13/01')
      await page.getByLabel('Security code').click()
    },
  },
  ...(['4000000000009995', '4000002500003155', '4242424242424242'] as const).map((number) => ({
    name: `demo-pay-${{ '4000000000009995': 'declined', '4000002500003155': 'asked', '4242424242424242': 'paid' }[number]}`,
    path: '/dashboard',
    as: 'Dana' as const,
    when: async (page: Page) => {
      const { token } = await payableOrder(page)
      await payAs(page, token, number)
      await page.goto(`/pay/${token}`)
      await shown(/^Order \d+$/)(page)
    },
  })),
  {
    name: 'demo-pay-expired',
    path: '/pay/demo-pay-expired-northwind-supply-0000001',
    as: 'Dana',
    when: (page) => button(page, 'Ask for a new link').waitFor(),
  },
  {
    name: 'demo-pay-ended',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      const { id, token } = await payableOrder(page)
      await asDana(page, `/orders/${id}/payment-links/end`, {})
      await page.goto(`/pay/${token}`)
      await shown('could not be opened')(page)
    },
  },
  { name: 'demo-pay-used', path: '/pay/demo-pay-used-northwind-supply-00000001', as: 'Dana', when: shown(/paid/) },
  {
    name: 'demo-pay-code',
    path: '/pay',
    as: 'Dana',
    when: (page) => page.getByRole('textbox').first().waitFor(),
  },
  {
    name: 'demo-pay-code-wrong',
    path: '/pay',
    as: 'Dana',
    when: async (page) => {
      await page.getByLabel('Code', { exact: true }).fill('ABCD-EFGH')
      await page.getByLabel(/Last four/).fill('0000')
      await button(page, 'Open order').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'demo-fulfilments',
    ofRecord: true,
    path: '/fulfilments',
    as: 'Dana',
    when: (page) => page.getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'demo-fulfilments-chosen',
    path: '/fulfilments',
    as: 'Dana',
    when: async (page) => {
      const order = await paidOrder(page)
      await page.goto(`/fulfilments?q=${order.number}`)
      const choices = page.getByRole('checkbox', { name: /^Choose/ })
      await choices.first().check()
      await button(page, '1 chosen').click()
      await page.getByRole('menuitem', { name: 'Packing list' }).waitFor()
    },
  },
  {
    name: 'demo-fulfilments-scan',
    path: '/fulfilments',
    as: 'Dana',
    when: async (page) => {
      await button(page, 'Scan').click()
      const order = await paidOrder(page)
      const dialog = page.getByRole('dialog')
      for (const [number, tracking] of [
        [order.number, `1Z${Date.now()}`],
        ['99999', '1Z0123456789'],
      ]) {
        await dialog.getByLabel('Order').fill(`${number}`)
        await page.keyboard.press('Enter')
        await dialog.getByLabel('Tracking number').fill(`${tracking}`)
        await page.keyboard.press('Enter')
        await dialog.getByText(`${number}`).first().waitFor()
      }
    },
  },
  {
    name: 'demo-fulfilments-paste',
    path: '/fulfilments',
    as: 'Dana',
    when: async (page) => {
      await button(page, 'Paste tracking').click()
      const order = await paidOrder(page)
      const lines = [
        'Order\tTracking number',
        `${order.number}\t1Z${Date.now()}`,
        '99999\tAB12',
        `${order.number}\t<b>`,
      ]
      await page.getByLabel(/Or paste cells/).fill(lines.join('\n'))
      await page.getByRole('button', { name: /^Check/ }).click()
      await page.getByRole('table').last().waitFor()
    },
  },
  {
    name: 'demo-fulfilments-packing',
    path: '/fulfilments',
    as: 'Dana',
    when: async (page) => {
      const { id } = await paidOrder(page)
      await page.goto(`/orders/${id}`)
      await page.getByRole('link', { name: 'Packing list' }).click()
      await page.getByRole('table', { name: 'Contents' }).waitFor()
    },
  },
  {
    name: 'demo-fulfilments-split',
    path: '/fulfilments',
    as: 'Dana',
    when: async (page) => {
      const { id } = await paidOrder(page)
      await page.goto(`/orders/${id}`)
      await page.getByRole('button', { name: /^Actions for the parcel/ }).click()
      await page.getByRole('menuitem', { name: 'Split' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'demo-settings-providers',
    path: '/settings',
    as: 'Dana',
    when: (page) => page.getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'demo-settings-provider-new',
    path: '/settings',
    as: 'Dana',
    when: async (page) => {
      await button(page, 'Add email provider').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
      await shown('Name is required')(page)
    },
  },
  {
    name: 'demo-settings-mails',
    path: '/settings?tab=mails',
    as: 'Dana',
    when: async (page) => {
      const { id } = await payableOrder(page)
      await asDana(page, `/orders/${id}/payment-links`, { mail: true })
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'demo-settings-mails-shown',
    path: '/settings?tab=mails',
    as: 'Dana',
    when: async (page) => {
      await page.getByRole('row').nth(1).waitFor()
      await openFirst(page)
      await page.getByTitle('Body of the mail').waitFor()
    },
  },
  {
    name: 'demo-email',
    path: '/campaigns',
    as: 'Dana',
    when: async (page) => {
      await openTab(page, 'Email', mailing)
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  ...(['Edit', 'Preview', 'Delete'] as const).map((action) => ({
    name: `demo-email-${action.toLowerCase()}`,
    path: '/campaigns',
    as: 'Dana' as const,
    when: async (page: Page) => {
      await openTab(page, 'Email', mailing)
      await chooseOfFirst(page, action)
      await page.getByRole(action === 'Delete' ? 'alertdialog' : 'dialog').waitFor()
      if (action === 'Preview') await page.getByTitle('Body of the mail').waitFor()
    },
  })),
  {
    name: 'demo-callBacks',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await shown('Winter Warmers')(page)
      const open = await asDana(page, '/calls/open/me')
      for (const { id } of open) {
        await asDana(page, `/calls/${id}/end`, {})
        await asDana(page, `/calls/${id}/close`, { disposition: 'service', note: '' })
      }
      for (const [phone, callBackAt] of [
        ['+1 212 555 0171', '2026-01-04T09:30:00Z'],
        ['+46 70 174 06 05', '2031-03-04T09:30:00Z'],
      ]) {
        const { id } = await asDana(page, '/calls', { phone })
        await asDana(page, `/calls/${id}/end`, {})
        await asDana(page, `/calls/${id}/close`, { disposition: 'call_back', callBackAt, note: long })
      }
      await page.getByRole('table', { name: 'Whom to call back' }).getByText('Overdue').first().waitFor()
    },
  },
  {
    name: 'demo-products',
    path: '/products',
    as: 'Dana',
    ofRecord: true,
    when: (page) => page.locator('tbody a').first().waitFor(),
  },
  {
    name: 'demo-product',
    path: '/products?q=Backpack',
    as: 'Dana',
    ofRecord: true,
    when: async (page) => {
      await openFirst(page)
      await page.getByRole('dialog', { name: 'Product' }).getByRole('table').last().getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'demo-gateway',
    path: '/gateways',
    as: 'Dana',
    ofRecord: true,
    when: async (page) => {
      await openFirst(page)
      await page.getByRole('region', { name: 'Latest transactions' }).getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'demo-product-timeline',
    path: '/products?q=Backpack',
    as: 'Dana',
    when: async (page) => {
      await page.locator('tbody a').first().waitFor()
      const [product] = await asDana(page, '/search', { resource: 'products', q: 'Backpack' })
      await asDana(page, `/products/${product.id}`, { description: long, category: long.slice(0, 90) }, 'PUT')
      await asDana(page, `/products/${product.id}/stock`, { by: 3, reason: 'Found behind the shelf' })
      await openFirst(page)
      await page.getByRole('list', { name: 'Timeline' }).scrollIntoViewIfNeeded()
      await page.getByRole('region', { name: 'Timeline' }).getByText('Product changed').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'demo-gateway-timeline',
    path: '/gateways',
    as: 'Dana',
    when: async (page) => {
      await openFirst(page)
      await page.getByRole('list', { name: 'Timeline' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'demo-secondStep', path: '/dashboard', as: 'Dana', before: demandSteps, when: shown('Add a second step') },
  {
    name: 'demo-secondStep-app',
    path: '/orders',
    as: 'Dana',
    before: demandSteps,
    when: async (page) => {
      await button(page, 'Add an authenticator app').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'demo-dashboard-failed',
    path: '/dashboard',
    as: 'Dana',
    before: (page) => failing(page, 'dashboard'),
    when: shown('Try again'),
  },
  {
    name: 'demo-dashboard-new',
    path: '/settings',
    as: 'Dana',
    when: async (page) => {
      await page.getByRole('row').nth(1).waitFor()
      const made = await asDana(page, '/organizations', { name: `New ${Date.now()}`, currency: 'EUR' })
      await page.evaluate((id) => localStorage.setItem('orgId', id), made.id)
      await page.goto('/dashboard')
      await shown('gateway')(page)
    },
  },
  {
    name: 'demo-leaderboard',
    path: '/leaderboard?period=month',
    as: 'Dana',
    when: (page) => page.getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'demo-leaderboard-none',
    path: '/leaderboard?period=today&min=1000',
    as: 'Dana',
    when: (page) => page.getByRole('heading', { name: 'Leaderboard' }).waitFor(),
  },
  {
    name: 'demo-leaderboard-failed',
    path: '/leaderboard',
    as: 'Dana',
    before: (page) => failing(page, 'leaderboard'),
    when: shown('Error fetching the leaderboard'),
  },
  { name: 'demo-reports', path: '/reports', as: 'Dana', when: (page) => page.getByRole('row').nth(1).waitFor() },
  {
    name: 'demo-reports-none',
    path: '/reports?from=2001-01-01&to=2001-01-31&period=custom',
    as: 'Dana',
    when: (page) => page.getByRole('heading', { name: 'Reports' }).waitFor(),
  },
  {
    name: 'demo-reports-failed',
    path: '/reports',
    as: 'Dana',
    before: (page) => failing(page, 'reports'),
    when: shown('Error fetching report'),
  },
  { name: 'demo-settings-profile', path: '/settings?tab=profile', as: 'Dana', when: shown('Hours of the day') },
  { name: 'demo-settings-appearance', path: '/settings?tab=appearance', as: 'Dana', when: shown('Density') },
  { name: 'demo-settings-permissions', path: '/settings?tab=permissions', as: 'Dana', when: shown('Who may do what') },
  {
    name: 'demo-settings-permissions-edit',
    path: '/settings?tab=permissions',
    as: 'Dana',
    when: async (page) => {
      await page.getByRole('region', { name: 'Agents' }).getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('dialog', { name: 'Edit permissions' }).waitFor()
    },
  },
  {
    name: 'demo-settings-audit',
    path: '/settings?tab=audit',
    as: 'Dana',
    when: async (page) => {
      await page.getByRole('row').nth(1).waitFor()
      const [offer] = await asDana(page, '/search', { resource: 'offers', q: 'Rain Shell' })
      const [customer] = await asDana(page, '/search', { resource: 'customers' })
      await asDana(page, `/offers/${offer.id}`, { basePrice: 41.5, quantity: 12 }, 'PUT')
      await asDana(
        page,
        `/customers/${customer.id}`,
        { note: long.repeat(4), city: long, firstName: 'Maximilian' },
        'PUT',
      )
      await page.reload()
      await page.getByText('Offer changed').first().waitFor()
      await page.locator('tbody summary').first().click()
    },
  },
  {
    name: 'demo-settings-audit-narrowed',
    path: '/settings?tab=audit&resource=orders&createdFrom=2026-01-01',
    as: 'Dana',
    when: async (page) => {
      await chooseOfFirst(page, 'Everything about it')
      await page.getByRole('button', { name: /Remove filter Record: Order/ }).waitFor()
      await page.getByRole('link', { name: /^#/ }).first().waitFor()
    },
  },
  {
    name: 'demo-settings-audit-empty',
    path: '/settings?tab=audit&createdTo=2001-01-01',
    as: 'Dana',
    when: shown('No records found'),
  },
  {
    name: 'demo-settings-audit-failed',
    path: '/settings?tab=audit',
    as: 'Dana',
    before: async (page) => {
      const answer = { status: 500, json: { message: 'Out of order' } }
      await page.route('**/api/v1/audit**', (route) => route.fulfill(answer))
    },
    when: async (page) => {
      await button(page, 'Download').click()
      await page.getByRole('menuitem', { name: /CSV/ }).click()
      await page.getByText(/Out of order/).waitFor()
      await page.getByText('Error fetching the audit log').waitFor()
    },
  },
  {
    name: 'demo-settings-audit-loading',
    path: '/settings?tab=audit',
    as: 'Dana',
    before: async (page) => {
      await page.route('**/api/v1/audit**', () => new Promise(() => {}))
    },
    when: async (page) => {
      await button(page, 'Download').click()
      await page.getByRole('menuitem', { name: /CSV/ }).click()
      await button(page, 'Downloading…').waitFor()
    },
  },
  {
    name: 'demo-settings-audit-agent',
    path: '/settings?tab=audit',
    as: 'Dana',
    before: asAgent,
    when: shown('Only an owner can read the audit log.'),
  },
  { name: 'demo-settings-tokens-empty', path: '/settings?tab=apiTokens', as: 'Dana', when: shown('New token') },
  {
    name: 'demo-settings-tokens-new',
    path: '/settings?tab=apiTokens',
    as: 'Dana',
    when: async (page) => {
      await button(page, 'New token').click()
      await page.getByLabel('What it may change').selectOption('chosen')
      await page.getByLabel('Place, change and cancel orders').check()
    },
  },
  {
    name: 'demo-settings-tokens',
    path: '/settings?tab=apiTokens',
    as: 'Dana',
    when: async (page) => {
      const made = await asDana(page, '/api-tokens', { name: 'Warehouse', duties: ['fulfilments', 'stock'] })
      const { token } = made as { token: string }
      await page.evaluate((by) => fetch('/api/v1/users/me', { headers: { authorization: `Bearer ${by}` } }), token)
      await asDana(page, '/api-tokens', { name: long.slice(0, 80), duties: null, expiresAt: '2090-05-01' })
      await page.reload()
      await page.getByRole('row').nth(2).waitFor()
    },
  },
  {
    name: 'demo-settings-webhooks-empty',
    path: '/settings?tab=webhooks',
    as: 'Dana',
    when: shown('No records found'),
  },
  {
    name: 'demo-settings-webhooks-new',
    path: '/settings?tab=webhooks',
    as: 'Dana',
    when: async (page) => {
      await button(page, 'Add webhook').click()
      await page.getByLabel('Address', { exact: true }).fill('nowhere')
      await button(page, 'Add').click()
      await page.getByText('Choose at least one event').waitFor()
    },
  },
  {
    name: 'demo-settings-webhooks',
    path: '/settings?tab=webhooks',
    as: 'Dana',
    when: async (page) => {
      await aFailingWebhook(page)
      await page.reload()
      await page.getByText('Failing').first().waitFor()
    },
  },
  {
    name: 'demo-settings-webhooks-secret',
    path: '/settings?tab=webhooks',
    as: 'Dana',
    when: async (page) => {
      await aFailingWebhook(page)
      await page.reload()
      await chooseOfFirst(page, 'New secret')
      await button(page, 'Make a new secret').click()
      await page.getByText('It is shown now and never again.').waitFor()
    },
  },
  {
    name: 'demo-settings-webhooks-messages',
    path: '/settings?tab=webhooks',
    as: 'Dana',
    when: async (page) => {
      const { id } = await aFailingWebhook(page)
      await page.goto(`/settings?tab=webhooks&webhookId=${id}`)
      await page.getByText('There is no server').first().waitFor()
    },
  },
  {
    name: 'demo-settings-webhooks-message',
    path: '/settings?tab=webhooks',
    as: 'Dana',
    when: async (page) => {
      const { id } = await aFailingWebhook(page)
      await page.goto(`/settings?tab=webhooks&webhookId=${id}`)
      await page.getByRole('link', { name: 'Customer created' }).first().click()
      await page.getByRole('table', { name: 'Tries' }).waitFor()
    },
  },
  {
    name: 'demo-settings-webhooks-switch',
    path: '/settings?tab=webhooks',
    as: 'Dana',
    when: async (page) => {
      await aFailingWebhook(page)
      await page.reload()
      await chooseOfFirst(page, 'Switch off')
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    },
  },
  {
    name: 'demo-settings-webhooks-failed',
    path: '/settings?tab=webhooks',
    as: 'Dana',
    before: async (page) => {
      const answer = { status: 500, json: { message: 'Out of order' } }
      await page.route('**/api/v1/outgoing-webhooks**', (route) => route.fulfill(answer))
    },
    when: shown('Error fetching webhooks'),
  },
  {
    name: 'demo-settings-webhooks-agent',
    path: '/settings?tab=webhooks',
    as: 'Dana',
    before: asAgent,
    when: shown('Only an owner can see and change webhooks.'),
  },
  {
    name: 'demo-settings-team',
    path: '/settings?tab=team',
    as: 'Dana',
    when: async (page) => {
      await asDana(page, '/invites', { emails: ['new.colleague@teammate.example'], role: 'agent' })
      await page.reload()
      await page.getByText('new.colleague@teammate.example').first().waitFor()
    },
  },
  { name: 'demo-settings-invite', path: '/invite', as: 'Dana', when: shown('Email addresses') },
  {
    name: 'demo-invite',
    path: '/settings?tab=team',
    as: 'Dana',
    when: async (page) => {
      await page.getByText('new.colleague@teammate.example').first().waitFor()
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Copy link' }).click()
      const link = page.getByText(/\/invite\?/)
      await page.goto(new URL(await link.innerText()).href)
      await page.getByText('Switch account').waitFor()
    },
  },
  { name: 'demo-invite-unknown', path: '/invite?token=nothing', as: 'Dana', when: shown(/leads to no invite/) },
  { name: 'demo-settings-security', path: '/settings?tab=security', as: 'Dana', when: shown('This device') },
  {
    name: 'demo-settings-password',
    path: '/settings?tab=security',
    as: 'Dana',
    when: async (page) => {
      await button(page, 'Change password').click()
      await page.getByRole('dialog', { name: 'Change password' }).waitFor()
    },
  },
  {
    name: 'demo-settings-app',
    path: '/settings?tab=security',
    as: 'Dana',
    when: async (page) => {
      await button(page, 'Add an authenticator app').click()
      const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
      await dialog.getByLabel('Password', { exact: true }).fill('offerdesk-demo')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByLabel('Code').waitFor()
    },
  },
  { name: 'demo-settings-seller', path: '/settings?tab=seller', as: 'Dana', when: shown('Tax number') },
  {
    name: 'demo-gateways',
    path: '/gateways',
    as: 'Dana',
    ofRecord: true,
    when: (page) => page.getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'demo-gateways-new',
    path: '/gateways',
    as: 'Dana',
    when: async (page) => {
      await button(page, 'New gateway').click()
      await page.getByLabel('Kind').selectOption('stripe')
      await button(page, 'Add gateway').click()
      await page.getByText('Secret key is required').waitFor()
    },
  },
  {
    name: 'demo-gateways-rehearsal',
    path: '/gateways',
    as: 'Dana',
    when: async (page) => {
      await chooseOfFirst(page, 'Rehearse')
      await page.getByText('All of it works.').waitFor()
    },
  },
  {
    name: 'demo-gateways-reconciliation',
    path: '/gateways',
    as: 'Dana',
    when: async (page) => {
      await chooseOfFirst(page, 'Reconcile')
      await page.getByText(/to the cent|left/).waitFor()
    },
  },
  {
    name: 'demo-transactions',
    ofRecord: true,
    path: '/gateways?tab=transactions',
    as: 'Dana',
    when: (page) => page.getByRole('row').nth(1).waitFor(),
  },
  { name: 'demo-telephone-empty', path: '/telephone', as: 'Dana', when: shown('New token') },
  {
    name: 'demo-telephone',
    path: '/telephone',
    as: 'Dana',
    when: async (page) => {
      await asDana(page, '/telephone/tokens', { name: long.slice(0, 80) })
      await page.reload()
      await button(page, 'New token').click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Switchboard')
      await button(page, 'Create').click()
      await button(page, 'Copy token').waitFor()
    },
  },
  {
    name: 'demo-telephone-list',
    path: '/telephone',
    as: 'Dana',
    when: (page) => page.getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'demo-customer-merge',
    path: '/customers',
    as: 'Dana',
    when: async (page) => {
      await openFirst(page)
      await button(page, 'Merge').first().click()
      await page.getByRole('combobox', { name: 'The other customer' }).fill('a')
      await page.getByRole('option').nth(1).click()
      await page.getByText(/orders? and .* calls? moves?/).waitFor()
    },
  },
  {
    name: 'demo-customer-history',
    path: '/customers',
    as: 'Dana',
    when: async (page) => {
      await openFirst(page)
      await page.getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'demo-offerImport',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await openTab(page, 'Offers')
      await button(page, 'Paste offers').click()
      await page
        .getByLabel(/Or paste cells/)
        .fill(['SKU\tName\tBase Price\tQuantity', 'NW-1\tLamp\t19,90\t5', 'X-9\tNo such product\t=A1\t-3'].join('\n'))
      await button(page, 'Check pasted lines').click()
      await page.getByRole('table').last().waitFor()
    },
  },
  { name: 'demo-campaigns', path: '/campaigns', as: 'Dana', ofRecord: true, when: shown('Winter Warmers') },
  {
    name: 'demo-general',
    ofRecord: true,
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await openTab(page, 'General Details')
      await shown('Internal Note')(page)
    },
  },
  {
    name: 'demo-offers',
    ofRecord: true,
    picture: 'docs/offers.png',
    path: '/dashboard',
    as: 'Dana',
    when: async (page) => {
      await openTab(page, 'Offers')
      await page.getByRole('row').nth(3).waitFor()
    },
  },
  {
    name: 'demo-recording',
    path: '/dashboard?record',
    as: 'Dana',
    picture: 'docs/recording.png',
    when: async (page) => {
      await button(page, 'Record').click()
      await openTab(page, 'Offers')
      await page.getByRole('row').nth(3).waitFor()
      await page.getByRole('row').nth(3).getByRole('button').last().click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByRole('dialog', { name: 'Edit Offer' }).waitFor()
      await page.getByLabel('Max Quantity').fill('9')
    },
  },
  {
    name: 'demo-inspector',
    path: '/dashboard?inspect=local',
    as: 'Dana',
    picture: 'docs/inspector.png',
    shows: 'popup',
    when: async (page) => {
      const inspector = page.context().pages()[1] ?? (await page.context().waitForEvent('page'))
      await page.route('**/api/v1/offers/*', () => undefined)
      await openTab(page, 'Offers')
      await page.getByRole('row').nth(3).getByRole('button').last().click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await inspector.getByRole('button', { name: /^offerEdit\./ }).click()
      await page.getByLabel('Base Price').fill('189')
      await button(page, 'Update').click()
      await inspector.locator('[data-state="offerEdit.updating"][data-active]').waitFor()
    },
  },
  {
    name: 'campaign-loading',
    path: '/campaigns/cmp_1',
    given: (b) => void b.hold('GET /campaigns'),
    when: shown('First Org'),
  },
  {
    name: 'campaign-failed',
    path: '/campaigns/cmp_1',
    given: (b) => b.fail('GET /campaigns', down, { once: false }),
    when: shown('Error fetching campaign'),
  },
  { name: 'campaign-terms', path: '/campaigns/cmp_1?tab=terms', when: shown('Terms line one.') },
  {
    name: 'campaign-overfull',
    path: '/campaigns/cmp_1',
    given: ({ data: { campaigns, organizations } }) => {
      Object.assign(campaigns[0] ?? {}, { name: long, category: long, internalNote: long.repeat(3) })
      Object.assign(organizations[0] ?? {}, { name: long })
    },
    when: shown('Internal Note'),
  },
  { name: 'offers', path: offersTab, when: shown('Offer 001') },
  { name: 'offers-middle', path: `${offersTab}&page=5&limit=10`, when: shown('Offer 0') },
  {
    name: 'offers-loading',
    path: offersTab,
    given: (b) => void b.hold('POST /search'),
    when: (page) => page.locator('[data-skeleton]').first().waitFor(),
  },
  { name: 'offers-empty', path: '/campaigns/cmp_2?tab=offers', when: shown('No records found') },
  {
    name: 'offers-failed',
    path: offersTab,
    given: (b) => b.fail('POST /search', down, { once: false }),
    when: shown('Error fetching offers'),
  },
  {
    name: 'offers-overfull',
    path: offersTab,
    given: ({ data }) =>
      data.offers.forEach((offer) => Object.assign(offer, { displayName: long, basePrice: 1234567890.12 })),
    when: shown('An extraordinarily'),
  },
  {
    name: 'offers-menu',
    path: offersTab,
    when: async (page) => {
      await page.getByRole('row').nth(2).getByRole('button').last().click()
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    },
  },
  {
    name: 'offers-columns',
    path: offersTab,
    when: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox').first().waitFor()
    },
  },
  {
    name: 'edit',
    path: offersTab,
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByRole('dialog', { name: 'Edit Offer' }).waitFor()
    },
  },
  {
    name: 'edit-invalid',
    path: offersTab,
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByLabel('Base Price').fill('-1')
      await page.getByLabel('Base Price').blur()
    },
  },
  {
    name: 'edit-updating',
    path: offersTab,
    given: (b) => void b.hold('PUT /offers'),
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByLabel('Base Price').fill('33')
      await button(page, 'Update').click()
      await shown('Updating...')(page)
    },
  },
  {
    name: 'edit-failed',
    path: offersTab,
    given: (b) => b.fail('PUT /offers', down, { once: false }),
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Edit')
      await page.getByLabel('Base Price').fill('33')
      await button(page, 'Update').click()
      await shown('The database is down')(page)
    },
  },
  {
    name: 'delete',
    path: offersTab,
    when: async (page) => {
      await chooseAction(page, 'Offer 001', 'Delete')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'add', path: offersTab, when: openAddOffer },
  {
    name: 'add-picker',
    path: offersTab,
    when: async (page) => {
      await openAddOffer(page)
      await page.getByRole('combobox', { name: 'Product' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'add-invalid',
    path: offersTab,
    when: async (page) => {
      await openAddOffer(page)
      for (const [label, text] of [
        ['Quantity', '0'],
        ['Base Price', '0'],
        ['Min Price (optional)', '9'],
        ['Max Price (optional)', '2'],
        ['Max Quantity (optional)', '1.5'],
      ] as const) {
        const field = page
          .getByLabel(label, { exact: true })
          .or(page.getByLabel(label.replace(' (optional)', ''), { exact: true }))
        await field.first().fill(text)
        await field.first().blur()
      }
      await shown('Quantity is required')(page)
    },
  },
  {
    name: 'updateCampaign',
    path: '/campaigns/cmp_1',
    when: async (page) => {
      await button(page, 'Update Campaign').click()
      await page.getByRole('dialog', { name: 'Update Campaign' }).waitFor()
    },
  },
  { name: 'email', path: '/campaigns/cmp_1?tab=email', when: shown('Thank you') },
  {
    name: 'email-failed',
    path: '/campaigns/cmp_1?tab=email',
    given: (b) => b.fail('GET /campaigns/cmp_1/autoresponders', down, { once: false }),
    when: shown('Error: The database'),
  },
  {
    name: 'email-add',
    path: '/campaigns/cmp_1?tab=email',
    when: async (page) => {
      await page.getByRole('button', { name: 'Add New' }).click()
      await page.getByRole('dialog', { name: 'Add Email Auto Responder' }).waitFor()
    },
  },
  {
    name: 'account',
    path: '/dashboard',
    when: async (page) => {
      await button(page, 'Ann Archer').click()
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    },
  },
  {
    name: 'profile',
    path: '/dashboard',
    when: async (page) => {
      await button(page, 'Ann Archer').click()
      await page.getByRole('menuitem', { name: 'Your profile' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'profile-email',
    path: '/dashboard',
    when: async (page) => {
      await button(page, 'Ann Archer').click()
      await page.getByRole('menuitem', { name: 'Your profile' }).click()
      await page.getByRole('dialog').getByLabel('Email').fill('ann@elsewhere.example')
      await page.getByRole('dialog').getByLabel('Password').waitFor()
    },
  },
  {
    name: 'expired',
    path: '/campaigns/cmp_1',
    when: async (page, backend) => {
      await shown('Spring Launch')(page)
      backend.sessions.clear()
      await page.getByRole('tab', { name: 'Offers' }).click()
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    },
  },
]
