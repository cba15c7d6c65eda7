import type { Page } from 'playwright/test'
import { chooseAction, expect, row, test } from './fixtures'
import { extensionCalls } from '../../contract'
import { signIn } from './reference'

/** A customer that no other test knows, made by the panel, whose email is returned. */
async function addCustomer(page: Page, lastName: string): Promise<string> {
  const email = `vera.${Date.now()}@new.example`
  await page.goto('/customers?action=new')
  const panel = page.getByRole('dialog', { name: 'New customer' })
  await panel.getByLabel('First name').fill('Vera')
  await panel.getByLabel('Last name').fill(lastName)
  await panel.getByLabel('Email').fill(email)
  await panel.getByLabel('Phone').fill('+1 (555) 818-4411')
  await panel.getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByText('Customer added')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL('/customers')
  return email
}
/** Searches, and waits for the answer: rows that are about to be replaced would take an open menu with them. */
async function search(page: Page, text: string) {
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/search') && (response.request().postDataJSON() as { q?: string }).q === text,
  )
  await page.getByRole('searchbox', { name: 'Search Table' }).fill(text)
  await answered
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
}

test.describe('on the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })
  test.beforeEach(async ({ page }) => signIn(page))

  test('CU-01 RT-08 the list is searched by part of a phone number, sorted, and narrowed to a country', async ({
    page,
  }) => {
    const email = await addCustomer(page, 'Listed')
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Phone',
      'Orders',
      'Total spent',
      'Last order',
      'Added',
    ])
    await search(page, '818-4411')
    await expect(row(page, email)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search Table' }).fill('')
    await page.getByRole('button', { name: 'Total spent' }).click()
    await expect(page).toHaveURL(/sort=totalSpent/)
    await page.getByRole('combobox', { name: 'Country' }).selectOption('United States')
    await expect(page).toHaveURL(/country=US/)
    await page.getByRole('button', { name: 'Remove filter Country: United States' }).click()
    await expect(page).not.toHaveURL(/country=/)
  })

  test('CU-01 GE-06 GE-07 a new customer: what is missing is told, a refusal keeps what was typed, and Back asks before it closes the panel @rare', async ({
    page,
  }) => {
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('button', { name: 'New customer' }).click()
    const panel = page.getByRole('dialog', { name: 'New customer' })
    // The panel takes the whole height: its buttons stand at the lower end of the page.
    const button = await panel.getByRole('button', { name: 'Add customer' }).boundingBox()
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeGreaterThan(860)
    await panel.getByRole('button', { name: 'Add customer' }).click()
    await expect(panel.getByText('First name is required')).toBeVisible()
    await panel.getByLabel('Email').fill('nia')
    await panel.getByRole('button', { name: 'Add customer' }).click()
    await expect(panel.getByText('Invalid email address')).toBeVisible()
    await panel.getByLabel('First name').fill('Nia')
    await panel.getByLabel('Email').fill('nia@new.example')
    await page.route('**/api/v1/customers', (route) =>
      route.fulfill({ status: 409, json: { message: 'This email address is taken' } }),
    )
    await panel.getByRole('button', { name: 'Add customer' }).click()
    await expect(page.getByText('This email address is taken')).toBeVisible()
    await expect(panel.getByLabel('First name')).toHaveValue('Nia')
    const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
    await page.goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL('/customers?action=new')
    await expect(panel.getByLabel('First name')).toHaveValue('Nia')
    await page.goBack()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL('/customers')
    await page.goForward()
    await expect(panel.getByLabel('First name')).toHaveValue('')
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/customers')
  })

  test('CU-01 GE-06 customers of another program are looked at, imported and taken back @rare', async ({ page }) => {
    const email = `${crypto.randomUUID()}@import.example`
    await page.goto('/customers')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import customers' })
    await dialog
      .getByLabel('Or paste cells')
      .fill(`First Name,Last Name,Email,Default Address Country Code\nIda,Imported,${email},DE\nNobody,,,US`)
    await dialog.getByRole('button', { name: 'Check pasted lines' }).click()
    await expect(dialog.getByRole('row', { name: 'Ida Imported' })).toContainText('Country: DE')
    await expect(dialog.getByText('Email or phone is required')).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 1 line' }).click()
    await expect(dialog.getByText('1 customer added, 0 customers changed.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await search(page, email)
    await expect(page.getByRole('link', { name: 'Ida Imported' })).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByText('Import undone')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ida Imported' })).toBeHidden()
  })

  test('CU-03 GE-03 a customer is opened from the list, copied from, and edited', async ({ page, context }) => {
    const email = await addCustomer(page, 'Opened')
    await search(page, email)
    await page.getByRole('link', { name: 'Vera Opened' }).click()
    await expect(page.getByRole('heading', { name: 'Vera Opened' })).toBeVisible()
    // As a browser does that is not let.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: 'Copy email' }).click()
    await expect(page.getByText('Not allowed to copy')).toBeVisible()
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'))
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy email' }).click()
    await expect(page.getByText('Copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(email)
    await page.getByRole('button', { name: 'Edit' }).click()
    const panel = page.getByRole('dialog', { name: 'Edit customer' })
    await panel.getByLabel('City').fill('Bath')
    await panel.getByLabel('Country').selectOption('United Kingdom')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Customer saved')).toBeVisible()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('United Kingdom')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Address' })).toContainText('Bath')
  })

  test('WF-05 GE-06 a customer that was deleted is brought back by Undo, in the list and from the detail', async ({
    page,
  }) => {
    const email = await addCustomer(page, 'Deleted')
    await search(page, email)
    await chooseAction(page, email, 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Customer deleted')).toBeVisible()
    await expect(row(page, email)).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Customer restored')).toBeVisible()
    await page.getByRole('link', { name: 'Vera Deleted' }).click()
    // The list has a button with that word in its name, too.
    await expect(page.getByRole('heading', { level: 1, name: 'Vera Deleted' })).toBeVisible()
    await page.route('**/restore', (route) => route.fulfill({ status: 404, json: { message: 'Customer not found' } }))
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Customer not found')).toBeVisible()
    await expect(page).toHaveURL('/customers')
  })

  test('GE-04 CU-03 a customer that does not exist is not found, on its page and in the panel @rare', async ({
    page,
  }) => {
    await page.goto('/customers/nobody')
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to customers' }).click()
    await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
    await page.goto('/customers?action=edit&customerId=nobody')
    await expect(page.getByText('Customer not found')).toBeVisible()
    await expect(page).toHaveURL('/customers')
  })

  test('CU-03 a customer that can not be fetched says so, and can be tried again @rare', async ({ page }) => {
    const email = await addCustomer(page, 'Failing')
    await search(page, email)
    const path = await page.getByRole('link', { name: 'Vera Failing' }).getAttribute('href')
    // Nothing that others do meanwhile leads to another try.
    await page.route('**/api/v1/events*', (route) => route.abort())
    await page.route('**/api/v1/customers/*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(path ?? '')
    await expect(page.getByText('Error fetching customer')).toBeVisible()
    await page.unroute('**/api/v1/customers/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Vera Failing' })).toBeVisible()
  })
})

test('CU-01 AP-05 a backend of the twenty calls has the list alone', async ({ open, page, backend }) => {
  backend.data.customers = [{ id: 'cus_1', organizationId: 'org_1', name: 'Ada Moss', email: 'ada@moss.example' }]
  await open('/customers?action=new')
  await expect(row(page, 'Ada Moss')).toContainText('ada@moss.example')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Ada Moss' })).toBeHidden()
  await expect(page.getByRole('button', { name: /New customer|Actions for/ })).toBeHidden()
  await page.goto('/customers/cus_1')
  await expect(page.getByText('This backend does not offer customer details.')).toBeVisible()
  expect(backend.callsOf('GET /customers')).toHaveLength(0)
})

test('GE-11 a backend that says that it offers all of the calls is asked for them', async ({ open, page }) => {
  const cors = { 'access-control-allow-credentials': 'true', 'access-control-allow-headers': 'authorization' }
  await page.route('**/api/v1/capabilities', (route, request) =>
    route.fulfill({
      headers: { ...cors, 'access-control-allow-origin': request.headers()['origin'] ?? '*' },
      json: { data: { extensions: extensionCalls } },
    }),
  )
  await open('/customers')
  // One stands above the list, and one in it while it is empty.
  await expect(page.getByRole('button', { name: 'New customer' }).first()).toBeVisible()
})
