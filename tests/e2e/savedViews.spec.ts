import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { Api } from './api'
import { expectAccessibleInBoth } from './axe'
import { takeEveryWay } from './everyWay'
import { expect, test } from './fixtures'
import { letIn } from './reference'
import { failCalls, keepEditing, question } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

interface Kept {
  id: string
  name: string
  version: number
}

test('WF-02 a list is kept as a view, changed, renamed, shared, begun with, found by the palette, deleted and brought back', async ({
  page,
  reference,
}) => {
  // One view through all that can become of it.
  test.slow()
  const api = await new Api(page.request, reference.url).signIn()
  const name = `Refunds ${randomUUID().slice(0, 8)}`
  await letIn(page)
  await page.goto('/orders?paymentStatus=refunded')
  const views = page.getByRole('button', { name: /^View/ })
  const choose = async (entry: string | RegExp) => {
    await views.first().click()
    await page
      .getByRole('menuitemcheckbox', { name: entry })
      .or(page.getByRole('menuitem', { name: entry }))
      .click()
  }
  const act = async (called: string, entry: string) => {
    await page.getByRole('button', { name: `Actions for the view ${called}` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const save = page.getByRole('dialog', { name: 'Save view' })
  const open = async () => {
    await choose('Save as new view')
    await expect(save.locator(':focus')).toHaveCount(1)
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(save).toBeHidden()
  await open()
  await save.getByRole('button', { name: 'Save' }).click()
  await expect(save.getByText('Name is required')).toBeVisible()
  await save.getByLabel('Name').press('Tab')
  await save.getByLabel('Name').fill(name)
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await save.getByRole('button', { name: 'Cancel' }).click()
  await expect(save).toBeHidden()
  await open()
  await save.getByLabel('Name').fill(name)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await open()
  await save.getByLabel('Name').fill(name)
  let heal = await failCalls(page, '/saved-views', 'POST')
  await save.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await heal()
  await save.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/paymentStatus=refunded.*view=/)
  await expect(views.first()).toHaveText(name)
  // Once more under the same name: said at its field.
  await open()
  await save.getByLabel('Name').fill(name.toUpperCase())
  await save.getByRole('button', { name: 'Save' }).click()
  await expect(save.getByText('There is a view of this name already')).toBeVisible()
  await save.getByLabel('Name').fill('')
  await save.getByRole('button', { name: 'Cancel' }).click()
  await expect(save).toBeHidden()

  // What is changed is told, and kept when the person says so; the columns are the view's own.
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Fulfilment' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Fulfilment' })).toBeHidden()
  await expect(page.getByRole('button', { name: `View: ${name}, changed` })).toBeVisible()
  await choose('Save changes')
  await expect(page.getByText(`${name} shows the list as it is now`)).toBeVisible()
  await expect(page.getByRole('button', { name: `View: ${name}, changed` })).toBeHidden()
  await expectAccessibleInBoth(page)
  await choose('All orders')
  await expect(page).not.toHaveURL(/refunded/)
  await expect(page.getByRole('columnheader', { name: 'Fulfilment' })).toBeVisible()
  await choose(name)
  await expect(page).toHaveURL(/paymentStatus=refunded/)
  await expect(page.getByRole('columnheader', { name: 'Fulfilment' })).toBeHidden()

  // It is shared, and begun with.
  await act(name, 'Share with everybody')
  const share = page.getByRole('alertdialog', { name: 'Share view' })
  await share.getByRole('button', { name: 'Cancel' }).click()
  await act(name, 'Share with everybody')
  const keptNow = async () => {
    const kept = await api.call<Kept[]>('GET', `/saved-views?organizationId=${api.organizationId}`)
    const found = kept.find((one) => one.name === name)
    if (!found) throw new Error('it is not saved')
    return found
  }
  heal = await failCalls(page, `/saved-views/${(await keptNow()).id}/sharing`, 'PUT')
  await share.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Out of order').first()).toBeVisible()
  await heal()
  await share.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText(`${name} is shared with everybody`)).toBeVisible()
  heal = await failCalls(page, '/saved-views/*/default', 'PUT')
  const refused = page.waitForResponse(/\/default$/)
  await act(name, 'Begin with it')
  await refused
  await expect(page.getByText('Out of order').first()).toBeVisible()
  await heal()
  await act(name, 'Begin with it')
  await expect(page.getByText(`The list begins with ${name}`)).toBeVisible()
  await page.goto('/orders')
  await expect(page).toHaveURL(/paymentStatus=refunded.*view=/)
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible()
  await act(name, 'Begin without it')
  await expect(page.getByText(`The list begins with ${name} no more`)).toBeVisible()

  const record = await keptNow()
  const other = { organizationId: api.organizationId, list: 'orders', name: `${name} too`, address: {} }
  const { id: otherId } = await api.call<Kept>('POST', '/saved-views', other)
  await api.call('PUT', `/saved-views/${otherId}/sharing`, { isShared: true })
  await act(name, 'Rename')
  const rename = page.getByRole('dialog', { name: 'Rename view' })
  await rename.getByLabel('Name').fill(other.name)
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(rename.getByText('There is a view of this name already')).toBeVisible()
  await rename.getByRole('button', { name: 'Cancel' }).click()
  await expect(rename).toBeHidden()
  await api.call('DELETE', `/saved-views/${otherId}`)
  await takeEveryWay(page, {
    open: async () => {
      await page.getByRole('button', { name: /^Actions for the view/ }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      const dialog = page.getByRole('dialog', { name: 'Rename view' })
      await expect(dialog).toBeVisible()
      return dialog
    },
    label: 'Name',
    save: 'Rename',
    path: `/saved-views/${record.id}`,
    record: { ...record },
    with: (text) => ({ name: text }),
    from: name,
  })

  // From anywhere, and back from the dead.
  await page.goto('/customers')
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Page, action/ }).fill('saved')
  await page.getByRole('option', { name: /^Saved.*View of orders/ }).click()
  await expect(page).toHaveURL(/\/orders\?.*paymentStatus=refunded/)
  await act('Saved', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'View: Saved' })).toBeHidden()
  // It is shown before the server has it back.
  const restored = page.waitForResponse(/\/saved-views\/[^/]+\/restore$/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('button', { name: 'View: Saved' })).toBeVisible()
  await restored
  await api.call('DELETE', `/saved-views/${record.id}`)
  // Whoever has it deleted elsewhere sees the list as it is.
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
  await expect(page).toHaveURL(/paymentStatus=refunded/)
})

/** Has the next page begin in a browser that has hidden columns of a list. */
const hiddenBefore = (page: Page, list: string, columns: string[]) =>
  page.addInitScript(
    ([kept, text]) => {
      // Once, and not in the blank page before the first, which has no storage.
      if (location.protocol === 'about:' || origin === 'null' || sessionStorage.getItem(kept)) return
      sessionStorage.setItem(kept, 'yes')
      localStorage.setItem(kept, text)
    },
    [`hiddenColumns.${list}`, JSON.stringify(columns)] as const,
  )

test('DT-03 columns are put in order and made wider by keys and by mouse, on every device of the person @rare', async ({
  browser,
  page,
  reference,
}) => {
  const person = 'saoirse@offerdesk.example'
  await letIn(page, person)
  // What a browser has kept until now goes along.
  await hiddenBefore(page, 'customers', ['phone'])
  await page.goto('/customers')
  const heads = page.getByRole('columnheader')
  await expect(heads.first()).toHaveText('Name')
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Order and widths' }).click()
  const dialog = page.getByRole('dialog', { name: 'Order and widths' })
  await dialog.getByRole('button', { name: 'Orders: further to the front' }).press('Enter')
  await dialog.getByRole('button', { name: 'Orders: further to the front' }).press('Enter')
  await dialog.getByRole('button', { name: 'Email: wider' }).press('Enter')
  await expect(dialog.getByText('270')).toBeVisible()
  await expectAccessibleInBoth(page)
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(heads.nth(1)).toHaveText(/^Orders/)
  // By its edge, by mouse.
  const email = page.locator('th[data-column=email]')
  const box = await email.boundingBox()
  if (!box) throw new Error('there is no column')
  await page.mouse.move(box.x + box.width - 3, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 27, box.y + 8, { steps: 3 })
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/users/preferences') && answer.ok())
  await page.mouse.up()
  await saved
  await expect.poll(async () => (await email.boundingBox())?.width).toBe(300)
  const context = await browser.newContext({ baseURL: reference.url })
  const elsewhere = await context.newPage()
  await letIn(elsewhere, person)
  await elsewhere.goto('/customers')
  await expect(elsewhere.getByRole('columnheader').nth(1)).toHaveText(/^Orders/)
  await expect(elsewhere.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
  await expect.poll(async () => (await elsewhere.locator('th[data-column=email]').boundingBox())?.width).toBe(300)
  await context.close()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Order and widths' }).click()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible()
})

test('DT-03 columns that a browser alone has hidden stay so when its page is left before the server has taken them @rare', async ({
  page,
}) => {
  await letIn(page, 'saoirse@offerdesk.example')
  await hiddenBefore(page, 'products', ['stock'])
  const preferences = /\/users\/preferences$/
  // It is asked for, and never arrives.
  const asked = page.waitForRequest(preferences)
  await page.route(preferences, () => undefined)
  // How lists are arranged is begun for whoever has chosen anything, and here for everybody.
  await page.goto('/settings?tab=appearance')
  await asked
  // It is left before what it has asked for could be let through.
  await page.goto('about:blank')
  await page.unroute(preferences)
  const saved = page.waitForResponse((answer) => preferences.test(answer.url()) && answer.ok())
  await page.goto('/settings?tab=appearance')
  await saved
  await page.goto('/products')
  await expect(page.getByRole('columnheader').first()).toHaveText('Name')
  await expect(page.getByRole('columnheader', { name: 'Stock' })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hiddenColumns.products'))).toBeNull()
})
