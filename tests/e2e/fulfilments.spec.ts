import type { Page } from 'playwright/test'
import type { OrderRecord } from '../../contract/extensions/orders'
import { Api } from './api'
import { expectAccessibleInBoth } from './axe'
import { chooseAction, expect, row, test } from './fixtures'
import { letIn } from './reference'
import {
  decide,
  failCalls,
  holdCalls,
  keepEditing,
  leaveUnanswered,
  loseAnswer,
  loseAnswers,
  news,
  question,
  uncertain,
} from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let api: Api
let order: OrderRecord
let made = 0
const newNumber = () => `1Z${Date.now()}${String((made += 1)).padStart(3, '0')}`

test.beforeEach(async ({ request, reference }) => {
  api = await new Api(request, reference.url).signIn()
  order = await api.placeOrder()
})

const pack = (of = order) => api.call<{ id: string }>('POST', `/orders/${of.id}/fulfilments`, {})
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const openList = async (page: Page, of = order) => {
  await letIn(page)
  await page.goto(`/fulfilments?q=${of.number}`)
  await expect(row(page, `#${of.number}`)).toBeVisible()
}

test('FU-01 FU-02 a number is typed where it stands, refused in words, and leads to the page of its carrier @rare', async ({
  page,
}) => {
  await pack()
  await page.clock.install()
  await openList(page)
  await expectAccessibleInBoth(page)
  const assign = row(page, `#${order.number}`).getByRole('button', { name: 'Assign' })
  const field = page.getByLabel('Tracking number')
  await assign.click()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(assign).toBeFocused()
  await assign.click()
  await field.fill('<b>')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A tracking number has 4 to 60 letters and digits')).toBeVisible()
  const number = newNumber()
  await field.fill(number)
  const heal = await failCalls(page, '/fulfilments/*/tracking', 'PUT')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await field.fill(number)
  await page.keyboard.press('Enter')
  await expect(toasts(page).getByText('Tracking number assigned')).toBeVisible()
  const link = row(page, `#${order.number}`).getByRole('link', { name: number })
  await expect(link).toHaveAttribute('href', `https://www.ups.com/track?tracknum=${number}`)
  await expect(link).toHaveAttribute('rel', 'noreferrer')
})

test('FU-02 GE-07 GE-09 all that can come between typing a number in the dialog and saving it @rare', async ({
  page,
}) => {
  const { id } = await pack()
  const [first, second, third] = [newNumber(), newNumber(), newNumber()]
  const change = async (carrier: string) =>
    void (await api.call('PUT', `/fulfilments/${id}/tracking`, { trackingNumber: first, carrier }))
  await change('UPS')
  await page.clock.install()
  await openList(page)
  const dialog = page.getByRole('dialog', { name: 'Assign tracking number' })
  const openDialog = async () => {
    await chooseAction(page, `#${order.number}`, 'Change tracking number')
    return dialog
  }
  await decide(page, {
    openDialog,
    typed: { label: 'Tracking number', from: first, to: second, again: third },
    changed: { label: 'Carrier', from: 'UPS', to: 'DHL', again: 'GLS' },
    change,
  })
  await openDialog()
  await dialog.getByLabel('Tracking number').fill(second)
  await dialog.getByLabel('Tracking number').blur()
  const save = dialog.getByRole('button', { name: 'Assign' })
  const release = await holdCalls(page, '/search')
  await change('DHL')
  await save.click()
  await expect(news(dialog)).toContainText('DHL')
  await news(dialog).getByRole('button', { name: 'Keep mine' }).click()
  // It has changed once more, but is as it was.
  await change('GLS')
  await change('DHL')
  await save.click()
  await expect(toasts(page).getByText('Tracking number assigned')).toBeVisible()
  release()
  const taken = await pack(await api.placeOrder())
  const twice = newNumber()
  await api.call('PUT', `/fulfilments/${taken.id}/tracking`, { trackingNumber: twice, carrier: 'DHL' })
  await openDialog()
  await dialog.getByLabel('Tracking number').fill(twice)
  await save.click()
  await expect(dialog.getByText(/This number is on a parcel of order #\d+ already/)).toBeVisible()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test('FU-02 GE-05 parcels are marked shipped and delivered, several together, and packed from a list', async ({
  page,
}) => {
  await pack()
  await openList(page)
  const confirm = page.getByRole('alertdialog')
  await chooseAction(page, `#${order.number}`, 'Mark shipped')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirm).toBeHidden()
  const heal = await failCalls(page, '/fulfilments/*/ship', 'POST')
  await chooseAction(page, `#${order.number}`, 'Mark shipped')
  await confirm.getByRole('button', { name: 'Mark shipped' }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  const chosen = page.getByRole('button', { name: '1 chosen' })
  await page.getByLabel(`Choose the parcel of #${order.number}`).check()
  await chosen.click()
  await page.getByRole('menuitem', { name: 'Mark shipped' }).click()
  const together = page.getByRole('dialog', { name: 'Mark shipped' })
  await together.getByRole('button', { name: 'Try it' }).click()
  await expect(together.getByText('1 would be changed.')).toBeVisible()
  await together.getByRole('button', { name: 'Mark shipped: 1 parcel' }).click()
  await expect(row(page, `#${order.number}`)).toContainText('Shipped')
  await expect(chosen).toBeHidden()
  await page.getByLabel(`Choose the parcel of #${order.number}`).check()
  await chosen.click()
  await page.getByRole('menuitem', { name: 'Packing list' }).click()
  const packed = page.getByRole('region', { name: `Order #${order.number}` })
  await expect(packed).toContainText('Heron Wharf')
  await expect(packed.getByRole('table', { name: 'Contents' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

test('FU-02 FU-04 GE-15 all parcels that are shown are chosen at once, those of a search after the other @rare', async ({
  page,
}) => {
  await pack()
  const other = await api.placeOrder()
  await pack(other)
  await letIn(page)
  await page.goto(`/fulfilments?q=${order.customer.lastName}`)
  const choose = async (button: string, action: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  // Boxes are the first column, and nothing is cut beside them (GE-15).
  const ownBox = page.getByLabel(`Choose the parcel of #${order.number}`)
  await expect(row(page, `#${order.number}`).getByRole('cell').first().locator(ownBox)).toBeVisible()
  const list = page.getByRole('region', { name: 'Fulfilments' })
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const all = page.getByLabel('Choose all shown')
  await all.check()
  await expect(ownBox).toBeChecked()
  await all.uncheck()
  await expect(ownBox).not.toBeChecked()
  await choose('Choose', 'Choose all 1 shown')
  await expect(page.getByLabel(`Choose the parcel of #${order.number}`)).toBeChecked()
  await page.getByRole('searchbox').fill(String(other.customer.lastName))
  await expect(page.getByLabel(`Choose the parcel of #${other.number}`)).not.toBeChecked()
  await choose('1 chosen', 'Choose all 1 shown')
  await choose('2 chosen', 'Packing list')
  for (const { number } of [order, other])
    await expect(page.getByRole('region', { name: `Order #${number}` })).toBeVisible()
  await page.goBack()
  await choose('Choose', 'Choose all 1 shown')
  await choose('1 chosen', 'Choose none')
  await expect(page.getByLabel(`Choose the parcel of #${other.number}`)).not.toBeChecked()
  // What is in it is known here as well: two pieces, of which one goes into a parcel of its own (FU-04).
  await chooseAction(page, `#${other.number}`, 'Split')
  const split = page.getByRole('dialog', { name: 'Split parcel' })
  await split.getByRole('textbox').fill('1')
  await split.getByRole('button', { name: 'Split' }).click()
  await expect(toasts(page).getByText('Parcel split')).toBeVisible()
  await expect(row(page, `#${other.number}`)).toHaveCount(2)
})

test('FU-02 scanner mode is typed into by hand as well, and left whenever @rare', async ({ page }) => {
  await pack()
  await openList(page)
  const dialog = page.getByRole('dialog', { name: 'Scan tracking numbers' })
  const open = async () => {
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await expect(dialog.getByLabel('Order')).toBeFocused()
  }
  await open()
  await dialog.getByLabel('Tracking number').fill(newNumber())
  await dialog.getByLabel('Carrier').selectOption('DHL')
  await dialog.getByLabel('Order').fill('1001')
  await dialog.getByLabel('Order').press('Enter')
  await expect(dialog.getByLabel('Tracking number')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await page.keyboard.type('1001')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Tracking number')).toBeFocused()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
})

test('FU-02 scanner mode goes by keyboard alone, says each result, and sends again what was not answered', async ({
  page,
}) => {
  await pack()
  await openList(page)
  const dialog = page.getByRole('dialog', { name: 'Scan tracking numbers' })
  const scan = page.getByRole('button', { name: 'Scan', exact: true })
  await scan.focus()
  await page.keyboard.press('Enter')
  const [orderField, numberField] = [dialog.getByLabel('Order'), dialog.getByLabel('Tracking number')]
  const said = dialog.getByRole('status')
  await expect(orderField).toBeFocused()
  // Nothing is nothing to go on with.
  await page.keyboard.press('Enter')
  await page.keyboard.type(`${order.number}`)
  await page.keyboard.press('Enter')
  await expect(numberField).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(numberField).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(orderField).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(numberField).toBeFocused()
  const number = newNumber()
  await loseAnswer(page, '/fulfilments/scan')
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expect(numberField).toBeFocused()
  await expect(said).toContainText(`${order.number}: `)
  await page.keyboard.press('Enter')
  await expect(said).toContainText(`#${order.number}: UPS ${number} assigned`)
  await expect(orderField).toBeFocused()
  // An order that is not there is said at once, and the next one can be scanned.
  for (const unknown of ['99999999', '4006381333931 x']) {
    await page.keyboard.type(unknown)
    await page.keyboard.press('Enter')
    await expect(said).toContainText(`There is no order ${unknown}`)
    await expect(orderField).toBeFocused()
    await expect(orderField).toHaveValue('')
  }
  // So is one of which nothing waits.
  await page.keyboard.type(`${order.number}`)
  await page.keyboard.press('Enter')
  await expect(numberField).toBeFocused()
  await page.keyboard.type(newNumber())
  await page.keyboard.press('Enter')
  await expect(said).toContainText(`${order.number}: `)
  await expect(orderField).toBeFocused()
  await expect(orderField).toHaveValue('')
  await expect(numberField).toHaveValue('')
  await expect(dialog.getByText('1 assigned', { exact: true })).toBeVisible()
  await expectAccessibleInBoth(page)
  // In the order of a person who corrects what was read.
  await page.keyboard.type(`${order.number}`)
  await page.keyboard.press('Enter')
  await numberField.fill('x')
  await dialog.getByLabel('Carrier').selectOption('DHL')
  await orderField.fill('')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, `#${order.number}`)).toContainText(number)
  await scan.click()
  await expect(orderField).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('FU-02 FU-04 tracking numbers are pasted with a verdict for each line, taken over, given up and undone', async ({
  page,
}) => {
  await pack()
  await api.mailTracking(order)
  const gone = await api.placeOrder()
  await pack(gone)
  await api.call('POST', `/orders/${gone.id}/cancel`, {})
  await openList(page)
  await page.getByRole('button', { name: 'Paste tracking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste tracking numbers' })
  const button = (name: string) => dialog.getByRole('button', { name })
  const paste = dialog.getByLabel(/Or paste cells/)
  await paste.fill('Order\tPrice\n1\t2')
  await button('Check pasted lines').click()
  await expect(dialog.getByText(/There is no column Tracking number/)).toBeVisible()
  const number = newNumber()
  await paste.fill(`Order\tTracking number\n#${order.number}\t${number}\n${gone.number}\t${newNumber()}`)
  await button('Check pasted lines').click()
  await expect(
    dialog.getByRole('row', { name: new RegExp(`Carrier: empty → UPS · Tracking number: empty → ${number}`) }),
  ).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Order: This order has been cancelled\./ })).toBeVisible()
  await expect(dialog.getByText('1 customer will be mailed 5 minutes after the import')).toBeVisible()
  await expectAccessibleInBoth(page)
  // Given up while it is written, and once more with no answer.
  const release = await holdCalls(page, '/sheet-imports/*/commit')
  await button('Import 1 line').click()
  await button('Give up import').click()
  await expect(page.getByText('Import given up')).toBeVisible()
  release()
  await button('Check pasted lines').click()
  const releaseAgain = await holdCalls(page, '/sheet-imports/*/commit')
  const heal = await failCalls(page, '/sheet-imports/*/withdraw', 'POST')
  await button('Import 1 line').click()
  await button('Give up import').click()
  await expect(dialog.getByText('Out of order')).toBeVisible()
  await heal()
  releaseAgain()
  await button('Check pasted lines').click()
  await expect(button('Import 1 line').or(dialog.getByText('As it is: 1'))).toBeVisible()
  await button('Cancel').click()
  await expect(dialog).toBeHidden()
})

test('FU-03 OR-02 GE-16 on the page of its order a parcel is added, split, sent and given up', async ({ page }) => {
  await letIn(page)
  await page.goto(`/orders/${order.id}`)
  const card = page.getByRole('region', { name: 'Fulfilments' })
  const add = card.getByRole('button', { name: 'Add fulfilment' })
  const dialog = page.getByRole('dialog')
  const confirm = page.getByRole('alertdialog')
  const quantity = dialog.getByRole('textbox').first()
  await expect(card).toContainText('Nothing has been packed yet.')
  // Every way out of the dialog.
  await add.click()
  await expect(quantity).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await add.click()
  await quantity.fill('0')
  await quantity.blur()
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await dialog.getByRole('button', { name: 'Add fulfilment' }).click()
  await expect(dialog.getByText('Choose what goes into the parcel')).toBeVisible()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await add.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await add.click()
  const heal = await failCalls(page, '/orders/*/fulfilments', 'POST')
  await dialog.getByRole('button', { name: 'Add fulfilment' }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const packAll = async () => {
    await add.click()
    await dialog.getByRole('button', { name: 'Add fulfilment' }).click()
    return dialog
  }
  await leaveUnanswered(page, '/orders/*/fulfilments', packAll)
  // Its answers are lost: the same is asked for again, and is one parcel (GE-16).
  await loseAnswers(page, '/orders/*/fulfilments', 2)
  await expect(uncertain(await packAll())).toContainText('whether the parcel has been packed')
  await expect(toasts(page).getByText('Fulfilment added')).toBeVisible()
  await expect(card).toContainText('All of this order is in parcels already.')
  const actions = card.getByRole('button', { name: /Actions for the parcel/ })
  const choose = async (action: string) => {
    await actions.last().click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Cancel parcel')
  await confirm.getByRole('button', { name: 'Cancel parcel' }).click()
  await expect(card).toContainText('Cancelled')
  await add.click()
  await dialog.getByRole('button', { name: 'Add fulfilment' }).click()
  await expect(actions).toHaveCount(2)
  await choose('Split')
  await dialog.getByRole('textbox').fill('1')
  await dialog.getByRole('button', { name: 'Split' }).click()
  await expect(toasts(page).getByText('Parcel split')).toBeVisible()
  await expect(actions).toHaveCount(3)
  await choose('Assign tracking number')
  await expect(dialog).toContainText('Its customer is mailed 5 minutes later')
  await dialog.getByLabel('Tracking number').fill(newNumber())
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(toasts(page).getByText('Tracking number assigned')).toBeVisible()
  await choose('Take back number')
  await confirm.getByRole('button', { name: 'Take back number' }).click()
  await expect(toasts(page).getByText('Tracking number taken back')).toBeVisible()
  await choose('Mark shipped')
  await confirm.getByRole('button', { name: 'Mark shipped' }).click()
  await expect(toasts(page).getByText('Parcel shipped')).toBeVisible()
  await choose('Mark delivered')
  await confirm.getByRole('button', { name: 'Mark delivered' }).click()
  await expect(toasts(page).getByText('Parcel delivered')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Parcel delivered')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('FU-01 on a phone parcels are cards, and what can be done is in their menu @rare', async ({ page }) => {
    await pack()
    await openList(page)
    await expectAccessibleInBoth(page)
    await page.getByLabel(`Choose the parcel of #${order.number}`).check()
    await expect(page.getByRole('button', { name: '1 chosen' })).toBeVisible()
    await chooseAction(page, `#${order.number}`, 'Assign tracking number')
    const dialog = page.getByRole('dialog', { name: 'Assign tracking number' })
    const number = newNumber()
    await dialog.getByLabel('Tracking number').fill(number)
    await dialog.getByRole('button', { name: 'Assign' }).click()
    // It lies above the link to the order, which is as large as the card.
    await row(page, `#${order.number}`).getByRole('link', { name: number }).click({ trial: true })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
