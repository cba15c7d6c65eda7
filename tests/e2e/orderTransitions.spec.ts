import type { Page } from 'playwright/test'
import type { OrderRecord } from '../../contract/extensions/orders'
import { Api, home } from './api'
import { expect, test } from './fixtures'
import { letIn } from './reference'
import {
  decide,
  failCalls,
  holdCalls,
  keepEditing,
  leaveUnanswered,
  loseAnswers,
  news,
  question,
  uncertain,
} from './transitions'

// The ways through the flows of an order that a person rarely takes.

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
let order: OrderRecord
test.beforeEach(async ({ page, request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  order = await api.placeOrder()
  await page.clock.install()
  await letIn(page)
  await page.goto(`/orders/${order.id}`)
})

const choose = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Leaves a dialog with one field in every way there is: with and without input, by Escape and by its button. */
async function leaveEveryWay(page: Page, field: string, cancel: string, open: () => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog')
  const typed = dialog.getByLabel(field)
  await open()
  await expect(typed).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await typed.fill('Never mind')
  await typed.blur()
  await dialog.getByRole('button', { name: cancel }).click()
  await expect(dialog).toBeHidden()
  await open()
  await expect(typed).toHaveValue('')
  await typed.fill('On second thought')
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await expect(typed).toHaveValue('On second thought')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
}

test('OR-05 GE-07 GE-09 all that can come between typing over an address and saving it @rare', async ({ page }) => {
  const change = async (address2: string) =>
    void (await api.call('PUT', `/orders/${order.id}/address`, { ...home, address2 }))
  await change('Floor 1')
  await page.reload()
  const openDialog = async () => {
    await choose(page, 'Edit address')
    return page.getByRole('dialog', { name: 'Edit address' })
  }
  await decide(page, {
    openDialog,
    typed: { label: 'City', from: 'Austin', to: 'Dallas', again: 'Houston' },
    changed: { label: 'Address, second line', from: 'Floor 1', to: 'Floor 2', again: 'Floor 3' },
    change,
  })
  const dialog = await openDialog()
  await dialog.getByLabel('City').fill('Dallas')
  const save = dialog.getByRole('button', { name: 'Save' })
  const heal = await failCalls(page, '/orders/*/address', 'PUT')
  // What somebody else changes is told by the refusal alone: a save that fails reads the order anew, too.
  const release = await holdCalls(page, `/orders/${order.id}`)
  await save.click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await change('Floor 2')
  await save.click()
  await expect(news(dialog)).toContainText('Floor 2')
  await news(dialog).getByRole('button', { name: 'Keep mine' }).click()
  // It has changed once more, but is as it was.
  await change('Floor 3')
  await change('Floor 2')
  await save.click()
  const messages = page.getByRole('region', { name: 'Notifications' })
  await expect(messages.getByText('Address changed')).toBeVisible()
  release()
  await expect(page.getByRole('region', { name: 'Address' })).toContainText('Dallas')
  await openDialog()
  await dialog.getByLabel('City').fill('')
  await save.click()
  await expect(dialog.getByText('The address needs a city.')).toBeVisible()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await openDialog()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('OR-02 GE-07 GE-16 the question before an order is cancelled can be left in every way, and refuses too long a reason @rare', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog')
  await leaveEveryWay(page, 'Reason', 'Keep order', () => choose(page, 'Cancel order'))
  await choose(page, 'Cancel order')
  const confirm = dialog.getByRole('button', { name: 'Cancel order' })
  await dialog.getByLabel('Reason').fill('long '.repeat(201))
  await confirm.click()
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Reason').fill('Changed their mind')
  const heal = await failCalls(page, '/orders/*/cancel', 'POST')
  await confirm.click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await leaveUnanswered(page, '/orders/*/cancel', async () => {
    await choose(page, 'Cancel order')
    await confirm.click()
    return dialog
  })
  // Its answers are lost: the same is asked for again, and answered as it was (GE-16).
  await loseAnswers(page, '/orders/*/cancel', 2)
  let calls = 0
  page.on('request', (request) => (calls += request.url().endsWith('/cancel') ? 1 : 0))
  await choose(page, 'Cancel order')
  await confirm.dblclick()
  await expect(uncertain(dialog)).toContainText(/whether order #\d+ has been cancelled/)
  await expect(page.getByText('Order cancelled')).toBeVisible()
  expect(calls).toBe(3)
})

test('OR-02 GE-07 a note can be left in every way, and one whose answer is lost is written once @rare', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Add note' })
  const add = dialog.getByRole('button', { name: 'Add note' })
  await leaveEveryWay(page, 'Note', 'Cancel', () => page.getByRole('button', { name: 'Add note' }).click())
  await page.getByRole('button', { name: 'Add note' }).click()
  await add.click()
  await expect(dialog.getByText('Write something first')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await leaveUnanswered(page, '/orders/*/notes', async () => {
    await page.getByRole('button', { name: 'Add note' }).click()
    await dialog.getByLabel('Note').fill('Nobody hears this')
    await add.click()
    return dialog
  })
  await page.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByLabel('Note').fill('Ring twice')
  const heal = await failCalls(page, '/orders/*/notes', 'POST')
  await add.click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await loseAnswers(page, '/orders/*/notes', 2)
  await add.dblclick()
  await expect(page.getByText('Note added')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' }).getByText('Ring twice')).toHaveCount(1)
})
