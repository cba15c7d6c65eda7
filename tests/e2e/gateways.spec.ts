import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { Api } from './api'
import { expectAccessible, expectAccessibleInBoth } from './axe'
import { chooseAction, expect, row, stripeKeys, test } from './fixtures'
import { letIn } from './reference'
import { decide, failCalls, holdCalls, keepEditing, news, question, tryAgain, waitForState } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  await page.clock.install()
  await letIn(page)
})

test('GW-01 a gateway is set up with its secrets, which are never shown again', async ({ page }) => {
  const name = `Stripe ${randomUUID().slice(0, 8)}`
  await page.goto('/gateways')
  await page.getByRole('button', { name: 'New gateway' }).click()
  const panel = page.getByRole('dialog', { name: 'New gateway' })
  await panel.getByRole('button', { name: 'Add gateway' }).click()
  await expect(panel.getByText('Name is required')).toBeVisible()
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Kind').selectOption('stripe')
  await panel.getByLabel('Secret key', { exact: true }).fill('not a key')
  await panel.getByLabel('Secret key', { exact: true }).blur()
  await expect(panel.getByText('A secret key of Stripe begins with sk_ or rk_')).toBeVisible()
  await panel.getByLabel('Secret key', { exact: true }).fill('sk_test_abcdefgh0000')
  // Stripe gives the signing secret for an address only.
  const address = panel.getByText(/\/api\/v1\/webhooks\/stripe\/[\da-f-]{36}$/)
  await expect(address).toBeVisible()
  const told = await address.innerText()
  await panel.getByLabel('Signing secret of webhooks').fill('whsec_abcdefgh5678')
  await panel.getByLabel('Monthly cap').fill('50000')
  await page.keyboard.press('Escape')
  await keepEditing(page)
  const heal = await failCalls(page, '/gateways', 'POST')
  await panel.getByRole('button', { name: 'Add gateway' }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await expect(panel.getByLabel('Name')).toHaveValue(name)
  // The key is tried, and one that is not known is refused where it is typed.
  await panel.getByRole('button', { name: 'Add gateway' }).click()
  await expect(panel.getByText('Stripe does not know this key.')).toBeVisible()
  await expectAccessible(page)
  await panel.getByLabel('Secret key', { exact: true }).fill(stripeKeys[0])
  await panel.getByRole('button', { name: 'Add gateway' }).click()
  await expect(page.getByText('Gateway added')).toBeVisible()
  await expect(row(page, name)).toContainText('Stripe')
  await expect(row(page, name)).toContainText('Enabled')
  await expectAccessible(page)
  await chooseAction(page, name, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit gateway' })
  await expect(edit.getByText('Kept: …1234. Leave empty to keep it.')).toBeVisible()
  await expect(edit.getByText('Kept: …5678. Leave empty to keep it.')).toBeVisible()
  await expect(edit.getByLabel('Secret key', { exact: true })).toHaveValue('')
  await expect(edit.getByText(told)).toBeVisible()
  await edit.getByLabel('Secret key', { exact: true }).fill(stripeKeys[1])
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Gateway saved')).toBeVisible()
  await chooseAction(page, name, 'Edit')
  await expect(edit.getByText('Kept: …9999. Leave empty to keep it.')).toBeVisible()
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toBeHidden()
})

test('GW-01 GE-09 all that can come between typing over a gateway and saving it @rare', async ({ page }) => {
  const { id, displayName } = await api.addGateway()
  const change = async (monthlyCap: string) =>
    void (await api.call('PUT', `/gateways/${id}`, { monthlyCap: Number(monthlyCap) }))
  await change('100')
  await page.goto('/gateways')
  const openDialog = async () => {
    await row(page, 'Shop').first().waitFor()
    await page.getByRole('button', { name: new RegExp(`^Actions for (?:${displayName}|Renamed)`) }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    return page.getByRole('dialog', { name: 'Edit gateway' })
  }
  await decide(page, {
    openDialog,
    typed: { label: 'Name', from: displayName, to: 'Renamed', again: 'Renamed again' },
    changed: { label: 'Monthly cap', from: '100.00', to: '200.00', again: '300.00' },
    change,
  })
  const dialog = await openDialog()
  await dialog.getByLabel('Name').fill(`${displayName} B`)
  // What somebody else changes is told by the refusal alone.
  const release = await holdCalls(page, '/gateways?*')
  await change('200')
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(news(dialog)).toContainText('200.00')
  await news(dialog).getByRole('button', { name: 'Keep mine' }).click()
  // It has changed once more, but is as it was.
  await change('300')
  await change('200')
  await save.click()
  await expect(page.getByText('Gateway saved')).toBeVisible()
  release()
  await expect(row(page, `${displayName} B`)).toBeVisible()
})

test('GW-01 GE-07 a gateway that was begun is asked for before it is left, and one that is gone is told @rare', async ({
  page,
}) => {
  const { displayName } = await api.addGateway()
  await page.goto('/gateways')
  await page.getByRole('button', { name: 'New gateway' }).click()
  const panel = page.getByRole('dialog', { name: 'New gateway' })
  await panel.getByLabel('Name').fill('Never mind')
  await panel.getByLabel('Name').blur()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(panel).toBeHidden()
  const heal = await failCalls(page, '/gateways/*', 'GET')
  await chooseAction(page, displayName, 'Edit')
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
})

test('GW-01 what uses a gateway is said before it is disabled @rare', async ({ page }) => {
  const { displayName } = await api.addGateway()
  await page.goto('/gateways')
  await chooseAction(page, displayName, 'Disable')
  const question_ = page.getByRole('alertdialog', { name: 'Disable gateway' })
  await expect(question_).toContainText('No offer uses it.')
  await question_.getByRole('button', { name: 'Cancel' }).click()
  await expect(question_).toBeHidden()
  await chooseAction(page, displayName, 'Disable')
  const heal = await failCalls(page, '/gateways/*/state', 'POST')
  await question_.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await question_.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Gateway disabled')).toBeVisible()
  await expect(row(page, displayName)).toContainText('Disabled')
  await chooseAction(page, displayName, 'Enable')
  await page.getByRole('alertdialog', { name: 'Enable gateway' }).getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('Gateway enabled')).toBeVisible()
  await expect(row(page, displayName)).toContainText('Enabled')
})

test('GW-02 a rehearsal is a checklist of what a gateway does in its test mode @rare', async ({ page }) => {
  const { displayName } = await api.addGateway()
  await page.goto('/gateways')
  const dialog = page.getByRole('dialog', { name: 'Rehearsal' })
  const release = await holdCalls(page, '/gateways/*/rehearsals')
  await chooseAction(page, displayName, 'Rehearse')
  await waitForState(page, 'gatewayRehearse', 'rehearsing')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  release()
  await page.unrouteAll({ behavior: 'wait' })
  const heal = await failCalls(page, '/gateways/*/rehearsals', 'POST')
  await chooseAction(page, displayName, 'Rehearse')
  await expect(dialog.getByText('Out of order')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await chooseAction(page, displayName, 'Rehearse')
  await expect(dialog.getByText('Out of order')).toBeVisible()
  await heal()
  await dialog.getByRole('button', { name: 'Rehearse again' }).click()
  await expect(dialog.getByText('All of it works.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Steps of the rehearsal' }).getByText('Works')).toHaveCount(5)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rehearse again' }).click()
  await expect(dialog.getByText('All of it works.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('GW-04 a gateway is compared with on demand, and what differs is listed @rare', async ({ page }) => {
  const { displayName } = await api.addGateway()
  await page.goto('/gateways')
  const dialog = page.getByRole('dialog', { name: 'Reconciliation' })
  const release = await holdCalls(page, '/gateways/*/reconciliations')
  await chooseAction(page, displayName, 'Reconcile')
  await waitForState(page, 'gatewayReconcile', 'comparing')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // Nobody waits for it any more, but it is another answer than the next one.
  const answered = page.waitForResponse('**/reconciliations')
  release()
  await (await answered).finished()
  await page.unrouteAll({ behavior: 'wait' })
  const heal = await failCalls(page, '/gateways/*/reconciliations', 'POST')
  await chooseAction(page, displayName, 'Reconcile')
  await expect(dialog.getByText('Out of order')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await chooseAction(page, displayName, 'Reconcile')
  await expect(dialog.getByText('Out of order')).toBeVisible()
  await heal()
  await dialog.getByRole('button', { name: 'Compare again' }).click()
  await expect(dialog.getByText('Both say the same, to the cent.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Compare again' }).click()
  await expect(dialog.getByText('Both say the same, to the cent.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('GW-04 what the last comparison has left is counted at its gateway, and listed whoever asked for it @rare', async ({
  page,
}) => {
  const { id, displayName } = await api.addGateway()
  await page.goto('/gateways?tab=reconciliation')
  const region = page.getByRole('region', { name: displayName })
  await expect(page.getByRole('tab', { name: 'Reconciliation' })).toHaveAttribute('aria-selected', 'true')
  await expect(region).toBeHidden()
  // Somebody else compares, which is heard of.
  await api.call('POST', `/gateways/${id}/reconciliations`, {})
  await expect(region.getByText('Both say the same, to the cent.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Gateways', exact: true }).click()
  await expect(row(page, displayName).getByRole('link', { name: 'To the cent' })).toHaveAttribute(
    'title',
    /^Compared .* \(GMT[+-]\d\d:\d\d\)$/,
  )
  const patched = (path: string, of: (record: object) => object) =>
    page.route(path, async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: { id: string; gatewayInstanceId?: string }[] }
      const all = data.map((one) => (one.id === id || one.gatewayInstanceId === id ? of(one) : one))
      await route.fulfill({ response, json: { data: all } })
    })
  await patched('**/api/v1/gateways?**', (gateway) => ({ ...gateway, differencesCount: 2 }))
  const [order] = await api.search('orders', { limit: 1 })
  const differences = [
    { text: 'The charge for order 1001 (ch_1) is $40.00 here and $39.99 there.', orderId: order?.id },
    { text: 'The gateway has a charge of $12.34 (ch_2) that is not booked here.', orderId: null },
  ]
  await patched('**/api/v1/reconciliations?**', (comparison) => ({ ...comparison, differences }))
  await page.reload()
  await row(page, displayName).getByRole('link', { name: '2 differences' }).click()
  await expect(page).toHaveURL(/tab=reconciliation/)
  await expect(region.getByText('2 differences are left.')).toBeVisible()
  const list = region.getByRole('list', { name: `Differences with ${displayName}` })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await list.getByRole('link', { name: 'Open the order' }).click()
  await expect(page).toHaveURL(/\/orders\//)
  // One that could not be ended says why.
  await patched('**/api/v1/reconciliations?**', (comparison) => ({
    ...comparison,
    failure: 'Timed out',
    differences: [],
  }))
  await page.goBack()
  await page.reload()
  await expect(region.getByText('The gateway could not be compared with: Timed out')).toBeVisible()
  const heal = await failCalls(page, '/reconciliations?**', 'GET')
  await page.reload()
  await expect(page.getByText('Error fetching reconciliations')).toBeVisible()
  await tryAgain(page.getByRole('main'), '/reconciliations?**', heal)
  await expect(region).toBeVisible()
})

test('GW-03 transactions are searched, filtered and added up', async ({ page }) => {
  await page.goto('/gateways')
  await page.getByRole('tab', { name: 'Transactions' }).click()
  await expect(page).toHaveURL(/tab=transactions/)
  const table = page.getByRole('table', { name: 'Transactions' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const sums = page.getByRole('region', { name: 'Sums of these transactions' })
  await expect(sums).toContainText('$')
  await expectAccessible(page)
  const all = await sums.innerText()
  await page.getByLabel('Type').selectOption('refund')
  await expect(page).toHaveURL(/type=refund/)
  await expect(sums).toContainText('Charged')
  await expect(sums.getByRole('definition').first()).toHaveText('$0.00')
  expect(await sums.innerText()).not.toBe(all)
})

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Gateway', exact: true })

test('GW-01 GE-03 a row opens its gateway by a click and by Enter, which is closed by its button and by Escape @rare', async ({
  page,
}) => {
  const { id, displayName } = await api.addGateway()
  await page.goto('/gateways')
  await row(page, displayName).getByText('Sandbox').click()
  await expect(panelOf(page).getByRole('heading', { name: displayName, level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`/gateways?gatewayInstanceId=${id}`)
  await expect(page).toHaveTitle(`${displayName} · Gateways · Offerdesk`)
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
  await expect(page).toHaveURL('/gateways')
  await expect(page).toHaveTitle('Gateways · Offerdesk')
  const link = page.getByRole('link', { name: displayName })
  await link.focus()
  await page.keyboard.press('Enter')
  await panelOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(panelOf(page)).toBeHidden()
  await expect(link).toBeFocused()
})

test('GW-01 GW-03 GE-14 what went through a gateway stands beside what it is, with what can be done @rare', async ({
  page,
}) => {
  const { id } = await api.addGateway({ monthlyCap: 500 })
  await page.goto(`/gateways?gatewayInstanceId=${id}`)
  const panel = panelOf(page)
  await expect(panel.getByText('$0.00 of $500.00 (0 %)')).toBeVisible()
  await expect(panel.getByText('Nothing has been charged or refunded through it yet.')).toBeVisible()
  await expect(panel.getByText(/^It has not been compared with yet/)).toBeVisible()
  await expectAccessibleInBoth(page)
  // What is done there is seen there.
  await panel.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Gateway disabled')).toBeVisible()
  await expect(panel.getByText('Disabled')).toBeVisible()
  await panel.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Monthly cap').fill('400')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('$0.00 of $400.00 (0 %)')).toBeVisible()
  await api.call('POST', `/gateways/${id}/reconciliations`, {})
  await expect(panel.getByText('Both say the same, to the cent.')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  const name = 'Legacy Processor (paused)'
  await page.getByRole('link', { name }).click()
  const transactions = panel.getByRole('region', { name: 'Latest transactions' })
  await expect(transactions.getByRole('row')).toHaveCount(11)
  await expectAccessibleInBoth(page)
  const setUp = panel.getByRole('region', { name: 'Set up' })
  const [main, side] = await Promise.all([transactions.boundingBox(), setUp.boundingBox()])
  expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThan(side?.x ?? 0)
  await transactions.getByRole('link', { name: /^All \d+ transactions$/ }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: `Remove filter Gateway: ${name}` })).toBeVisible()
  await page.getByRole('table', { name: 'Transactions' }).getByRole('link', { name }).first().click()
  await expect(panel.getByRole('heading', { name })).toBeVisible()
})
