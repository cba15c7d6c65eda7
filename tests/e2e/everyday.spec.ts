import { chooseAction, chooseProduct, expect, offersTab, row, test } from './fixtures'

// Small things that a person expects of every list and every form.

test('GE-01 a list says how many rows it has, and which of them are shown', async ({ open, page, backend }) => {
  await open(offersTab)
  await expect(page.getByText('1–10 of 95 offers')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–20 of 95 offers')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search Table' }).fill('Offer 001')
  await expect(page.getByText('1 offer', { exact: true })).toBeVisible()
  backend.data.offers = []
  await page.goto('/campaigns')
  await expect(page.getByText('3 campaigns')).toBeVisible()
})

test('OT-03 GE-01 the search box is cleared by its button and reached by a key @rare', async ({ open, page }) => {
  await open(offersTab)
  await expect(row(page, 'Offer 002')).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search Table' })
  const clear = page.getByRole('button', { name: 'Clear search' })
  await expect(clear).toBeHidden()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
  await page.keyboard.type('Offer 00/')
  await expect(box).toHaveValue('Offer 00/')
  await box.fill('Offer 001')
  await expect(row(page, 'Offer 002')).toBeHidden()
  await clear.click()
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
  await expect(row(page, 'Offer 002')).toBeVisible()
  // While a dialog stands before it, the key is the dialog's.
  await page.getByRole('button', { name: 'Add Offer' }).click()
  await page.getByRole('combobox', { name: 'Product' }).press('/')
  await expect(page.getByRole('combobox', { name: 'Product' })).toHaveValue('/')
})

test('AO-03 GE-01 picking a product fills the base price, unless another one was typed @rare', async ({
  open,
  page,
  backend,
}) => {
  Object.assign(backend.data.products[2] ?? {}, { price: 28.9 })
  Object.assign(backend.data.products[3] ?? {}, { price: 5 })
  await open(offersTab)
  await page.getByRole('button', { name: 'Add Offer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Offer' })
  const product = dialog.getByRole('combobox', { name: 'Product' })
  const price = dialog.getByLabel('Base Price')
  const pick = async (name: string) => {
    await product.fill(name)
    await chooseProduct(dialog, new RegExp(`^${name}( |$)`))
  }
  await pick('Product 3')
  await expect(price).toHaveValue('28.90')
  await pick('Product 4')
  await expect(price).toHaveValue('5.00')
  await price.fill('6')
  await pick('Product 3')
  await expect(price).toHaveValue('6.00')
})

test('AO-05 EO-02 a base price outside of min and max is warned of, and can be saved @rare', async ({
  open,
  page,
  backend,
}) => {
  await open(offersTab)
  await row(page, 'Offer 001').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  const price = dialog.getByLabel('Base Price')
  await price.fill('2')
  await price.blur()
  await expect(dialog.getByText('Lower than the min price')).toBeVisible()
  await expect(price).toHaveAccessibleDescription('Lower than the min price')
  await price.fill('901')
  await price.blur()
  await expect(dialog.getByText('Higher than the max price')).toBeVisible()
  await expect(price).not.toHaveAttribute('aria-invalid')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  expect(backend.callsOf('PUT /offers')[0]?.body).toEqual({ basePrice: 901 })
})

test('EO-07 EO-08 UC-03 a field that an update does not empty says so @rare', async ({ open, page, backend }) => {
  await open(offersTab)
  await row(page, 'Offer 001').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  const cleared = dialog.getByText("Can't be cleared here")
  await dialog.getByLabel('Max Price').fill('')
  await expect(cleared).toHaveCount(1)
  await expect(dialog.getByLabel('Max Price')).toHaveAccessibleDescription("Can't be cleared here")
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('No update fields provided')).toBeVisible()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Max Price').fill('800')
  await expect(cleared).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  const update = page.getByRole('dialog', { name: 'Update Campaign' })
  await update.getByLabel('Category').fill('')
  await update.getByLabel('Internal Note').fill('')
  await expect(update.getByText("Can't be cleared here")).toHaveCount(1)
  await update.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => backend.callsOf('PUT /campaigns')[0]?.body).toEqual({ internalNote: '' })
})

test('GE-06 every save ends with something said @rare', async ({ open, page }) => {
  await open(offersTab)
  await row(page, 'Offer 001').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Base Price').fill('9')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Offer updated')).toBeVisible()
  await row(page, 'Offer 002').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Offer deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Add Offer' }).click()
  const add = page.getByRole('dialog', { name: 'Add Offer' })
  await add.getByRole('combobox', { name: 'Product' }).click()
  await chooseProduct(add, 'Product 12')
  await add.getByLabel('Quantity', { exact: true }).fill('7')
  await add.getByLabel('Base Price').fill('19,99')
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Offer added')).toBeVisible()
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  await page.getByLabel('Category').fill('Balcony')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Campaign updated')).toBeVisible()
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('button', { name: 'Add New' }).click()
  await page.getByLabel('From').fill('shop@one.example')
  await page.getByLabel('Subject').fill('Please pay')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Auto-responder added')).toBeVisible()
})

test('UC-01 the checkbox says under its label what it means', async ({ open, page }) => {
  await open('/campaigns/cmp_1')
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  const checkbox = page.getByRole('checkbox', { name: 'I agree to the terms and conditions', exact: true })
  await expect(checkbox).toHaveAccessibleDescription('Customers must agree before ordering')
})

test('SE-06 a password can be looked at while it is typed', async ({ page, backend: _ }) => {
  await page.goto('/auth')
  const password = page.getByLabel('Password')
  await password.fill('ann-password')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('SE-02 the header says how long the call has lasted', async ({ open, page, backend }) => {
  await page.clock.install({ time: '2026-11-22T10:07:42Z' })
  const call = { id: 'cal_1', phone: '+1 555 0117', startedAt: '2026-11-22T10:00:00Z' }
  backend.fail('GET /calls/ongoing/me', { status: 200, body: { data: call } }, { once: false })
  await open('/dashboard')
  const shown = page.getByText('On a call with +1 555 0117').locator('..')
  await expect(shown).toBeVisible()
  await page.clock.pauseAt('2026-11-22T10:20:00Z')
  await expect(shown).toContainText(' 20:00')
  await page.clock.runFor(3_600_000)
  await expect(shown).toContainText(' 1:20:00')
})

test('LP-01 the landing page says what it is, and leads to both ways in', async ({ page, backend: _ }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'The back office for campaign sales' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
  // Only a demo server lets anybody in.
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeHidden()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByText('Welcome back.')).toBeVisible()
})

test('LP-01 who is signed in goes from the landing page to the dashboard', async ({ open, page }) => {
  await open('/')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('AO-03 the product picker is led to by `/` and cleared by a button @rare', async ({ open, page }) => {
  await open(offersTab)
  await page.getByRole('button', { name: 'Add Offer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Offer' })
  const picker = dialog.getByRole('combobox', { name: 'Product' })
  await expect(picker).toBeFocused()
  await picker.fill('Product 12')
  await chooseProduct(dialog, /^Product 12/)
  await expect(picker).toHaveValue('Product 12')
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('/')
  await expect(picker).toBeFocused()
  await dialog.getByRole('button', { name: 'Clear search' }).click()
  await expect(picker).toHaveValue('')
  await expect(picker).toBeFocused()
})

test('CD-04 the number of offers follows a deletion at once', async ({ open, page, backend }) => {
  const campaign = backend.data.campaigns[0]!
  const count = () => backend.data.offers.filter(({ campaignId }) => campaignId === 'cmp_1').length
  Object.defineProperty(campaign, 'offersCount', { get: count, enumerable: true })
  await open(offersTab)
  const tab = page.getByRole('tab', { name: 'Offers', exact: true })
  await expect(tab).toHaveAttribute('data-count', '95')
  await chooseAction(page, 'Offer 001', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // Well before the campaign is read at its interval.
  await expect(tab).toHaveAttribute('data-count', '94', { timeout: 5_000 })
})

test('EO-01 who chooses twice while the code of the dialog is still coming gets one, of the last choice @rare', async ({
  open,
  page,
}) => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/OfferEditDialog.*\.js$/, async (route) => {
    await gate
    await route.continue()
  })
  await open(offersTab)
  await chooseAction(page, 'Offer 001', 'Edit')
  await chooseAction(page, 'Offer 002', 'Edit')
  release()
  const dialogs = page.getByRole('dialog', { name: 'Edit Offer' })
  await expect(dialogs.getByLabel('Display Name')).toHaveValue('Offer 002')
  await expect(dialogs).toHaveCount(1)
  await dialogs.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogs).toHaveCount(0)
})
