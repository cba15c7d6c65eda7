import { Api } from './api'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { letIn } from './reference'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

const field = /^Page, action, order/

test('WF-01 by a few letters anywhere: to pages and records, last ones first, and what this screen can do', async ({
  page,
  request,
  reference,
}) => {
  const api = await new Api(request, reference.url).signIn()
  const order = await api.placeOrder()
  await letIn(page)
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: field })
  const options = page.getByRole('option')
  await expect(search).toBeFocused()
  // What stands on the screen comes first, and is there once.
  await expect(options.first()).toHaveText(/^New customer\s*On this screen/)
  await expect(options.filter({ hasText: 'New customer' })).toHaveCount(1)
  await expectAccessible(page)

  await page.keyboard.type('lead')
  await expect(options.first()).toHaveText(/^Leaderboard/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/leaderboard/)

  // An order by its number, though the answer does not come at first.
  await page.route('**/api/v1/search?*', (call) => call.abort())
  await page.keyboard.press('Control+k')
  await expect(options.filter({ hasText: 'Leaderboard' })).toHaveCount(1)
  await search.fill(`#${order.number}`)
  await expect(page.getByText('Error searching')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  const found = options.filter({ hasText: `Order #${order.number}` })
  await expect(found).toHaveCount(1)
  await search.fill(' ')
  await expect(options.filter({ hasText: 'Dashboard' })).toHaveCount(1)
  await search.fill(`#${order.number}`)
  await found.click()
  await expect(page).toHaveURL(`/orders/${order.id}`)

  await page.keyboard.press('Control+k')
  await expect(options.filter({ hasText: /#\d+/ })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await search.fill('cancel')
  await page.getByRole('option', { name: 'Cancel order' }).click()
  await expect(page.getByRole('dialog', { name: /cancel/i })).toBeVisible()
})

test('WF-01 what is typed before the palette has come is searched for by it, and does nothing to the page', async ({
  page,
}) => {
  await letIn(page)
  await page.goto('/products')
  await expect(page.locator('tbody tr[data-record]').first()).toBeVisible()
  const search = page.getByRole('combobox', { name: field })
  let come = () => {}
  const held = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/**', async (code) => {
    await held
    await code.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lex')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a')
  expect(page.url()).toMatch(/\/products$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  come()
  await expect(search).toBeFocused()
  await page.keyboard.type('d')
  await expect(search).toHaveValue('lead')
  await expect(page.getByRole('option').first()).toHaveText(/^Leaderboard/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/leaderboard/)
})

test('WF-01 GE-05 what somebody may not begin says why there too @rare', async ({ page }) => {
  await letIn(page, 'miles.carter@offerdesk.example')
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: field }).fill('new campaign')
  const option = page.getByRole('option', { name: /^New campaign/ })
  await expect(option).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('WF-01 keys that are pressed alone lead to pages, explain themselves, and can be switched off @rare', async ({
  page,
}) => {
  await letIn(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // The code of keys comes with the first of them.
  await page.keyboard.press('Shift')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/orders/)
  await page.getByRole('searchbox', { name: 'Search Table' }).fill('g')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help).toContainText('Leaderboard')
  await expectAccessible(page)
  const alone = page.getByRole('checkbox', { name: /^Keys that are pressed alone/ })
  await alone.click()
  await expect(help).not.toContainText('Leaderboard')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await expect(page).toHaveURL(/\/orders/)
  await alone.click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(help).toHaveCount(0)
})

test('WF-01 j and k lead through a list on every keyboard, Enter opens, e edits, x chooses, and nothing is taken from who types @rare', async ({
  page,
  request,
  reference,
}) => {
  const api = await new Api(request, reference.url).signIn()
  await api.placeOrder()
  await letIn(page)
  await page.goto('/customers')
  const rows = page.locator('tbody tr[data-record]')
  await expect(rows.nth(1)).toBeVisible()
  const here = (place: number) => rows.nth(place).locator('[data-opens] a')
  // The code of keys comes with the first of them.
  await page.keyboard.press('Shift')
  await expect(async () => {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await page.keyboard.press('j')
    await expect(here(0)).toBeFocused({ timeout: 300 })
  }).toPass()
  await page.keyboard.press('k')
  // The letter counts, wherever it is on the keyboard; of other letters its place does.
  const press = async (key: string, code: string) =>
    page.evaluate(
      (pressed) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }),
        ),
      { key, code },
    )
  await press('j', 'KeyC')
  await expect(here(1)).toBeFocused()
  await press('\u043b', 'KeyK')
  await expect(here(0)).toBeFocused()
  await page.keyboard.press('Control+j')
  await expect(here(0)).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search Table' })
  await page.keyboard.press('/')
  await page.keyboard.type('jkex')
  await expect(search).toHaveValue('jkex')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await search.fill('')
  await expect(rows.nth(1)).toBeVisible()
  await search.blur()

  // For whoever saves data, a menu comes once it is wanted.
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('menuitem', { name: /^Excel workbook/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(here(0)).toBeFocused()
  await rows.first().getByRole('button').last().click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('aria-keyshortcuts', 'e')
  await page.keyboard.press('Escape')
  // The palette has what the row's menu has, too.
  await expect(rows.first().locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Control+k')
  const options = page.getByRole('option')
  await expect(options.first()).toHaveText(/^Edit\s*Actions for/)
  await expect(options.filter({ hasText: /^Excel workbook/ })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(rows.first().locator(':focus')).toHaveCount(1)
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog', { name: /edit/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rows.first().locator(':focus')).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customers\/[\w-]+$/)

  await page.goto('/fulfilments')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('Shift')
  const box = rows.first().getByRole('checkbox')
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(rows.first().locator(':focus')).toHaveCount(1, { timeout: 300 })
  }).toPass()
  await page.keyboard.press('x')
  await expect(box).toBeChecked()
  await page.keyboard.press('x')
  await expect(box).not.toBeChecked()
})
