import type { Page } from 'playwright/test'
import { chooseAction, expect, offersTab, row, test } from './fixtures'
import { keepFlows, takeKeptFlow } from './flows'
import { signIn } from './reference'
import { countOf, decide, holdCalls, news, outdated, question, refusal, sayNetwork, waitForState } from './transitions'

// The ways through the machines that a person rarely takes, so that there are recordings of all of them.

test('GE-07 GE-09 EO-06 all that can come between typing over an offer and saving it @rare', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  const offer = backend.data.offers[0] ?? {}
  Object.assign(offer, { version: 1 })
  await open(offersTab)
  const openDialog = async () => {
    await chooseAction(page, 'Offer 001', 'Edit')
    return page.getByRole('dialog', { name: 'Edit Offer' })
  }
  await decide(page, {
    openDialog,
    typed: { label: 'Display Name', from: 'Offer 001', to: 'Offer 001 by Ann', again: 'Offer 001 by Ann Archer' },
    changed: { label: 'Quantity', from: '100', to: '8', again: '9' },
    change: async (value) => void Object.assign(offer, { quantity: Number(value) }),
  })
  const dialog = await openDialog()
  await dialog.getByLabel('Base Price').fill('77.5')
  // Only its version is another one, so there is nothing to decide.
  backend.fail('PUT /offers', outdated({ ...offer, version: 2 }))
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(row(page, 'Offer 001')).toContainText('77.50')
  expect(backend.callsOf('PUT /offers').map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"'])
})

test('GE-07 GE-09 UC-02 all that can come between typing over a campaign and saving it @rare', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  const campaign = backend.data.campaigns[0] ?? {}
  Object.assign(campaign, { version: 1 })
  await open('/campaigns/cmp_1')
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Update Campaign' }).click()
    return page.getByRole('dialog', { name: 'Update Campaign' })
  }
  await decide(page, {
    openDialog,
    typed: { label: 'Category', from: 'Garden', to: 'Balcony', again: 'Roof' },
    changed: { label: 'Internal Note', from: 'Call back on Fridays.', to: 'Never on Mondays.', again: 'On Sundays.' },
    change: async (value) => void Object.assign(campaign, { internalNote: value }),
  })
  const dialog = await openDialog()
  await dialog.getByLabel('Category').fill('Balcony')
  backend.fail('PUT /campaigns', outdated({ ...campaign, version: 2 }))
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Balcony')).toBeVisible()
  await expect
    .poll(() => backend.callsOf('PUT /campaigns').map(({ headers }) => headers['if-match']))
    .toEqual(['"1"', '"2"'])
})

test('GE-07 AO-01 SE-09 a dialog that holds no input closes without a question, and what is typed is discarded when it is answered so @rare', async ({
  open,
  page,
  backend,
}) => {
  await open(offersTab)
  await expect(row(page, 'Offer 001')).toBeVisible()
  const add = page.getByRole('dialog', { name: 'Add Offer' })
  backend.fail('POST /search', refusal)
  await page.getByRole('button', { name: 'Add Offer' }).click()
  await add.getByRole('combobox', { name: 'Product' }).click()
  await expect(page.getByText('Error loading products')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('option', { name: 'Product 12' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: 'Product 12' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(add).toBeHidden()
  await page.getByRole('button', { name: 'Add Offer' }).click()
  await add.getByLabel('Base Price').fill('1')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(add).toBeHidden()
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  await expect(page.getByRole('dialog', { name: 'Your profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('SE-08 a new password that the server refuses is told at the password', async ({ page, backend }) => {
  await page.goto('/auth?mode=reset&email=ann%40one.example&token=reset-me')
  await page.getByLabel('Password').fill('brand new password')
  backend.fail('POST /users/forgot-password', {
    status: 400,
    body: {
      message: 'Too easy',
      error: { message: 'Too easy', details: [{ path: 'body.password', message: 'Too easy' }] },
    },
  })
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Too easy')
})

test('SE-09 a first password that the server refuses is told at the password', async ({ page, backend }) => {
  await page.goto('/auth?token=mailed')
  await page.getByLabel('Name', { exact: true }).fill('Ann')
  await page.getByLabel('Password').fill('brand new password')
  const details = [{ path: 'body.password', message: 'Too easy' }]
  const body = { message: 'Too easy', error: { message: 'Too easy', details } }
  backend.fail('POST /users/signup/complete', { status: 400, body })
  await page.getByRole('button', { name: 'Complete sign-up' }).click()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Too easy')
})

const editPrice = async (page: Page, price: string) => {
  await chooseAction(page, 'Offer 001', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await dialog.getByLabel('Base Price').fill(price)
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(row(page, 'Offer 001')).toContainText(price)
}

test('GE-10 any answer of the server ends the doubt whether it is there @rare', async ({ open, page }) => {
  await page.clock.install()
  await open(offersTab)
  await expect(row(page, 'Offer 001')).toBeVisible()
  const away = page.getByText(/^(?:You are offline|Can't reach the server)/)
  const search = async (text: string) => {
    // Not by the backend: a browser asks anew by itself when a connection that it had used ends.
    await page.route('**/api/v1/search', (route) => route.abort(), { times: 1 })
    await page.getByRole('searchbox', { name: 'Search Table' }).fill(text)
    await page.clock.runFor(500)
  }
  // One request is lost; while the server is asked whether it is there, another one is answered.
  await page.route('**/api/health', () => {})
  await search('Offer 00')
  await waitForState(page, 'connection', 'doubted')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Offer 001')).toBeVisible()
  await waitForState(page, 'connection', 'online')
  // The question has no answer, whatever the browser says of its network; then what a person asks for has one.
  await page.unroute('**/api/health')
  await page.route('**/api/health', (route) => route.abort())
  await search('Offer 0')
  await expect(away).toBeVisible()
  await waitForState(page, 'connection', 'waiting')
  await sayNetwork(page, true)
  await waitForState(page, 'connection', 'waiting')
  await page.getByRole('button', { name: 'Add Offer' }).click()
  await expect(away).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  // The browser may know of no network, and a server on the same machine still answers.
  await sayNetwork(page, false)
  await expect(away).toBeVisible()
  await editPrice(page, '71.00')
  await expect(away).toBeHidden()
})

test('RT-12 a page whose code is gone is loaded anew, and this is recorded before it goes', async ({ open, page }) => {
  let documents = 0
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
  await page.route(/\/assets\/CampaignScreen/, (route) => (documents < 2 ? route.abort() : route.continue()))
  await keepFlows(page)
  await open('/campaigns')
  await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
  // What records is loaded before, too.
  await countOf(page, 'xstate.init')
  await page.getByRole('link', { name: 'Spring Launch' }).click()
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  expect(documents).toBe(2)
  await takeKeptFlow(page)
})

/** Another tab stores this token. */
async function storeElsewhere(page: Page, token: string) {
  const other = await page.context().newPage()
  await other.goto('/config.json')
  await other.evaluate((value) => localStorage.setItem('auth_token', value), token)
  await other.close()
}

test('SE-01 SE-03 who is signed in is asked anew when another tab signs in meanwhile, and when the server is there again', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  const asked = () => backend.callsOf('GET /users/me').length
  backend.sessions.set('tkn_ann2', 'ann@one.example')
  const release = backend.hold('GET /users/me')
  backend.fail('GET /organizations', refusal)
  await open('/dashboard')
  // The page asks before the app is there to hear of another tab.
  await waitForState(page, 'session', 'loadingUser')
  expect(asked()).toBe(1)
  await storeElsewhere(page, 'tkn_ann2')
  await expect.poll(asked).toBe(2)
  backend.fail('GET /users/me', refusal, { once: false })
  await storeElsewhere(page, 'tkn_ann')
  await expect.poll(asked).toBe(3)
  release()
  await expect(page.getByText("Can't reach the server. Retrying…")).toBeVisible()
  backend.heal()
  backend.fail('GET /organizations', refusal)
  await sayNetwork(page, false)
  await sayNetwork(page, true)
  await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
  // Organizations that could not be read are read again, too.
  await expect(page.getByRole('button', { name: 'Load organizations again' })).toBeVisible()
  await sayNetwork(page, false)
  await sayNetwork(page, true)
  await expect(page.getByRole('button', { name: 'Organization: First Org' })).toBeVisible()
})

test('SE-13 a token of another tab is checked until the server says whose it is, and somebody else begins anew @rare', async ({
  open,
  page,
  backend,
}) => {
  await page.clock.install()
  const asked = () => backend.callsOf('GET /users/me').length
  await open('/campaigns')
  await expect(page.getByRole('link', { name: 'Spring Launch' })).toBeVisible()
  backend.sessions.set('tkn_ann2', 'ann@one.example')
  const checking = () => waitForState(page, 'session', '"token":"checking"')
  const retrying = () => waitForState(page, 'session', '"token":"retrying"')
  const release = backend.hold('GET /users/me')
  await storeElsewhere(page, 'tkn_ann2')
  await checking()
  const before = asked()
  await storeElsewhere(page, 'tkn_ann')
  await expect.poll(asked).toBe(before + 1)
  backend.fail('GET /users/me', refusal, { once: false })
  await storeElsewhere(page, 'tkn_ann2')
  await expect.poll(asked).toBe(before + 2)
  release()
  await retrying()
  // Later tries come after longer times, which leave room for what else may happen.
  for (const wait of [1_000, 2_000, 4_000, 8_000]) {
    const count = asked()
    await page.clock.runFor(wait)
    await expect.poll(asked).toBeGreaterThan(count)
    await retrying()
  }
  await sayNetwork(page, false)
  const count = asked()
  await sayNetwork(page, true)
  await expect.poll(asked).toBeGreaterThan(count)
  await retrying()
  await storeElsewhere(page, 'tkn_ann')
  await expect.poll(asked).toBeGreaterThan(count + 1)
  await retrying()
  backend.sessions.clear()
  await page.getByRole('link', { name: 'Spring Launch' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  backend.heal()
  await again.getByLabel('Email').fill('bob@two.example')
  await again.getByLabel('Password').fill('bob-password')
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Bob Barker' })).toBeVisible()
})

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await signIn(page)
  })

  /** A new customer, made and changed behind the page's back. */
  async function newCustomer(page: Page, lastName: string) {
    const headers = await page.evaluate(() => ({ authorization: `Bearer ${localStorage.getItem('auth_token')}` }))
    const organizationId = await page.evaluate(() => localStorage.getItem('orgId'))
    const email = `vera.${Date.now()}@transitions.example`
    const created = await page.request.post('/api/v1/customers', {
      headers,
      data: { organizationId, firstName: 'Vera', lastName, email, city: 'York' },
    })
    expect(created.ok()).toBe(true)
    const { data } = (await created.json()) as { data: { id: string } }
    const change = async (fields: object) => {
      const answer = await page.request.put(`/api/v1/customers/${data.id}`, { headers, data: fields })
      expect(answer.ok()).toBe(true)
    }
    return { email, id: data.id, change }
  }

  test('GE-07 GE-09 CU-03 all that can come between typing over a customer and saving it @rare', async ({ page }) => {
    const { email, change } = await newCustomer(page, 'Changed')
    await page.goto(`/customers?q=${encodeURIComponent(email)}`)
    const openDialog = async () => {
      await chooseAction(page, email, 'Edit')
      return page.getByRole('dialog', { name: 'Edit customer' })
    }
    await decide(page, {
      openDialog,
      typed: { label: 'First name', from: 'Vera', to: 'Nia', again: 'Nell' },
      changed: { label: 'Last name', from: 'Changed', to: 'Moved', again: 'Married' },
      change: (value) => change({ lastName: value }),
    })
    const dialog = await openDialog()
    const save = dialog.getByRole('button', { name: 'Save' })
    await dialog.getByLabel('First name').fill('Nia')
    // What somebody else changes is told by the refusal alone.
    const release = await holdCalls(page, '/search')
    await change({ lastName: 'Moved' })
    await save.click()
    await expect(news(dialog)).toContainText('Moved')
    await news(dialog).getByRole('button', { name: 'Keep mine' }).click()
    // It has changed once more, but is as it was.
    await change({ lastName: 'Married' })
    await change({ lastName: 'Moved' })
    await save.click()
    await expect(page.getByText('Customer saved')).toBeVisible()
    release()
    await expect(dialog).toBeHidden()
  })

  test('CU-01 GE-07 Back from a panel whose customer is still being read opens nothing @rare', async ({ page }) => {
    const { email, id } = await newCustomer(page, 'Awaited')
    await page.goto(`/customers?q=${encodeURIComponent(email)}`)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**/api/v1/customers/${id}`, async (route) => {
      await held
      await route.continue()
    })
    await chooseAction(page, email, 'Edit')
    await waitForState(page, 'customerEdit', 'loading')
    await page.goBack()
    await waitForState(page, 'customerEdit', 'cancelled')
    release()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('WF-05 a customer that nobody brings back within 10 seconds stays deleted @rare', async ({ page }) => {
    const { email } = await newCustomer(page, 'Forgotten')
    await page.goto(`/customers?q=${encodeURIComponent(email)}`)
    await chooseAction(page, email, 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
    await waitForState(page, 'recordDelete', 'deleted')
  })

  test('RT-08 CU-01 filters that no customer passes are cleared at once', async ({ page }) => {
    await page.goto('/customers?q=nobody-is-called-so&country=US')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).not.toHaveURL(/country=/)
  })
})
